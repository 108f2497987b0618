"""A recorded feed adds up to the view it was recorded with. The web client reads the same files."""

import json
from typing import Any, get_args, get_type_hints

import pytest

from antiphon.conversation.event import Delta, KnownFact
from antiphon.conversation.event_wire import decode_event
from antiphon.conversation.fold import apply_event
from antiphon.conversation.view import ConversationView
from antiphon.conversation.wire import decode_view, encode_view
from tests.contracts.record import FEEDS, render

EXPECTED: dict[str, Any] = json.loads((FEEDS / "expected.json").read_text(encoding="utf-8"))
recordings = pytest.mark.parametrize("name", sorted(EXPECTED))


def read_feed(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FEEDS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def receive(view: ConversationView | None, line: dict[str, Any]) -> ConversationView | None:
    """What a client does with one event."""
    match line["event"]:
        case "snapshot":
            return decode_view(line["data"])
        case "gap":
            return None
        case "reconnect":
            return view
        case _:
            assert view is not None
            return apply_event(view, decode_event(line["data"]))


def receive_all(lines: list[dict[str, Any]], view: ConversationView | None = None) -> ConversationView | None:
    for line in lines:
        view = receive(view, line)
    return view


def test_every_recording_has_an_expected_view() -> None:
    assert {path.stem for path in FEEDS.glob("*.jsonl")} == set(EXPECTED)


def test_recordings_are_current() -> None:
    written = {path.name: path.read_text(encoding="utf-8") for path in FEEDS.iterdir()}

    assert written == render(), "run: python -m tests.contracts.record"


@recordings
def test_feed_adds_up_to_the_expected_view(name: str) -> None:
    """I-10, I-12, I-13, I-14."""
    view = receive_all(read_feed(name))

    assert view is not None
    assert encode_view(view) == EXPECTED[name]


@recordings
def test_hearing_everything_since_the_snapshot_again_changes_nothing(name: str) -> None:
    """I-11: a reconnect repeats what is known."""
    lines = read_feed(name)
    last = max(index for index, line in enumerate(lines) if line["event"] == "snapshot")

    once = receive_all(lines)
    twice = receive_all(lines[last + 1 :], once)

    assert twice == once


@recordings
def test_event_names_are_the_kinds_of_their_bodies(name: str) -> None:
    for line in read_feed(name):
        assert line["data"].get("kind", line["event"]) == line["event"]


def test_every_kind_of_event_is_recorded() -> None:
    """I-40: a client that reads these files has met everything it can meet."""
    kinds = {get_args(get_type_hints(each)["kind"])[0] for each in get_args(KnownFact | Delta)}

    recorded = {line["event"] for name in EXPECTED for line in read_feed(name)}

    assert recorded == kinds | {"snapshot", "gap", "reconnect"}
