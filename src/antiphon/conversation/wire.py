"""Turns, replies and views as plain JSON values, and back; `event_wire` does the same for events.

One codec for the store, the live bus, the API and the clients written in Python, so that a fact cannot mean
two things. Unknown keys are ignored on the way in: an older client may meet a newer server.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId, TurnId
from antiphon.conversation.part import decode_part, encode_part
from antiphon.conversation.picture import decode_pictures, encode_picture
from antiphon.conversation.reply import Metrics, Reply, ReplyError
from antiphon.conversation.state import ReplyState
from antiphon.conversation.tool_use import decode_use, encode_use
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
        "variant": reply.variant,
        "chosen": reply.chosen,
        "changes": None if reply.changes is None else dict(reply.changes),
        "edited": reply.edited,
        "importance": reply.importance,
        "worth": reply.worth,
        "tools": [encode_use(use) for use in reply.tools],
        "pictures": [encode_picture(each) for each in reply.pictures],
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
        variant=body.get("variant", 0),
        chosen=body.get("chosen", True),
        changes=body.get("changes"),
        edited=body.get("edited"),
        importance=body.get("importance"),
        worth=body.get("worth"),
        tools=tuple(decode_use(use) for use in body.get("tools", ())),
        pictures=decode_pictures(body.get("pictures", ())),
    )


def encode_turn(turn: Turn) -> Json:
    """A turn with its replies."""
    return {
        "id": turn.id,
        "conversation_id": turn.conversation_id,
        "position": turn.position,
        "origin": turn.origin,
        "surface": turn.surface,
        "text": turn.text,
        "parts": [encode_part(part) for part in turn.parts],
        "created_at": format_time(turn.created_at),
        "stars": turn.stars,
        "colour_flag": turn.colour_flag,
        "pinned": turn.pinned,
        "importance": turn.importance,
        "worth": turn.worth,
        "topic": turn.topic,
        "tags": list(turn.tags),
        "marks": dict(turn.marks),
        "wordings": list(turn.wordings),
        "all_completed": turn.all_completed,
        "replies": [encode_reply(reply) for reply in turn.replies],
    }


def decode_turn(body: Mapping[str, Any]) -> Turn:
    """The turn that was encoded."""
    return Turn(
        id=TurnId(body["id"]),
        conversation_id=ConversationId(body["conversation_id"]),
        position=body["position"],
        origin=body.get("origin", "person"),
        surface=body.get("surface"),
        text=body["text"],
        parts=tuple(decode_part(part) for part in body.get("parts", ())),
        created_at=parse_time(body["created_at"]),
        stars=body.get("stars", 0),
        colour_flag=body.get("colour_flag"),
        pinned=body.get("pinned", False),
        importance=body.get("importance"),
        worth=body.get("worth"),
        topic=body.get("topic"),
        tags=tuple(body.get("tags", ())),
        marks={AdvisorId(each): mark for each, mark in body.get("marks", {}).items()},
        wordings=tuple(TurnId(each) for each in body.get("wordings", ())),
        replies=tuple(decode_reply(reply) for reply in body["replies"]),
    )


def encode_view(view: ConversationView) -> Json:
    """A snapshot."""
    return {
        "conversation_id": view.id,
        "seq": view.seq,
        "title": view.title,
        "has_older": view.has_older,
        "dividers": list(view.dividers),
        "turns": [encode_turn(turn) for turn in view.turns],
        "kept_until": None if view.kept_until is None else format_time(view.kept_until),
    }


def decode_view(body: Mapping[str, Any]) -> ConversationView:
    """The snapshot that was encoded."""
    return ConversationView(
        id=ConversationId(body["conversation_id"]),
        seq=body["seq"],
        title=body["title"],
        has_older=body["has_older"],
        dividers=tuple(body.get("dividers", ())),
        turns=tuple(decode_turn(turn) for turn in body["turns"]),
        kept_until=parse_time(body["kept_until"]) if body.get("kept_until") else None,
    )
