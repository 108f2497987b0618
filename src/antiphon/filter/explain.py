"""Sentences of our own for what the parser could not read."""

from lark import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from antiphon.filter.words import LETTER_OF
from antiphon.filter.wrong import Wrong

_CURLY = "\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb"
_A_PREDICATE = "a predicate is expected here, such as s2, r10, c'text' or @name"


def explain(line: str, error: UnexpectedInput) -> Wrong:
    """Where reading stopped, and what would have been welcome there."""
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        return Wrong(len(line.rstrip()), _explain_end(error.expected))
    position = int(getattr(error, "pos_in_stream", 0))
    return Wrong(position, _explain_character(line[position], _wanted(error), _is_whole_text(error)))


def _wanted(error: UnexpectedInput) -> set[str]:
    """The names of the tokens that could have come."""
    if isinstance(error, UnexpectedToken):
        return set(error.expected)
    return set(error.allowed or ()) if isinstance(error, UnexpectedCharacters) else set()


def _is_whole_text(error: UnexpectedInput) -> bool:
    """True when the quotes are fine and only stand in the wrong place."""
    return isinstance(error, UnexpectedToken) and error.token.type == "STRING"


def _explain_end(wanted: set[str]) -> str:
    if "_CLOSE" in wanted:
        return "a closing parenthesis is missing"
    return f"the line ends too early; {_A_PREDICATE}"


def _explain_character(character: str, wanted: set[str], is_whole_text: bool) -> str:
    """The most likely mistake behind this character at a place where these tokens were wanted."""
    is_operand = "NAME" in wanted and "_OR" not in wanted
    if character in "'\"":
        return _explain_quote(wanted, is_whole_text)
    if character in _CURLY:
        return "only straight quotes count here: ' or \""
    if character == ":":
        return _explain_colon(wanted)
    if character in ")|+&<>=." or character.isdigit():
        return _explain_sign(character, is_operand)
    if character == "@":
        return "the name of a saved filter must follow the @, in letters, digits, - and _"
    if character.lower() in LETTER_OF and "NAME" in wanted:
        return f"predicates are written in small letters: {character.lower()}"
    if "COMMAND" in wanted:
        return "a command is expected here, in letters"
    return f"'{character}' means nothing here; {_A_PREDICATE}"


def _explain_quote(wanted: set[str], is_whole_text: bool) -> str:
    if not is_whole_text:
        return "this quote is never closed"
    if "COMMAND" in wanted:
        return "a command is expected here, without quotes"
    return "text in quotes must follow a predicate, as in c'text'"


def _explain_colon(wanted: set[str]) -> str:
    if "PLAIN" in wanted or "COMMAND" in wanted:
        return "a line has one command, and this would be the second"
    if "_CLOSE" in wanted:
        return "a closing parenthesis is missing before the command"
    return f"the filter ends too early; {_A_PREDICATE}"


def _explain_sign(character: str, is_operand: bool) -> str:
    if character == ")":
        return _A_PREDICATE if is_operand else "this parenthesis was never opened"
    if character in "|+&":
        return f"there is nothing to join here; {_A_PREDICATE}"
    if character in "<>=":
        return f"a comparison must follow a predicate, as in s>=2; {_A_PREDICATE}"
    if character == ".":
        return "the dots ... may only follow a topic, as in t'Work'..."
    return f"a number must follow a predicate, as in s2; {_A_PREDICATE}"
