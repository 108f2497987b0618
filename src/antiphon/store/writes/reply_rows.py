"""An empty reply as a row."""

from typing import Any, NamedTuple

from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.reply import Reply
from antiphon.store.unit import Unit


class ReplySlot(NamedTuple):
    """Where a reply stands."""

    conversation_id: ConversationId
    turn_id: TurnId
    slot: int


def as_reply_row(unit: Unit, place: ReplySlot, reply: Reply) -> dict[str, Any]:
    """The row of a reply that has not begun."""
    return {
        "id": reply.id,
        "workspace_id": unit.workspace_id,
        "conversation_id": place.conversation_id,
        "turn_id": place.turn_id,
        "token_id": unit.principal.token_id,
        "slot": place.slot,
        "advisor_id": reply.advisor_id,
        "advisor_version": reply.advisor_version,
        "name": reply.name,
        "colour": reply.colour,
        "model": reply.model,
        "state": reply.state,
        "epoch": reply.epoch,
        "variant": reply.variant,
        "chosen": reply.chosen,
        "changes": None if reply.changes is None else dict(reply.changes),
    }
