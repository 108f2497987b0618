"""What a person may choose for one send."""

from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import TypedDict

from antiphon.api.schemas.body import Body, Id, Ids, ModelName

Item = Literal["reference", "synthesis", "state", "memory", "instructions", "todo", "documents"]
Dropping = Literal["oldest", "importance", "sticky"]
# A single thing that is not sent this time: for one advisor, or (with nothing before the stroke) for everybody.
Omitted = Annotated[
    str, Field(max_length=300, pattern=r"^[^/\x00]{0,40}/(memory|instruction|document|tool|guideline):[^\x00]{1,200}$")
]
FilterLine = Annotated[str, Field(max_length=10_000)]


class ChoiceBody(Body):
    """What the person chose for one send; what is absent is as usual."""

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

    def named(self) -> dict[str, Any]:
        """What was said, without what was not."""
        return self.model_dump(exclude_none=True)


class ChoiceAnswer(TypedDict, total=False):
    """What was chosen; what is as usual is absent."""

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
