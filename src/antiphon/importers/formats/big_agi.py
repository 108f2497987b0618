"""big-AGI: one conversation or all of them; the keys of models that lie beside them are never looked at."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson

from antiphon.documents.limits import Unreadable
from antiphon.importers.ledger import FieldUse, Ledger, declare, declare_kept
from antiphon.importers.nodes import AttachedFile, Author, ImportedConversation, Node, Role, ToolCall
from antiphon.importers.protocol import API, Sample
from antiphon.importers.shapes import (
    id_of,
    list_of,
    object_of,
    objects_of,
    put_piece,
    read_records,
    text_of,
    written_of,
)
from antiphon.importers.source import Member, Source
from antiphon.importers.times import read_moment

_ROLES: Final[Mapping[str, Role]] = {"user": "user", "assistant": "assistant"}


@dataclass(frozen=True, slots=True)
class BigAGI:
    """A list of messages for each conversation, made of fragments, or of plain text in older exports."""

    name: str = "big-agi"
    label: str = "big-AGI"
    version: int = 1
    api: int = API
    fields: tuple[FieldUse, ...] = (
        *declare("file", "taken", conversations="conversations"),
        *declare("file", "refused", models="it holds keys of models: never read, never kept"),
        *declare_kept("file", "folders"),
        *declare(
            "conversation",
            "taken",
            id="what it is recognised by",
            messages="turns and replies",
            userTitle="title",
            autoTitle="title, where there is no other",
            created="when it began",
            updated="when it last changed",
        ),
        *declare_kept("conversation", "systemPurposeId", "tokenCount", "userSymbol", "isArchived", "isIncognito"),
        *declare(
            "message",
            "taken",
            id="name of the message",
            role="who speaks",
            fragments="text, thinking, tools and files",
            text="text, in older exports",
            originLLM="the model, in older exports",
            generator="the model",
            userFlags="a star; messages that are not sent stay so",
            created="when it was said",
        ),
        *declare_kept("message", "purposeId", "metadata", "updated", "tokenCount", "sender", "typing", "avatar"),
        *declare_kept("message", "pendingIncomplete", "pendingPlaceholderText"),
    )

    def recognise(self, sample: Sample) -> int:
        """By messages with the purpose beside them, in a list or alone."""
        listed = sample.has_record("conversations", "messages", "id") or sample.has_record(
            "conversations", "messages", "systemPurposeId"
        )
        alone = {"id", "messages", "systemPurposeId"} <= sample.keys
        return 75 if listed or alone else 0

    def read(self, source: Source, members: Sequence[Member], ledger: Ledger) -> Iterator[ImportedConversation]:
        """One conversation for each record, or for the file."""
        for member in members:
            alone = _read_alone(source, member, ledger)
            if alone is not None:
                yield alone
                continue
            for piece, record in read_records(source, [member], ledger, "conversations"):
                found = _read(record, piece.raw or b"", ledger)
                if found is None:
                    ledger.warn("no_messages")
                else:
                    yield found


def _read_alone(source: Source, member: Member, ledger: Ledger) -> ImportedConversation | None:
    """A file that is one conversation; only its own fields are kept as the original."""
    record: dict[str, Any] = {}
    damaged = 0
    with source.open_pieces(member) as pieces:
        for piece in pieces:
            if piece.key in ("conversations", "models", "folders"):
                return None
            try:
                value = piece.load()
            except Unreadable:
                damaged += 1
                continue
            put_piece(record, piece, value)
        is_cut = pieces.ended_early
    try:
        found = _read(record, orjson.dumps(record), ledger)
    except TypeError:
        return None
    if found is not None:
        for what in ["damaged"] * damaged + ["cut_off"] * is_cut:
            ledger.warn(what)
    return found


def _read(record: Mapping[str, Any], raw: bytes, ledger: Ledger) -> ImportedConversation | None:
    ledger.look("conversation", record)
    source_id, messages = id_of(record.get("id")), objects_of(record.get("messages"))
    if source_id is None or not messages:
        return None
    nodes: list[Node] = []
    before: str | None = None
    notes: list[str] = []
    for place, message in enumerate(messages):
        ledger.look("message", message)
        node = _read_message(message, place, before)
        if node.role == "system" and node.text:
            notes.append(node.text)
        nodes.append(node)
        before = node.id
    return ImportedConversation(
        source_id=source_id,
        nodes=tuple(nodes),
        original=raw,
        title=text_of(record.get("userTitle")) or text_of(record.get("autoTitle")),
        created_at=read_moment(record.get("created")),
        updated_at=read_moment(record.get("updated")),
        note="\n\n".join(notes),
    )


def _read_message(message: Mapping[str, Any], place: int, before: str | None) -> Node:
    role = _ROLES.get(text_of(message.get("role")), "system")
    flags = [each for each in list_of(message.get("userFlags")) if isinstance(each, str)]
    parts = [object_of(each.get("part")) for each in objects_of(message.get("fragments"))]
    kinds = [(text_of(each.get("pt")), each) for each in parts]
    texts = [text_of(each.get("text")) for kind, each in kinds if kind == "text"] or [text_of(message.get("text"))]
    error = "\n\n".join(text_of(each.get("error")) for kind, each in kinds if kind == "error")
    return Node(
        id=id_of(message.get("id")) or f"message {place}",
        parent=before,
        role=role,
        text="\n\n".join(filter(None, texts)),
        author=_name_author(message) if role == "assistant" else None,
        thinking="\n\n".join(filter(None, (text_of(each.get("aText")) for kind, each in kinds if kind == "ma"))),
        files=tuple(_read_file(kind, each) for kind, each in kinds if kind in ("doc", "image_ref", "reference")),
        tools=tuple(_read_tool(kind, each) for kind, each in kinds if kind in ("tool_invocation", "tool_response")),
        at=read_moment(message.get("created")),
        state="error" if error else "complete",
        error=error,
        hidden=role == "system",
        stars=1 if "starred" in flags else 0,
        out="aix.skip" in flags,
    )


def _name_author(message: Mapping[str, Any]) -> Author:
    model = text_of(object_of(message.get("generator")).get("name")) or text_of(message.get("originLLM"))
    return Author(model or "unknown", f"big-AGI · {model}" if model else "big-AGI", model)


def _read_file(kind: str, part: Mapping[str, Any]) -> AttachedFile:
    name = text_of(part.get("l1Title")) or text_of(part.get("altText")) or text_of(part.get("ref")) or "file"
    text = text_of(object_of(part.get("data")).get("text")) if kind == "doc" else ""
    return AttachedFile(name, text)


def _read_tool(kind: str, part: Mapping[str, Any]) -> ToolCall:
    inside = object_of(part.get("invocation")) or object_of(part.get("response"))
    name = text_of(inside.get("name")) or "tool"
    if kind == "tool_invocation":
        return ToolCall(text_of(part.get("id")), name, written_of(inside.get("args")) or "{}")
    return ToolCall(text_of(part.get("id")), name, "", written_of(inside.get("result")), bool(part.get("error")))


importer = BigAGI()
