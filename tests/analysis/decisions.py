"""Decisions to reckon with."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from antiphon.conversation.decision import Attitude, Decision, FrozenStance, Outcome, freeze_stance
from antiphon.conversation.ids import ConversationId, TurnId
from tests.analysis.turns import build_reply

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


def build_stance(name: str, attitude: Attitude | None, text: str = "I think so.") -> FrozenStance:
    """One advisor as it stood."""
    return freeze_stance(build_reply(name, text), attitude, "a" * 64)


def build_decision(
    number: int = 1, outcome: Outcome | None = None, more: dict[str, Any] | None = None, **attitudes: Attitude | None
) -> Decision:
    """The n-th decision, with how each advisor stood by name."""
    made = Decision(
        id=f"d_{number}",
        conversation_id=ConversationId("c"),
        turn_id=TurnId(f"t_{number}"),
        question="Do I sign?",
        options=("Sign", "Wait"),
        choice="Sign",
        confidence=70,
        change_my_mind="",
        stances=tuple(build_stance(name, attitude) for name, attitude in attitudes.items()),
        created_at=BEGIN + timedelta(days=number),
        outcome=outcome,
        outcome_at=None if outcome is None else BEGIN + timedelta(days=number + 30),
    )
    return replace(made, **(more or {}))
