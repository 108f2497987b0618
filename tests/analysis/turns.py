"""Turns to look at."""

from datetime import UTC, datetime

from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId, TurnId
from antiphon.conversation.reply import Reply
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn


def build_reply(name: str, text: str, state: ReplyState = ReplyState.COMPLETE, **more: object) -> Reply:
    """One advisor's answer."""
    reply_id = ReplyId(f"r_{name}_{more.get('variant', 0)}")
    return Reply(reply_id, AdvisorId(name.lower()), 1, name, "blue", "fake:m", state, 1, text, **more)  # type: ignore[arg-type]


def build_turn(position: int, text: str, *replies: Reply) -> Turn:
    """What the person said, and the answers."""
    at = datetime(2026, 3, 1, tzinfo=UTC)
    return Turn(TurnId(f"t_{position}"), ConversationId("c"), position, text, at, replies)
