"""The grammar: LALR(1), with a lexer that knows what may come next.

Knowing what may come next matters twice. `s2d<7d` is two stars and an age, although `2d` would be an age after `d`; and
everything glued to the number after `d` is one token, so that `d<6mo` can never be read as `d<6`, `m` and `o`.
"""

from functools import cache

from lark import Lark

from antiphon.filter.builder import Builder
from antiphon.filter.nesting import Nesting
from antiphon.filter.words import LETTER_OF

_GRAMMAR = r"""
start: [expr] [COLON [command]]

?expr: conjunction (_OR conjunction)+ -> any_of
     | conjunction
?conjunction: prim (_AND? prim)+ -> all_of
            | prim
?prim: BANG prim -> negate
     | _OPEN expr _CLOSE
     | ANY -> everything
     | SAVED -> saved
     | NAME [OP] [NUMBER | STRING] [DOTS] -> predicate
     | DATE [OP] [WHEN | STRING] -> moment

command: COMMAND (STRING | PLAIN)*

COLON: ":"
_OR: "|" | "+"
_AND: "&"
BANG: "!"
_OPEN: "("
_CLOSE: ")"
ANY: "*"
OP: "<=" | ">=" | "<" | ">" | "="
DOTS: "..." | "\u2026"
SAVED: /@\w[\w-]*/
NUMBER: /[0-9]+(?:\.[0-9]+)?/
WHEN: /[0-9][\w.-]*/
STRING: /'(?:[^'\\]|\\.)*'/ | /"(?:[^"\\]|\\.)*"/
COMMAND: /[A-Za-z]+/
PLAIN: /[^\s'":]+/
NAME: /%(names)s/
DATE: /date|d/

%%ignore /\s+/
"""


@cache
def grammar() -> Lark:
    """The parser; made at the first line, because making it takes longer than using it."""
    # Longer words first: a known word wins over its letters.
    names = "|".join(
        sorted((name for name in LETTER_OF if LETTER_OF[name] != "d"), key=lambda name: (-len(name), name))
    )
    rules = _GRAMMAR % {"names": names}
    return Lark(rules, parser="lalr", maybe_placeholders=True, postlex=Nesting(), transformer=Builder())
