"""What the engine may be told; `app` fills it from the settings."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """Limits and habits of the engine."""

    default_model: str
    max_tokens: int = 4096
    history_chars: int = 150_000
    reply_seconds: float = 1800.0
    on_interrupt: Literal["rerun", "keep"] = "rerun"
    max_epochs: int = 3
    checkpoint_seconds: float = 0.4
    lease_seconds: float = 10.0
    drain_seconds: float = 30.0
    retention_seconds: float = 86_400.0
    debug: bool = False
