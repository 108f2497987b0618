"""Turns and views as a server would send them."""

from datetime import UTC, datetime

from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId, TurnId
from antiphon.conversation.reply import Metrics, Reply, ReplyError
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.conversation.view import ConversationView

CONVERSATION = ConversationId("c-1")
TURN = TurnId("t-1")
NAMES = ("Iris", "Bruno", "Chen", "Dara", "Emil")
COLOURS = ("#d97706", "#2563eb", "teal", "not a colour", "")


def build_reply(
    number: int = 1,
    state: ReplyState = ReplyState.WAITING,
    text: str = "",
    *,
    seconds: float | None = None,
    error: ReplyError | None = None,
    finish_reason: str | None = None,
    thinking: str = "",
) -> Reply:
    """The reply of advisor 1 to 5."""
    return Reply(
        id=ReplyId(f"r-{number}"),
        advisor_id=AdvisorId(f"a-{number}"),
        advisor_version=1,
        name=NAMES[number - 1],
        colour=COLOURS[number - 1],
        model="scripted:rehearsal",
        state=state,
        epoch=0 if state is ReplyState.WAITING else 1,
        text=text,
        thinking=thinking,
        error=error,
        finish_reason=finish_reason,
        metrics=None if seconds is None else Metrics(total_seconds=seconds),
    )


def build_turn(*replies: Reply, position: int = 0, id: TurnId = TURN) -> Turn:
    """One turn of the one conversation."""
    return Turn(
        id=id,
        conversation_id=CONVERSATION,
        position=position,
        text="What now?",
        created_at=datetime(2026, 5, 1, 12, 0, tzinfo=UTC),
        replies=replies,
    )


def build_view(*turns: Turn, seq: int) -> ConversationView:
    """A snapshot."""
    return ConversationView(id=CONVERSATION, seq=seq, title="Now", turns=turns)
