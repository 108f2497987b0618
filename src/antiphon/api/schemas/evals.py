"""Bodies about advisors under test: cases, runs, and better words."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from antiphon.api.schemas.body import Body, Id, ModelName
from antiphon.api.schemas.memory import AnalysisErrorAnswer
from antiphon.api.schemas.page import Page

RunStatus = Literal["running", "done", "failed", "stopped", "interrupted"]
ResultStatus = Literal["passed", "failed", "not_graded", "error", "skipped"]
# A little more than is kept, so that our own sentence says what is wrong.
Line = Annotated[str, Field(max_length=1_000)]
Words = Annotated[str, Field(max_length=20_000)]
# A sentence that a judge looks for, or an assertion as a file has it.
Expectation = Annotated[str, Field(max_length=10_000)] | dict[str, Any]
Expectations = Annotated[list[Expectation], Field(min_length=1, max_length=100)]
CaseIds = Annotated[list[Id], Field(min_length=1, max_length=500)]


class KeepingCaseBody(Body):
    """What every answer to a reply's question must hold. `keep_reply` keeps the reply as the reference answer."""

    asserts: Expectations
    name: Line = ""
    note: Words = ""
    keep_reply: bool = False


class ChangingCase(Body):
    """What may change; what is left out stays, and so do the messages always."""

    asserts: Expectations | None = None
    name: Line | None = None
    note: Words | None = None


class RunningEvals(Body):
    """Which cases to play: those named, or all of the advisor's. A `description` is tried in place of its own."""

    advisor_id: Id
    case_ids: CaseIds | None = None
    description: Annotated[str, Field(min_length=1, max_length=20_000)] | None = None
    model: ModelName | None = None
    judge_model: ModelName | None = None
    repeat: Annotated[int, Field(ge=1, le=5)] = 1


class ImprovingAdvisor(Body):
    """Which cases must do better, and how often words are proposed at most."""

    case_ids: CaseIds | None = None
    rounds: Annotated[int, Field(ge=1, le=10)] = 3
    model: ModelName | None = None
    judge_model: ModelName | None = None
    writer_model: ModelName | None = None


class CaseSourceAnswer(BaseModel):
    """The reply a case was taken from. The messages, encoded again as then, have the fingerprint `sha256`."""

    reply_id: str
    turn_id: str
    conversation_id: str
    advisor_version: int
    model: str
    max_tokens: int
    sha256: str
    tools: list[str]


class VerdictAnswer(BaseModel):
    """Whether an answer holds one thing, why, and the words that rests on; `score` is absent when it was not graded."""

    name: str
    type: str
    status: Literal["passed", "failed", "not_graded"]
    score: float | None
    reason: str
    advisor: str
    turn: int
    weight: float
    required: float | None
    hits: list[str]
    misses: list[str]
    spots: list[dict[str, Any]]


class ResultLine(BaseModel):
    """What came of one case once: the verdicts, the answer, and what it used. `error` says why there is no answer."""

    case_id: str
    repeat: int
    status: ResultStatus
    score: float | None
    answer: str
    verdicts: list[VerdictAnswer]
    error: str
    tokens: int
    cost: float | None
    seconds: float
    ended_at: str


class ResultAnswer(ResultLine):
    """The same with every request that was made for it, by advisors and by judges."""

    run_id: str
    exchanges: list[dict[str, Any]]
    judged: list[dict[str, Any]]


class LatestAnswer(BaseModel):
    """The newest result of a case under the advisor's own words."""

    run_id: str
    status: ResultStatus
    score: float | None
    ended_at: str


class CaseLine(BaseModel):
    """A case without its messages. `question` is what is asked last, `latest` what came of it."""

    id: str
    advisor_id: str
    name: str
    note: str
    question: str
    asserts: list[Any]
    source: CaseSourceAnswer | None
    archived: bool
    created_at: str
    updated_at: str
    latest: LatestAnswer | None


class CaseAnswer(CaseLine):
    """A case in full; `body` is its entry in a file."""

    body: dict[str, Any]


class CasesAnswer(Page[CaseLine]):
    """Cases, oldest first."""


class ImportedCases(BaseModel):
    """The cases a file brought, and what was odd about it."""

    cases: list[CaseLine]
    warnings: list[str]


class UnkeptCase(BaseModel):
    """An advisor whose reply cannot be a case, and why."""

    advisor_id: str
    name: str
    code: str
    message: str


class DecisionCases(BaseModel):
    """The cases that a decision became, and who has none."""

    cases: list[CaseLine]
    unkept: list[UnkeptCase]


class EvalRunLine(BaseModel):
    """A run without its results. `score` is the mean of what was judged; `counts` are results by status.

    With a `description` that was tried in place of the advisor's own. `planned` is how many results there will be.
    """

    id: str
    advisor_id: str
    advisor_version: int
    description: str | None
    model: str
    judge_model: str | None
    repeat: int
    case_ids: list[str]
    status: RunStatus
    error: AnalysisErrorAnswer | None
    improvement_id: str | None
    planned: int
    finished: int
    counts: dict[str, int]
    score: float | None
    tokens: int
    cost: float | None
    created_at: str
    ended_at: str | None


class EvalRunAnswer(EvalRunLine):
    """A run with every result so far."""

    results: list[ResultLine]


class VersionScore(BaseModel):
    """How one version of an advisor did in its newest run, its own words; `runs` counts all that are listed."""

    version: int
    runs: int
    score: float | None
    newest_at: str


class EvalHistoryAnswer(Page[EvalRunLine]):
    """Everything about an advisor under test: cases, runs newest first, scores by version, and better words."""

    advisor_id: str
    version: int
    cases: list[CaseLine]
    versions: list[VersionScore]
    improvements: list["ImprovementLine"]


class AttemptAnswer(BaseModel):
    """A wording that was tried; number 0 is the advisor's own. `error` says why there is none, or no run of it."""

    number: int
    description: str
    why: str
    run_id: str | None
    analysis_id: str | None
    score: float | None
    passed: int
    error: str


class ImprovementLine(BaseModel):
    """A search for better words without the words."""

    id: str
    advisor_id: str
    advisor_version: int
    status: RunStatus
    rounds: int
    tried: int
    best: int
    score_before: float | None
    score_after: float | None
    accepted_version: int | None
    created_at: str
    ended_at: str | None


class CaseChangeAnswer(BaseModel):
    """One case under the words as they were and under the best ones."""

    case_id: str
    name: str
    before: ResultLine | None
    after: ResultLine | None


class ImprovementAnswer(ImprovementLine):
    """The search with everything that was tried, and the best wording beside the advisor's own.

    `pieces` is the difference, word by word. Without a better wording `after` is absent.
    """

    model: str
    judge_model: str | None
    writer_model: str | None
    case_ids: list[str]
    error: AnalysisErrorAnswer | None
    attempts: list[AttemptAnswer]
    before: str
    after: str | None
    pieces: list[dict[str, str]]
    cases: list[CaseChangeAnswer]


class AssertionTypeAnswer(BaseModel):
    """One kind of assertion: what it means, its options, and whether it takes a value."""

    type: str
    meaning: str
    options: list[str]
    value: Literal["needed", "optional", "none"]


class AssertionTypesAnswer(Page[AssertionTypeAnswer]):
    """Every kind there is."""
