"""What a feed says is what its schema says: the same kinds, the same keys, nothing more and nothing less (I-40)."""

import json
from dataclasses import fields
from typing import Any, get_args, get_type_hints

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, TypeAdapter

from antiphon.api.schemas.answers import MetricsAnswer, State
from antiphon.api.schemas.choice import ChoiceAnswer
from antiphon.api.schemas.events import EVENTS, Frame, MarksAnswer
from antiphon.api.schemas.telemetry import QuotedAnswer, SelectedAnswer, SentAnswer, TelemetryAnswer
from antiphon.api.sse import RECONNECT, FeedFrames
from antiphon.context.choice import ITEMS, Choice
from antiphon.conversation.event import Delta, KnownFact, Marks
from antiphon.conversation.event_wire import encode_event
from antiphon.conversation.reply import Metrics
from antiphon.conversation.state import ReplyState
from antiphon.conversation.telemetry import Quoted, Selected, Sent, Telemetry
from antiphon.conversation.view import ConversationView
from antiphon.feed.news import Gap, News, Snapshot
from tests.contracts.record import FEEDS
from tests.conversation.strategies import conversation_ids, events, names, views
from tools import event_schema

frames = TypeAdapter(Frame)

# What a person may really choose; the other strategies put any values there.
choices = st.fixed_dictionaries(
    {},
    optional={
        "filter": st.text(max_size=5),
        "dropping": st.sampled_from(["oldest", "importance", "sticky"]),
        "off": st.lists(st.sampled_from(ITEMS), max_size=2),
        "model": names,
        "stamps": st.booleans(),
        "failed_turns": st.booleans(),
        "focus": names,
        "leave_out": st.lists(names, max_size=2),
        "take_in": st.lists(names, max_size=2),
    },
)


def check(event: str, data: dict[str, Any]) -> None:
    """The frame fits, and reading it with the models loses and adds nothing."""
    line = {"event": event, "data": data}

    assert frames.dump_python(frames.validate_python(line, strict=True)) == line


def choose(body: Any, choice: dict[str, Any]) -> Any:
    """The same body, with this choice wherever a reply says what was different."""
    if isinstance(body, list):
        return [choose(each, choice) for each in body]
    if not isinstance(body, dict):
        return body
    changed = {name: choose(value, choice) for name, value in body.items()}
    return changed | {"changes": choice} if changed.get("changes") is not None else changed


def read_frame(sent: bytes) -> tuple[str, dict[str, Any]]:
    """Name and data of one server-sent event."""
    lines = dict(line.split(": ", 1) for line in sent.decode().strip("\n").split("\n"))
    return lines["event"], json.loads(lines["data"])


def test_schema_is_current() -> None:
    """S-11: what a feed says is seen in review when it comes, goes or changes."""
    written = event_schema.SNAPSHOT.read_text(encoding="utf-8")

    assert written == event_schema.render(), "run: python -m tools.event_schema > tests/contracts/events.schema.json"


def test_every_kind_has_a_frame_and_nothing_else_has() -> None:
    kinds = {get_args(get_type_hints(each)["kind"])[0] for each in get_args(KnownFact | Delta)}

    assert set(EVENTS) == kinds | {"snapshot", "gap", "reconnect", "list_changed", "work_changed"}


def test_every_frame_is_defined_under_its_own_name() -> None:
    document = json.loads(event_schema.render())
    frame = document["$defs"]["Frame"]

    named = {each["$ref"].removeprefix("#/$defs/") for each in frame["oneOf"]}
    assert set(frame["discriminator"]["mapping"]) == set(EVENTS)
    assert named < set(document["$defs"])
    assert document["$ref"] == "#/$defs/Frame"


@pytest.mark.parametrize("path", sorted(FEEDS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_recorded_feeds_fit(path: Any) -> None:
    for line in path.read_text(encoding="utf-8").splitlines():
        frame = json.loads(line)
        check(frame["event"], frame["data"])


@pytest.mark.parametrize("kind", sorted(events))
@given(data=st.data())
def test_whatever_the_codec_writes_fits(kind: str, data: st.DataObject) -> None:
    body = orjson.loads(orjson.dumps(encode_event(data.draw(events[kind]))))

    check(kind, choose(body, data.draw(choices)))


@given(views, choices)
def test_snapshots_fit(view: ConversationView, choice: dict[str, Any]) -> None:
    event, body = read_frame(FeedFrames({}).encode([Snapshot(view)]))

    check(event, choose(body, choice))


@given(st.builds(Gap, conversation_ids, st.sampled_from(["too_old", "from_the_future"])))
def test_gaps_fit(gap: News) -> None:
    check(*read_frame(FeedFrames({}).encode([gap])))


def test_reconnect_fits() -> None:
    check(*read_frame(RECONNECT))


@pytest.mark.parametrize(
    ("event", "body"),
    [
        ("divider_drawn", {"kind": "divider_drawn", "conversation_id": "c_1", "seq": 2}),
        ("divider_drawn", {"kind": "turns_removed", "conversation_id": "c_1", "seq": 2, "turn_ids": []}),
        ("delta", {"kind": "delta", "conversation_id": "c_1", "reply_id": "r_1", "epoch": 1, "channel": "aside"}),
        ("weather", {}),
    ],
    ids=["a key is missing", "another kind inside", "an unknown channel", "an unknown event"],
)
def test_what_no_codec_writes_does_not_fit(event: str, body: dict[str, Any]) -> None:
    """The checks above can fail."""
    with pytest.raises(ValueError, match="validation error"):
        check(event, body)


@pytest.mark.parametrize(
    ("described", "written"),
    [
        (set(MetricsAnswer.__annotations__), {each.name for each in fields(Metrics)}),
        (set(MarksAnswer.__annotations__), set(Marks.__annotations__)),
        (set(ChoiceAnswer.__annotations__), {each.name for each in fields(Choice)}),
        (set(get_args(State.__value__)), set(ReplyState)),
    ],
    ids=["metrics", "marks", "choice", "state"],
)
def test_what_may_be_absent_is_known_by_the_same_names(described: set[str], written: set[str]) -> None:
    assert described == written


@pytest.mark.parametrize(
    ("model", "names"),
    [
        (TelemetryAnswer, [each.name for each in fields(Telemetry)]),
        (SelectedAnswer, list(Selected._fields)),
        (SentAnswer, list(Sent._fields)),
        (QuotedAnswer, list(Quoted._fields)),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_records_of_attempts_are_described_in_full(model: type[BaseModel], names: list[str]) -> None:
    """W8, W9: in the order they are written, so that an answer keeps its bytes."""
    derived = ["trimmed_count", "sent_count", "remaining_reserve"] if model is TelemetryAnswer else []

    assert list(model.model_fields) == names + derived
