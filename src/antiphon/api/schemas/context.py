"""Bodies about what is sent: choices, previews, marks, replays, differences."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, Field

from antiphon.api.schemas.answers import ErrorAnswer
from antiphon.api.schemas.body import Attachments, Body, Id, ModelName, Text
from antiphon.api.schemas.choice import ChoiceAnswer, ChoiceBody, FilterLine, Item
from antiphon.api.schemas.events import Fact
from antiphon.api.schemas.thinking import ThinkingPreviewAnswer
from antiphon.context.budget import Limit
from antiphon.context.ledger import Why
from antiphon.context.quotes import QuoteRule
from antiphon.conversation.payload import Kind, Role

AdvisorIds = Annotated[list[Id], Field(max_length=100)]
Tag = Annotated[str, Field(min_length=1, max_length=100)]


class DraftBody(Body):
    """A message to look at before it is sent. `details` brings the messages and the bytes too.

    In the bytes, images are written as a word about each, unless they are wanted `exact`.
    """

    text: Text = ""
    advisor_ids: AdvisorIds | None = None
    choice: ChoiceBody | None = None
    at: AwareDatetime | None = None
    replaces: Id | None = None
    attachments: Attachments | None = None
    details: bool = True
    exact: bool = False


class NewDraftBody(Body):
    """The first message of a conversation that does not exist yet; without a panel it has the default one."""

    text: Text = ""
    panel_id: Id | None = None
    advisor_ids: AdvisorIds | None = None
    choice: ChoiceBody | None = None
    at: AwareDatetime | None = None
    attachments: Attachments | None = None
    details: bool = True
    exact: bool = False


class DraftDiffBody(DraftBody):
    """Two advisors whose payloads for a draft are compared."""

    a: Id
    b: Id


class NewDraftDiffBody(NewDraftBody):
    """The same for the first message of a conversation that does not exist yet."""

    a: Id
    b: Id


class MarksBody(Body):
    """What to set on turns; what is absent is left alone. `contexts` maps an advisor (empty: everybody) to a mark."""

    turn_ids: Annotated[list[Id], Field(min_length=1, max_length=10_000)]
    stars: Annotated[int, Field(ge=0, le=3)] | None = None
    colour_flag: Literal["blue", "grey", "none"] | None = None
    pinned: bool | None = None
    worth: Annotated[float, Field(ge=0, le=1)] | Literal["none"] | None = None
    topic: Annotated[str, Field(max_length=1_000)] | None = None
    add_tags: Annotated[list[Tag], Field(max_length=100)] | None = None
    remove_tags: Annotated[list[Tag], Field(max_length=100)] | None = None
    contexts: (
        Annotated[
            dict[Annotated[str, Field(max_length=40, pattern=r"^[^\x00]*$")], Literal["in", "out", "pin"] | None],
            Field(max_length=100),
        ]
        | None
    ) = None


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
    fact: Fact | None


class ReplayBody(Body):
    """What is different this time."""

    choice: ChoiceBody | None = None
    model: ModelName | None = None
    advisor_version: Annotated[int, Field(ge=1, le=2_147_483_647)] | None = None


class RetryBody(Body):
    """Another model for this one answer, if the usual one is not wanted."""

    model: ModelName | None = None


class EditBody(Body):
    """Other words for a reply; none bring the advisor's own back."""

    text: Text | None


class SpanAnswer(BaseModel):
    """Neighbouring visible turns with the same fate."""

    first: int
    last: int
    turns: int
    inside: bool
    why: Why
    sentence: str


class ImageAnswer(BaseModel):
    """A picture beside the words of a message; `bytes` is its size as it is sent."""

    document_id: str
    name: str
    media_type: str
    width: int
    height: int
    bytes: int
    tokens: int


class CallAnswer(BaseModel):
    """A call of a tool in a message: the name as it is sent, and the arguments as the model wrote them."""

    name: str
    arguments: str


