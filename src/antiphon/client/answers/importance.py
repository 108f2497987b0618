"""How much a message weighs."""

from antiphon.client.answers.base import Answer


class ImportanceReason(Answer):
    """A rule that held: the score is `amount`, is no less, or is so much more."""

    rule: str
    effect: str
    amount: float
    words: str | None = None


class Importance(Answer):
    """What was reckoned and why, and what the person said instead; `counts` is what decides."""

    reckoned: float | None
    worth: float | None
    counts: float | None
    reasons: tuple[ImportanceReason, ...] = ()
    pinned_by: str | None = None
