"""Events and views as plain JSON values, and back.

One codec for the store, the live bus, the API and the clients written in Python, so that a fact cannot mean
two things. Unknown keys are ignored on the way in: an older client may meet a newer server.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, cast

from antiphon.conversation.event import (
    Channel,
    ConversationCreated,
    ConversationRenamed,
    Delta,
    Event,
    RepliesSending,
    ReplySettled,
    Sending,
    TurnAccepted,
)
from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId, TurnId
from antiphon.conversation.part import TextPart
from antiphon.conversation.reply import Metrics, Reply, ReplyError
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.conversation.view import ConversationView

Json = dict[str, Any]


def format_time(moment: datetime) -> str:
    """ISO 8601 in UTC with milliseconds and a Z."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def parse_time(text: str) -> datetime:
    """The moment `format_time` wrote."""
    return datetime.fromisoformat(text)


def encode_error(error: ReplyError | None) -> Json | None:
    """An error as JSON, or nothing."""
    return None if error is None else {"code": error.code, "message": error.message, "facts": dict(error.facts)}


def decode_error(body: Mapping[str, Any] | None) -> ReplyError | None:
    """The error that was encoded, or nothing."""
    return None if body is None else ReplyError(body["code"], body["message"], dict(body.get("facts") or {}))


_METRICS = tuple(Metrics.__dataclass_fields__)


def encode_metrics(metrics: Metrics | None) -> Json | None:
    """The figures that are known."""
    if metrics is None:
        return None
    return {name: value for name in _METRICS if (value := getattr(metrics, name)) is not None}


def decode_metrics(body: Mapping[str, Any] | None) -> Metrics | None:
    """The figures that were known."""
    return None if body is None else Metrics(**{name: body.get(name) for name in _METRICS})


def encode_reply(reply: Reply) -> Json:
    """A reply as the API shows it."""
    return {
        "id": reply.id,
        "advisor_id": reply.advisor_id,
        "advisor_version": reply.advisor_version,
        "name": reply.name,
        "colour": reply.colour,
        "model": reply.model,
        "state": str(reply.state),
        "completed": reply.completed,
        "epoch": reply.epoch,
        "text": reply.text,
        "thinking": reply.thinking,
        "finish_reason": reply.finish_reason,
        "error": encode_error(reply.error),
        "metrics": encode_metrics(reply.metrics),
    }


def decode_reply(body: Mapping[str, Any]) -> Reply:
    """The reply that was encoded."""
    return Reply(
        id=ReplyId(body["id"]),
        advisor_id=AdvisorId(body["advisor_id"]),
        advisor_version=body["advisor_version"],
        name=body["name"],
        colour=body["colour"],
        model=body["model"],
        state=ReplyState(body["state"]),
        epoch=body["epoch"],
        text=body["text"],
        thinking=body["thinking"],
        finish_reason=body.get("finish_reason"),
        error=decode_error(body.get("error")),
        metrics=decode_metrics(body.get("metrics")),
    )


def encode_turn(turn: Turn) -> Json:
    """A turn with its replies."""
    return {
        "id": turn.id,
        "conversation_id": turn.conversation_id,
        "position": turn.position,
        "text": turn.text,
        "parts": [{"kind": part.kind, "text": part.text} for part in turn.parts],
        "created_at": format_time(turn.created_at),
        "stars": turn.stars,
        "colour_flag": turn.colour_flag,
        "pinned": turn.pinned,
        "importance": turn.importance,
        "all_completed": turn.all_completed,
        "replies": [encode_reply(reply) for reply in turn.replies],
    }


def decode_turn(body: Mapping[str, Any]) -> Turn:
    """The turn that was encoded."""
    return Turn(
        id=TurnId(body["id"]),
        conversation_id=ConversationId(body["conversation_id"]),
        position=body["position"],
        text=body["text"],
        parts=tuple(TextPart(part["text"]) for part in body.get("parts", ())),
        created_at=parse_time(body["created_at"]),
        stars=body.get("stars", 0),
        colour_flag=body.get("colour_flag"),
        pinned=body.get("pinned", False),
        importance=body.get("importance"),
        replies=tuple(decode_reply(reply) for reply in body["replies"]),
    )


