"""The vocabulary: every letter, its full words and what it shows."""

from typing import NamedTuple


class Word(NamedTuple):
    """A predicate's letter, its full words with the preferred one first, and a line about it."""

    letter: str
    words: tuple[str, ...]
    says: str


VOCABULARY = (
    Word("t", ("topic",), "the current topic, or one by name"),
    Word("s", ("star", "stars"), "stars, 0 to 3"),
    Word("r", ("recent",), "the newest turns"),
    Word("b", ("blue",), "flagged blue"),
    Word("g", ("grey", "gray"), "flagged grey"),
    Word("m", ("model",), "the current model, or one by name"),
    Word("a", ("advisor",), "the focused advisor, or one by name"),
    Word("d", ("date",), "an age or a calendar day"),
    Word("c", ("contains",), "words in the text"),
    Word("p", ("pinned",), "pinned"),
    Word("w", ("importance",), "importance, 0 to 1"),
    Word("i", ("image",), "has an image"),
    Word("x", ("tool",), "used a tool"),
    Word("e", ("error",), "has an error"),
    Word("k", ("tag",), "a tag"),
    Word("o", ("inside",), "inside the boundary"),
    Word("n", ("new",), "after the newest divider"),
)
LETTERS = {word.letter: word for word in VOCABULARY}
LETTER_OF = {name: word.letter for word in VOCABULARY for name in (word.letter, *word.words)}


def spell(letter: str, *, words: bool) -> str:
    """The letter, or its preferred full word."""
    return LETTERS[letter].words[0] if words else letter
