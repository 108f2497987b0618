"""The words of a search, out of whatever was typed.

What was typed is data: it is taken apart into bare words here, and only bare words reach an index, so there is nothing
in it that a query language could take for its own. Chinese, Japanese and their kin are written without spaces and
the indexes keep such a run as one word; so their characters are asked for in pairs.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

# A question is a sentence or two; a page pasted into the box is cut.
MOST_WORDS: Final = 32
MOST_PAIRS: Final = 16
LONGEST_WORD: Final = 64

_SPACELESS = "\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u0e00-\u0e7f\uac00-\ud7af"
_RUN = re.compile(f"[{_SPACELESS}\U00020000-\U0003ffff]+")
_ACCENTS = re.compile("[\u0300-\u036f]+")
_BEGUN: Final = 3

# Words that stand on every page. Dropped unless there are no others.
_COMMON_WORDS: Final = """
    a about after again all also am an and any are as at be because been before being both but by can could d did do
    does doing don down during each few for from further get gets got had has have having he her here hers him his how
    i if in into is isn it its just ll m may me might more most must my no nor not now of off on once only or other our
    out over own re s same shall she should so some such t than that the their them then there these they this those
    through to too under until up us ve very was we were what when where which while who whom whose why will with would
    you your
"""
_COMMON: Final = frozenset(_COMMON_WORDS.split())


@dataclass(frozen=True, slots=True)
class SearchWords:
    """Words in order, without repeats; `begun` when the last one may go on; pairs of characters that need no spaces."""

    words: tuple[str, ...]
    begun: bool
    pairs: tuple[str, ...]


def read_search_words(text: str) -> SearchWords:
    """The words of this text. Total: any text has some, or none."""
    text = unicodedata.normalize("NFC", text.replace("\0", " "))
    pairs = dict.fromkeys(pair for run in _RUN.findall(text) for pair in _pair(run))
    spaced = _RUN.sub(" ", text).lower()
    words = list(dict.fromkeys(word[:LONGEST_WORD] for word in _split(spaced)))
    telling = [word for word in words if word not in _COMMON] or words
    begun = bool(telling) and spaced.endswith(telling[-1]) and len(telling[-1]) >= _BEGUN
    # What is typed last is where a person is; so the end is kept when there is too much.
    return SearchWords(tuple(telling[-MOST_WORDS:]), begun, tuple(pairs)[:MOST_PAIRS])


def _split(text: str) -> list[str]:
    """The words between all else. Vowels of many alphabets are marks on the letters and stay with them."""
    bare = "".join(each if each.isalnum() or _is_mark(each) else " " for each in text)
    return [word for word in bare.split() if not all(map(_is_mark, word))]


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")


def fold_marks(text: str) -> str:
    """The text without accents, `é` as `e`, as the index on PostgreSQL has it."""
    return _ACCENTS.sub("", unicodedata.normalize("NFKD", text))


def _pair(run: str) -> list[str]:
    return [run[place : place + 2] for place in range(len(run) - 1)] or [run]
