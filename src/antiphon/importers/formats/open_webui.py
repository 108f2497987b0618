"""Open WebUI: the list its settings export, or what its address `/api/v1/chats/all` answers."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any, Final

from antiphon.importers.ledger import FieldUse, Ledger, declare, declare_kept
from antiphon.importers.nodes import AttachedFile, Author, ImportedConversation, Node, ToolCall
from antiphon.importers.protocol import API, Sample
from antiphon.importers.shapes import id_of, list_of, object_of, objects_of, read_records, text_of, written_of
from antiphon.importers.source import Member, Source
from antiphon.importers.times import read_moment

_DETAILS: Final = re.compile(
    r'<details\s+(type="(reasoning|tool_calls|code_interpreter)"[^>]*)>(.*?)</details>', re.DOTALL
)
_ATTRIBUTE: Final = re.compile(r'(\w+)="([^"]*)"')
_SUMMARY: Final = re.compile(r"<summary>.*?</summary>", re.DOTALL)
_MERGED: Final = Author("merged", "Open WebUI · merged")


@dataclass(frozen=True, slots=True)
class OpenWebUI:
    """A tree of messages for each chat; several models that answered one message are a panel."""

    name: str = "open-webui"
    label: str = "Open WebUI"
    version: int = 1
    api: int = API
    fields: tuple[FieldUse, ...] = (
        *declare(
            "chat",
            "taken",
            id="what it is recognised by",
            title="title",
            chat="everything that was said",
            history="the same, in older exports",
            created_at="when it began",
            updated_at="when it last changed",
            pinned="a star on the first turn",
            meta="tags of the first turn",
        ),
        *declare_kept("chat", "user_id", "share_id", "archived", "folder_id", "tasks", "summary", "models", "messages"),
        *declare_kept("chat", "params", "tags", "timestamp", "files", "system", "last_read_at"),
        *declare(
            "message",
            "taken",
            id="name of the message",
            parentId="the message before it",
            role="who speaks",
            content="text; thinking and tools inside it are taken out",
            output="text, thinking and tools, before `content`",
            timestamp="when it was said",
            model="the model",
            modelName="name of the model",
            modelIdx="two answers of one model to one message are two",
            files="named as missing",
            error="why an answer failed",
            merged="an answer of its own",
            done="whether it ended",
            annotation="a good rating is a star",
        ),
        *declare("message", "original", childrenIds="the tree is read from `parentId` alone"),
        *declare_kept("message", "models", "usage", "sources", "info", "lastSentence", "statusHistory", "followUps"),
        *declare_kept(
            "message", "completedAt", "userContext", "originalContent", "favorite", "arena", "selectedModelId"
        ),
        *declare_kept("message", "code_executions", "citations", "status", "embeds", "feedbackId", "annotations"),
    )

    def recognise(self, sample: Sample) -> int:
        """By the history of messages inside a chat."""
        records = sample.records.get("", ())
        return 90 if any(_messages_of(each) for each in records if isinstance(each, dict)) else 0

    def read(self, source: Source, members: Sequence[Member], ledger: Ledger) -> Iterator[ImportedConversation]:
        """One conversation for each chat."""
        for piece, record in read_records(source, members, ledger, ""):
            found = _read(record, piece.raw or b"", ledger)
            if found is None:
                ledger.warn("no_messages")
            else:
                yield found


def _messages_of(record: Mapping[str, Any]) -> Mapping[str, Any]:
    inner = object_of(record.get("chat")) or record
    return object_of(object_of(inner.get("history")).get("messages"))


def _read(record: Mapping[str, Any], raw: bytes, ledger: Ledger) -> ImportedConversation | None:
    ledger.look("chat", record)
    source_id, messages = id_of(record.get("id")), _messages_of(record)
    inner = object_of(record.get("chat")) or record
    if source_id is None or not messages:
        return None
    nodes: list[Node] = []
    for key, message in messages.items():
        if isinstance(message, dict):
            ledger.look("message", message)
            nodes += _read_message(key, message)
    return ImportedConversation(
        source_id=source_id,
        nodes=tuple(nodes),
        original=raw,
        title=text_of(record.get("title")) or text_of(inner.get("title")),
        created_at=read_moment(record.get("created_at")),
        updated_at=read_moment(record.get("updated_at")),
        active=id_of(object_of(inner.get("history")).get("currentId")),
        tags=tuple(text_of(each) for each in list_of(object_of(record.get("meta")).get("tags")) if text_of(each)),
        starred=record.get("pinned") is True,
        note=text_of(object_of(inner.get("params")).get("system")) or text_of(inner.get("system")),
        one_voice=False,
    )


def _read_message(key: str, message: Mapping[str, Any]) -> Iterator[Node]:
    parent, role = id_of(message.get("parentId")), text_of(message.get("role"))
    at = read_moment(message.get("timestamp"))
    files = tuple(AttachedFile(text_of(each.get("name")) or "file") for each in objects_of(message.get("files")))
    if role == "user":
        yield Node(key, parent, "user", text_of(message.get("content")), files=files, at=at)
        return
    if role != "assistant":
        yield Node(key, parent, "system", hidden=True)
        return
    said = _read_output(message) or _read_content(text_of(message.get("content")))
    error = message.get("error")
    rating = object_of(message.get("annotation")).get("rating")
    yield Node(
        id=key,
        parent=parent,
        role="assistant",
        text=said[0],
        author=_name_author(message),
        thinking=said[1],
        files=files,
        tools=said[2],
        at=at,
        state="error" if error else "complete",
        error=(text_of(object_of(error).get("content")) or written_of(error)) if error and error is not True else "",
        stars=1 if rating == 1 else 0,
    )
    merged = text_of(object_of(message.get("merged")).get("content"))
    if merged:
        yield Node(f"{key} merged", parent, "assistant", merged, _MERGED, at=at)


def _name_author(message: Mapping[str, Any]) -> Author:
    model = text_of(message.get("model")) or "unknown"
    name = text_of(message.get("modelName")) or model
    place = message.get("modelIdx")
    second = isinstance(place, int) and place > 0
    return Author(f"{model}#{place}" if second else model, f"Open WebUI · {name}", model)


def _read_output(message: Mapping[str, Any]) -> tuple[str, str, tuple[ToolCall, ...]] | None:
    texts: list[str] = []
    thinking: list[str] = []
    tools: list[ToolCall] = []
    for item in objects_of(message.get("output")):
        kind = item.get("type")
        words = "\n\n".join(filter(None, (text_of(each.get("text")) for each in objects_of(item.get("content")))))
        if kind == "message":
            texts.append(words)
        elif kind == "reasoning":
            thinking.append(words or written_of(item.get("summary") or ""))
        elif kind == "function_call":
            call_id = text_of(item.get("call_id")) or text_of(item.get("id"))
            tools.append(
                ToolCall(call_id, text_of(item.get("name")) or "tool", written_of(item.get("arguments")) or "{}")
            )
        elif kind == "function_call_output":
            tools.append(ToolCall(text_of(item.get("call_id")), "tool", "", written_of(item.get("output"))))
    if not (texts or thinking or tools):
        return None
    return "\n\n".join(filter(None, texts)), "\n\n".join(filter(None, thinking)), tuple(tools)


def _read_content(content: str) -> tuple[str, str, tuple[ToolCall, ...]]:
    """The text, and what older exports wrote into it as folded parts."""
    thinking: list[str] = []
    tools: list[ToolCall] = []
    for opening, kind, inside in _DETAILS.findall(content):
        words = _SUMMARY.sub("", inside).strip()
        if kind == "reasoning":
            thinking.append("\n".join(line.removeprefix("> ") for line in words.splitlines()))
        else:
            said = {name: unescape(value) for name, value in _ATTRIBUTE.findall(opening)}
            asked = said.get("arguments") or (words if kind == "code_interpreter" else "") or "{}"
            told = said.get("result") or said.get("output") or ("" if kind == "code_interpreter" else words)
            tools.append(ToolCall(said.get("id", ""), said.get("name") or _name_of(kind), asked, told))
    return _DETAILS.sub("", content).strip(), "\n\n".join(thinking), tuple(tools)


def _name_of(kind: str) -> str:
    return "tool" if kind == "tool_calls" else kind


importer = OpenWebUI()
