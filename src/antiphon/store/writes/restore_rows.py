"""Rows as they are written for records of an archive: the person's own, with what the archive does not say."""

import base64
import re
from collections.abc import Mapping
from typing import Any, Final

from antiphon.conversation.errors import Malformed
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.manifest import NAME_BYTES
from antiphon.store.records import TABLES, decode_row
from antiphon.store.unit import Unit
from antiphon.store.writes.passages import pack

Body = Mapping[str, Any]

_HEX: Final = re.compile(r"(?:[0-9a-f]{2})*")


def build_row(unit: Unit, kind: str, body: Body, conversation_id: ConversationId | None = None) -> dict[str, Any]:
    """The row of a record: in this workspace, of this person, and in this conversation where there is one."""
    columns = TABLES[kind].c
    row = decode_row(kind, body) | {"workspace_id": unit.workspace_id}
    if "owner_id" in columns:
        row["owner_id"] = unit.principal.id
    if "author_id" in columns:
        row |= {"author_id": unit.principal.id, "accepted_seq": 2}
    if conversation_id is not None and "conversation_id" in columns:
        row["conversation_id"] = conversation_id
    if kind == "analysis":
        row.setdefault("conversation_id", "")
    return row


def build_receipt(unit: Unit, body: Body) -> dict[str, Any]:
    """A receipt with its bytes. It is signed by whoever had signed it, and by nobody here."""
    row = decode_row("receipt", {name: value for name, value in body.items() if name != "signature"})
    pieces = [each for each in body.get("body", []) if isinstance(each, dict)]
    is_cut = any("passage" in each for each in pieces)
    said = b"".join(b"\0" + _read_name(each["passage"]) if "passage" in each else read_piece(each) for each in pieces)
    signature = body.get("signature")
    return row | {
        "workspace_id": unit.workspace_id,
        "body": b"" if is_cut else said,
        "manifest": said if is_cut else b"",
        "signer": row.get("signer") or "",
        "signature": None if signature is None else _read_hex(signature),
    }


def pack_passage(unit: Unit, body: Body, conversation_id: ConversationId) -> dict[str, Any]:
    """A passage under its name, packed as passages are."""
    row = pack(_read_name(body.get("name")), read_piece(body))
    return row._asdict() | {"workspace_id": unit.workspace_id, "conversation_id": conversation_id}


def read_piece(piece: Body) -> bytes:
    """The bytes of a piece of a request, or of a file."""
    try:
        return base64.b64decode(piece["base64"], validate=True) if "base64" in piece else piece["text"].encode()
    except (AttributeError, KeyError, TypeError, ValueError):
        raise Malformed("a piece of a request that says nothing") from None


def _read_name(name: Any) -> bytes:
    found = _read_hex(name)
    if len(found) != NAME_BYTES:
        raise Malformed("a passage without a name")
    return found


def _read_hex(value: Any) -> bytes:
    if not isinstance(value, str) or not _HEX.fullmatch(value):
        raise Malformed("a name that is no number")
    return bytes.fromhex(value)
