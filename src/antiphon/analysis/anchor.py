"""Where quoted words stand in an answer, character by character.

What is returned is a stretch of the answer itself, so `answer[start:end]` is the quote, always. Models copy faithfully
except for white space, the shape of quotation marks, quotation marks around the whole, and signs of emphasis; those may
differ. Letters may not.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Final

from antiphon.analysis.quote import ReadText, find_spans, is_quotable, read_text
from antiphon.conversation.prose import CharSpan

_EMPHASIS: Final = frozenset("*_`~")
_QUOTES: Final = "\"'\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019"
_MOST_CHARS: Final = 500


class Anchors:
    """An answer, ready to look for any number of quotes in it."""

    def __init__(self, text: str, offset: int = 0) -> None:
        """`offset` is where this text begins in the whole answer; spans count from there."""
        self._text = text
        self._offset = offset

    def find(self, quote: str) -> CharSpan | str:
        """The first place of these words, or why there is none: `quote_length`, `quote`.

        Too short to mean one place counts only if there is one place. More than five hundred characters are the
        answer again, and not the words a claim rests on.
        """
        wanted = quote.strip()
        if not any(char.isalnum() for char in wanted) or len(wanted) > _MOST_CHARS:
            return "quote_length"
        for words in dict.fromkeys((wanted, wanted.strip(_QUOTES))):
            found = list(islice(self._look(words), 2))
            if found and (is_quotable(words) or len(found) == 1):
                return CharSpan(self._offset + found[0].start, self._offset + found[0].end)
            if found:
                return "quote_length"
        return "quote"

    def _look(self, words: str) -> Iterator[CharSpan]:
        """As they stand; else without signs of emphasis on either side."""
        is_there = False
        for start, end in find_spans(words, self._read):
            is_there = True
            yield CharSpan(start, end)
        if is_there:
            return
        bare, places = self._bare
        for start, end in find_spans("".join(char for char in words if char not in _EMPHASIS), bare):
            yield CharSpan(places[start], places[end - 1] + 1)

    @cached_property
    def _read(self) -> ReadText:
        return read_text(self._text)

    @cached_property
    def _bare(self) -> tuple[ReadText, tuple[int, ...]]:
        """The answer without signs of emphasis, and where each of its characters stands."""
        places = tuple(place for place, char in enumerate(self._text) if char not in _EMPHASIS)
        return read_text("".join(self._text[place] for place in places)), places
