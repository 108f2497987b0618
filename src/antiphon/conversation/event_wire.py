"""Events as plain JSON values, and back."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from antiphon.conversation.event import (
    Channel,
    ConversationCreated,
    ConversationDeleted,
    ConversationRenamed,
    Delta,
    DividerDrawn,
    Event,
    Marks,
    RepliesSending,
    ReplyAdded,
    ReplyChosen,
    ReplyEdited,
    ReplyPictured,
    ReplySettled,
    ReplyUsedTools,
    ReplyWeighed,
    Sending,
    TurnAccepted,
    TurnsMarked,
    TurnsRemoved,
    TurnsRestored,
    UnknownFact,
)
from antiphon.conversation.ids import ConversationId, ReplyId, TurnId
from antiphon.conversation.picture import decode_pictures, encode_picture
from antiphon.conversation.state import ReplyState
from antiphon.conversation.tool_use import decode_use, encode_use
from antiphon.conversation.wire import (
    Json,
    decode_error,
    decode_metrics,
    decode_reply,
    decode_turn,
    encode_error,
    encode_metrics,
    encode_reply,
    encode_turn,
    format_time,
    parse_time,
)

_HEAD = ("kind", "conversation_id", "seq")


def encode_event(event: Event) -> Json:
    """An event with its kind."""
    head: Json = {"kind": event.kind, "conversation_id": event.conversation_id}
    if isinstance(event, Delta):
        return head | {
            "reply_id": event.reply_id,
            "epoch": event.epoch,
            "channel": event.channel,
            "offset": event.offset,
            "text": event.text,
        }
    return head | {"seq": event.seq} | _encode_fact(event)


def _encode_fact(event: Event) -> Json:  # noqa: C901 - one case per fact
    match event:
        case ConversationCreated():
            return {"title": event.title, "created_at": format_time(event.created_at)}
        case ConversationRenamed():
            return {"title": event.title}
        case TurnAccepted():
            return {"turn": encode_turn(event.turn)}
        case RepliesSending():
            replies = [{"reply_id": each.reply_id, "epoch": each.epoch} for each in event.replies]
            return {"turn_id": event.turn_id, "replies": replies}
        case ReplySettled():
            return _encode_settled(event)
        case ReplyUsedTools():
            uses = [encode_use(use) for use in event.uses]
            return {"turn_id": event.turn_id, "reply_id": event.reply_id, "uses": uses}
        case ReplyPictured():
            pictures = [encode_picture(each) for each in event.pictures]
            return {"turn_id": event.turn_id, "reply_id": event.reply_id, "pictures": pictures}
        case ReplyAdded():
            return {"turn_id": event.turn_id, "reply": encode_reply(event.reply)}
        case ReplyChosen():
            return {"turn_id": event.turn_id, "reply_id": event.reply_id}
        case ReplyEdited():
            return {
                "turn_id": event.turn_id,
                "reply_id": event.reply_id,
                "text": event.text,
                "importance": event.importance,
            }
        case ReplyWeighed():
            return {"turn_id": event.turn_id, "reply_id": event.reply_id, "worth": event.worth}
        case TurnsMarked():
            return {"turn_ids": list(event.turn_ids), "marks": dict(event.marks)}
        case TurnsRemoved():
            return {"turn_ids": list(event.turn_ids)}
        case TurnsRestored():
            return {"turns": [encode_turn(turn) for turn in event.turns]}
        case DividerDrawn():
            return {"position": event.position}
        case ConversationDeleted():
            return {}
        case UnknownFact():
            return dict(event.body)
        case Delta():
            raise ValueError("a delta is not a fact")


def _encode_settled(event: ReplySettled) -> Json:
    return {
        "turn_id": event.turn_id,
        "reply_id": event.reply_id,
        "epoch": event.epoch,
        "state": str(event.state),
        "text_length": event.text_length,
        "thinking_length": event.thinking_length,
        "finish_reason": event.finish_reason,
        "error": encode_error(event.error),
        "metrics": encode_metrics(event.metrics),
        "importance": event.importance,
    }


def decode_event(body: Mapping[str, Any]) -> Event:
    """The event that was encoded, a fact of a newer version as an `UnknownFact`; `KeyError` for anything else."""
    decode = _DECODERS.get(body["kind"], _decode_unknown)
    return decode(ConversationId(body["conversation_id"]), body)


def _decode_unknown(conversation_id: ConversationId, body: Mapping[str, Any]) -> UnknownFact:
    told = {name: value for name, value in body.items() if name not in _HEAD}
    return UnknownFact(conversation_id, body["seq"], body["kind"], told)


def _decode_delta(conversation_id: ConversationId, body: Mapping[str, Any]) -> Delta:
    return Delta(
        conversation_id=conversation_id,
        reply_id=ReplyId(body["reply_id"]),
        epoch=body["epoch"],
        channel=cast("Channel", body["channel"]),
        offset=body["offset"],
        text=body["text"],
    )


def _decode_sending(conversation_id: ConversationId, body: Mapping[str, Any]) -> RepliesSending:
    replies = tuple(Sending(ReplyId(each["reply_id"]), each["epoch"]) for each in body["replies"])
    return RepliesSending(conversation_id, body["seq"], TurnId(body["turn_id"]), replies)


def _decode_settled(conversation_id: ConversationId, body: Mapping[str, Any]) -> ReplySettled:
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
        importance=body.get("importance"),
    )


def _turn_ids(body: Mapping[str, Any]) -> tuple[TurnId, ...]:
    return tuple(TurnId(each) for each in body["turn_ids"])


_DECODERS: Mapping[str, Callable[[ConversationId, Mapping[str, Any]], Event]] = {
    "delta": _decode_delta,
    "conversation_created": lambda here, body: ConversationCreated(
        here, body["seq"], body["title"], parse_time(body["created_at"])
    ),
    "conversation_renamed": lambda here, body: ConversationRenamed(here, body["seq"], body["title"]),
    "turn_accepted": lambda here, body: TurnAccepted(here, body["seq"], decode_turn(body["turn"])),
    "replies_sending": _decode_sending,
    "reply_settled": _decode_settled,
    "reply_used_tools": lambda here, body: ReplyUsedTools(
        here,
        body["seq"],
        TurnId(body["turn_id"]),
        ReplyId(body["reply_id"]),
        tuple(decode_use(use) for use in body["uses"]),
    ),
    "reply_pictured": lambda here, body: ReplyPictured(
        here, body["seq"], TurnId(body["turn_id"]), ReplyId(body["reply_id"]), decode_pictures(body["pictures"])
    ),
    "reply_added": lambda here, body: ReplyAdded(
        here, body["seq"], TurnId(body["turn_id"]), decode_reply(body["reply"])
    ),
    "reply_chosen": lambda here, body: ReplyChosen(
        here, body["seq"], TurnId(body["turn_id"]), ReplyId(body["reply_id"])
    ),
    "reply_edited": lambda here, body: ReplyEdited(
        here, body["seq"], TurnId(body["turn_id"]), ReplyId(body["reply_id"]), body["text"], body.get("importance")
    ),
    "reply_weighed": lambda here, body: ReplyWeighed(
        here, body["seq"], TurnId(body["turn_id"]), ReplyId(body["reply_id"]), body["worth"]
    ),
    "turns_marked": lambda here, body: TurnsMarked(here, body["seq"], _turn_ids(body), cast("Marks", body["marks"])),
    "turns_removed": lambda here, body: TurnsRemoved(here, body["seq"], _turn_ids(body)),
    "turns_restored": lambda here, body: TurnsRestored(
        here, body["seq"], tuple(decode_turn(each) for each in body["turns"])
    ),
    "conversation_deleted": lambda here, body: ConversationDeleted(here, body["seq"]),
    "divider_drawn": lambda here, body: DividerDrawn(here, body["seq"], body["position"]),
}
