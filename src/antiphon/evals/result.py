"""What came of a case: what was sent, what came back, and the verdict on each thing it had to hold.

A result holds no time of day: the same answers give the same lines.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from antiphon.conversation.payload import Message

# `not_graded` says that nobody could judge: it is neither good nor bad and counts in no mean. `error` says that there
# was no answer to judge, `skipped` that the ceiling was reached before it began.
Status = Literal["passed", "failed", "not_graded", "error", "skipped"]
VerdictStatus = Literal["passed", "failed", "not_graded"]


@dataclass(frozen=True, slots=True)
class Spot:
    """A stretch of text a verdict rests on: `where` is `answer` or `messages[3]`, of this advisor and turn."""

    where: str
    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an answer holds one thing; `score` is absent exactly when it was not graded.

    `calls` are the payloads a judge was sent, for whoever wants to see. It is broken when a judge or a program was to
    say it and could not.
    """

    name: str
    type: str
    status: VerdictStatus
    score: float | None
    reason: str = ""
    advisor: str = ""
    turn: int = 0
    weight: float = 1.0
    required: float | None = None
    hits: tuple[str, ...] = ()
    misses: tuple[str, ...] = ()
    spots: tuple[Spot, ...] = ()
    calls: "tuple[Exchange, ...]" = ()
    is_broken: bool = False


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request and what came back. `error` holds a code and facts; then `answer` is whatever had arrived.

    `messages` are the payload's, `body` the very bytes as text. `dropped` counts the turns that were left out to fit.
    """

    advisor: str
    model: str
    turn: int
    url: str
    sha256: str
    body: str
    messages: tuple[Message, ...]
    answer: str = ""
    finish: str = ""
    usage: Mapping[str, int] | None = None
    dollars: float | None = None
    seconds: float = 0.0
    attempts: int = 1
    is_cached: bool = False
    error: Mapping[str, Any] | None = None
    advisor_version: int = 0
    dropped: int = 0
    phase: str = ""
    phase_turn: int = 0
    question: str = ""
    guidelines: str = ""
    chat_prompt: tuple[Mapping[str, Any], ...] | None = None


@dataclass(frozen=True, slots=True)
class CaseResult:
    """One run of one case."""

    suite: str
    case_id: str
    repeat: int
    status: Status
    score: float | None
    verdicts: tuple[Verdict, ...] = ()
    exchanges: tuple[Exchange, ...] = ()
    conversation_id: str = ""
    error: str = ""
    tokens: int = 0
    dollars: float | None = None
    seconds: float = 0.0
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Under what a run that goes on finds it again."""
        return f"{self.suite}/{self.case_id}#{self.repeat}"

    @property
    def calls(self) -> tuple[Exchange, ...]:
        """What judges were asked, each call once. Two of them may be alike in everything and still be two."""
        made = {id(each): each for verdict in self.verdicts for each in verdict.calls}
        return tuple(made.values())
