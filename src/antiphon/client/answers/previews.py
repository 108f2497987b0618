"""Previews: what each advisor would be sent."""

from collections.abc import Mapping

from pydantic import Field

from antiphon.client.answers.base import Answer, Failure


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


class PreviewItem(Answer):
    """What goes along with the message, and the tokens it is reckoned to take."""

    kind: str
    tokens: int


class PreviewQuote(Answer):
    """Another voice in the reference block: by which rule it is quoted, and what each rule would take in tokens."""

    advisor_id: str
    name: str
    rule: str
    tokens: int
    rules: Mapping[str, int] = Field(default_factory=dict)


class Cost(Answer):
    """Dollars; unknown prices are absent and never zero."""

    cold: float | None = None
    warm: float | None = None
    output: float | None = None


class Thinking(Answer):
    """How much an advisor is asked to think, who chose it, and why it is not asked after all, if it is not."""

    chosen: str | int | None = None
    chosen_by: str | None = None
    unmet: str = ""
    tokens: int = 0
    cost: float | None = None


class Cache(Answer):
    """How much of the payload a cache filled by the last one would serve."""

    share: float


class AdvisorPreview(Answer):
    """What one advisor would be sent."""

    advisor_id: str
    name: str
    model: str
    problem: Failure | None = None
    sha256: str | None = None
    message_count: int
    tokens: int
    calibrated: bool
    estimate_error: float | None = None
    limit: int | None = None
    binding: str | None = None
    included: int
    trimmed: tuple[str, ...] = ()
    items: tuple[PreviewItem, ...] = ()
    thinking: Thinking | None = None
    quotes: tuple[PreviewQuote, ...] = ()
    cost: Cost
    cache: Cache | None = None
    spans: tuple[Span, ...] = ()
    messages: tuple[PreviewedMessage, ...] | None = None
    body: str | None = None


class Preview(Answer):
    """What everybody asked would be sent, and the moment it is stamped with."""

    conversation_id: str | None
    at: str
    counter: str
    visible: int
    hidden_pins: int
    cost: Cost
    advisors: tuple[AdvisorPreview, ...]


class KeptTurns(Answer):
    """What one advisor would be sent under one rule; `inside` are the positions, as stretches."""

    advisor_id: str
    name: str
    problem: Failure | None = None
    included: int
    tokens: int
    cost: Cost
    inside: tuple[tuple[int, int], ...]


class DroppingRule(Answer):
    """All advisors under one rule."""

    dropping: str
    included: int
    cost: Cost
    advisors: tuple[KeptTurns, ...]


class RuleComparison(Answer):
    """One draft under every rule, and the positions on which the rules part, by advisor."""

    conversation_id: str
    chosen: str
    visible: int
    policies: tuple[DroppingRule, ...]
    differences: dict[str, tuple[tuple[int, int], ...]]
