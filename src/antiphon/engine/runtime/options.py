"""What the engine may be told; `app` fills it from the settings."""

from dataclasses import dataclass, field
from datetime import UTC, tzinfo
from typing import Literal

from antiphon.context.budget import Habits
from antiphon.context.choice import Choice
from antiphon.conversation.thinking import Thinking


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """Limits and habits of the engine; `choice` is what a send is made with when the person says nothing."""

    default_model: str
    max_tokens: int = 4096
    habits: Habits = field(default_factory=Habits)
    choice: Choice = field(default_factory=Choice)
    zone: tzinfo = UTC
    chars_per_token: float | None = None
    reply_seconds: float = 1800.0
    on_interrupt: Literal["rerun", "keep"] = "rerun"
    max_epochs: int = 3
    checkpoint_seconds: float = 0.4
    lease_seconds: float = 10.0
    drain_seconds: float = 30.0
    tool_rounds: int = 8
    tool_seconds: float = 60.0
    approval_seconds: float = 86_400.0
    retention_seconds: float = 86_400.0
    unkept_seconds: float = 86_400.0
    # How long a conversation stays that a program began and gave no name.
    programs_seconds: float = 30 * 86_400.0
    debug: bool = False
    analysis_model: str | None = None
    analysis_tokens: int = 200_000
    eval_tokens: int = 500_000
    memory_scan: Literal["off", "manual", "after_turn"] = "manual"
    map_after_turn: Literal["off", "on"] = "off"
    titles: Literal["words", "model"] = "words"
    # Whether advisors may speak unasked at all, and how often a day a model is asked whether one should.
    heartbeats: bool = True
    heartbeat_calls: int = 200
    # Whose keys pay for what people ask.
    key_policy: Literal["instance", "workspace", "personal_first", "personal_only"] = "instance"
    # How much advisors think for whom nobody has chosen it.
    thinking: Thinking | None = None
    # Who makes pictures when an advisor asks for one, and what one costs in dollars.
    picture_model: str | None = None
    picture_price: float | None = None
    synthesis_after_turn: Literal["off", "fuse", "compare", "checklist"] = "off"
