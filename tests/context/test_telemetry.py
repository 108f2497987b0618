"""The record of an attempt is what was sent, counted."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from hypothesis import given

from antiphon.context.build import Composition
from antiphon.context.telemetry import build_telemetry
from antiphon.context.thread import count
from antiphon.conversation.ids import TurnId
from antiphon.conversation.size import measure
from antiphon.conversation.telemetry import Sent, Telemetry, decode_telemetry, encode_telemetry
from tests.context.scenes import QUIET, UNEVEN, Drawn, compose, leave_room, past, scenes, seat


def overflow(one: Composition) -> Iterator[tuple[Composition, Telemetry]]:
    """Every attempt of a send that overflows until no turn is left, with its record."""
    prediction, left, attempt = one.predict(), one, 1
    trimmed: tuple[TurnId, ...] = ()
    yield left, build_telemetry(left, prediction, attempt=attempt)
    while (dropped := left.drop_one()) is not None:
        left, gone = dropped
        attempt, trimmed = attempt + 1, (*trimmed, gone.turn.id)
        yield left, build_telemetry(left, prediction, attempt=attempt, trimmed=trimmed)


@given(scenes())
def test_the_record_counts_what_the_payload_holds(drawn: Drawn) -> None:
    """I-34, W50, W65: sent = predicted - trimmed, in every attempt."""
    for one in drawn.compositions():
        for less, record in overflow(one):
            messages = less.payload().messages

            assert record.messages == tuple(
                Sent(message.role, message.kind, message.turn_id, len(message.content)) for message in messages
            )
            assert record.sent_count == record.predicted_count - record.trimmed_count == len(record.selection)
            assert {each.turn_id for each in record.messages if each.kind in ("turn", "reply")} <= {
                each.turn_id for each in record.selection
            }
            assert not {each.turn_id for each in record.selection} & set(record.trimmed)


@given(scenes())
def test_the_estimate_is_that_of_the_very_messages(drawn: Drawn) -> None:
    """I-34, D14: per message, and it adds up in every attempt."""
    for one in drawn.compositions():
        rates = one.seat.budget.rates
        for less, record in overflow(one):
            tokens = [count(measure(message.content), rates) for message in less.payload().messages]

            assert record.attempt_total_tokens == sum(tokens)
            assert record.request_tokens == tokens[-1]
            assert record.attempt_total_tokens == (
                record.attempt_history_tokens + record.fixed_tokens + record.request_tokens
            )
            assert record.attempt_history_tokens == sum(each.tokens for each in record.selection)


@given(scenes())
def test_the_prediction_is_frozen_and_attempts_only_shrink(drawn: Drawn) -> None:
    """W51, W37, reg-24: the allowance is never given back."""
    for one in drawn.compositions():
        records = [record for _, record in overflow(one)]

        assert (
            len(
                {(each.predicted_count, each.predicted_history_tokens, each.predicted_total_tokens) for each in records}
            )
            == 1
        )
        assert len({(each.request_allowance, each.request_tokens) for each in records}) == 1
        for before, after in pairwise(records):
            assert after.attempt_history_tokens <= before.attempt_history_tokens
            assert after.attempt_total_tokens <= before.attempt_total_tokens
            assert after.trimmed[:-1] == before.trimmed


@given(scenes())
def test_a_record_survives_being_written_down(drawn: Drawn) -> None:
    """W65."""
    for one in drawn.compositions():
        for _, record in overflow(one):
            assert decode_telemetry(encode_telemetry(record)) == record


def test_a_record_names_the_budget() -> None:
    """W65, D15: the limit, what binds it, the rate, and what is left under it."""
    roomy = leave_room(QUIET, seat(rates=UNEVEN), 1_000)
    one = compose(QUIET, roomy, [past(1, "Hello", ann="Rain?")])

    record = build_telemetry(one, one.predict(), attempt=2, stage="overflow_retry", calibrated=True)

    assert (record.max_context, record.binding) == (one.seat.budget.limit, "window")
    assert (record.chars_per_token, record.calibrated) == (4.0, True)
    assert (record.attempt, record.stage, record.advisor_id, record.model) == (2, "overflow_retry", "ann", "echo:small")
    assert record.remaining_reserve == 1_000 + 100 - record.attempt_history_tokens - record.request_tokens
    assert encode_telemetry(record)["remaining_reserve"] == record.remaining_reserve


def test_without_a_limit_there_is_no_reserve() -> None:
    one = compose(QUIET, seat())

    record = build_telemetry(one, one.predict(), attempt=1)

    assert (record.max_context, record.binding, record.remaining_reserve) == (None, None, None)


def test_a_reserve_may_be_negative() -> None:
    """W42: a long message is still tried with the predicted turns."""
    long = replace(QUIET, human_text="word " * 1_000)
    one = compose(long, leave_room(long, seat(), 10), [past(1, "Hello")])

    record = build_telemetry(one, one.predict(), attempt=1)

    assert record.predicted_count == 1
    assert record.remaining_reserve is not None
    assert record.remaining_reserve < 0
