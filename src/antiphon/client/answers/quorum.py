"""Who was heard in a turn."""

from antiphon.client.answers.base import AdvisorName, Answer


class MissingAdvisor(AdvisorName):
    """Somebody of whom nothing came."""

    state: str
    code: str | None = None


class CutAdvisor(AdvisorName):
    """Somebody whose answer ends before its end."""

    state: str


class TrimmedAdvisor(AdvisorName):
    """Somebody who answered without part of its history."""

    turns: int


class Quorum(Answer):
    """Who was asked and who was heard."""

    asked: int
    answered: int
    confidence: str
    was: str
    missing: tuple[MissingAdvisor, ...] = ()
    cut: tuple[CutAdvisor, ...] = ()
    trimmed: tuple[TrimmedAdvisor, ...] = ()
    suspected: tuple[AdvisorName, ...] = ()
    is_selective: bool = False
