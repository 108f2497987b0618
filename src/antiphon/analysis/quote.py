"""Finding quoted words where they stand. Reading a text and looking for a quote both take time linear in the text."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final, NamedTuple

from antiphon.analysis.transcript import PREFIX
from antiphon.conversation.size import measure

# Models straighten quotation marks and dashes, and change nothing else about a faithful quote.
_ALIKE: Final = (
    "'`\u2018\u2019\u02bc\u00b4",
    '"\u201c\u201d\u201e\u00ab\u00bb',
    "-\u2010\u2011\u2012\u2013\u2014\u2212",
)
_STRAIGHT: Final = str.maketrans({char: group[0] for group in _ALIKE for char in group})
_LINE_MARK = re.compile(rf"(\A|[\r\n]){re.escape(PREFIX.strip())} ?")
_RUN = re.compile(r"\S+")
_WORD = re.compile(r"\w+")
# The rest of a word in a script with spaces: no quote begins inside it.
_REST = re.compile(r"[^\W\u1100-\U0003ffff]*")
# Less than these occurs in anything: two words, or one long one, or a few signs of a script without spaces.
_LEAST_WORDS: Final = 2
_LEAST_CHARS: Final = 8
_LEAST_WIDE: Final = 4
# More than this is the turn again, and not the words something rests on.
_MOST_CHARS: Final = 500


class ReadText(NamedTuple):
    """A text with one space between its words and straight marks, and where each word stands in it and in the text."""

    text: str
    plain: str
    plain_starts: tuple[int, ...]
    starts: tuple[int, ...]

    def locate(self, place: int) -> int:
        """Where a character of the plain text stands in the text."""
        word = bisect_right(self.plain_starts, place) - 1
        return self.starts[word] + place - self.plain_starts[word]


def read_text(text: str) -> ReadText:
    """The text, ready to look for any number of quotes in it."""
    words, starts, plain_starts, length = [], [], [], 0
    for match in _RUN.finditer(text):
        words.append(match[0])
        starts.append(match.start())
        plain_starts.append(length)
        length += len(match[0]) + 1
    return ReadText(text, " ".join(words).translate(_STRAIGHT), tuple(plain_starts), tuple(starts))


def is_quotable(quote: str) -> bool:
    """Whether the quote is long enough to mean one place, and short enough to be a quote."""
    plain = _plain(quote)
    if len(plain) > _MOST_CHARS:
        return False
    words = _WORD.findall(plain)
    is_long = len(words) >= _LEAST_WORDS or sum(map(len, words)) >= _LEAST_CHARS
    return is_long or measure(plain).wide >= _LEAST_WIDE


def find_quote(quote: str, said: ReadText) -> str | None:
    """The words of the text that the quote stands for, as they are written there; nothing when it is not there.

    White space, the shape of quotation marks and the marks of the transcript may differ; letters may not, and a word is
    quoted whole or not at all.
    """
    if not is_quotable(quote):
        return None
    span = next(find_spans(quote, said), None)
    return None if span is None else said.text[span[0] : span[1]]


def find_spans(quote: str, said: ReadText) -> Iterator[tuple[int, int]]:
    """Every place where the quote stands, first to last, as characters of the text from and to; of any length."""
    plain = _plain(quote)
    place = said.plain.find(plain) if plain else -1
    while place >= 0:
        end = place + len(plain)
        if _is_border(said.plain, place) and _is_border(said.plain, end):
            yield said.locate(place), said.locate(end - 1) + 1
        place = said.plain.find(plain, _skip_word(said.plain, place))


def _plain(quote: str) -> str:
    return " ".join(_LINE_MARK.sub(r"\1", quote).strip().strip("…").split()).translate(_STRAIGHT)


def _skip_word(text: str, place: int) -> int:
    """The next place at which a quote can begin."""
    rest = _REST.match(text, place)
    return place + 1 if rest is None else max(place + 1, rest.end())


def _is_border(text: str, place: int) -> bool:
    """Whether no word goes on across this place; scripts without spaces have a border everywhere."""
    around = text[max(0, place - 1) : place + 1]
    return len(around) < 2 or _WORD.fullmatch(around) is None or measure(around).wide > 0
