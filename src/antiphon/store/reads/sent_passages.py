"""Receipts that were cut are put together again, and held against the SHA-256 of what was sent."""

import zlib
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, Row

from antiphon.conversation.errors import ReceiptDamaged
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.manifest import join_request, list_references, name_passage, recent
from antiphon.store.dialect import PassageRow, find_passages
from antiphon.store.unit import Unit


def read_sent_passages(
    unit: Unit, conversation_id: ConversationId, manifests: Iterable[bytes | None]
) -> dict[bytes, bytes]:
    """Every passage these manifests name, by its name, as far as it is there."""
    return _read(unit, conversation_id, {name for each in manifests for name in list_references(bytes(each or b""))})


def _read(unit: Unit, conversation_id: ConversationId, names: Iterable[bytes]) -> dict[bytes, bytes]:
    return unpack_passages(unit.connection, (unit.workspace_id, conversation_id), names)


def unpack_passages(connection: Connection, place: tuple[str, str], names: Iterable[bytes]) -> dict[bytes, bytes]:
    """Those of these passages that a workspace's conversation has, by their names."""
    return {row.name: _unpack(row) for row in find_passages(connection, place, sorted(names))}


def join_newest(unit: Unit, conversation_id: ConversationId, rows: Sequence[Row[Any]]) -> list[bytes | None]:
    """The bytes of each of these receipts, quickly: they are compared with and proved by nobody. None if incomplete."""
    named = {name for row in rows for name in list_references(bytes(row.manifest or b""))}
    found = {name: data for name in named if (data := recent.find(name)) is not None}
    if len(found) < len(named):
        found |= _read(unit, conversation_id, named - found.keys())
    return [_join_if_whole(row, found) for row in rows]


def _join_if_whole(row: Row[Any], found: Mapping[bytes, bytes]) -> bytes | None:
    try:
        return join_request(bytes(row.manifest), found) if row.manifest else bytes(row.body)
    except KeyError:
        return None


def join_body(row: Row[Any], found: Mapping[bytes, bytes]) -> bytes:
    """The exact bytes of this receipt; `ReceiptDamaged` names the passage that is missing or was changed."""
    if not row.manifest:
        return bytes(row.body)
    manifest, named = bytes(row.manifest), (row.reply_id, row.epoch, row.attempt)
    try:
        body = join_request(manifest, found)
    except KeyError as error:
        raise ReceiptDamaged(*named, error.args[0].hex(), is_missing=True) from error
    if sha256(body).hexdigest() != row.sha256:
        changed = (each for each in list_references(manifest) if name_passage(found[each]) != each)
        raise ReceiptDamaged(*named, next((each.hex() for each in changed), None))
    return body


def _unpack(row: PassageRow) -> bytes:
    """What cannot be unpacked is left as it is: whoever holds it against its SHA-256 will say so."""
    try:
        return zlib.decompress(row.data) if row.packed else row.data
    except zlib.error:
        return row.data
