"""Passages of requests are kept once in a conversation, however many receipts name them."""

import zlib
from collections.abc import Collection, Mapping

from sqlalchemy import literal, select

from antiphon.conversation.ids import ConversationId
from antiphon.conversation.manifest import SentPassage
from antiphon.store.dialect import PassageRow, in_parts, insert_into, keep_passages
from antiphon.store.tables import Id, passages
from antiphon.store.tables.columns import QUICKLY
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

# Below this nothing is gained; above it, it is a picture or a book, and somebody waits for the send.
_LEAST_PACKED, _MOST_PACKED = 256, 64 * 1024


def write_passages(unit: Unit, conversation_id: ConversationId, written: Mapping[bytes, SentPassage]) -> None:
    """Keep what is not kept yet, and be sure of the rest."""
    # In one order everywhere, or two replies of a conversation could wait for each other.
    ordered = [(name, written[name]) for name in sorted(written)]
    new = [pack(name, passage.data) for name, passage in ordered if passage.is_new]
    known = [PassageRow(name, packed=False, data=passage.data) for name, passage in ordered if not passage.is_new]
    if ordered:
        keep_passages(unit.connection, (unit.workspace_id, conversation_id), new, known)


def copy_passages(unit: Unit, source: ConversationId, target: ConversationId, names: Collection[bytes]) -> None:
    """Give another conversation these passages too."""
    columns = ("workspace_id", "conversation_id", "name", "packed", "data")
    for some in in_parts(sorted(names)):
        found = (
            select(passages.c.workspace_id, literal(target, Id), passages.c.name, passages.c.packed, passages.c.data)
            .where(
                visible(unit, passages),
                passages.c.conversation_id == source,
                passages.c.name.in_(some),
            )
            .order_by(passages.c.name)
        )
        statement = insert_into(passages, unit.dialect).from_select(columns, found)
        unit.connection.execute(statement.on_conflict_do_nothing())


def pack(name: bytes, data: bytes) -> PassageRow:
    """The row of a passage, smaller where that is worth it."""
    if _LEAST_PACKED <= len(data) <= _MOST_PACKED:
        packed = zlib.compress(data, QUICKLY)
        if len(packed) < len(data):
            return PassageRow(name, packed=True, data=packed)
    return PassageRow(name, packed=False, data=data)