def encode_view(view: ConversationView) -> Json:
    """A snapshot."""
    return {
        "conversation_id": view.id,
        "seq": view.seq,
        "title": view.title,
        "has_older": view.has_older,
        "turns": [encode_turn(turn) for turn in view.turns],
    }


def decode_view(body: Mapping[str, Any]) -> ConversationView:
    """The snapshot that was encoded."""
    return ConversationView(
        id=ConversationId(body["conversation_id"]),
        seq=body["seq"],
        title=body["title"],
        has_older=body["has_older"],
        turns=tuple(decode_turn(turn) for turn in body["turns"]),
    )


def encode_event(event: Event) -> Json:
    """An event with its kind."""
    head: Json = {"kind": event.kind, "conversation_id": event.conversation_id}
    match event:
        case Delta():
            return head | {
                "reply_id": event.reply_id,
                "epoch": event.epoch,
                "channel": event.channel,
                "offset": event.offset,
                "text": event.text,
            }
        case ConversationCreated():
            return head | {
                "seq": event.seq,
                "title": event.title,
                "created_at": format_time(event.created_at),
            }
        case ConversationRenamed():
            return head | {"seq": event.seq, "title": event.title}
        case TurnAccepted():
            return head | {"seq": event.seq, "turn": encode_turn(event.turn)}
        case RepliesSending():
            replies = [{"reply_id": each.reply_id, "epoch": each.epoch} for each in event.replies]
            return head | {"seq": event.seq, "turn_id": event.turn_id, "replies": replies}
        case ReplySettled():
            return head | {
                "seq": event.seq,
                "turn_id": event.turn_id,
                "reply_id": event.reply_id,
                "epoch": event.epoch,
                "state": str(event.state),
                "text_length": event.text_length,
                "thinking_length": event.thinking_length,
                "finish_reason": event.finish_reason,
                "error": encode_error(event.error),
                "metrics": encode_metrics(event.metrics),
            }


def decode_event(body: Mapping[str, Any]) -> Event:
    """The event that was encoded; `KeyError` or `ValueError` for anything else."""
    conversation_id = ConversationId(body["conversation_id"])
    match body["kind"]:
        case "delta":
            return Delta(
                conversation_id=conversation_id,
                reply_id=ReplyId(body["reply_id"]),
                epoch=body["epoch"],
                channel=cast("Channel", body["channel"]),
                offset=body["offset"],
                text=body["text"],
            )
        case "conversation_created":
            return ConversationCreated(conversation_id, body["seq"], body["title"], parse_time(body["created_at"]))
        case "conversation_renamed":
            return ConversationRenamed(conversation_id, body["seq"], body["title"])
        case "turn_accepted":
            return TurnAccepted(conversation_id, body["seq"], decode_turn(body["turn"]))
        case "replies_sending":
            replies = tuple(Sending(ReplyId(each["reply_id"]), each["epoch"]) for each in body["replies"])
            return RepliesSending(conversation_id, body["seq"], TurnId(body["turn_id"]), replies)
        case "reply_settled":
            return ReplySettled(
                conversation_id=conversation_id,
                seq=body["seq"],
                turn_id=TurnId(body["turn_id"]),
                reply_id=ReplyId(body["reply_id"]),
                epoch=body["epoch"],
                state=ReplyState(body["state"]),
                text_length=body["text_length"],
                thinking_length=body["thinking_length"],
                finish_reason=body.get("finish_reason"),
                error=decode_error(body.get("error")),
                metrics=decode_metrics(body.get("metrics")),
            )
        case unknown:
            raise ValueError(f"unknown event kind {unknown!r}")
