"""What each advisor must be sent, reckoned from the requirements alone.

D3, D17-D19, W31-W36: the turns the filter shows, without those the person left out, as many as fit; of each the human
text, then the advisor's own calls and words. Nothing of `antiphon.context` is used here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import ceil
from typing import NamedTuple

from tests.journeys.wires.filters import Looked
from tests.journeys.wires.house import CHARS_PER_TOKEN, WINDOWS
from tests.journeys.wires.past import Answer, Asked, Talk, Voice
from tests.journeys.wires.sending import Sending

_ALLOWANCE = 100
_STICKY = 0.75


class Quote(NamedTuple):
    """Another voice's words in the newest turn."""

    name: str
    words: str


@dataclass(frozen=True, slots=True)
class Due:
    """What one voice is due: which turns, whose words in the block, the number of its turn, and the message."""

    voice: Voice
    turns: tuple[Asked, ...]
    quotes: tuple[Quote, ...]
    turn_number: int | None
    message: str
    too_large: bool
    stamps: bool


class Fixed(NamedTuple):
    """The texts around the history that are counted before it."""

    system: str
    items: tuple[str, ...]


def estimate(text: str) -> int:
    """D14: the length divided by the fixed rate, rounded up."""
    return ceil(round(len(text) / CHARS_PER_TOKEN, 9))


def stamp(text: str, at: datetime, *, stamps: bool) -> str:
    """P19, P20: minutes in brackets before the text."""
    return at.astimezone(UTC).strftime("[%Y-%m-%dT%H:%M] ") + text if stamps else text


def is_own(turn: Asked, answer: Answer) -> bool:
    """I-20: complete, or cut short and kept by the person for this voice."""
    cut_short = answer.state in ("stopped", "incomplete", "interrupted")
    return answer.state == "complete" or (cut_short and turn.marks.get(answer.voice) == "in")


def own_answer(turn: Asked, voice: int) -> Answer | None:
    """The answer this voice is sent back, if there is one."""
    answer = turn.answer_of(voice)
    return answer if answer is not None and is_own(turn, answer) else None


def reckon(talk: Talk, sending: Sending, at: datetime, fixed: Mapping[int, Fixed]) -> dict[int, Due]:
    """What every voice asked is due. `fixed` holds the texts whose wording is the house's own."""
    shown = _shown(talk, sending, at)
    inside = {each: _inside(talk, sending, shown, talk.voices[each], fixed[each]) for each in sending.asked}
    visible = _project(sending, shown, inside)
    return {
        each: Due(
            voice=talk.voices[each],
            turns=tuple(turn for turn in inside[each] if turn in visible),
            quotes=_quotes(talk, sending, visible, each),
            turn_number=None if "state" in sending.off else 1 + talk.count_taken(each),
            message=stamp(sending.text, at, stamps=sending.stamps),
            too_large=_is_too_large(talk, sending, at, talk.voices[each], fixed[each]),
            stamps=sending.stamps,
        )
        for each in sending.asked
    }


def _shown(talk: Talk, sending: Sending, at: datetime) -> tuple[Asked, ...]:
    looked = Looked(talk, at)
    return tuple(
        turn
        for turn in talk.living
        if sending.filter.shows(turn, looked) and (sending.failed_turns or not _has_failed(turn))
    )


def _has_failed(turn: Asked) -> bool:
    """D25: nobody answered."""
    return not any(each.state in ("complete", "stopped") for each in turn.answers)


def _is_left(turn: Asked, sending: Sending, voice: int) -> bool:
    if turn.number in sending.leave_out:
        return False
    return turn.number in sending.take_in or turn.mark_for(voice) != "out"


