"""How the process that reads tells the one that asked: frames of JSON, each with bytes behind it."""

import struct
from datetime import datetime
from typing import Any, BinaryIO, Final

import orjson

from antiphon.importers.fold import FoldedConversation, FoldedReply, FoldedTurn
from antiphon.importers.nodes import Author, ToolCall

HEAD: Final = struct.Struct(">II")


def write_frame(out: BinaryIO, body: dict[str, Any], data: bytes = b"") -> None:
    """One frame, on its way."""
    said = orjson.dumps(body)
    out.write(HEAD.pack(len(said), len(data)))
    out.write(said)
    out.write(data)
    out.flush()


def encode_conversation(folded: FoldedConversation) -> bytes:
    """The conversation as JSON, field by field as it is."""
    return orjson.dumps(folded)


def decode_conversation(body: dict[str, Any]) -> FoldedConversation:
    """The conversation that was encoded."""
    turns = tuple(
        FoldedTurn(
            **each
            | {
                "at": read_moment(each["at"]),
                "tags": tuple(each["tags"]),
                "replies": tuple(_decode_reply(one) for one in each["replies"]),
            }
        )
        for each in body["turns"]
    )
    return FoldedConversation(
        **body
        | {
            "turns": turns,
            "path": tuple(body["path"]),
            "left": tuple(body["left"]),
            "created_at": read_moment(body["created_at"]),
            "updated_at": read_moment(body["updated_at"]),
        }
    )


def _decode_reply(body: dict[str, Any]) -> FoldedReply:
    return FoldedReply(
        **body
        | {
            "author": Author(**body["author"]),
            "tools": tuple(ToolCall(**each) for each in body["tools"]),
            "at": read_moment(body["at"]),
        }
    )


def read_moment(value: str | None) -> datetime | None:
    """The moment that was told, if any."""
    return None if value is None else datetime.fromisoformat(value)
