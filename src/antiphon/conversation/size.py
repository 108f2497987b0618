"""How long a text is, in the three ways that matter to a tokenizer."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

# Scripts whose characters are words or syllables, and pictures: a tokenizer spends about one token on each.
_WIDE_ONES = "\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\U00016fe0-\U0003ffff"
_WIDE = re.compile(f"[{_WIDE_ONES}]")
# A whole word, or one digit or sign. Tokenizers begin a new token at these places, and seldom elsewhere.
# Indentation is left out on purpose: they swallow a run of blanks whole, however long it is.
_BEGINNINGS = re.compile(r"[^\W\d_]+|\S")
# What is left of a word that was entered in the middle.
_REST_OF_WORD = re.compile(rf"[^\W\d_{_WIDE_ONES}]*")
# An expression holds the whole process while it looks, so a long text is looked at in pieces.
_PIECE_CHARS = 50_000
# What is no longer than this is remembered: 4 MB at most, for all of them.
_SHORT_CHARS = 2_000
# Measured: 27 of 100 characters in English prose, 23 in Python.
_USUAL_MARKS = 0.25


class TextSize(NamedTuple):
    """All characters, and how many of them are wide (Chinese, Japanese, Korean) or marks.

    A mark is a character something begins with: the first letter of a word, every digit, every sign. No character is
    both, and what is neither is the inside of words and the space between them. Kept beside every text, so that a
    long conversation can be weighed without being read.
    """

    chars: int = 0
    wide: int = 0
    marks: int = 0

    @property
    def is_blank(self) -> bool:
        """Nothing but white space: every other character is wide, or a mark, or follows one."""
        return not (self.wide or self.marks)


def measure(text: str) -> TextSize:
    """The size of this text; linear in its length."""
    if len(text) <= _SHORT_CHARS:
        return _measure_short(text)
    if len(text) <= _PIECE_CHARS:
        return _measure_long(text)
    return total(map(_measure_piece, _cut(text)))


def _measure_piece(text: str) -> TextSize:
    narrow, wide = (text, 0) if text.isascii() else _WIDE.subn(" ", text)
    return TextSize(len(text), wide, _BEGINNINGS.subn("", narrow)[1])


# Prompts, instructions and the words of the last turn are weighed again with every message.
_measure_short = lru_cache(maxsize=512)(_measure_piece)
# Long quotes too, with every keystroke: 6 MB at most where all is Latin.
_measure_long = lru_cache(maxsize=128)(_measure_piece)


def _cut(text: str) -> Iterator[str]:
    """Pieces of the text, none of which begins inside a word."""
    start = 0
    while start < len(text):
        rest = _REST_OF_WORD.match(text, min(start + _PIECE_CHARS, len(text)))
        end = rest.end() if rest is not None else len(text)
        yield text[start:end]
        start = end


def suppose(chars: int) -> TextSize:
    """The usual size of a text of which only the length is known."""
    return TextSize(chars, 0, int(chars * _USUAL_MARKS))


def total(sizes: Iterable[TextSize]) -> TextSize:
    """The size of several texts together."""
    chars = wide = marks = 0
    for size in sizes:
        chars, wide, marks = chars + size.chars, wide + size.wide, marks + size.marks
    return TextSize(chars, wide, marks)
