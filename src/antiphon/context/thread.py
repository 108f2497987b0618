"""The thread between the person and one advisor."""

from collections.abc import Iterable, Iterator
from datetime import datetime, tzinfo
from functools import lru_cache

from antiphon.context.boundary import Weighed
from antiphon.context.estimate import Rates, estimate
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.past import PastTurn
from antiphon.conversation.payload import Message, ToolCall
from antiphon.conversation.size import TextSize, measure, total

STAMP_SIZE = measure("[2026-01-31T23:59] ")


# The same turn is stamped for every advisor, and again with every turn that follows.
@lru_cache(maxsize=10_000)
def format_stamp(at: datetime, zone: tzinfo) -> str:
    """The moment as advisors read it, to the minute."""
    return at.astimezone(zone).strftime("[%Y-%m-%dT%H:%M] ")


def stamp(text: str, at: datetime | None, zone: tzinfo) -> str:
    """The person's words behind the moment they were written, if it is told."""
    return text if at is None else format_stamp(at, zone) + text


def messages_of(turn: PastTurn, advisor_id: AdvisorId, zone: tzinfo, *, stamps: bool) -> Iterator[Message]:
    """What one advisor is sent of one turn: the person's words, its own calls with their results, its own words.

    Answers are matched by id. A turn it did not answer keeps the person's words.
    """
    if turn.text.strip():
        yield Message("user", stamp(turn.text, turn.at if stamps else None, zone), "turn", turn.id)
    reply = turn.replies.get(advisor_id)
    if reply is None:
        return
    if reply.tools:
        yield Message("assistant", "", "tool", turn.id, calls=tuple(event.call for event in reply.tools))
        for event in reply.tools:
            yield Message("tool", event.result, "tool", turn.id, call_id=event.call.id)
    if reply.text.strip():
        yield Message("assistant", reply.text, "reply", turn.id)


def weigh(turns: Iterable[PastTurn], advisor_id: AdvisorId, rates: Rates, *, stamps: bool) -> Iterator[Weighed]:
    """Each turn with what it costs this advisor."""
    for turn in turns:
        yield Weighed(turn, _weigh_one(turn, advisor_id, rates, stamps=stamps))


def _weigh_one(turn: PastTurn, advisor_id: AdvisorId, rates: Rates, *, stamps: bool) -> int:
    return sum(count(size, rates) for size in _sizes_of(turn, advisor_id, stamps=stamps))


def size_of(turn: PastTurn, advisor_id: AdvisorId, *, stamps: bool) -> TextSize:
    """The size of all that one advisor is sent of one turn."""
    return total(_sizes_of(turn, advisor_id, stamps=stamps))


def _sizes_of(turn: PastTurn, advisor_id: AdvisorId, *, stamps: bool) -> Iterator[TextSize]:
    """The size of each message, as `messages_of` makes them, without reading a text twice."""
    if not turn.size.is_blank:
        yield total((turn.size, STAMP_SIZE)) if stamps and turn.at is not None else turn.size
    reply = turn.replies.get(advisor_id)
    if reply is None:
        return
    if reply.tools:
        yield _size_of_calls(event.call for event in reply.tools)
        yield from (measure(event.result) for event in reply.tools)
    if not reply.size.is_blank:
        yield reply.size


def count_message(message: Message, rates: Rates) -> int:
    """Tokens of one message as it is sent; calls count with their names and arguments."""
    if message.calls:
        return count(_size_of_calls(message.calls), rates)
    return count(measure(message.content), rates)


def _size_of_calls(calls: Iterable[ToolCall]) -> TextSize:
    return total(measure(call.name + call.arguments) for call in calls)


def count(size: TextSize, rates: Rates) -> int:
    """Tokens of one message of this size; an empty one is not sent."""
    return estimate(size, rates, 1) if size.chars else 0
