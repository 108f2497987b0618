"""What the API answers about what is sent: previews, differences, filters, commands."""

from typing import Any, Literal

from antiphon.cli.answers import Answer


class Problem(Answer):
    """Why nothing can be sent to an advisor."""

    code: str
    message: str


class Span(Answer):
    """Neighbouring visible turns with the same fate."""

    first: int
    last: int
    turns: int
    inside: bool
    sentence: str


class PreviewedMessage(Answer):
    """One message of the payload and what it is there for."""

    role: str
    content: str
    kind: str


class Item(Answer):
    """What goes along with the message, and the tokens it is reckoned to take."""

    kind: str
    tokens: int


class Cost(Answer):
    """Dollars; unknown prices are absent and never zero."""

    cold: float | None = None
    warm: float | None = None
    output: float | None = None


class Cache(Answer):
    """How much of the payload a cache filled by the last one would serve."""

    share: float


class AdvisorPreview(Answer):
    """What one advisor would be sent."""

    advisor_id: str
    name: str
    model: str
    problem: Problem | None = None
    sha256: str | None = None
    message_count: int
    tokens: int
    calibrated: bool
    estimate_error: float | None = None
    limit: int | None = None
    binding: str | None = None
    included: int
    items: tuple[Item, ...] = ()
    cost: Cost
    cache: Cache | None = None
    spans: tuple[Span, ...] = ()
    messages: tuple[PreviewedMessage, ...] | None = None
    body: str | None = None


class Preview(Answer):
    """What everybody asked would be sent, and the moment it is stamped with."""

    conversation_id: str
    at: str
    counter: str
    visible: int
    hidden_pins: int
    cost: Cost
    advisors: tuple[AdvisorPreview, ...]


class Kept(Answer):
    """What one advisor would be sent under one rule; `inside` are the positions, as stretches."""

    advisor_id: str
    name: str
    problem: Problem | None = None
    included: int
    tokens: int
    cost: Cost
    inside: tuple[tuple[int, int], ...]


class Policy(Answer):
    """All advisors under one rule."""

    dropping: str
    included: int
    cost: Cost
    advisors: tuple[Kept, ...]


class Policies(Answer):
    """One draft under every rule, and the positions on which the rules part, by advisor."""

    conversation_id: str
    chosen: str
    visible: int
    policies: tuple[Policy, ...]
    differences: dict[str, tuple[tuple[int, int], ...]]


class Piece(Answer):
    """A run of words both have, or only one of the two."""

    op: Literal["same", "removed", "added"]
    text: str


class Change(Answer):
    """A message in both, in one, or in both with other words; places count from 0."""

    kind: Literal["same", "removed", "added", "changed"]
    role: str
    a: int | None = None
    b: int | None = None
    pieces: tuple[Piece, ...] = ()


class PayloadDiff(Answer):
    """Where two payloads part."""

    first_difference: int | None = None
    a_size: int
    b_size: int
    shared: float
    changes: tuple[Change, ...]


class ReplyDiff(Answer):
    """What differs in what was sent, and in what came back."""

    payload: PayloadDiff
    answer: tuple[Piece, ...]


class FilterProblem(Answer):
    """Why a line cannot be read, and where."""

    column: int
    reason: str


class Command(Answer):
    """The command behind the colon."""

    name: str


class FilterReading(Answer):
    """A filter line, read."""

    ok: bool
    canonical: str | None = None
    words: str | None = None
    uses: tuple[str, ...] = ()
    moving: bool = False
    command: Command | None = None
    error: FilterProblem | None = None


class SavedFilter(Answer):
    """A line under a name; no `canonical` means that it cannot be read any more."""

    name: str
    line: str
    canonical: str | None = None


class SavedFilters(Answer):
    """All of them."""

    filters: tuple[SavedFilter, ...]


class CommandOutcome(Answer):
    """What a line did, or would do."""

    command: str
    turn_ids: tuple[str, ...]
    done: bool
    text: str | None = None
    fact: dict[str, Any] | None = None
