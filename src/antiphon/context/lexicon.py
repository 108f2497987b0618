"""Words and phrases that mean one thing, and where in a text they are said."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple
from unicodedata import category, normalize

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
# The second halves of Korean syllables, which are letters and still join what stands before them.
_JOINING = re.compile("[\u1161-\u1175\u11a8-\u11c2]")

Span = tuple[int, int]


class Lexicon(NamedTuple):
    """Words and phrases that mean one thing, in the languages we know."""

    words: frozenset[str]
    phrases: tuple[tuple[str, str], ...]

    def is_in(self, words: frozenset[str], line: str) -> bool:
        """True when one of them is said, as whole words."""
        return bool(self.words & words) or any(first in words and rest in line for first, rest in self.phrases)

    @property
    def vocabulary(self) -> frozenset[str]:
        """Every single word, those of the phrases too."""
        return self.words.union(*(phrase.split() for _, phrase in self.phrases))


class Folded(NamedTuple):
    """The words of a text as they are compared, and the places in the text each was taken from."""

    words: tuple[str, ...]
    spans: tuple[Span, ...]

    def find(self, lexicon: Lexicon) -> Span | None:
        """Where one of the entries is first said."""
        phrases: dict[str, list[tuple[str, ...]]] = {}
        for first, phrase in lexicon.phrases:
            phrases.setdefault(first, []).append(tuple(phrase.split()))
        for index, word in enumerate(self.words):
            fitting = [each for each in phrases.get(word, ()) if self.words[index : index + len(each)] == each]
            count = max((len(each) for each in fitting), default=1 if word in lexicon.words else 0)
            if count:
                return self.spans[index][0], self.spans[index + count - 1][1]
        return None


def build_lexicon(*lines: str) -> Lexicon:
    """One line per language, with commas between the entries."""
    entries = [" ".join(split_words(entry)) for line in lines for entry in line.split(",")]
    phrases = tuple((entry.split()[0], f" {entry} ") for entry in entries if " " in entry)
    return Lexicon(frozenset(entry for entry in entries if " " not in entry), phrases)


def split_words(text: str) -> list[str]:
    """The words of a text as they are compared: composed, small, with one kind of apostrophe."""
    return _WORD.findall(_fold(text))


def fold_words(text: str) -> Folded:
    """The same words with their places. Composing and folding change lengths, so this goes piece by piece."""
    pieces = list(_split(text))
    folded = [_fold(piece) for piece in pieces]
    # Where each piece begins, as it was typed and as it is compared; one more place at the end.
    typed = [0, *accumulate(map(len, pieces))]
    compared = [0, *accumulate(map(len, folded))]
    found = list(_WORD.finditer("".join(folded)))
    spans = tuple(
        (typed[bisect_right(compared, each.start()) - 1], typed[bisect_right(compared, each.end() - 1)])
        for each in found
    )
    return Folded(tuple(each[0] for each in found), spans)


def _split(text: str) -> Iterator[str]:
    """Every character with those that may be composed with it."""
    start = 0
    for at in range(1, len(text)):
        if not _joins(text[at]):
            yield text[start:at]
            start = at
    if text:
        yield text[start:]


def _joins(character: str) -> bool:
    return not character.isascii() and (category(character)[0] == "M" or _JOINING.match(character) is not None)


def _fold(text: str) -> str:
    return normalize("NFC", text).casefold().replace("’", "'")  # noqa: RUF001 - as people type it
