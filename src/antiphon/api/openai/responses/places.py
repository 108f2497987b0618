"""Where in an answer a piece of it stands, as one number that only grows.

A program that comes back names the last number it has and is given what follows. Nothing is kept for that: the number
itself says which item, which start of its reply and how much of its text. So any node goes on from it, also after a
restart, and a text that is told in other pieces than before has the same numbers.
"""

from typing import Final, NamedTuple

# Bits of a number: how far in an item, which start of the reply, whether thoughts came before it, and which voice.
# Four million characters are more than any model says; with sixteen voices a number still has 31 bits.
_STEPS: Final = 1 << 22
_STARTS: Final = 1 << 3
_STAGES: Final = 1 << 2
# Before the first item: that there is an answer, and that somebody is at it.
CREATED, IN_PROGRESS, _FIRST = 0, 1, 2

ANNOUNCED, OPENED = 0, 1
TEXT_DONE, PART_DONE, ITEM_DONE = _STEPS - 3, _STEPS - 2, _STEPS - 1
_LAST_CHAR: Final = TEXT_DONE - 1

# What a voice goes through. A text with thoughts before it is another item of the answer than one without. Pictures are
# told behind all voices, two steps for each.
THINKING, SPEAKING, SPEAKING_AFTER, PICTURED = 0, 1, 2, 3


class Place(NamedTuple):
    """One step of one item; in the order of these, places only grow."""

    voice: int
    start: int = 0
    stage: int = THINKING
    step: int = ANNOUNCED

    @property
    def chars(self) -> int:
        """How much of the text is told here."""
        return max(0, min(self.step, _LAST_CHAR) - OPENED)

    @property
    def is_told(self) -> bool:
        """Whether all of the text is told here."""
        return self.step >= TEXT_DONE


def after_chars(count: int) -> int:
    """The step at which so much of a text is told."""
    return min(OPENED + count, _LAST_CHAR)


def number_of(place: Place) -> int:
    """The number of a place."""
    start = min(place.start, _STARTS - 1)
    return _FIRST + ((place.voice * _STARTS + start) * _STAGES + place.stage) * _STEPS + place.step


def place_of(number: int) -> Place | None:
    """The place a number stands for; none before the first item."""
    if number < _FIRST:
        return None
    rest, step = divmod(number - _FIRST, _STEPS)
    rest, stage = divmod(rest, _STAGES)
    voice, start = divmod(rest, _STARTS)
    return Place(voice, start, stage, step)
