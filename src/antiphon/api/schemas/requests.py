"""Bodies of requests."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from antiphon.api.schemas.body import Attachments, Body, Id, Text, Title
from antiphon.api.schemas.choice import MOST_NOTE_CHARS, ChoiceBody


class NewConversation(Body):
    """A conversation to begin. One that is not `kept` is deleted for good after it was left, or after a day."""

    title: Title = ""
    panel_id: Id | None = None
    kept: bool = True


class ChangedConversation(Body):
    """What may be changed about a conversation; what is left out stays. No `folder_id` takes it out of its folder."""

    title: Title | None = None
    panel_id: Id | None = None
    topic: Annotated[str, Field(min_length=1, max_length=1_000)] | None = None
    folder_id: Id | None = None
    kept: bool | None = None


class NewMessage(Body):
    """A message to the panel, or to some of it.

    `at` and `expect` (fingerprints by advisor) come from a preview: then exactly that is sent, or nothing.
    `replaces` is the newest question, or one nobody answered, which goes when this one comes: an answered one stays as
    an earlier wording. `attachments` are documents that go along.
    """

    text: Text
    advisor_ids: Annotated[list[Id], Field(max_length=100)] | None = None
    choice: ChoiceBody | None = None
    at: AwareDatetime | None = None
    expect: dict[Id, Annotated[str, Field(pattern="^[0-9a-f]{64}$")]] | None = None
    pinned: bool | None = None
    replaces: Id | None = None
    attachments: Attachments | None = None


class ProgramMessage(Body):
    """A question that a program asks for its person, over the wire that `surface` names.

    In this conversation, or in a new one with this panel or the default one; of the panel, or of the advisors named,
    whom no panel need hold. `note` is what the program itself says to them. Advisors answer at once unless
    `lets_them_ask`, or a person began the conversation here.
    """

    text: Text
    surface: Literal["mcp", "agui", "bridge"]
    conversation_id: Id | None = None
    panel_id: Id | None = None
    advisor_ids: Annotated[list[Id], Field(max_length=100)] | None = None
    note: Annotated[str, Field(max_length=MOST_NOTE_CHARS)] = ""
    lets_them_ask: bool = False
