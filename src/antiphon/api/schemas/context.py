"""Bodies about what is sent: choices, previews, marks, replays, differences."""

from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BaseModel, Field

from antiphon.api.schemas.body import Body, Id, ModelName, Text
from antiphon.api.schemas.choice import ChoiceBody, FilterLine

Tag = Annotated[str, Field(min_length=1, max_length=100)]


class DraftBody(Body):
    """A message to look at before it is sent. `details` brings the messages and the bytes too."""

    text: Text = ""
    advisor_ids: Annotated[list[Id], Field(max_length=100)] | None = None
    choice: ChoiceBody | None = None
    at: AwareDatetime | None = None
    replaces: Id | None = None
    details: bool = True


class DraftDiffBody(DraftBody):
    """Two advisors whose payloads for a draft are compared."""

    a: Id
    b: Id


class MarksBody(Body):
    """What to set on turns; what is absent is left alone. `contexts` maps an advisor (empty: everybody) to a mark."""

    turn_ids: Annotated[list[Id], Field(min_length=1, max_length=10_000)]
    stars: Annotated[int, Field(ge=0, le=3)] | None = None
    colour_flag: Literal["blue", "grey", "none"] | None = None
    pinned: bool | None = None
    topic: Annotated[str, Field(max_length=1_000)] | None = None
    add_tags: Annotated[list[Tag], Field(max_length=100)] | None = None
    remove_tags: Annotated[list[Tag], Field(max_length=100)] | None = None
    contexts: dict[Annotated[str, Field(max_length=40)], Literal["in", "out", "pin"] | None] | None = None


class TurnIdsBody(Body):
    """Turns to delete or to bring back."""

    turn_ids: Annotated[list[Id], Field(min_length=1, max_length=10_000)]


class CommandBody(Body):
    """A filter line that ends in a colon command."""

    line: FilterLine
    confirm: bool = False


class CommandAnswer(BaseModel):
    """The turns a command is about, whether it was carried out, and the turns that can be restored."""

    command: str
    count: int
    turn_ids: list[str]
    done: bool
    text: str | None
    undo: list[str]
    fact: dict[str, Any] | None


class ReplayBody(Body):
    """What is different this time."""

    choice: ChoiceBody | None = None
    model: ModelName | None = None
    advisor_version: Annotated[int, Field(ge=1, le=2_147_483_647)] | None = None


class EditBody(Body):
    """Other words for a reply; none bring the advisor's own back."""

    text: Text | None


class SpanAnswer(BaseModel):
    """Neighbouring visible turns with the same fate."""

    first: int
    last: int
    turns: int
    inside: bool
    why: str
    sentence: str


class MessageAnswer(BaseModel):
    """One message of the payload and what it is there for."""

    role: str
    content: str
    kind: str
    turn_id: str | None


class AdvisorPreviewAnswer(BaseModel):
    """What one advisor would be sent."""

    advisor_id: str
    name: str
    model: str
    provider: str | None
    problem: dict[str, Any] | None
    sha256: str | None
    size: int | None
    url: str | None
    message_count: int
    tokens: int
    plain_tokens: int
    calibrated: bool
    estimate_error: float | None
    fixed_tokens: int
    request_tokens: int
    history_tokens: int
    max_tokens: int
    limit: int | None
    binding: str | None
    request_allowance: int
    reply_allowance: int
    included: int
    items: list[str]
    cost: dict[str, float | int | None]
    cache: dict[str, float | int] | None
    spans: list[SpanAnswer]
    messages: list[MessageAnswer] | None
    body: str | None


class PreviewAnswer(BaseModel):
    """What every advisor asked would be sent; hand `at` and the fingerprints back with the send to hold it to this."""

    conversation_id: str
    seq: int
    at: str
    choice: dict[str, Any]
    counter: str
    included: int
    visible: int
    hidden_pins: int
    recomputed: bool
    cost: dict[str, float | None]
    advisors: list[AdvisorPreviewAnswer]


class PieceAnswer(BaseModel):
    """A run of words."""

    op: Literal["same", "removed", "added"]
    text: str


class ChangeAnswer(BaseModel):
    """A message in both, in one, or in both with other words."""

    kind: Literal["same", "removed", "added", "changed"]
    role: str
    a: int | None
    b: int | None
    pieces: list[PieceAnswer]


class PayloadDiffAnswer(BaseModel):
    """Where two payloads part."""

    first_difference: int | None
    a_size: int
    b_size: int
    shared: float
    changes: list[ChangeAnswer]


class DiffAnswer(BaseModel):
    """What differs in what was sent, and in what came back."""

    payload: PayloadDiffAnswer
    answer: list[PieceAnswer]
