"""Bodies about custom instructions."""

from typing import Annotated

from pydantic import BaseModel, Field

from antiphon.api.schemas.body import Body, Id, Title
from antiphon.api.schemas.page import Page

# Sent with every message: longer is a document, not an instruction.
InstructionText = Annotated[str, Field(max_length=20_000)]


class NewInstruction(Body):
    """An instruction for every conversation, or for one; without a name it is called by its first words."""

    name: Title = ""
    text: InstructionText
    conversation_id: Id | None = None


class ChangedInstruction(Body):
    """What changes about an instruction; what is absent stays as it is."""

    name: Title = ""
    text: InstructionText = ""
    enabled: bool = True


class InstructionOrder(Body):
    """Ids in their new order, all of every conversation or all of one."""

    ids: Annotated[list[Id], Field(min_length=1, max_length=1_000)]


class InstructionSwitch(Body):
    """On or off in this conversation; null for as everywhere."""

    enabled: bool | None


class InstructionAnswer(BaseModel):
    """An instruction; without a conversation it is for all of them.

    `enabled` is its own switch, `switched` how it is overruled in the conversation that was asked about, `counts`
    whether it is sent along there.
    """

    id: str
    name: str
    text: str
    position: int
    enabled: bool
    conversation_id: str | None
    switched: bool | None
    counts: bool


class InstructionsAnswer(Page[InstructionAnswer]):
    """Those for every conversation, then those of the one that was asked about, each in their order."""
