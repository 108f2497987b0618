"""What tools answer with, as programs read it."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

Status = Literal["working", "complete"]


class SeatedAdvisor(BaseModel):
    """Somebody who is asked with others; `slug` is what the tools take."""

    name: str
    slug: str
    tagline: str


class PanelLine(BaseModel):
    """Who is asked together."""

    name: str
    slug: str
    default: bool
    advisors: list[SeatedAdvisor]


class Panels(BaseModel):
    """Every panel."""

    panels: list[PanelLine]


class VoiceCount(BaseModel):
    """How many were asked, and how many of them answered to the end."""

    asked: int
    answered: int


class VoiceAnswer(BaseModel):
    """One advisor's answer. There is no text before it has ended; `error` says why there is none, or not all of it.

    A text that was cut is `truncated`: `get_answers` with this advisor and an `offset` has the rest of its `chars`.
    """

    advisor: str
    slug: str
    reply_id: str
    state: str
    text: str
    truncated: bool
    chars: int
    error: str | None = None


class Answers(BaseModel):
    """A question and what came of it; while it is `working`, `get_answers` with its `turn_id` waits for the rest."""

    status: Status
    conversation_id: str
    turn_id: str
    url: str
    quorum: VoiceCount
    voices: list[VoiceAnswer]


class Stance(BaseModel):
    """Where an advisor stands on a claim: characters `start` to `end` of its answer are `quote`."""

    advisor: str
    stance: str
    quote: str
    reply_id: str
    start: int
    end: int


class MappedClaim(BaseModel):
    """One claim and whoever said something about it."""

    text: str
    label: str
    stances: list[Stance]


class Quorum(BaseModel):
    """Who was asked and who was heard; `told` says it in sentences."""

    asked: int
    answered: int
    confidence: str
    told: list[str]


class TurnMap(BaseModel):
    """Where the voices of a turn agree, and where they do not."""

    status: Status
    turn_id: str
    claims: list[MappedClaim]
    quorum: Quorum


class Source(BaseModel):
    """Words of an advisor that a sentence rests on."""

    number: int
    advisor: str
    quote: str
    paragraph: int


class SynthesisSentence(BaseModel):
    """A sentence and the numbers of its sources; without any it is the writer's own."""

    text: str
    sources: list[int]


class SynthesisText(BaseModel):
    """One text out of what the voices of a turn said."""

    status: Status
    turn_id: str
    mode: str | None
    quorum: Quorum
    paragraphs: list[list[SynthesisSentence]]
    sources: list[Source]
    left_out: list[str]
    coverage: dict[str, int]


class SearchHit(BaseModel):
    """Where words were found."""

    conversation_id: str
    turn_id: str | None
    said_by: str
    snippet: str
    url: str


class SearchHits(BaseModel):
    """Where words were found, newest first; `more` says that there are others."""

    hits: list[SearchHit]
    more: bool


class SentAttempt(BaseModel):
    """What was sent for one attempt; `body` is the request to the byte, for whoever may read conversations."""

    attempt: int
    model: str
    sha256: Annotated[str, Field(description="of the request's bytes")]
    trimmed_turns: int
    outcome: str | None
    body: str | None = None


class ReceiptOf(BaseModel):
    """What was sent for a reply, attempt by attempt; the last one is what was answered."""

    reply_id: str
    attempts: list[SentAttempt]


class StoppedTurn(BaseModel):
    """The voices of a turn and how each stands; those that were still speaking are `stopping`."""

    turn_id: str
    stopping: list[str]
    states: dict[str, str]


def describe_shape(model: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of an answer or of arguments, without the titles that only repeat names."""
    return dict(_without_titles(model.model_json_schema()))


def _without_titles(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_without_titles(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {name: _inside(name, each) for name, each in schema.items() if name != "title" or not isinstance(each, str)}


def _inside(name: str, schema: Any) -> Any:
    """What stands under a word of the schema; names of properties are no words of it."""
    if name in ("properties", "$defs") and isinstance(schema, dict):
        return {each: _without_titles(inner) for each, inner in schema.items()}
    return _without_titles(schema)
