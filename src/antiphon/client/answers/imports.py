"""Exports of other programs."""

from collections.abc import Mapping

from antiphon.client.answers.base import Answer, Failure


class ImportReport(Answer):
    """What is in a file, and what cannot come as it was."""

    conversations: int
    branches: int
    turns: int
    replies: int
    files_missing: int
    notes: int
    first: str | None = None
    last: str | None = None
    authors: Mapping[str, int]
    left: Mapping[str, int]
    records: Mapping[str, int] | None = None
    unknown_fields: Mapping[str, int]


class Import(Answer):
    """One file, and what became of its conversations."""

    id: str
    name: str
    bytes: int
    status: str
    importer: str | None = None
    label: str
    report: ImportReport | None = None
    counts: Mapping[str, int]
    error: Failure | None = None
    created_at: str


class ImportedConversation(Answer):
    """One conversation of a file."""

    number: int
    title: str
    turns: int
    replies: int
    fate: str
    conversation_id: str | None = None


class Importer(Answer):
    """A format that can be read."""

    name: str
    label: str
    version: int
