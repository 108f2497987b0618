"""Evals: advisors under test."""

from collections.abc import Mapping
from typing import Any

from antiphon.client.answers.base import Answer, Failure


class EvalCase(Answer):
    """A question, and what is expected of the answer."""

    id: str
    advisor_id: str
    name: str
    note: str = ""
    question: str
    asserts: tuple[Any, ...] = ()
    archived: bool = False


class EvalResult(Answer):
    """What came of one case once; `error` says why there is no answer."""

    case_id: str
    repeat: int
    status: str
    score: float | None
    answer: str = ""
    error: str = ""
    tokens: int = 0
    cost: float | None = None


class EvalRun(Answer):
    """Cases played against an advisor, as far as that has come; results are there when one run was asked for."""

    id: str
    advisor_id: str
    advisor_version: int
    model: str
    status: str
    error: Failure | None = None
    planned: int
    finished: int
    counts: Mapping[str, int]
    score: float | None
    tokens: int = 0
    cost: float | None = None
    results: tuple[EvalResult, ...] = ()


class ImportedCases(Answer):
    """The cases a file brought, and what was odd about it."""

    cases: tuple[EvalCase, ...]
    warnings: tuple[str, ...] = ()


class UnkeptCase(Answer):
    """An advisor whose reply cannot be a case, and why."""

    advisor_id: str
    name: str
    code: str
    message: str


class DecisionCases(Answer):
    """The cases that a decision became, and who has none."""

    cases: tuple[EvalCase, ...]
    unkept: tuple[UnkeptCase, ...] = ()


class AssertionType(Answer):
    """A kind of thing an answer can be asked to hold."""

    type: str
    meaning: str
    options: tuple[str, ...] = ()
    value: str


class EvalHistory(Answer):
    """Everything about an advisor under test: its cases, and as `items` its runs, newest first."""

    advisor_id: str
    version: int
    cases: tuple[EvalCase, ...]
    items: tuple[EvalRun, ...]
    next: str | None = None
