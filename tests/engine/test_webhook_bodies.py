"""What is told to products that take a message: in their form, on one line, with where to look."""

import json
from datetime import UTC, datetime
from typing import get_args

import pytest

from antiphon.conversation.ids import ConversationId
from antiphon.conversation.webhook import EVENTS, Happening, WebhookEvent, WebhookShape
from antiphon.engine.webhooks.bodies import has_words, write_happening, write_ping

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
DATA = {
    "conversation_id": "c_1",
    "turn_id": "t_1",
    "advisor_id": "skeptic",
    "decision_id": "d_1",
    "state": "complete",
    "status": "done",
    "asked": 5,
    "answered": 4,
}


def write(shape: WebhookShape, event: WebhookEvent = "turn.completed", **more: object) -> str:
    happening = Happening(event, "s", NOON, ConversationId("c_1"), DATA | more)
    return write_happening(shape, "https://here", happening).body


@pytest.mark.parametrize(
    ("shape", "field"), [("slack", "text"), ("mattermost", "text"), ("discord", "content"), ("gotify", "message")]
)
def test_each_product_reads_the_line_where_it_looks_for_it(shape: WebhookShape, field: str) -> None:
    assert json.loads(write(shape))[field] == "4 of 5 voices have answered. https://here/c/c_1/t/t_1"


def test_ntfy_reads_plain_text() -> None:
    assert write("ntfy", "map.completed") == "The map is ready. https://here/c/c_1/t/t_1/map"


def test_words_follow_the_line_and_discord_takes_no_more_than_it_can() -> None:
    said = write("slack", replies=[{"text": "I would wait."}, {"text": "Go."}])

    assert json.loads(said)["text"].endswith("\n\nI would wait.\n\nGo.")
    assert len(json.loads(write("discord", text="x" * 5_000))["content"]) == 2_000


def test_nobody_in_discord_is_called_by_what_a_model_wrote() -> None:
    assert json.loads(write("discord", text="@everyone"))["allowed_mentions"] == {"parse": []}


@pytest.mark.parametrize("event", EVENTS)
def test_every_event_has_a_line_and_a_place(event: WebhookEvent) -> None:
    line = write("ntfy", event)

    assert "{" not in line
    assert " https://here/" in line


@pytest.mark.parametrize("shape", get_args(WebhookShape))
def test_words_are_seen_in_every_shape_and_only_where_there_are_some(shape: WebhookShape) -> None:
    silent = [{"reply_id": "r_1", "state": "error", "text": ""}]
    spoken = [{"reply_id": "r_1", "state": "complete", "text": "A heron."}]

    assert has_words(write(shape, replies=spoken))
    assert has_words(write(shape, "synthesis.completed", text="A heron."))
    assert not has_words(write(shape, replies=silent))
    assert not any(has_words(write(shape, event)) for event in EVENTS)
    assert not has_words(write_ping(shape, "https://here", "wh_1", NOON).body)
