"""The thread between the person and one advisor."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, tzinfo
from functools import lru_cache
from itertools import groupby

from antiphon.context.boundary import Weighed
from antiphon.context.estimate import Rates, estimate
from antiphon.context.images import Eyes, name_images, show_images, write_own
from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.past import PastTurn, ToolEvent
from antiphon.conversation.payload import Message, ToolCall
from antiphon.conversation.size import TextSize, measure, total
from antiphon.conversation.thinking import KeptThought

STAMP_SIZE = measure("[2026-01-31T23:59] ")
BLIND = Eyes()
BLANK_LINE = measure("\n\n")


# The same turn is stamped for every advisor, and again with every turn that follows.
@lru_cache(maxsize=10_000)
def format_stamp(at: datetime, zone: tzinfo) -> str:
    """The moment as advisors read it, to the minute."""
    return at.astimezone(zone).strftime("[%Y-%m-%dT%H:%M] ")


def stamp(text: str, at: datetime | None, zone: tzinfo) -> str:
    """The person's words behind the moment they were written, if it is told."""
    return text if at is None else format_stamp(at, zone) + text


def messages_of(
    turn: PastTurn, advisor_id: AdvisorId, zone: tzinfo, *, stamps: bool, eyes: Eyes = BLIND
) -> Iterator[Message]:
    """What one advisor is sent of one turn: the person's words, its own calls with their results, its own words.

    Answers are matched by id. A turn it did not answer keeps the person's words. Pictures it made itself are shown
    behind its words, by the house.
    """
    if turn.text.strip() or turn.images:
        said_then = stamp(name_images(turn.text, turn.images, eyes), turn.at if stamps else None, zone)
        yield Message("user", said_then, "turn", turn.id, images=show_images(turn.images, eyes))
    reply = turn.replies.get(advisor_id)
    if reply is None:
        return
    said = 0
    for events in rounds_of(reply.tools):
        yield from messages_of_round(reply.text[said : events[0].at], events, turn.id, eyes=eyes)
        said = events[0].at
    rest = reply.text[said:].strip() if said else reply.text
    if rest.strip():
        yield Message("assistant", rest, "reply", turn.id)
    if reply.images:
        shown = show_images(reply.images, eyes)
        yield Message("user", write_own(reply.images, eyes), "picture", turn.id, images=shown)


def rounds_of(events: Iterable[ToolEvent]) -> Iterator[tuple[ToolEvent, ...]]:
    """The events that happened together, in order."""
    for _, group in groupby(events, key=lambda event: event.round):
        yield tuple(group)


def messages_of_round(
    said: str,
    events: Sequence[ToolEvent],
    turn_id: TurnId | None,
    thoughts: tuple[KeptThought, ...] = (),
    *,
    eyes: Eyes = BLIND,
) -> Iterator[Message]:
    """What was said before the calls, the calls, and the answer to each."""
    calls = tuple(event.call for event in events)
    yield Message("assistant", said.strip(), "tool", turn_id, calls=calls, thoughts=thoughts)
    for event in events:
        result = name_images(event.result, event.images, eyes) if event.images else event.result
        shown = show_images(event.images, eyes) if event.images else ()
        yield Message("tool", result, "tool", turn_id, call_id=event.call.id, images=shown)


def weigh(
    turns: Iterable[PastTurn], advisor_id: AdvisorId, rates: Rates, *, stamps: bool, eyes: Eyes = BLIND
) -> Iterator[Weighed]:
    """Each turn with what it costs this advisor."""
    for turn in turns:
        words = sum(count(size, rates) for size in _sizes_of(turn, advisor_id, stamps=stamps, eyes=eyes))
        own = turn.replies.get(advisor_id)
        images = turn.images if own is None else (*turn.images, *own.all_images)
        yield Weighed(turn, words + sum(eyes.count(image) for image in images))


def size_of(turn: PastTurn, advisor_id: AdvisorId, *, stamps: bool, eyes: Eyes = BLIND) -> TextSize:
    """The size of all the words one advisor is sent of one turn."""
    return total(_sizes_of(turn, advisor_id, stamps=stamps, eyes=eyes))


def _sizes_of(turn: PastTurn, advisor_id: AdvisorId, *, stamps: bool, eyes: Eyes) -> Iterator[TextSize]:
    """The size of each message, as `messages_of` makes them, without reading a text twice."""
    if turn.images or not turn.size.is_blank:
        words = _size_of_words(turn, eyes)
        yield total((words, STAMP_SIZE)) if stamps and turn.at is not None else words
    reply = turn.replies.get(advisor_id)
    if reply is None:
        return
    for events in rounds_of(reply.tools):
        yield size_of_calls(event.call for event in events)
        yield from (_size_of_result(event, eyes) for event in events)
    if not reply.size.is_blank:
        yield reply.size
    if reply.images:
        yield measure(write_own(reply.images, eyes))


def _size_of_result(event: ToolEvent, eyes: Eyes) -> TextSize:
    return measure(name_images(event.result, event.images, eyes) if event.images else event.result)


def _size_of_words(turn: PastTurn, eyes: Eyes) -> TextSize:
    """The person's words and the lines that name the images."""
    if not turn.images:
        return turn.size
    lines = measure(name_images("", turn.images, eyes))
    return total((turn.size, BLANK_LINE, lines)) if turn.size.chars else lines


def count_message(message: Message, rates: Rates) -> int:
    """Tokens of one message as it is sent; calls count with their names and arguments, images by their rule."""
    return count(size_of_message(message), rates) + sum(image.tokens for image in message.images)


def size_of_message(message: Message) -> TextSize:
    """The size of what one message says and calls."""
    words = measure(message.content)
    if not message.calls:
        return words
    thought = (measure(each.text) for each in message.thoughts)
    return total((words, size_of_calls(message.calls), *thought))


def size_of_calls(calls: Iterable[ToolCall]) -> TextSize:
    """The size of these calls with their names and arguments."""
    return total(measure(call.name + call.arguments) for call in calls)


def count(size: TextSize, rates: Rates) -> int:
    """Tokens of one message of this size; an empty one is not sent."""
    return estimate(size, rates, 1) if size.chars else 0
