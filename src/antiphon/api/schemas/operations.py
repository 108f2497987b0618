"""Answers for whoever runs the server: figures, names and codes, and nothing that anybody said."""

from typing import Literal

from pydantic import BaseModel, Field


class NodeAnswer(BaseModel):
    """A process. `silent` has let its lease run out, `gone` was declared so by the others; `answers` is this one."""

    id: str
    version: str | None
    state: Literal["alive", "silent", "gone"]
    answers: bool
    started_at: str
    seen_at: str
    turns: int
    work: int


class UnderWayAnswer(BaseModel):
    """A turn or a piece of lasting work of anybody's. `asking` waits for its person's leave; `later` for `due_at`."""

    id: str
    kind: str
    status: Literal["running", "waiting", "asking", "later"]
    node: str | None
    created_at: str
    due_at: str | None
    starts: int
    stuck: bool


class KindAnswer(BaseModel):
    """How much there is of a kind, and since when the oldest of it."""

    kind: str
    count: int
    oldest_at: str


class ProviderHealthAnswer(BaseModel):
    """How a provider answered: seconds to the first word (half were quicker, and 95 of 100), and to the last."""

    name: str
    requests: int
    failed: int
    first_word_seconds: float | None
    slow_first_word_seconds: float | None
    whole_seconds: float | None
    last_at: str
    last_problem: str | None


class ErrorCountAnswer(BaseModel):
    """A class of errors: at which provider, in which kind of work, or in the log of this node."""

    source: Literal["model", "work", "log"]
    where: str | None
    code: str
    count: int
    last_at: str


class DiskAnswer(BaseModel):
    """What is kept, and how much room is left where this node keeps its data."""

    database_bytes: int
    documents: int
    document_bytes: int
    free_bytes: int | None
    total_bytes: int | None
    database: str = Field(description="`ok`, or the code of what keeps it from being written.")


class OperationsAnswer(BaseModel):
    """Everything at one moment; providers and errors since another. At most 200 things are listed, all are counted."""

    at: str
    since: str
    nodes: list[NodeAnswer]
    under_way: list[UnderWayAnswer]
    counts: list[KindAnswer]
    queue: list[KindAnswer]
    providers: list[ProviderHealthAnswer]
    errors: list[ErrorCountAnswer]
    disk: DiskAnswer


class DoneAnswer(BaseModel):
    """What was stopped, or begun anew."""

    id: str
    kind: str
