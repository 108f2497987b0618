"""A thread is the person's words, stamped, and the advisor's own words and calls."""

from dataclasses import replace
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.context.estimate import PLAIN, Rates, estimate
from antiphon.context.thread import STAMP_SIZE, count, count_message, format_stamp, messages_of, size_of, stamp, weigh
from antiphon.conversation.past import PastTurn
from antiphon.conversation.payload import Message
from antiphon.conversation.size import TextSize, measure, total
from tests.context.scenes import ANN, BEN, NOON, UNEVEN, answer, past, tool_event

UTC = timezone.utc  # noqa: UP017 - beside the other zones
texts = st.text(max_size=30) | st.sampled_from(["", "Hello", "雨 1", "[2020-01-01T00:00] no"])
rates = st.sampled_from([PLAIN, UNEVEN])
moments = st.datetimes(datetime(2000, 1, 1), datetime(2099, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - bounds are naive there


def read(turn: PastTurn, *, stamps: bool = True) -> list[Message]:
    return list(messages_of(turn, ANN.id, UTC, stamps=stamps))


@pytest.mark.parametrize(
    ("zone", "stamped"),
    [
        (UTC, "[2026-03-01T12:00] "),
        (timezone(timedelta(hours=5, minutes=45)), "[2026-03-01T17:45] "),
        (ZoneInfo("America/New_York"), "[2026-03-01T07:00] "),
    ],
)
def test_a_moment_is_told_to_the_minute_where_the_person_is(zone: timezone, stamped: str) -> None:
    """P20."""
    assert format_stamp(NOON.replace(second=59), zone) == stamped


def test_words_without_a_moment_are_sent_unchanged() -> None:
    """P19."""
    assert stamp("Hello", None, UTC) == "Hello"
    assert stamp("Hello", NOON, UTC) == "[2026-03-01T12:00] Hello"


def test_only_the_person_is_stamped() -> None:
    """P19, D9."""
    turn = past(1, "Hello", at=NOON, ann="Rain?")

    assert [each.content for each in read(turn)] == ["[2026-03-01T12:00] Hello", "Rain?"]
    assert [each.content for each in read(turn, stamps=False)] == ["Hello", "Rain?"]


@pytest.mark.parametrize("blank", ["", " ", "\n\u2028"])
def test_blank_texts_are_not_sent(blank: str) -> None:
    """W34, W19: no empty message of either side, and no stamp on its own."""
    assert read(past(1, blank, at=NOON, ann="I was thinking.")) == [
        Message("assistant", "I was thinking.", "reply", past(1, "").id)
    ]
    assert [each.kind for each in read(past(1, "Hello", ann=blank))] == ["turn"]
    assert read(past(1, blank, ben="Not for Ann.")) == []


def test_calls_stand_between_the_question_and_the_answer_with_their_results_behind_them() -> None:
    """D37, reg-13."""
    events = (tool_event(1, "sunny"), tool_event(2, "22 degrees"))
    turn = replace(past(1, "Weather?"), replies={ANN.id: answer("Ann", "Warm and sunny.", *events)})

    said = read(turn)

    assert [(each.role, each.content, each.call_id) for each in said] == [
        ("user", "Weather?", ""),
        ("assistant", "", ""),
        ("tool", "sunny", "call_1"),
        ("tool", "22 degrees", "call_2"),
        ("assistant", "Warm and sunny.", ""),
    ]
    assert said[1].calls == (events[0].call, events[1].call)
    assert {each.turn_id for each in said} == {turn.id}


@given(texts, texts, st.none() | moments, st.booleans(), rates)
def test_a_turn_weighs_what_its_messages_weigh(
    human: str, own: str, at: datetime | None, stamps: bool, rate: Rates
) -> None:
    """D14, I-34: the estimate made from sizes alone is that of the very words."""
    turn = past(1, human.strip(), at=at, ann=own.strip(), ben="not counted")

    (weighed,) = weigh([turn], ANN.id, rate, stamps=stamps)

    said = read(turn, stamps=stamps)
    assert weighed.tokens == sum(estimate(measure(each.content), rate, 1) for each in said)


@given(rates, st.lists(st.text(max_size=30), max_size=3))
def test_tools_are_weighed_with_their_turn(rate: Rates, results: list[str]) -> None:
    """D16, D37: budgets count them, for the advisor that called them alone."""
    plain = past(1, "Weather?", ann="Sunny.", ben="I see.")
    events = tuple(tool_event(number, result) for number, result in enumerate(results))
    called = replace(plain, replies={**plain.replies, ANN.id: answer("Ann", "Sunny.", *events)})

    weights = {
        each.id: [weighed.tokens for weighed in weigh([plain, called], each.id, rate, stamps=False)]
        for each in (ANN, BEN)
    }

    calls = total(measure(each.call.name + each.call.arguments) for each in events)
    extra = count(calls, rate) + sum(count(measure(each.result), rate) for each in events)
    assert weights[ANN.id][1] - weights[ANN.id][0] == extra
    assert weights[BEN.id][1] == weights[BEN.id][0]
    assert weights[ANN.id][1] == sum(count_message(each, rate) for each in read(called, stamps=False))


def test_weighing_needs_no_words() -> None:
    """A long history is weighed by its sizes alone, and later filled with its texts."""
    full = past(1, "Hello there", at=NOON, ann="Rain?")
    light = replace(full, text="", replies={ANN.id: replace(full.replies[ANN.id], text="")})

    weights = [each.tokens for each in weigh([full, light], ANN.id, PLAIN, stamps=True)]

    assert weights[0] == weights[1] > 0


@given(moments, st.integers(-14 * 60, 14 * 60))
def test_every_stamp_has_the_same_size(at: datetime, offset: int) -> None:
    assert measure(format_stamp(at, timezone(timedelta(minutes=offset)))) == STAMP_SIZE


@given(texts, texts, st.none() | moments, st.booleans(), st.lists(texts, max_size=2))
def test_the_size_of_a_turn_is_that_of_its_messages(
    human: str, own: str, at: datetime | None, stamps: bool, results: list[str]
) -> None:
    """D14: calls and results too, and no stamp where the person said nothing."""
    events = tuple(tool_event(number, result) for number, result in enumerate(results))
    turn = replace(past(1, human.strip(), at=at), replies={ANN.id: answer("Ann", own.strip(), *events)})

    size = size_of(turn, ANN.id, stamps=stamps)

    said = read(turn, stamps=stamps)
    words = [measure(each.content) for each in said]
    calls = [measure(call.name + call.arguments) for each in said for call in each.calls]
    assert size == total([*words, *calls])


def test_nothing_costs_nothing() -> None:
    assert count(TextSize(), UNEVEN) == 0
    assert count(measure("雨"), UNEVEN) == 4


def test_rounds_stand_where_they_were_made() -> None:
    """D37, I-23: words, calls, results; words, calls, results; the rest. Nothing is said twice."""
    first = replace(tool_event(1), round=0, at=8)
    second = replace(tool_event(2, "rain"), round=1, at=22)
    said = answer("Ann", "I look. \n\nOnce more. \n\nIt rains.", first, second)
    turn = replace(past(1, "Well?"), replies={ANN.id: said})

    assert [(each.role, each.content, len(each.calls)) for each in read(turn, stamps=False)] == [
        ("user", "Well?", 0),
        ("assistant", "I look.", 1),
        ("tool", "sunny", 0),
        ("assistant", "Once more.", 1),
        ("tool", "rain", 0),
        ("assistant", "It rains.", 0),
    ]
