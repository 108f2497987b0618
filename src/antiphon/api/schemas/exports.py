"""Bodies and answers about files that people write for themselves."""

from typing import Annotated

from pydantic import BaseModel, Field

from antiphon.api.schemas.body import Body, Ids
from antiphon.api.schemas.page import Page
from antiphon.conversation.exports import ExportStatus


class NewExport(Body):
    """What is wanted. No conversation named means everything; an archive then holds all that is kept of a person.

    `variants` and `thinking` are for formats that leave them out otherwise; an archive has both.
    """

    format: Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[^\x00]*$")] = "archive"
    conversation_ids: Ids = Field(default_factory=list)
    variants: bool = False
    thinking: bool = False


class ExportFailure(BaseModel):
    """Why it ended as it did."""

    code: str
    message: str


class ExportedFileAnswer(BaseModel):
    """One file. When its status is `done` it can be fetched, whole or in as many `pieces`, until `kept_until`.

    `signer` is the public half of the key it is signed with, `signature` is over its SHA-256; both are hex, and absent
    where nothing is installed to sign with.
    """

    id: str
    format: str
    conversation_ids: list[str]
    name: str
    media_type: str
    status: ExportStatus
    written: int
    of: int | None
    bytes: int
    pieces: int
    sha256: str | None
    signer: str | None
    signature: str | None
    error: ExportFailure | None
    created_at: str
    kept_until: str


class ExporterAnswer(BaseModel):
    """A format that can be written."""

    name: str
    label: str
    media_type: str
    suffix: str
    version: int


class SignerAnswer(BaseModel):
    """Whose signature stands under what leaves here: the public half of an Ed25519 key as hex, or nobody's."""

    algorithm: str
    signer: str | None


ExportsPage = Page[ExportedFileAnswer]
ExportersPage = Page[ExporterAnswer]
