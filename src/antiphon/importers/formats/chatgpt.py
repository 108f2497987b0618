"""ChatGPT: `conversations.json`, or `conversations-000.json` and so on, alone or in the archive it comes in."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from antiphon.importers.formats.chatgpt_content import CONTENT_FIELDS, Said, read_content
from antiphon.importers.ledger import FieldUse, Ledger, declare, declare_kept
from antiphon.importers.nodes import Author, ImportedConversation, Node, Role
from antiphon.importers.protocol import API, Sample
from antiphon.importers.shapes import id_of, object_of, read_records, text_of
from antiphon.importers.source import Member, Source
from antiphon.importers.times import read_moment

_LISTS = ("", "conversations")
_HIDDEN = "is_visually_hidden_from_conversation"
_ROLES: Mapping[str, Role] = {"user": "user", "assistant": "assistant", "tool": "tool"}


@dataclass(frozen=True, slots=True)
class ChatGPT:
    """A tree of messages for each conversation; the path behind `current_node` is the one that was shown."""

    name: str = "chatgpt"
    label: str = "ChatGPT"
    version: int = 1
    api: int = API
    fields: tuple[FieldUse, ...] = (
        *declare(
            "conversation",
            "taken",
            id="what it is recognised by",
            conversation_id="what it is recognised by, where there is no `id`",
            title="title",
            create_time="when it began",
            update_time="when it last changed",
            mapping="turns, replies, variants and branches",
            current_node="the path that was shown",
            default_model_slug="model of messages that name none",
            model_slug="the same, before `default_model_slug`",
            is_starred="a star on the first turn",
        ),
        *declare_kept(
            "conversation",
            *("moderation_results", "plugin_ids", "conversation_template_id", "gizmo_id", "gizmo_type", "is_archived"),
            *("pinned_time", "voice", "safe_urls", "blocked_urls", "async_status", "disabled_tool_ids"),
            *("is_do_not_remember", "is_study_mode", "is_read_only", "memory_scope", "conversation_origin", "owner"),
            *("sugar_item_id", "sugar_item_visible", "context_scopes", "atlas_mode_enabled", "workspace_id"),
        ),
        *declare("node", "taken", id="name of the message", parent="the message before it", message="what was said"),
        *declare(
            "node", "original", children="the tree is read from `parent` alone: lists of children are often broken"
        ),
        *declare(
            "message",
            "taken",
            author="who speaks, and whether anybody sees it",
            create_time="when it was said",
            content="text, thinking, tools and files, by its type",
            recipient="whether code is a tool that was called",
            metadata="the model, what is hidden, and sources",
            weight="messages with weight 0 were replaced and are left out",
            status="an answer that was broken off",
        ),
        *declare_kept("message", "id", "update_time", "end_turn", "channel"),
        *CONTENT_FIELDS,
    )

    def recognise(self, sample: Sample) -> int:
        """By `mapping` in any of the first records: entries of projects may stand before them."""
        return 90 if any(sample.has_record(key, "mapping") for key in _LISTS) else 0

    def read(self, source: Source, members: Sequence[Member], ledger: Ledger) -> Iterator[ImportedConversation]:
        """One conversation for each record with messages."""
        for piece, record in read_records(source, members, ledger, *_LISTS):
            ledger.look("conversation", record)
            found = _read(record, piece.raw or b"", ledger)
            if found is None:
                ledger.warn("no_messages")
            else:
                yield found


def _read(record: Mapping[str, Any], raw: bytes, ledger: Ledger) -> ImportedConversation | None:
    mapping = object_of(record.get("mapping"))
    source_id = id_of(record.get("id")) or id_of(record.get("conversation_id"))
    if source_id is None or not mapping:
        return None
    fallback = text_of(record.get("model_slug")) or text_of(record.get("default_model_slug"))
    notes: list[str] = []
    nodes = [_read_node(key, object_of(each), fallback, notes, ledger) for key, each in mapping.items()]
    return ImportedConversation(
        source_id=source_id,
        nodes=tuple(nodes),
        original=raw,
        title=text_of(record.get("title")),
        created_at=read_moment(record.get("create_time")),
        updated_at=read_moment(record.get("update_time")),
        active=id_of(record.get("current_node")),
        starred=record.get("is_starred") is True,
        note="\n\n".join(dict.fromkeys(notes)),
    )


def _read_node(key: str, node: Mapping[str, Any], fallback: str, notes: list[str], ledger: Ledger) -> Node:
    ledger.look("node", node)
    parent, message = id_of(node.get("parent")), object_of(node.get("message"))
    if not message:
        return Node(key, parent, "system", hidden=True)
    ledger.look("message", message)
    author, metadata = object_of(message.get("author")), object_of(message.get("metadata"))
    role = _ROLES.get(text_of(author.get("role")), "system")
    said = read_content(message, ledger)
    if said.note:
        notes.append(said.note)
    return Node(
        id=key,
        parent=parent,
        role=role,
        text=said.text,
        author=_name_author(metadata, fallback) if role == "assistant" else None,
        thinking=said.thinking,
        files=said.files,
        tools=said.tools,
        at=read_moment(message.get("create_time")),
        state="stopped" if message.get("status") == "finished_partial_completion" else "complete",
        hidden=_is_hidden(role, message, metadata, said),
    )


def _is_hidden(role: Role, message: Mapping[str, Any], metadata: Mapping[str, Any], said: Said) -> bool:
    """Whether nobody saw it there. What stands for a tool is seen by what came of it."""
    replaced = message.get("weight") in (0, 0.0) and not said.tools
    return metadata.get(_HIDDEN) is True or role == "system" or replaced or bool(said.note)


def _name_author(metadata: Mapping[str, Any], fallback: str) -> Author:
    model = text_of(metadata.get("model_slug")) or fallback or text_of(metadata.get("default_model_slug"))
    return Author(model or "unknown", f"ChatGPT · {model}" if model else "ChatGPT", model)


importer = ChatGPT()
