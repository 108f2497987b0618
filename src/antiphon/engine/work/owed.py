"""What is to be done after a turn: written in the transaction that ends it, so that no crash forgets it."""

from datetime import UTC, datetime

from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.work import NewWork, WorkKind
from antiphon.engine.runtime.identity import new_id
from antiphon.engine.runtime.options import EngineOptions


def list_owed(options: EngineOptions) -> tuple[WorkKind, ...]:
    """What the settings want after every turn; whether this turn is one for it is found out when it is done."""
    wanted: dict[WorkKind, bool] = {
        "memory": options.memory_scan == "after_turn",
        "map": options.map_after_turn == "on",
        "title": options.titles == "model",
        "synthesis": options.synthesis_after_turn != "off",
    }
    return tuple(kind for kind, is_wanted in wanted.items() if is_wanted)


def build_owed(options: EngineOptions, conversation_id: ConversationId, turn_id: TurnId) -> tuple[NewWork, ...]:
    """The same as work that can be written down."""
    args = {"turn_id": turn_id, "after_turn": True}
    return tuple(
        NewWork(new_id("an"), kind, datetime.now(UTC), conversation_id, args=args) for kind in list_owed(options)
    )
