"""What a person may choose for one send."""

from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import TypedDict

from antiphon.api.schemas.body import Body, Id, Ids, ModelName
from antiphon.api.schemas.thinking import ThinkingAnswer, ThinkingBody

Item = Literal["reference", "synthesis", "state", "memory", "instructions", "todo", "documents", "caller"]
Dropping = Literal["oldest", "importance", "sticky"]
# A single thing that is not sent this time: for one advisor, or (with nothing before the stroke) for everybody.
Omitted = Annotated[
    str, Field(max_length=300, pattern=r"^[^/\x00]{0,40}/(memory|instruction|document|tool|guideline):[^\x00]{1,200}$")
]
# A program's standing orders to a model are rarely a tenth of this.
MOST_NOTE_CHARS = 200_000
FilterLine = Annotated[str, Field(max_length=10_000)]


class ChoiceBody(Body):
    """What the person chose for one send; what is absent is as usual.

    `phase`, `caller_note` and `max_tokens` are what a program chooses for the person it asks for: to be given views at
    once, a note of its own, and how long answers may be at most. `thinking` is how much everybody thinks this time.
    `split` is the id of a map: each is quoted only the points of it on which it and others are split. A `model` serves
    the turns after this one too, for advisors without a model of their own, until another is picked or one is sent
    with `usual_models`.
    """

    filter: FilterLine | None = None
    dropping: Dropping | None = None
    off: list[Item] | None = None
    model: ModelName | None = None
    stamps: bool | None = None
    failed_turns: bool | None = None
    focus: Id | None = None
    leave_out: Ids | None = None
    take_in: Ids | None = None
    omit: Annotated[list[Omitted], Field(max_length=1_000)] | None = None
    synthesis: Id | None = None
    models: Annotated[dict[Id, ModelName], Field(max_length=100)] | None = None
    phase: Literal["last"] | None = None
    caller_note: Annotated[str, Field(max_length=MOST_NOTE_CHARS)] | None = None
    max_tokens: Annotated[int, Field(ge=1, le=10_000_000)] | None = None
    thinking: ThinkingBody | None = None
    split: Id | None = None
    usual_models: bool | None = None

    def named(self) -> dict[str, Any]:
        """What was said, without what was not."""
        return self.model_dump(exclude_none=True)


class ChoiceAnswer(TypedDict, total=False):
    """What was chosen; what is as usual is absent. `newest_model` is what the newest turn was sent with."""

    filter: str
    dropping: Dropping
    off: list[Item]
    model: str
    stamps: bool
    failed_turns: bool
    focus: str
    leave_out: list[str]
    take_in: list[str]
    omit: list[str]
    synthesis: str
    models: dict[str, str]
    phase: Literal["last"]
    caller_note: str
    max_tokens: int
    thinking: ThinkingAnswer
    split: str
    usual_models: bool
    newest_model: str
