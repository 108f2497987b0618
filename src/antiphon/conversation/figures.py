"""Figures in a text: what can be held against a source without understanding either."""

import re
from collections.abc import Iterable
from typing import Final
from unicodedata import digit

_FIGURE: Final = re.compile(r"\d+(?:[.,\u066b\u066c'\u2019]\d+|[ \u00a0\u202f]\d{3}(?!\d))*(?:\s?[%\u066a])?")
# Whole numbers up to this are often written out: "three" in one text may be "3" in another. Percentages are not.
_WRITTEN_OUT: Final = 12


def find_unsourced(text: str, sources: Iterable[str]) -> tuple[str, ...]:
    """The figures of a text that stand in none of its sources, as they are written, each once.

    Digits of every script are the same; points, commas and blanks between them do not count.
    """
    known = {_bare(each) for source in sources for each in _FIGURE.findall(source)}
    found = dict.fromkeys(_FIGURE.findall(text))
    return tuple(each for each in found if _bare(each) not in known and not _is_small(each))


def _bare(figure: str) -> str:
    return "".join(str(digit(sign)) for sign in figure if sign.isdigit()).lstrip("0") or "0"


def _is_small(figure: str) -> bool:
    return figure.isdigit() and int(_bare(figure)) <= _WRITTEN_OUT
