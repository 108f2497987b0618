"""One codec: what is encoded comes back the same, through real JSON."""

import json
from datetime import UTC, datetime, timedelta, timezone
from typing import get_args, get_type_hints

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.conversation.event import ConversationRenamed, Delta, KnownFact
from antiphon.conversation.event_wire import decode_event, encode_event
from antiphon.conversation.fold import fold
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.turn import Turn
from antiphon.conversation.view import ConversationView
from antiphon.conversation.wire import decode_turn, decode_view, encode_turn, encode_view, format_time, parse_time
from tests.conversation.strategies import events, moments, turns, views


def test_every_kind_of_event_is_tried() -> None:
    assert {get_args(get_type_hints(each)["kind"])[0] for each in get_args(KnownFact | Delta)} == set(events)


@pytest.mark.parametrize("kind", sorted(events))
@given(data=st.data())
def test_event_comes_back_the_same(kind: str, data: st.DataObject) -> None:
    event = data.draw(events[kind])

    body = orjson.loads(orjson.dumps(encode_event(event)))

    assert body["kind"] == kind
    assert decode_event(body) == event


@given(turns)
def test_turn_comes_back_the_same(turn: Turn) -> None:
    """M22, M26, W10."""
    assert decode_turn(json.loads(json.dumps(encode_turn(turn)))) == turn


@given(views)
def test_view_comes_back_the_same(view: ConversationView) -> None:
    assert decode_view(json.loads(json.dumps(encode_view(view)))) == view


@given(turns)
def test_newer_keys_are_ignored(turn: Turn) -> None:
    """An older client may meet a newer server."""
    body = encode_turn(turn) | {"mood": "calm"}
    body["replies"] = [reply | {"mood": "calm"} for reply in body["replies"]]

    assert decode_turn(body) == turn


def test_bodies_from_before_marks_and_variants_are_read() -> None:
    """I-44: what an older version wrote means what it meant."""
    reply = {"id": "r_1", "advisor_id": "ann", "advisor_version": 1, "name": "Ann", "colour": "#123456", "model": "e:s"}
    reply |= {"state": "complete", "epoch": 1, "text": "Yes.", "thinking": ""}
    turn = {"id": "t_1", "conversation_id": "c_1", "position": 1, "text": "Should I?", "replies": [reply]}
    turn |= {"created_at": "2030-05-01T12:30:00.000Z"}
    view = {"conversation_id": "c_1", "seq": 4, "title": "", "has_older": False, "turns": [turn]}

    decoded = decode_view(view)

    (only,) = decoded.turns
    assert (decoded.dividers, only.topic, only.tags, only.marks, only.stars) == ((), None, (), {}, 0)
    said = only.replies[0]
    assert (said.variant, said.chosen, said.changes, said.edited) == (0, True, None, None)


@given(turns)
def test_completed_follows_from_the_states(turn: Turn) -> None:
    """P5, P13."""
    body = encode_turn(turn)

    assert body["all_completed"] is all(reply["completed"] for reply in body["replies"])
    assert all(
        reply["completed"] is reply_.completed for reply, reply_ in zip(body["replies"], turn.replies, strict=True)
    )


@given(moments)
def test_times_keep_their_milliseconds(moment: datetime) -> None:
    """P4."""
    assert parse_time(format_time(moment)) == moment


def test_times_are_written_in_utc() -> None:
    """P4."""
    moment = datetime(2030, 5, 1, 14, 30, tzinfo=timezone(timedelta(hours=2)))

    assert format_time(moment) == "2030-05-01T12:30:00.000Z"
    assert parse_time("2030-05-01T12:30:00.000Z") == datetime(2030, 5, 1, 12, 30, tzinfo=UTC)


def test_a_fact_of_a_newer_version_is_counted_and_handed_on_whole() -> None:
    """What it says is for those who know it; the facts behind it are read all the same."""
    told = {"kind": "mood_changed", "conversation_id": "c_1", "seq": 2, "mood": "calm"}
    fact = decode_event(told)
    view = ConversationView(ConversationId("c_1"), 1, "Plans", ())

    after = fold(view, [fact, ConversationRenamed(view.id, 3, "Other plans")])

    assert encode_event(fact) == told
    assert (after.seq, after.title) == (3, "Other plans")


def test_what_has_no_number_is_no_fact() -> None:
    with pytest.raises(KeyError):
        decode_event({"kind": "mood_changed", "conversation_id": "c_1"})
