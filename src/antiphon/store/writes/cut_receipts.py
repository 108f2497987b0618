"""Receipts that earlier versions kept whole are cut into passages, a few at a time."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from sqlalchemy import Row, Select, func, select, tuple_, update

from antiphon.access.principal import system_principal
from antiphon.conversation.ids import ConversationId, WorkspaceId
from antiphon.conversation.manifest import cut_request
from antiphon.store.dialect import insert_into
from antiphon.store.tables import backfills, receipts, replies
from antiphon.store.unit import Unit
from antiphon.store.writes.passages import write_passages

_NAME = "receipts"
_START = ["", 0, 0]
_COLUMNS = (receipts.c.reply_id, receipts.c.epoch, receipts.c.attempt)
# Looked at in one transaction; cut in it. Others wait for it to end, so it is over in some hundredths of a second.
_MOST_SEEN, _MOST_CUT, _MOST_BYTES = 500, 10, 1_000_000


def cut_some_receipts(unit: Unit) -> bool:
    """Cut the next whole receipts, of whichever workspace; whether there may be more.

    How far it came is kept in the same transaction: a process that is killed has either cut these or not begun. One
    whose bytes are not what its SHA-256 says stays as it is.
    """
    place = _take_place(unit)
    seen = _look_on(unit, place)
    if not seen:
        return False
    some = _choose(seen)
    whole = [(row.reply_id, row.epoch, row.attempt) for row in some if row.manifest is None]
    for row in _lock(unit, whole):
        _cut(unit, row)
    last = some[-1]
    reached = [last.reply_id, last.epoch, last.attempt]
    unit.connection.execute(update(backfills).where(backfills.c.name == _NAME).values(place=reached))
    return True


def _take_place(unit: Unit) -> Sequence[Any]:
    """Where the last process stopped; nodes that do this at once take turns."""
    first = insert_into(backfills, unit.dialect).values(name=_NAME, place=_START)
    unit.connection.execute(first.on_conflict_do_nothing())
    query = select(backfills.c.place).where(backfills.c.name == _NAME).with_for_update()
    place: Sequence[Any] = unit.connection.execute(query).scalar_one()
    return place


def _look_on(unit: Unit, place: Sequence[Any]) -> Sequence[Row[Any]]:
    sizes = (func.length(receipts.c.manifest).label("manifest"), func.length(receipts.c.body).label("bytes"))
    query: Select[Any] = select(*_COLUMNS, *sizes).order_by(*_COLUMNS).limit(_MOST_SEEN)
    return unit.connection.execute(query.where(tuple_(*_COLUMNS) > tuple_(*place))).all()


def _choose(seen: Sequence[Row[Any]]) -> Sequence[Row[Any]]:
    """As many as one transaction takes, at least one."""
    weight = count = 0
    for number, row in enumerate(seen):
        if row.manifest is None:
            count, weight = count + 1, weight + row.bytes
        if number and (count > _MOST_CUT or weight > _MOST_BYTES):
            return seen[:number]
    return seen


def _lock(unit: Unit, keys: Sequence[tuple[Any, ...]]) -> Sequence[Row[Any]]:
    """The receipts as they stand, held until the commit; one that was deleted meanwhile is not among them."""
    if not keys:
        return ()
    query = (
        select(receipts, replies.c.conversation_id)
        .join(replies, replies.c.id == receipts.c.reply_id)
        .where(tuple_(*_COLUMNS).in_(keys), receipts.c.manifest.is_(None))
        .with_for_update(of=receipts)
    )
    return unit.connection.execute(query).all()


def _cut(unit: Unit, row: Row[Any]) -> None:
    body = bytes(row.body)
    cut = cut_request(body) if sha256(body).hexdigest() == row.sha256 else None
    kept: dict[str, Any] = {"manifest": b""}
    if cut is not None:
        kept = {"manifest": cut.manifest, "body": b""}
        write_passages(_of(unit, row.workspace_id), ConversationId(row.conversation_id), cut.passages)
    if row.reckoning is None and row.telemetry is not None:
        kept |= {"reckoning": row.telemetry, "telemetry": None}
    key = (row.reply_id, row.epoch, row.attempt)
    unit.connection.execute(update(receipts).where(tuple_(*_COLUMNS).in_([key])).values(**kept))


def _of(unit: Unit, workspace_id: str) -> Unit:
    """The same transaction on behalf of another workspace."""
    return Unit(unit.connection, system_principal(WorkspaceId(workspace_id)))
