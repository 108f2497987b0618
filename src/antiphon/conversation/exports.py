"""A file that somebody has written for themselves: some conversations, or everything they have."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NewType

from antiphon.conversation.reply import ReplyError

ExportId = NewType("ExportId", str)

# writing: somebody is at it, or will be. done: it can be fetched.
ExportStatus = Literal["writing", "done", "failed"]


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What is wanted: a format, and these conversations or, with none, everything.

    `variants` and `thinking` are for formats that leave them out otherwise.
    """

    format: str
    conversation_ids: tuple[str, ...] = ()
    variants: bool = False
    thinking: bool = False


@dataclass(frozen=True, slots=True)
class Export:
    """One file. `written` of `of` conversations are in it; its size, SHA-256 and signature are known at the end."""

    id: ExportId
    request: ExportRequest
    name: str
    media_type: str
    status: ExportStatus
    written: int
    of: int | None
    sha256: str | None
    signer: str | None
    signature: bytes | None
    bytes: int
    error: ReplyError | None
    created_at: datetime
    updated_at: datetime
    kept_until: datetime
