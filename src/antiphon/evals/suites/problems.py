"""What is wrong with a file, gathered as sentences after their places: `evalcases[2].assert[0].vaule: is not known`.

Everything is told at once, up to a number nobody reads further than. Words that are almost right get a suggestion.
"""

import difflib
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from antiphon.conversation.errors import EvalFileInvalid

Place = tuple[str | int, ...]

# Whoever has more than this to mend has to look at the file as a whole.
_MOST_TOLD = 50
# Nobody misspells a word of this length; comparing long ones takes long.
_LONGEST_WORD = 40
_LONGEST_QUOTE = 60
# How a place names a choice between two shapes; people see only the shape they wrote.
CHOICE = "<"

_SENTENCES = {
    "missing": "is needed",
    "string_type": "must be text; put quotes around a number",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "dict_type": "must be keys with values",
    "model_type": "must be keys with values",
    "model_attributes_type": "must be keys with values",
    "string_too_short": "must not be empty",
    "too_short": "must not be empty",
    "finite_number": "must be a number that ends",
    "string_pattern_mismatch": "must look like provider:model",
    "union_tag_invalid": "must be text or a list",
    "none_required": "must be left out here",
}
_BOUNDS = {
    "greater_than": ("must be more than {gt}", "gt"),
    "greater_than_equal": ("must be at least {ge}", "ge"),
    "less_than": ("must be less than {lt}", "lt"),
    "less_than_equal": ("must be at most {le}", "le"),
    "too_long": ("must hold at most {max_length}", "max_length"),
    "string_too_long": ("must be at most {max_length} characters long", "max_length"),
}


class Problems:
    """The list of them for one file, which knows on which line everything stands."""

    __slots__ = ("_count", "_lines", "_told", "name", "warnings")

    def __init__(self, name: str, lines: Mapping[Place, int] | None = None) -> None:
        self.name = name
        self.warnings: list[str] = []
        self._lines = lines or {}
        self._told: list[str] = []
        self._count = 0

    def __bool__(self) -> bool:
        return self._count > 0

    def add(self, place: Place, sentence: str) -> None:
        """Something that makes the file unusable."""
        told = self._place(place, sentence) if len(self._told) < _MOST_TOLD else ""
        if told in self._told:
            return
        self._count += 1
        if told:
            self._told.append(told)

    def warn(self, place: Place, sentence: str) -> None:
        """Something odd that the file can be used with."""
        if len(self.warnings) < _MOST_TOLD:
            self.warnings.append(self._place(place, sentence))

    def add_all(self, error: ValidationError, known: Mapping[str, Iterable[str]], before: Place = ()) -> None:
        """Everything a model found; `known` are the keys that are known below each key."""
        for each in error.errors(include_url=False, include_input=False):
            place = before + tuple(step for step in each["loc"] if not str(step).startswith(CHOICE))
            told = self._count < _MOST_TOLD
            self.add(place, _tell(each["type"], each.get("ctx", {}), place, known) if told else "")

    def suggest(self, word: str, known: Iterable[str]) -> str:
        """`; did you mean …?`, as long as anybody reads it: looking for it takes a while."""
        return suggest(word, known) if len(self._told) < _MOST_TOLD else ""

    def refuse(self) -> None:
        """Raise `EvalFileInvalid` if there are any."""
        if not self._count:
            return
        more = self._count - len(self._told)
        told = (*self._told, f"and {more:,} more") if more else tuple(self._told)
        raise EvalFileInvalid(told, self.name)

    def _place(self, place: Place, sentence: str) -> str:
        line = next((self._lines[place[:end]] for end in range(len(place), -1, -1) if place[:end] in self._lines), None)
        where = f" (line {line})" if line else ""
        return f"{format_place(place)}: {sentence}{where}"


def format_place(place: Place) -> str:
    """A place as people write it; the whole file is `the file`."""
    written = ""
    for step in place:
        written += f"[{step}]" if isinstance(step, int) else f".{shorten(step)}"
    return written.removeprefix(".") or "the file"


def shorten(text: str) -> str:
    """The text on one line, and its beginning only if it is long."""
    line = " ".join(text[: _LONGEST_QUOTE * 2].split())
    return line if len(line) <= _LONGEST_QUOTE else f"{line[:_LONGEST_QUOTE]}…"


def suggest(word: str, known: Iterable[str]) -> str:
    """`; did you mean …?`, if something known looks like it; nothing otherwise."""
    if len(word) > _LONGEST_WORD:
        return ""
    close = difflib.get_close_matches(word.casefold(), list(known), n=1, cutoff=0.6)
    return f"; did you mean {close[0]}?" if close else ""


def _tell(kind: str, context: Mapping[str, Any], place: Place, known: Mapping[str, Iterable[str]]) -> str:
    last = str(place[-1]) if place else ""
    if kind == "extra_forbidden":
        return "is not known" + suggest(last, _known_beside(place, known))
    if kind == "literal_error":
        return f"must be {context['expected']}"
    if kind == "value_error":
        return str(context["error"])
    if kind == "union_tag_invalid" and "keys" in str(context.get("expected_tags")):
        return "must be text, or keys with values"
    if kind in _BOUNDS:
        sentence, name = _BOUNDS[kind]
        return sentence.format(**{name: f"{context[name]:,}".removesuffix(".0")})
    return _SENTENCES.get(kind, "is not what is expected here")


def _known_beside(place: Place, known: Mapping[str, Iterable[str]]) -> Iterable[str]:
    parents = (step for step in reversed(place[:-1]) if isinstance(step, str) and step in known)
    return known.get(next(parents, ""), ())
