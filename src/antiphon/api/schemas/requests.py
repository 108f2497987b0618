"""Bodies of requests."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

# Four million characters is more than any window holds; past it a body is a mistake or an attack.
Text = Annotated[str, Field(max_length=4_000_000)]
Title = Annotated[str, Field(max_length=300)]
Id = Annotated[str, Field(min_length=1, max_length=40)]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class NewConversation(_Body):
    """A conversation to begin."""

    title: Title = ""
    panel_id: Id | None = None


class ChangedConversation(_Body):
    """What may be changed about a conversation."""

    title: Title


class NewMessage(_Body):
    """A message to the panel, or to some of it."""

    text: Text
    advisor_ids: Annotated[list[Id], Field(max_length=100)] | None = None
