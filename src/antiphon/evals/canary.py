"""Looking for words that should not be where they are: planted facts, and stretches of another's answer."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.slug import make_slug
from antiphon.analysis.quote import ReadText, find_spans, read_text
from antiphon.evals.result import Spot

_SENTENCE = re.compile("[^.!?\u3002\uff01\uff1f\n]+[.!?\u3002\uff01\uff1f]*")
# Shorter than this, two people say the same by chance.
_LEAST_CHARS: Final = 24
_LEAST_WORDS: Final = 5
# A script without spaces says as much in fewer signs.
_LEAST_WIDE: Final = 12
_WIDE = re.compile("[\u3040-\u9fff\uac00-\ud7af]")


class SaidWords(NamedTuple):
    """Words somebody has said in some turn."""

    advisor: str
    turn: int
    text: str


def find_text(text: str, within: str, where: str = "") -> tuple[Spot, ...]:
    """Every place of a text, capital letters and the width of white space aside; a number is found whole or not."""
    if not text.strip():
        return ()
    return tuple(Spot(where, match.start(), match.end(), match[0]) for match in _pattern(text).finditer(within))


@lru_cache(maxsize=1000)
def _pattern(text: str) -> re.Pattern[str]:
    words = text.split()
    first = r"(?<![0-9A-Za-z])" if words[0][0].isascii() and words[0][0].isalnum() else ""
    last = r"(?![0-9A-Za-z])" if words[-1][-1].isascii() and words[-1][-1].isalnum() else ""
    return re.compile(first + r"\s+".join(map(re.escape, words)) + last, re.IGNORECASE)


def find_stretch(stretch: SaidWords, within: str, where: str) -> Spot | None:
    """The first place of somebody's words; white space and the shape of quotation marks may differ."""
    span = next(find_spans(stretch.text, _read(within)), None)
    return None if span is None else Spot(where, span[0], span[1], within[span[0] : span[1]])


@lru_cache(maxsize=200)
def _read(text: str) -> ReadText:
    """A message is read once for all that is looked for in it."""
    return read_text(text)


def split_stretches(advisor: str, turn: int, answer: str) -> Iterator[SaidWords]:
    """The sentences of an answer that nobody else says by chance."""
    for match in _SENTENCE.finditer(answer):
        text = match[0].strip()
        is_long = len(text) >= _LEAST_CHARS and len(text.split()) >= _LEAST_WORDS
        if is_long or len(_WIDE.findall(text)) >= _LEAST_WIDE:
            yield SaidWords(advisor, turn, text)


def name_advisor(said: str, seated: Iterable[Advisor]) -> str:
    """The id of the advisor that goes by this id, name or slug, capital letters aside; else the word itself."""
    wanted = said.casefold()
    names = ((each.id, (each.id.casefold(), each.name.casefold(), make_slug(each.name))) for each in seated)
    return next((id for id, called in names if wanted in called), wanted)
