"""Fewer pieces, the same news."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from antiphon.conversation.event import Delta, Event
from antiphon.live.live import join_deltas
from tests.live.saying import title, word

KEYS = st.tuples(st.sampled_from(["r_1", "r_2"]), st.integers(1, 2), st.sampled_from(["text", "thinking"]))


@st.composite
def streams(draw: st.DrawFn) -> list[Event]:
    """Pieces of several replies woven together, with facts between them and now and then a hole."""
    events: list[Event] = []
    ends: dict[object, int] = {}
    for number in range(draw(st.integers(0, 25))):
        if draw(st.integers(0, 5)) == 0:
            events.append(title(number))
            continue
        reply, epoch, channel = key = draw(KEYS)
        offset = ends.get(key, 0) + draw(st.sampled_from([0, 0, 0, 2]))
        text = draw(st.text("ab🙂", min_size=1, max_size=3))
        events.append(word(text, offset, reply=reply, epoch=epoch, channel=channel))  # type: ignore[arg-type]  # drawn
        ends[key] = offset + len(text)
    return events


def spell(events: list[Event]) -> dict[object, dict[int, str]]:
    """Every character of every reply by its place."""
    said: dict[object, dict[int, str]] = {}
    for event in events:
        if isinstance(event, Delta):
            places = said.setdefault((event.reply_id, event.epoch, event.channel), {})
            places |= {event.offset + index: letter for index, letter in enumerate(event.text)}
    return said


@given(streams())
def test_joined_pieces_say_the_same(events: list[Event]) -> None:
    joined = join_deltas(events)

    assert spell(joined) == spell(events)
    assert len(joined) <= len(events)


@given(streams())
def test_facts_keep_their_order_and_what_was_said_before_them(events: list[Event]) -> None:
    """A fact that ends a reply must stay behind the reply's last words."""
    joined = join_deltas(events)

    facts = [event for event in events if not isinstance(event, Delta)]
    assert [event for event in joined if not isinstance(event, Delta)] == facts
    for fact in facts:
        assert spell(joined[: joined.index(fact)]) == spell(events[: events.index(fact)])


@given(streams())
def test_nothing_joinable_is_left_between_two_facts(events: list[Event]) -> None:
    joined = join_deltas(events)

    for first, second in pairwise(joined):
        if isinstance(first, Delta) and isinstance(second, Delta):
            same = (first.reply_id, first.epoch, first.channel) == (second.reply_id, second.epoch, second.channel)
            assert not (same and first.end == second.offset)


def test_what_was_given_is_left_alone() -> None:
    events: list[Event] = [word("a"), word("b", 1)]

    join_deltas(events)

    assert events == [word("a"), word("b", 1)]
