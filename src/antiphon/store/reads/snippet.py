"""The piece of a text around the words that were looked for."""

from typing import NamedTuple

from antiphon.filter.fold import fold_text

_BEFORE, _LENGTH = 40, 160
_BLANKS = str.maketrans(dict.fromkeys("\t\n\v\f\r\x85\u2028\u2029", " "))


class Snippet(NamedTuple):
    """Some of a text on one line, where it begins there, and the stretches in it that fit; all in code points."""

    text: str
    start: int
    matches: tuple[tuple[int, int], ...]


def cut_snippet(text: str, words: str) -> Snippet | None:
    """The text around the first place where the words stand, large and small letters being the same; or nothing."""
    folded, wanted = fold_text(text), fold_text(words)
    first = folded.find(wanted)
    if first < 0:
        return None
    start = max(0, first - _BEFORE)
    end = max(start + _LENGTH, first + len(wanted))
    return Snippet(text[start:end].translate(_BLANKS), start, _find_all(folded[start:end], wanted))


def _find_all(folded: str, wanted: str) -> tuple[tuple[int, int], ...]:
    found: list[tuple[int, int]] = []
    place = folded.find(wanted)
    while place >= 0:
        found.append((place, place + len(wanted)))
        place = folded.find(wanted, place + len(wanted))
    return tuple(found)
