"""Cases that are kept beside an advisor, runs of them, and attempts at better words for it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, NamedTuple

from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId, TurnId
from antiphon.conversation.reply import ReplyError
from antiphon.conversation.thinking import Thinking

# Stopped by the person; interrupted when the node that was at it is gone. Both can go on.
EvalStatus = Literal["running", "done", "failed", "stopped", "interrupted"]


@dataclass(frozen=True, slots=True)
class CaseSource:
    """The reply a case was taken from, and all that its request was made of besides the messages.

    `description` is the advisor's as it stood in them. `kinds` says what each message was there for. Encoded with these
    the messages are the request again, by its fingerprint `sha256`; `tools` names those that were described in it and
    that a case leaves out.
    """

    reply_id: ReplyId
    turn_id: TurnId
    conversation_id: ConversationId
    advisor_version: int
    description: str
    model: str
    max_tokens: int
    temperature: float | None
    cache_key: str
    kinds: tuple[str, ...]
    sha256: str
    tools: tuple[str, ...] = ()
    thinking: Thinking | None = None


@dataclass(frozen=True, slots=True)
class StoredCase:
    """One case of an advisor. `body` is the case as a file would have it, without its id and its note."""

    id: str
    advisor_id: AdvisorId
    name: str
    body: Mapping[str, Any]
    created_at: datetime
    updated_at: datetime
    note: str = ""
    source: CaseSource | None = None
    archived: bool = False


class ModelUse(NamedTuple):
    """What one case used of one model; `provider:model`."""

    model: str
    calls: int = 0
    unreported: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    cache_write_tokens: int = 0


@dataclass(frozen=True, slots=True)
class EvalOutcome:
    """What came of one case the `repeat`th time it was played.

    `status` and `score` are as the verdicts have it: without a score nobody could judge. `told` is the question, the
    last answer and the verdicts; `body` is all of it, with every request. Each is there only where it was asked for.
    """

    run_id: str
    case_id: str
    repeat: int
    status: str
    score: float | None
    ended_at: datetime
    tokens: int = 0
    dollars: float | None = None
    seconds: float = 0.0
    uses: tuple[ModelUse, ...] = ()
    told: Mapping[str, Any] = field(default_factory=dict)
    body: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EvalTally:
    """How a run stands: cases by what came of them, the mean of those that were judged, and what all have used.

    What was used for cases that have no result counts too. `dollars` is absent as soon as one price is not known.
    """

    counts: Mapping[str, int] = field(default_factory=dict)
    score: float | None = None
    tokens: int = 0
    dollars: float | None = None

    @property
    def finished(self) -> int:
        """How many have ended, however."""
        return sum(self.counts.values())


@dataclass(frozen=True, slots=True)
class EvalRun:
    """Cases of an advisor played one after the other. With a `description` it is tried in place of the advisor's own.

    `improvement_id` is set for a run that an attempt at better words made. `epoch` counts who goes on with it: only the
    last of them may write.
    """

    id: str
    advisor_id: AdvisorId
    advisor_version: int
    model: str
    case_ids: tuple[str, ...]
    created_at: datetime
    description: str | None = None
    judge_model: str | None = None
    repeat: int = 1
    status: EvalStatus = "running"
    error: ReplyError | None = None
    improvement_id: str | None = None
    epoch: int = 1
    ended_at: datetime | None = None
    tally: EvalTally = field(default_factory=EvalTally)

    @property
    def planned(self) -> int:
        """How many results there are when all is done."""
        return len(self.case_ids) * self.repeat


@dataclass(frozen=True, slots=True)
class Attempt:
    """A wording that was tried, why it was proposed, and how it did; the first one is the advisor's own.

    `error` says why there is no wording, or no run of it.
    """

    number: int
    description: str
    why: str = ""
    run_id: str | None = None
    analysis_id: str | None = None
    score: float | None = None
    passed: int = 0
    error: str = ""


@dataclass(frozen=True, slots=True)
class Improvement:
    """Attempts at better words for an advisor. The advisor stays as it is until the person takes the best of them over.

    `best` is the number of the attempt that did best so far, 0 for the words it has. `accepted_version` is the version
    that came of it.
    """

    id: str
    advisor_id: AdvisorId
    advisor_version: int
    description: str
    case_ids: tuple[str, ...]
    rounds: int
    model: str
    created_at: datetime
    judge_model: str | None = None
    writer_model: str | None = None
    status: EvalStatus = "running"
    attempts: tuple[Attempt, ...] = ()
    best: int = 0
    accepted_version: int | None = None
    error: ReplyError | None = None
    ended_at: datetime | None = None

    @property
    def best_attempt(self) -> Attempt | None:
        """The attempt that did best, if one has been run."""
        return next((each for each in self.attempts if each.number == self.best), None)


def encode_source(source: CaseSource | None) -> dict[str, Any] | None:
    """The source as it is kept."""
    return None if source is None else _encode(source)


def decode_source(body: Mapping[str, Any] | None) -> CaseSource | None:
    """The source that was kept."""
    if body is None:
        return None
    known = {name: body[name] for name in CaseSource.__dataclass_fields__ if name in body}
    return CaseSource(**known | {name: tuple(body.get(name, ())) for name in ("kinds", "tools")})


def encode_use(use: ModelUse) -> dict[str, Any]:
    """What was used, as it is kept."""
    return use._asdict()


def decode_use(body: Mapping[str, Any]) -> ModelUse:
    """What was kept of it."""
    return ModelUse(**{name: body[name] for name in ModelUse._fields if name in body})


def encode_attempt(attempt: Attempt) -> dict[str, Any]:
    """The attempt as it is kept and told."""
    return _encode(attempt)


def decode_attempt(body: Mapping[str, Any]) -> Attempt:
    """The attempt that was kept."""
    return Attempt(**{name: body[name] for name in Attempt.__dataclass_fields__ if name in body})


def _encode(value: Any) -> dict[str, Any]:
    found = {name: getattr(value, name) for name in value.__dataclass_fields__}
    return {name: list(each) if isinstance(each, tuple) else each for name, each in found.items()}
