"""A stretch of a conversation as one text that says who spoke.

A role line begins with `[`, and every line anybody said begins with `| `. Nothing that was said can therefore pass for
a role line, however it is written.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn

PREFIX: Final = "| "
_NAME_CHARS: Final = 60
# What would end the name inside its role line.
_FORGING = re.compile(r'[\[\]"]')
# Shorter than this, what is left of a long turn says nothing.
_LEAST_CHARS: Final = 200

Weigh = Callable[[str], int]


class Transcript(NamedTuple):
    """The text, the turns it holds (oldest first), how many were left out, and whether one was cut."""

    text: str
    turns: tuple[Turn, ...]
    left_out: int = 0
    shortened: bool = False


def build_transcript(turns: Sequence[Turn], most: int, weigh: Weigh) -> Transcript:
    """The most important of these turns that take no more than `most` together, in the order they were said.

    Of equal ones the oldest come first. When even the first is too long by itself it is cut at its end, so that there
    is always something to read.
    """
    ranked = sorted(turns, key=lambda turn: (-_find_importance(turn), turn.position))
    texts: dict[int, str] = {}
    room = most
    for turn in ranked:
        text = write_turn(turn)
        if (weight := weigh(text)) > room:
            break
        room -= weight
        texts[turn.position] = text
    if not texts and ranked:
        first = ranked[0]
        return Transcript(shorten(write_turn(first), most, weigh), (first,), len(turns) - 1, shortened=True)
    kept = tuple(turn for turn in turns if turn.position in texts)
    return Transcript("\n".join(texts[turn.position] for turn in kept), kept, len(turns) - len(kept))


def _find_importance(turn: Turn) -> float:
    """What the message is worth: the person's own word, else what was reckoned."""
    return (turn.importance if turn.worth is None else turn.worth) or 0.0


def write_turn(turn: Turn) -> str:
    """One turn: the person, then each advisor whose answer stands. One that an advisor began has no person in it."""
    said = [f"[turn {turn.position}, person]", *_mark(turn.text)] if turn.text or turn.origin == "person" else []
    for name, text in answers_of(turn):
        said += [f'[turn {turn.position}, advisor "{_tame(name)}"]', *_mark(text)]
    return "\n".join(said)


def answers_of(turn: Turn) -> Iterator[tuple[str, str]]:
    """Who answered in full, and the words that stand for them."""
    for reply in turn.replies:
        if reply.chosen and reply.state == ReplyState.COMPLETE:
            yield reply.name, reply.text if reply.edited is None else reply.edited


def mark(text: str) -> str:
    """What somebody said, every line marked; it stands below a role line."""
    return "\n".join(_mark(text))


def _mark(text: str) -> list[str]:
    # `splitlines` knows every character that a reader could take for the end of a line.
    return [PREFIX + line for line in text.splitlines()] or [PREFIX]


def _tame(name: str) -> str:
    return " ".join(_FORGING.sub("", name).split())[:_NAME_CHARS]


def shorten(text: str, most: int, weigh: Weigh) -> str:
    """As much of the beginning as fits, halving what is taken away until it does."""
    length = len(text)
    while length > _LEAST_CHARS and weigh(text[:length]) > most:
        length = max(_LEAST_CHARS, length * 3 // 4)
    return f"{text[:length]}\n[the rest of this turn was left out]"
