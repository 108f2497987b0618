"""An export of another program that somebody brought, and what becomes of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NewType

from antiphon.conversation.ids import ConversationId
from antiphon.conversation.reply import ReplyError

ImportId = NewType("ImportId", str)

# arriving: its bytes are coming in. reading, writing, undoing: somebody is at it, or will be. ready: it can be looked
# at, and nothing has been written. undone: nothing of it is left but this.
ImportStatus = Literal["arriving", "reading", "ready", "writing", "done", "undoing", "undone", "failed"]

# new: not here yet. grown: here, and longer now. known: here as it is. imported: it came. left: the person did not want
# it. kept: it stayed when the rest was undone, because the person had gone on with it.
ItemFate = Literal["new", "grown", "known", "imported", "left", "kept"]


@dataclass(frozen=True, slots=True)
class Import:
    """One file. `report` says what is in it, once it was read; `counts` how many conversations have which fate."""

    id: ImportId
    name: str
    bytes: int
    status: ImportStatus
    importer: str | None
    label: str
    importer_version: int | None
    report: Mapping[str, Any] | None
    error: ReplyError | None
    created_at: datetime
    updated_at: datetime
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ImportItem:
    """One conversation in it: where it stands in the file, and what became of it."""

    number: int
    source_key: str
    branch: int
    title: str
    began_at: datetime | None
    turns: int
    replies: int
    fate: ItemFate
    conversation_id: ConversationId | None