class MessageAnswer(BaseModel):
    """One message of the payload, what it is there for, and the tokens it is reckoned to take, images included."""

    role: Role
    content: str
    kind: Kind
    turn_id: str | None
    tokens: int
    images: list[ImageAnswer]
    calls: list[CallAnswer]


class ToldToolAnswer(BaseModel):
    """A tool an advisor is told about, as `server/tool`, and the tokens its description is reckoned to take."""

    name: str
    tokens: int


class ItemAnswer(BaseModel):
    """What goes along with the message, and the tokens it is reckoned to take."""

    kind: Item
    tokens: int


class QuoteAnswer(BaseModel):
    """Another voice in the reference block: by which rule it is quoted, and what each rule would take in tokens."""

    advisor_id: str
    name: str
    rule: QuoteRule
    tokens: int
    rules: dict[QuoteRule, int]


class PanelCostAnswer(BaseModel):
    """Dollars for the prompts, with nothing cached and with what may be, and for the longest answers."""

    cold: float | None
    warm: float | None
    output: float | None


class CostAnswer(PanelCostAnswer):
    """The same for one advisor, and how much of its prompt may be cached."""

    cached_tokens: int


class CacheAnswer(BaseModel):
    """Where this payload parts from the last one sent, in bytes, and the share before that."""

    first_difference: int | None
    share: float


class AdvisorPreviewAnswer(BaseModel):
    """What one advisor would be sent. `tool_tokens`, for all it is told about its tools, are part of `fixed_tokens`.

    `trimmed` are turns that go before the first attempt, because this message leaves no room for them.
    """

    advisor_id: str
    name: str
    model: str
    provider: str | None
    problem: ErrorAnswer | None
    sha256: str | None
    size: int | None
    url: str | None
    message_count: int
    tokens: int
    plain_tokens: int
    calibrated: bool
    chars_per_token: float | None
    estimate_error: float | None
    fixed_tokens: int
    request_tokens: int
    history_tokens: int
    max_tokens: int
    limit: int | None
    binding: Limit | None
    request_allowance: int
    reply_allowance: int
    included: int
    trimmed: list[str]
    items: list[ItemAnswer]
    quotes: list[QuoteAnswer]
    tools: list[ToldToolAnswer]
    tool_tokens: int
    thinking: ThinkingPreviewAnswer
    cost: CostAnswer
    cache: CacheAnswer | None
    spans: list[SpanAnswer]
    messages: list[MessageAnswer] | None
    body: str | None


class RemindedAnswer(BaseModel):
    """A single thing advisors are reminded of; `name` is what a person knows it by.

    Leave it out of one send by `omit`: nothing or an advisor's id, then `/`, the kind, `:` and the id. A todo goes with
    its list.
    """

    kind: Literal["memory", "instruction", "todo", "document"]
    id: str
    name: str


class GuidelineAnswer(BaseModel):
    """A file whose text stands in every system prompt, unless this send leaves it out.

    `sent_chars` of its `chars` are sent at least to each advisor it is not left out for; 0 when it is for all of them.
    """

    id: str
    name: str
    chars: int
    sent_chars: int


class PreviewAnswer(BaseModel):
    """What every advisor asked would be sent; hand `at` and the fingerprints back with the send to hold it to this.

    `shown` are the turns in the view as stretches of positions, both ends included, oldest first. `last_position` is
    the newest position when this was made; 0 when there was none. Before there is a conversation it has no id.
    `reminders` is all that counts here now, also what this send leaves out.
    """

    conversation_id: str | None
    seq: int
    last_position: int
    at: str
    choice: ChoiceAnswer
    counter: str
    included: int
    visible: int
    shown: list[tuple[int, int]]
    hidden_pins: int
    recomputed: bool
    reminders: list[RemindedAnswer]
    guidelines: list[GuidelineAnswer]
    cost: PanelCostAnswer
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