def _inside(talk: Talk, sending: Sending, shown: Iterable[Asked], voice: Voice, fixed: Fixed) -> tuple[Asked, ...]:
    left = [turn for turn in shown if _is_left(turn, sending, voice.number)]
    limit = _limit(talk)
    if limit is None:
        return tuple(left)
    room = limit - estimate(fixed.system) - sum(map(estimate, fixed.items)) - _ALLOWANCE - _reserve(talk, voice)
    costs = {turn.number: cost_of(turn, voice.number, stamps=sending.stamps) for turn in left}
    if sending.dropping == "importance":
        return _most_important(left, costs, room, voice.number)
    return _newest(left, costs, room, sticky=sending.dropping == "sticky")


def cost_of(turn: Asked, voice: int, *, stamps: bool) -> int:
    """What one turn costs one voice: the texts it is sent of it."""
    cost = estimate(stamp(turn.text, turn.at, stamps=stamps)) if turn.text.strip() else 0
    if (answer := own_answer(turn, voice)) is None:
        return cost
    cost += estimate(answer.words) if answer.words.strip() else 0
    return cost + sum(estimate(call.tool + call.arguments) + estimate(call.result) for call in answer.calls)


def _newest(left: Sequence[Asked], costs: Mapping[int, int], room: float, *, sticky: bool) -> tuple[Asked, ...]:
    """W32, W33: the walk from the newest ends at the first that does not fit."""
    kept: list[Asked] = []
    total = 0
    for turn in reversed(left):
        total += costs[turn.number]
        if total > room:
            # D17: the sticky rule cuts deeper, so that the next cut is far away.
            return _newest(left, costs, room * _STICKY, sticky=False) if sticky else tuple(reversed(kept))
        kept.append(turn)
    return tuple(reversed(kept))


def _most_important(left: Sequence[Asked], costs: Mapping[int, int], room: int, voice: int) -> tuple[Asked, ...]:
    kept = list(left)
    while kept and sum(costs[turn.number] for turn in kept) > room:
        kept.remove(least_worth(kept, voice))
    return tuple(kept)


def least_worth(turns: Sequence[Asked], voice: int) -> Asked:
    """D17: pinned last, then the lowest importance first, ties oldest first."""

    def worth(turn: Asked) -> tuple[bool, float, int]:
        answer = own_answer(turn, voice)
        importance = max(turn.importance or 0, (answer.importance or 0) if answer else 0)
        return turn.pinned or turn.mark_for(voice) == "pin", importance, turn.number

    return min(turns, key=worth)


def _project(sending: Sending, shown: Sequence[Asked], inside: Mapping[int, tuple[Asked, ...]]) -> list[Asked]:
    """What is visible once the boundary is drawn: `o` is what every voice has inside."""
    boundary = sending.filter.boundary
    common = [turn for turn in shown if all(turn in each for each in inside.values())]
    outside = [turn for turn in shown if turn not in common]
    if not boundary:
        return list(shown)
    return {"o": common, "!o": outside, "o1": [*common, *outside[-1:]]}[boundary]


def _quotes(talk: Talk, sending: Sending, visible: Sequence[Asked], voice: int) -> tuple[Quote, ...]:
    """P22-P25: the others' complete words in the newest turn, if the person sees it and lets this voice have it."""
    last = talk.living[-1] if talk.living else None
    if last is None or last not in visible or "reference" in sending.off or not _is_left(last, sending, voice):
        return ()
    others = [each for each in last.answers if each.voice != voice and each.chosen and each.state == "complete"]
    return tuple(Quote(each.name, each.words) for each in others if each.words.strip())


def _limit(talk: Talk) -> int | None:
    known = WINDOWS.get(talk.window)
    return None if known is None else known.input_limit or known.context_window


def _reserve(talk: Talk, voice: Voice) -> int:
    """D16: room for an answer only where it shares the window, and never more than a quarter of it."""
    window = WINDOWS[talk.window].context_window
    return 0 if window is None else min(voice.max_tokens, window // 4)


def _is_too_large(talk: Talk, sending: Sending, at: datetime, voice: Voice, fixed: Fixed) -> bool:
    """W48, I-31: the message does not fit even alone."""
    limit = _limit(talk)
    message = stamp(sending.text, at, stamps=sending.stamps)
    return limit is not None and estimate(message) > limit - estimate(fixed.system)
