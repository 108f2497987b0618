"""Bodies and answers about exports of other programs."""

from typing import Annotated

from pydantic import BaseModel, Field

from antiphon.api.schemas.body import Body
from antiphon.api.schemas.documents import FileName
from antiphon.api.schemas.page import Page
from antiphon.conversation.imports import ImportStatus, ItemFate


class NewImport(Body):
    """The name of the file that is coming; it is what the file is called, and tells nothing about what it is."""

    name: FileName


class StartImport(Body):
    """Conversations that are not wanted, by their numbers."""

    leave_out: Annotated[tuple[int, ...], Field(max_length=100_000)] = ()


class OtherFiles(BaseModel):
    """Files of the archive that are not read."""

    count: int
    names: list[str]


class ImportReport(BaseModel):
    """What is in a file. `left` says what cannot come as it was, `unknown_fields` what this version does not know.

    Both stay in the original. `records` counts by kind what an archive of our own holds.
    """

    conversations: int
    branches: int
    turns: int
    replies: int
    files_missing: int
    notes: int
    first: str | None
    last: str | None
    authors: dict[str, int]
    left: dict[str, int]
    records: dict[str, int] = Field(default_factory=dict)
    unknown_fields: dict[str, int]
    other_files: OtherFiles


class ImportCounts(BaseModel):
    """How many conversations are new, have grown, are here as they are, came, were not wanted, stayed behind."""

    new: int = 0
    grown: int = 0
    known: int = 0
    imported: int = 0
    left: int = 0
    kept: int = 0


class ImportFailure(BaseModel):
    """Why it ended as it did."""

    code: str
    message: str


class ImportedFileAnswer(BaseModel):
    """One file: whose export it is, what is in it once it was read, and what became of its conversations."""

    id: str
    name: str
    bytes: int
    status: ImportStatus
    importer: str | None
    label: str
    report: ImportReport | None
    counts: ImportCounts
    error: ImportFailure | None
    created_at: str
    updated_at: str


class ImportedConversationAnswer(BaseModel):
    """One conversation of a file; `conversation_id` once it stands here."""

    number: int
    title: str
    branch: int
    began_at: str | None
    turns: int
    replies: int
    fate: ItemFate
    conversation_id: str | None


class ImporterAnswer(BaseModel):
    """A format that can be read, and which version of its importer reads it."""

    name: str
    label: str
    version: int


ImportsPage = Page[ImportedFileAnswer]
ImportedConversationsPage = Page[ImportedConversationAnswer]
ImportersPage = Page[ImporterAnswer]
