"""Exports that were brought, and what is in them."""

import zlib
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Row, Select, func, or_, select

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.imports import Import, ImportId, ImportItem
from antiphon.conversation.reply import ReplyError
from antiphon.store.dialect import in_parts
from antiphon.store.tables import conversations, import_items, import_links, import_originals, import_pieces, imports
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

_MOST: Final = 200
# Nothing of these was written yet.
_UNWRITTEN: Final = ("arriving", "reading", "ready")
_LINE: Final = ("number", "source_key", "branch", "title", "began_at", "turns", "replies", "fate", "conversation_id")


class WaitingItem(NamedTuple):
    """A conversation that is to be written, packed as it was read."""

    number: int
    source_id: str
    source_key: str
    digest: str
    content: bytes


class Link(NamedTuple):
    """Where a conversation of another program stands here, and which of its turns."""

    source_key: str
    digest: str
    turn_keys: tuple[str, ...]
    conversation_id: ConversationId


def read_import(unit: Unit, import_id: ImportId) -> Import:
    """One, or `NotFound`."""
    row = unit.connection.execute(_imports(unit).where(imports.c.id == import_id)).one_or_none()
    if row is None:
        raise NotFound("import", import_id)
    return _as_import(row, _count_fates(unit, [import_id])[import_id])


def list_imports(unit: Unit) -> tuple[Import, ...]:
    """The newest first."""
    newest = _imports(unit).order_by(imports.c.created_at.desc(), imports.c.id.desc()).limit(_MOST)
    rows = unit.connection.execute(newest).all()
    counts = _count_fates(unit, [row.id for row in rows])
    return tuple(_as_import(row, counts[row.id]) for row in rows)


def list_items(unit: Unit, import_id: ImportId, after: int, limit: int) -> tuple[ImportItem, ...]:
    """The conversations in it behind this number, in the order of the file."""
    query = (
        select(*(import_items.c[name] for name in _LINE))
        .where(import_items.c.import_id == import_id, import_items.c.number > after, visible(unit, import_items))
        .order_by(import_items.c.number)
        .limit(limit)
    )
    return tuple(ImportItem(**row._mapping) for row in unit.connection.execute(query))


def read_original(unit: Unit, import_id: ImportId, number: int) -> bytes:
    """The bytes a conversation was read from; `NotFound` when it or they are not there."""
    query = (
        select(import_originals.c.data)
        .join(
            import_items,
            (import_items.c.import_id == import_originals.c.import_id)
            & (import_items.c.source_id == import_originals.c.source_id),
        )
        .where(import_items.c.import_id == import_id, import_items.c.number == number, visible(unit, import_originals))
    )
    data = unit.connection.execute(query).scalar_one_or_none()
    if data is None:
        raise NotFound("original", f"{import_id}/{number}")
    return zlib.decompress(data)


def read_waiting_items(unit: Unit, import_id: ImportId, limit: int) -> list[WaitingItem]:
    """The next that are to be written."""
    names = ("number", "source_id", "source_key", "digest", "content")
    query = (
        select(*(import_items.c[name] for name in names))
        .where(
            import_items.c.import_id == import_id,
            import_items.c.fate.in_(("new", "grown")),
            visible(unit, import_items),
        )
        .order_by(import_items.c.number)
        .limit(limit)
    )
    return [WaitingItem(*row) for row in unit.connection.execute(query)]


def read_links(unit: Unit, importer: str, source_keys: Sequence[str]) -> dict[str, Link]:
    """What of these is here already; a conversation that was deleted is not."""
    found: dict[str, Link] = {}
    for some in in_parts(source_keys):
        found |= _read_links(unit, importer, import_links.c.source_key.in_(some))
    return found


def read_source_links(unit: Unit, importer: str, source_ids: Collection[str]) -> dict[str, dict[str, Link]]:
    """Every path of these conversations that is here, by its key: the one that was shown, and its branches."""
    found: dict[str, dict[str, Link]] = {each: {} for each in source_ids}
    if found:
        for key, link in _read_links(unit, importer, _is_path_of(found)).items():
            for each in found:
                if key == each or key.startswith(f"{each}#"):
                    found[each][key] = link
    return found


def is_overtaken(unit: Unit, import_id: ImportId) -> bool:
    """Whether anything out of the same program was written, or taken back, since this import came."""
    this = imports.alias()
    since = (imports.c.importer == this.c.importer) & (imports.c.updated_at >= this.c.created_at)
    others = (
        select(imports.c.id)
        .join(this, this.c.id == import_id)
        .where(since, imports.c.id != import_id, imports.c.status.not_in(_UNWRITTEN), visible(unit, imports))
    )
    return unit.connection.execute(others.limit(1)).first() is not None


def _is_path_of(source_ids: Collection[str]) -> ColumnElement[bool]:
    """Those of one length are compared at once: most programs' ids are all of one length."""
    key = import_links.c.source_key
    by_length = defaultdict(list)
    for each in sorted(source_ids):
        by_length[len(each) + 1].append(f"{each}#")
    branches = (func.substr(key, 1, length).in_(some) for length, some in sorted(by_length.items()))
    return or_(key.in_(sorted(source_ids)), *branches)


def _read_links(unit: Unit, importer: str, condition: ColumnElement[bool]) -> dict[str, Link]:
    query = (
        select(import_links)
        .join(conversations, conversations.c.id == import_links.c.conversation_id)
        .where(import_links.c.importer == importer, condition, visible(unit, import_links))
    )
    return {
        row.source_key: Link(row.source_key, row.digest, tuple(row.turn_keys), ConversationId(row.conversation_id))
        for row in unit.connection.execute(query)
    }


def read_piece(unit: Unit, import_id: ImportId, number: int) -> bytes | None:
    """One piece of the file while it waits to be read; nothing behind the last."""
    query = select(import_pieces.c.data).where(
        import_pieces.c.import_id == import_id, import_pieces.c.number == number, visible(unit, import_pieces)
    )
    data: bytes | None = unit.connection.execute(query).scalar_one_or_none()
    return data


def _imports(unit: Unit) -> "Select[Any]":
    return select(imports).where(visible(unit, imports))


def _count_fates(unit: Unit, import_ids: Sequence[str]) -> Mapping[str, Mapping[str, int]]:
    found: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for some in in_parts(import_ids):
        for import_id, fate, count in unit.connection.execute(_fates(unit, some)):
            found[import_id][fate] = count
    return found


def _fates(unit: Unit, import_ids: Sequence[str]) -> "Select[Any]":
    return (
        select(import_items.c.import_id, import_items.c.fate, func.count())
        .where(import_items.c.import_id.in_(import_ids), visible(unit, import_items))
        .group_by(import_items.c.import_id, import_items.c.fate)
    )


def count_items(unit: Unit, import_id: str) -> Mapping[str, int]:
    """How many conversations of an import have which fate."""
    return _count_fates(unit, [import_id])[import_id]


def _as_import(row: Row[Any], counts: Mapping[str, int]) -> Import:
    return Import(
        id=ImportId(row.id),
        name=row.name,
        bytes=row.bytes,
        status=row.status,
        importer=row.importer,
        label=row.label,
        importer_version=row.importer_version,
        report=row.report,
        error=None if row.error is None else ReplyError(**row.error),
        created_at=row.created_at,
        updated_at=row.updated_at,
        counts=dict(counts),
    )
