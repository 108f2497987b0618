"""Bodies about what is remembered."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from antiphon.api.schemas.body import Body, Ids
from antiphon.api.schemas.page import Page

MemoryKind = Literal["fact", "preference", "person", "topic", "decision"]
Status = Literal["proposed", "accepted", "declined", "retired"]
# A little more than is kept, so that our own sentence says what is wrong.
MemoryText = Annotated[str, Field(max_length=10_000)]


class WritingMemory(Body):
    """Something the person writes down themselves; it counts as accepted."""

    kind: MemoryKind = "fact"
    text: MemoryText


class ChangingMemory(Body):
    """Other words, another kind, a decision, or several of these; `proposed` takes a decision back."""

    text: MemoryText | None = None
    kind: MemoryKind | None = None
    status: Literal["proposed", "accepted", "declined"] | None = None


class ScanningMemory(Body):
    """Which turns to read; absent: all since the last scan."""

    turn_ids: Annotated[Ids, Field(min_length=1)] | None = None


class MemoryAnswer(BaseModel):
    """One memory: what it says, where it was found, and what has become of it.

    `quote` holds the words it was found in. `position` is absent for one the person wrote down, and once its turn is
    gone. `replaces_id` names the memory that retires when this one is accepted.
    """

    id: str
    kind: MemoryKind
    text: str
    status: Status
    conversation_id: str | None
    turn_id: str | None
    position: int | None
    quote: str
    replaces_id: str | None
    analysis_id: str | None
    created_at: str
    decided_at: str | None


class MemoryCountsAnswer(BaseModel):
    """How many there are of each status."""

    proposed: int
    accepted: int
    declined: int
    retired: int


class MemoriesAnswer(Page[MemoryAnswer]):
    """Memories in the order they came, and how many there are in all."""

    counts: MemoryCountsAnswer


class AnalysisErrorAnswer(BaseModel):
    """Why an analysis failed."""

    code: str
    message: str
    facts: dict[str, Any]


class AnalysisCallAnswer(BaseModel):
    """One request as it was sent. `erased` says that a memory in it was forgotten, and its words with it.

    `cost` is in dollars and absent when it is not known.
    """

    step: str
    provider: str
    model: str
    url: str
    sha256: str
    sent_at: str
    body: str | None
    bytes: int | None
    outcome: str | None
    answer: str | None
    usage: dict[str, int] | None
    cost: float | None
    erased: bool


class AnalysisLine(BaseModel):
    """A look at a conversation: which turns, by which model, and what came of it.

    `cost` is in dollars and absent when it is not known.
    """

    id: str
    conversation_id: str
    kind: str
    model: str
    status: Literal["running", "done", "failed"]
    first_position: int
    last_position: int
    created_at: str
    ended_at: str | None
    error: AnalysisErrorAnswer | None
    counts: dict[str, int]
    usage: dict[str, int]
    cost: float | None


class AnalysisAnswer(AnalysisLine):
    """The same with every request that was made for it."""

    calls: list[AnalysisCallAnswer]


class AnalysesAnswer(Page[AnalysisLine]):
    """The newest looks at a conversation, newest first."""
