"""LibreChat: one conversation to a file, as a list of messages or as a tree of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from antiphon.documents.limits import Unreadable
from antiphon.importers.ledger import FieldUse, Ledger, declare, declare_kept
from antiphon.importers.nodes import AttachedFile, Author, ImportedConversation, Node, ToolCall
from antiphon.importers.pieces import LARGEST_PIECE
from antiphon.importers.protocol import API, Sample
from antiphon.importers.shapes import id_of, object_of, objects_of, put_piece, text_of, written_of
from antiphon.importers.source import Member, Source
from antiphon.importers.times import read_moment

_ROOT: Final = "00000000-0000-0000-0000-000000000000"
_LISTS: Final = ("messages", "messagesTree")


@dataclass(frozen=True, slots=True)
class LibreChat:
    """Messages that name the one before them, or hold the ones behind them."""

    name: str = "librechat"
    label: str = "LibreChat"
    version: int = 1
    api: int = API
    fields: tuple[FieldUse, ...] = (
        *declare(
            "conversation",
            "taken",
            conversationId="what it is recognised by",
            title="title",
            messages="turns, replies, variants and branches",
            messagesTree="the same as a tree",
            endpoint="name of the author where there is no other",
            options="its `promptPrefix` is a note",
        ),
        *declare_kept("conversation", "exportAt", "branches", "recursive", "conversation", "createdAt", "updatedAt"),
        *declare(
            "message",
            "taken",
            messageId="name of the message",
            parentMessageId="the message before it",
            children="the messages behind it",
            text="text",
            content="text, thinking and tools, before `text`",
            sender="name of the author",
            isCreatedByUser="who speaks",
            model="the model",
            endpoint="name of the author where there is no other",
            error="an answer that failed",
            unfinished="an answer that was broken off",
            createdAt="when it was said",
            files="named as missing",
            attachments="named as missing",
        ),
        *declare_kept(
            "message", "conversationId", "tokenCount", "updatedAt", "user", "finish_reason", "iconURL", "_id"
        ),
        *declare_kept(
            "message", "isEdited", "plugin", "plugins", "thread_id", "bg", "depth", "siblingIndex", "feedback"
        ),
        *declare_kept(
            "message", "clientId", "overrideParentMessageId", "expiredAt", "__v", "_meiliIndex", "searchResult"
        ),
    )

    def recognise(self, sample: Sample) -> int:
        """By the name of the conversation beside its messages."""
        return 85 if "conversationId" in sample.keys and sample.keys & set(_LISTS) else 0

    def read(self, source: Source, members: Sequence[Member], ledger: Ledger) -> Iterator[ImportedConversation]:
        """One conversation for each file."""
        for member in members:
            if member.size > LARGEST_PIECE:
                ledger.warn("too_large")
                continue
            with source.open(member) as stream:
                raw = stream.read()
            record: dict[str, Any] = {}
            with source.open_pieces(member) as pieces:
                for piece in pieces:
                    try:
                        value = piece.load()
                    except Unreadable:
                        ledger.warn("damaged")
                        continue
                    put_piece(record, piece, value)
                if pieces.ended_early:
                    ledger.warn("cut_off")
            ledger.look("conversation", record)
            found = _read(record, raw, ledger)
            if found is None:
                ledger.warn("no_messages")
            else:
                yield found


def _read(record: Mapping[str, Any], raw: bytes, ledger: Ledger) -> ImportedConversation | None:
    source_id = id_of(record.get("conversationId"))
    waiting: list[tuple[Mapping[str, Any], str | None]] = [
        (each, None) for key in _LISTS for each in objects_of(record.get(key))
    ]
    nodes: list[Node] = []
    while waiting:
        message, above = waiting.pop(0) if len(waiting) < 1_000 else waiting.pop()
        ledger.look("message", message)
        node = _read_message(message, above, text_of(record.get("endpoint")), len(nodes))
        nodes.append(node)
        waiting += [(each, node.id) for each in objects_of(message.get("children"))]
    if source_id is None or not nodes:
        return None
    return ImportedConversation(
        source_id=source_id,
        nodes=tuple(nodes),
        original=raw,
        title=text_of(record.get("title")),
        note=text_of(object_of(record.get("options")).get("promptPrefix")),
        one_voice=False,
    )


def _read_message(message: Mapping[str, Any], above: str | None, endpoint: str, place: int) -> Node:
    named = id_of(message.get("parentMessageId"))
    parent = above if above is not None or named in (None, _ROOT) else named
    blocks = objects_of(message.get("content"))
    files = objects_of(message.get("files")) + objects_of(message.get("attachments"))
    is_person = message.get("isCreatedByUser") is True
    failed, cut = message.get("error") is True, message.get("unfinished") is True
    text = _text_of(blocks) or text_of(message.get("text"))
    return Node(
        id=id_of(message.get("messageId")) or f"message {place}",
        parent=parent,
        role="user" if is_person else "assistant",
        text="" if failed else text,
        author=None if is_person else _name_author(message, endpoint),
        thinking="\n\n".join(
            filter(None, (text_of(each.get("think")) for each in blocks if each.get("type") == "think"))
        ),
        files=tuple(AttachedFile(text_of(each.get("filename")) or "file") for each in files),
        tools=_tools_of(blocks),
        at=read_moment(message.get("createdAt")),
        state="error" if failed else "incomplete" if cut else "complete",
        error=text if failed else "",
    )


def _name_author(message: Mapping[str, Any], endpoint: str) -> Author:
    model = text_of(message.get("model"))
    sender = text_of(message.get("sender")) or text_of(message.get("endpoint")) or endpoint or "LibreChat"
    return Author(f"{sender}/{model}", f"{sender} · {model}" if model and model != sender else sender, model)


def _text_of(blocks: Sequence[Mapping[str, Any]]) -> str:
    said = []
    for each in blocks:
        if each.get("type") == "text":
            text = each.get("text")
            said.append(text_of(object_of(text).get("value")) if isinstance(text, dict) else text_of(text))
    return "\n\n".join(filter(None, said))


def _tools_of(blocks: Sequence[Mapping[str, Any]]) -> tuple[ToolCall, ...]:
    calls = [object_of(each.get("tool_call")) for each in blocks if each.get("type") == "tool_call"]
    return tuple(
        ToolCall(
            text_of(each.get("id")),
            text_of(each.get("name")) or "tool",
            written_of(each.get("args")) or "{}",
            written_of(each.get("output")),
        )
        for each in calls
        if each
    )


importer = LibreChat()
