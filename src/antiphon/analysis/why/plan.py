"""How often a model is asked to find out why, and what of: the same for the forecast and for what is done.

First the very same bytes several times, because only beyond their own variation does anything count. Then each part is
left out a few times. What stands out is left out again, with fresh answers, and only those decide. Where nothing does,
all parts are left out together; if that changes the answer, each part is tried alone.
"""

from collections.abc import Sequence
from math import log
from typing import Final, NamedTuple

from antiphon.analysis.likeness import find_stems
from antiphon.conversation.why import Part

# Answers to the same bytes: so many first, and so many more once something stands out.
UNCHANGED: Final = 6
MORE_UNCHANGED: Final = 4
# Answers without a part: so many to see whether it stands out, and so many fresh ones to decide.
FIRST: Final = 2
AGAIN: Final = 6
# Of all that stand out the furthest are tried again.
MOST_CANDIDATES: Final = 2
# For answers that do not come and are asked for again.
SPARE: Final = 4
# More parts than these are only tried when somebody allows more calls.
USUAL_PARTS: Final = 12
MOST_CALLS: Final = 400


class Plan(NamedTuple):
    """At most so many calls for these parts, in this order; `left` are those the calls do not suffice for.

    `surely` is what is asked whatever comes of it. `alone` says that there are calls for trying parts alone.
    """

    calls: int
    surely: int
    tried: tuple[str, ...]
    left: tuple[str, ...]
    alone: bool


def build_plan(order: Sequence[str], calls: int | None = None) -> Plan:
    """As many of these parts as so many calls suffice for; without a number, the usual ones and each way to try.

    There are calls for trying parts alone once all of the usual ones can be left out. Planned again with the calls it
    names, a plan is the same.
    """
    usual = min(len(order), USUAL_PARTS)
    allowed = count_calls(usual, alone=True) if calls is None else calls
    number, alone = _count_parts(len(order), allowed, alone=True), True
    if number < usual:
        number, alone = _count_parts(usual, allowed, alone=False), False
    if not number:
        return Plan(0, 0, (), tuple(order), alone=False)
    surely = UNCHANGED + FIRST * number
    return Plan(count_calls(number, alone=alone), surely, tuple(order[:number]), tuple(order[number:]), alone)


def _count_parts(most: int, calls: int, *, alone: bool) -> int:
    """How many parts so many calls suffice for."""
    return next((each for each in range(most, 0, -1) if count_calls(each, alone=alone) <= calls), 0)


def count_calls(parts: int, *, alone: bool) -> int:
    """The most calls that trying so many parts may take."""
    again = AGAIN * min(parts, MOST_CANDIDATES)
    left_out = UNCHANGED + MORE_UNCHANGED + FIRST * parts + again + SPARE
    return left_out + (AGAIN + MORE_UNCHANGED + FIRST * parts + again) * alone


def least_calls() -> int:
    """With fewer nothing can be found out."""
    return count_calls(1, alone=False)


def order_parts(parts: Sequence[Part], words: Sequence[str], answer: str) -> tuple[str, ...]:
    """The parts that share most with the answer first; a word that few parts use weighs more. Of equals the last."""
    stems, said = [find_stems(each) for each in words], find_stems(answer)
    used = {stem: sum(stem in each for each in stems) for stem in said}
    weights = {stem: log((len(parts) + 1) / count) for stem, count in used.items() if count}
    shared = [sum(weights.get(stem, 0.0) for stem in each) for each in stems]
    places = sorted(range(len(parts)), key=lambda place: (-shared[place], -place))
    return tuple(parts[place].id for place in places)
