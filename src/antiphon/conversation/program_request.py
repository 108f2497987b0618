"""What a program said beside its question: all that its answer is written with, however late it is asked for again."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from antiphon.conversation.synthesis import Mode

# Who answers: every voice of a panel, one text out of them, or one advisor.
Answering = Literal["panel", "synthesis", "advisor"]


@dataclass(frozen=True, slots=True)
class ProgramRequest:
    """The name it asked for and who that was, how the answer is to look, and what is given back as it came."""

    model: str
    answering: Answering
    mode: Mode = "fuse"
    labels: bool = True
    background: bool = False
    previous: str | None = None
    note: str = ""
    max_tokens: int | None = None
    metadata: Mapping[str, str] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()
    kept: bool = True


def encode_request(request: ProgramRequest) -> dict[str, Any]:
    """As it is kept."""
    return asdict(request)


def decode_request(body: Mapping[str, Any]) -> ProgramRequest:
    """The request that was encoded."""
    return ProgramRequest(**{**body, "ignored": tuple(body.get("ignored", ()))})
