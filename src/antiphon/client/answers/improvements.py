"""Searches for better words."""

from antiphon.client.answers.base import Answer, Failure


class Attempt(Answer):
    """One wording that was tried, and how many cases it passed."""

    number: int
    score: float | None
    passed: int
    error: str = ""


class Improvement(Answer):
    """A search for better words. The words are there when one search was asked for; `after` only if they are better."""

    id: str
    advisor_id: str
    advisor_version: int
    status: str
    rounds: int
    tried: int
    best: int
    score_before: float | None
    score_after: float | None
    accepted_version: int | None = None
    error: Failure | None = None
    attempts: tuple[Attempt, ...] = ()
    before: str = ""
    after: str | None = None
