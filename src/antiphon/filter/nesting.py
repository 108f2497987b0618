"""How large a filter may be.

A tree is walked by functions that call themselves and becomes one SQL expression, which SQLite reads to a depth of
1000. Both limits are far beyond what a person types and far below what breaks.
"""

from collections.abc import Iterator
from typing import Final

from lark import Token
from lark.lark import PostLex
from typing_extensions import override

from antiphon.filter.wrong import Wrong

MAX_DEPTH: Final = 50
MAX_TERMS: Final = 200
_TERMS = frozenset({"NAME", "DATE", "SAVED", "ANY"})


class Nesting(PostLex):
    """Lets tokens through while they stay within the limits, and refuses the first that does not."""

    always_accept = ()

    @override
    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The same tokens; `Wrong` where the nesting gets too deep or the terms too many."""
        levels: list[int] = []
        bangs = terms = 0
        for token in stream:
            if token.type == "_OPEN":
                levels.append(bangs + 1)
            elif token.type == "_CLOSE" and levels:
                levels.pop()
            bangs = bangs + 1 if token.type == "BANG" else 0
            terms += token.type in _TERMS
            if sum(levels) + bangs > MAX_DEPTH:
                raise Wrong(token.start_pos or 0, f"nested too deeply; {MAX_DEPTH} levels are the limit")
            if terms > MAX_TERMS:
                raise Wrong(token.start_pos or 0, f"too long; a filter may have {MAX_TERMS} predicates")
            yield token
