"""Claude: `conversations.json`, alone, in its archive, or in one of several archives that a manifest names."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from antiphon.documents.limits import Unreadable
from antiphon.importers.ledger import FieldUse, Ledger, declare, declare_kept
from antiphon.importers.nodes import AttachedFile, Author, ImportedConversation, Node, ToolCall
from antiphon.importers.protocol import API, Sample
from antiphon.importers.shapes import id_of, object_of, objects_of, read_records, text_of, written_of
from antiphon.importers.source import Member, Source
from antiphon.importers.times import read_moment

_LISTS = ("", "conversations")
_NO_PARENT: Final = frozenset({"00000000-0000-4000-8000-000000000000", "00000000-0000-0000-0000-000000000000"})
_AUTHOR: Final = Author("claude", "Claude")


@dataclass(frozen=True, slots=True)
class Claude:
    """A list of messages for each conversation; where they name the one before them there are branches."""

    name: str = "claude"
    label: str = "Claude"
    version: int = 1
    api: int = API
    fields: tuple[FieldUse, ...] = (
        *declare(
            "conversation",
            "taken",
            uuid="what it is recognised by",
            name="title",
            created_at="when it began",
            updated_at="when it last changed",
            chat_messages="turns, replies, variants and branches",
            current_leaf_message_uuid="the path that was shown",
            model="model of the answers",
            is_starred="a star on the first turn",
        ),
        *declare_kept("conversation", "account", "summary", "settings", "project_uuid", "project", "is_temporary"),
        *declare_kept("conversation", "platform"),
        *declare(
            "message",
            "taken",
            uuid="name of the message",
            parent_message_uuid="the message before it",
            sender="who speaks",
            text="text, where there is no `content`",
            content="text, thinking and tools, block by block",
            created_at="when it was said",
            attachments="the text of files, as part of the message",
            files="named as missing: the export has no files",
        ),
        *declare_kept("message", "updated_at", "index", "truncated", "stop_reason", "input_mode", "files_v2"),
        *declare_kept("message", "sync_sources", "feedback", "chat_feedback"),
        *declare(
            "block",
            "taken",
            type="how the rest is read",
            text="text",
            thinking="thinking",
            citations="sources at the end of the text",
            id="which result belongs to which call",
            tool_use_id="which result belongs to which call",
            name="name of the tool",
            input="what the tool was given",
            content="what the tool said",
            is_error="a tool that failed",
        ),
        *declare_kept("block", "start_timestamp", "stop_timestamp", "flags", "summaries", "cut_off", "message"),
        *declare_kept("block", "integration_name", "integration_icon_url", "context", "display_content", "remaining"),
        *declare_kept("block", "approval_options", "approval_key", "signature", "alternative_display_type"),
        *declare_kept("block", "structured_content", "meta", "is_mcp_app", "mcp_server_url", "truncated", "icon_name"),
        *declare(
            "attachment",
            "taken",
            file_name="name of the file",
            extracted_content="its text, which goes with the message",
        ),
        *declare_kept("attachment", "id", "file_type", "file_size", "created_at"),
    )

    def recognise(self, sample: Sample) -> int:
        """By `chat_messages`; a manifest is recognised too, to say what to bring instead."""
        if any(sample.has_record(key, "chat_messages") for key in _LISTS):
            return 95
        return 60 if _is_manifest(sample) else 0

    def read(self, source: Source, members: Sequence[Member], ledger: Ledger) -> Iterator[ImportedConversation]:
        """One conversation for each record with messages."""
        count = 0
        for piece, record in read_records(source, members, ledger, *_LISTS):
            if "chat_messages" not in record:
                continue
            count += 1
            ledger.look("conversation", record)
            found = _read(record, piece.raw or b"", ledger)
            if found is None:
                ledger.warn("no_messages")
            else:
                yield found
        if not count:
            raise Unreadable("it only names other files; download those and bring them instead")


def _is_manifest(sample: Sample) -> bool:
    listed = [each for each in sample.records.get("files", ()) if isinstance(each, dict)]
    return any(".zip" in str(each.get("name", each.get("file_name", each.get("url", "")))) for each in listed)


def _read(record: Mapping[str, Any], raw: bytes, ledger: Ledger) -> ImportedConversation | None:
    source_id, messages = id_of(record.get("uuid")), objects_of(record.get("chat_messages"))
    if source_id is None or not messages:
        return None
    model = text_of(record.get("model"))
    author = Author(model, f"Claude · {model}", model) if model else _AUTHOR
    nodes: list[Node] = []
    before: str | None = None
    for place, message in enumerate(messages):
        ledger.look("message", message)
        node = _read_message(message, f"{source_id} {place}", before, author, ledger)
        nodes.append(node)
        before = node.id
    return ImportedConversation(
        source_id=source_id,
        nodes=tuple(nodes),
        original=raw,
        title=text_of(record.get("name")),
        created_at=read_moment(record.get("created_at")),
        updated_at=read_moment(record.get("updated_at")),
        active=id_of(record.get("current_leaf_message_uuid")),
        starred=record.get("is_starred") is True,
    )


def _read_message(message: Mapping[str, Any], spare: str, before: str | None, author: Author, ledger: Ledger) -> Node:
    parent = before
    if "parent_message_uuid" in message:
        named = id_of(message["parent_message_uuid"])
        parent = None if named in _NO_PARENT else named
    is_person = text_of(message.get("sender")) in ("human", "user")
    blocks = objects_of(message.get("content"))
    for block in blocks:
        ledger.look("block", block)
    text = _join_text(blocks) or text_of(message.get("text"))
    return Node(
        id=id_of(message.get("uuid")) or spare,
        parent=parent,
        role="user" if is_person else "assistant",
        text=text,
        author=None if is_person else author,
        thinking="\n\n".join(text_of(each.get("thinking")) for each in blocks if each.get("type") == "thinking"),
        files=_list_files(message, ledger),
        tools=_pair_tools(blocks),
        at=read_moment(message.get("created_at")),
    )


def _join_text(blocks: Sequence[Mapping[str, Any]]) -> str:
    said = [each for each in blocks if each.get("type") == "text"]
    sources = [
        (text_of(cited.get("title")) or url, url)
        for each in said
        for cited in objects_of(each.get("citations"))
        if (url := text_of(cited.get("url")) or text_of(object_of(cited.get("details")).get("url"))).startswith("http")
    ]
    notes = "\n".join(f"[^{n}]: {title} — {url}" for n, (title, url) in enumerate(dict.fromkeys(sources), start=1))
    return "\n\n".join(filter(None, (*(text_of(each.get("text")) for each in said), notes)))


def _list_files(message: Mapping[str, Any], ledger: Ledger) -> tuple[AttachedFile, ...]:
    found = []
    for each in objects_of(message.get("attachments")):
        ledger.look("attachment", each)
        found.append(AttachedFile(text_of(each.get("file_name")) or "file", text_of(each.get("extracted_content"))))
    found += [
        AttachedFile(name) for each in objects_of(message.get("files")) if (name := text_of(each.get("file_name")))
    ]
    return tuple(found)


def _pair_tools(blocks: Sequence[Mapping[str, Any]]) -> tuple[ToolCall, ...]:
    """Calls with their results: by id where there is one, and otherwise in order."""
    results = [each for each in blocks if each.get("type") == "tool_result"]
    calls: list[ToolCall] = []
    for place, each in enumerate(each for each in blocks if each.get("type") == "tool_use"):
        call_id = id_of(each.get("id"))
        result = next((one for one in results if id_of(one.get("tool_use_id")) == call_id), None)
        if result is not None:
            results.remove(result)
        arguments = written_of(each.get("input"))
        said = _say_result(result) if result else ""
        failed = bool(result and result.get("is_error") is True)
        calls.append(ToolCall(call_id or f"call {place}", text_of(each.get("name")) or "tool", arguments, said, failed))
    return tuple(calls)


def _say_result(result: Mapping[str, Any]) -> str:
    content = result.get("content")
    if isinstance(content, str):
        return content
    return "\n\n".join(filter(None, (text_of(each.get("text")) for each in objects_of(content))))


importer = Claude()
