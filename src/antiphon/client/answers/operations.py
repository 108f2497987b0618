"""What whoever runs the server is told."""

from antiphon.client.answers.base import Answer


class ServerNode(Answer):
    """A process, and when it last gave a sign of life."""

    id: str
    version: str | None = None
    state: str
    answers: bool
    started_at: str
    seen_at: str
    turns: int
    work: int


class UnderWay(Answer):
    """A turn or a piece of lasting work of anybody's."""

    id: str
    kind: str
    status: str
    node: str | None = None
    created_at: str
    due_at: str | None = None
    starts: int
    stuck: bool


class KindCount(Answer):
    """How much there is of a kind, and since when the oldest of it."""

    kind: str
    count: int
    oldest_at: str


class ProviderHealth(Answer):
    """How a provider has answered of late."""

    name: str
    requests: int
    failed: int
    first_word_seconds: float | None = None
    slow_first_word_seconds: float | None = None
    whole_seconds: float | None = None
    last_at: str
    last_problem: str | None = None


class CountedError(Answer):
    """A class of errors: how often, and when last."""

    source: str
    where: str | None = None
    code: str
    count: int
    last_at: str


class DiskUse(Answer):
    """What is kept, and how much room is left."""

    database_bytes: int
    documents: int
    document_bytes: int
    free_bytes: int | None = None
    total_bytes: int | None = None
    database: str


class Operations(Answer):
    """Everything at one moment; providers and errors since another."""

    at: str
    since: str
    nodes: tuple[ServerNode, ...]
    under_way: tuple[UnderWay, ...]
    counts: tuple[KindCount, ...]
    queue: tuple[KindCount, ...]
    providers: tuple[ProviderHealth, ...]
    errors: tuple[CountedError, ...]
    disk: DiskUse


class OperationDone(Answer):
    """What was stopped, or begun anew."""

    id: str
    kind: str
