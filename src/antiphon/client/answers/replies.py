"""Replies: what was sent for them, and how two of them differ."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal, NamedTuple

from antiphon.client.answers.base import Answer
from antiphon.client.errors import UnexpectedAnswer
from antiphon.conversation.reply import Reply
from antiphon.conversation.wire import decode_reply


class Variant(NamedTuple):
    """An answer that is on its way, and the turn it belongs to."""

    turn_id: str
    reply_id: str


class PlacedReply(NamedTuple):
    """A reply, and where it stands."""

    conversation_id: str
    turn_id: str
    reply: Reply


def read_placed_reply(said: Mapping[str, Any]) -> PlacedReply:
    """A reply and its place; `UnexpectedAnswer` when it is of another form."""
    try:
        return PlacedReply(said["conversation_id"], said["turn_id"], decode_reply(said["reply"]))
    except (ValueError, KeyError, TypeError) as error:
        raise UnexpectedAnswer("a reply", repr(error)) from error


class SelectedTurn(Answer):
    """A turn that was in a payload."""

    turn_id: str


class Telemetry(Answer):
    """What was reckoned before an attempt and how it stood; `trimmed` are all turns dropped so far."""

    stage: str
    predicted_count: int
    sent_count: int
    selection: tuple[SelectedTurn, ...] = ()
    trimmed: tuple[str, ...] = ()
    dropped_reference: bool = False
    attempt_total_tokens: int
    max_context: int | None = None
    binding: str | None = None
    max_tokens: int
    calibrated: bool = False
    last_error: str | None = None
    thinking: str | int | None = None
    thinking_chosen_by: str | None = None
    thinking_unmet: str = ""


class Receipt(Answer):
    """What was sent for one attempt at a reply, to the byte."""

    epoch: int
    attempt: int
    provider: str
    model: str
    url: str
    sha256: str
    size: int
    body: str
    sent_at: datetime | None = None
    outcome: str | None = None
    usage: dict[str, Any] | None = None
    cost: float | None = None
    thinking_cost: float | None = None
    telemetry: Telemetry | None = None


class TextChange(Answer):
    """A run of words both have, or only one of the two."""

    op: Literal["same", "removed", "added"]
    text: str


class MessageChange(Answer):
    """A message in both, in one, or in both with other words; places count from 0."""

    kind: Literal["same", "removed", "added", "changed"]
    role: str
    a: int | None = None
    b: int | None = None
    pieces: tuple[TextChange, ...] = ()


class PayloadDiff(Answer):
    """Where two payloads part."""

    first_difference: int | None = None
    a_size: int
    b_size: int
    shared: float
    changes: tuple[MessageChange, ...]


class ReplyDiff(Answer):
    """What differs in what was sent, and in what came back."""

    payload: PayloadDiff
    answer: tuple[TextChange, ...]
