"""Everything of a person as records of an archive, one at a time, in an order that is the same in both databases.

A worker acts for a person and may see every conversation of the workspace; here each one is looked for under the name
of its owner. What is still under way (looks, rounds, questions to the person) and what is not kept stays where it is.
"""

import base64
import zlib
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Row, Select, select

from antiphon.conversation.ids import ConversationId, ReplyId
from antiphon.conversation.manifest import split_manifest
from antiphon.conversation.state import OPEN, ReplyState
from antiphon.store.reads.own_files import find_unkept_files
from antiphon.store.reads.texts import read_open_texts
from antiphon.store.records import TABLES, encode_row
from antiphon.store.tables import (
    analyses,
    analysis_calls,
    approvals,
    beats,
    claims,
    context_marks,
    conversations,
    document_data,
    document_pages,
    documents,
    eval_results,
    eval_runs,
    eval_unkept,
    import_links,
    instructions,
    passages,
    receipts,
    replies,
    round_runs,
    turn_tags,
    turns,
)
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

# So many rows are in memory at once.
_ROWS: Final = 100
# What an archive of ours wrote about itself is no part of what is taken along.
OWN: Final = "antiphon"


class Record(NamedTuple):
    """One line: what kind of thing it is, and its fields."""

    kind: str
    body: dict[str, Any]


def list_archived(unit: Unit) -> list[ConversationId]:
    """The person's conversations, the oldest first; none that is kept for a while only."""
    query = select(conversations.c.id, conversations.c.created_at).where(
        visible(unit, conversations),
        conversations.c.owner_id == unit.principal.id,
        conversations.c.kept_until.is_(None),
    )
    rows = sorted(unit.connection.execute(query), key=lambda row: (row.created_at, row.id))
    return [ConversationId(row.id) for row in rows]


def read_things(unit: Unit, kind: str, *where: "ColumnElement[bool]", by: Sequence[str] = ("id",)) -> Iterator[Record]:
    """Records of a kind there are few of: advisors, panels, topics and the like."""
    table = TABLES[kind]
    found = unit.connection.execute(select(table).where(visible(unit, table), *where)).all()
    for row in sorted(found, key=lambda each: tuple(each._mapping[name] for name in by)):
        body = encode_row(kind, row)
        if kind in ("advisor", "panel"):
            body["shared"] = row.owner_id is None
        yield Record(kind, body)


def read_instructions(unit: Unit) -> Iterator[Record]:
    """Those for every conversation; the others go with theirs."""
    return read_things(unit, "instruction", instructions.c.conversation_id.is_(None))


def list_files(unit: Unit) -> list[str]:
    """The person's documents, without those of conversations that are not kept."""
    found = unit.connection.execute(select(documents.c.id).where(visible(unit, documents))).scalars()
    return sorted(set(found).difference(find_unkept_files(unit)))


def read_file(unit: Unit, document_id: str) -> Iterator[Record]:
    """A document and its pages, without its bytes."""
    row = unit.connection.execute(select(documents).where(documents.c.id == document_id)).one()
    yield Record("document", encode_row("document", row))
    pages = select(document_pages).where(document_pages.c.document_id == document_id)
    yield from _walk(unit, "page", pages.order_by(document_pages.c.number))


def read_file_data(unit: Unit, document_id: str) -> bytes:
    """Its bytes."""
    query = select(document_data.c.data).where(document_data.c.document_id == document_id)
    return bytes(unit.connection.execute(query).scalar_one())


def read_head(unit: Unit, conversation_id: ConversationId) -> Iterator[Record]:
    """A conversation and what belongs to it as a whole."""
    mine = select(conversations).where(conversations.c.id == conversation_id, visible(unit, conversations))
    yield Record("conversation", encode_row("conversation", unit.connection.execute(mine).one()))
    yield from _hanging(unit, conversation_id, "divider", by=("position",))
    yield from _hanging(unit, conversation_id, "participation", by=("advisor_id",))
    yield from _hanging(unit, conversation_id, "instruction")
    yield from _hanging(unit, conversation_id, "switch", by=("instruction_id",))
    yield from _hanging(unit, conversation_id, "todo", by=("number",))
    yield from _hanging(unit, conversation_id, "heartbeat", by=("advisor_id",))
    yield from _hanging(unit, conversation_id, "beat", beats.c.ended_at.is_not(None))
    yield from _hanging(unit, conversation_id, "rounds", round_runs.c.status == "ended")
    yield from _hanging(unit, conversation_id, "link", import_links.c.importer != OWN, by=("importer", "source_key"))


def read_talk(unit: Unit, conversation_id: ConversationId) -> Iterator[Record]:
    """Its turns in order, each with what hangs on it; removed ones too, because they can come back."""
    here = select(turns).where(turns.c.conversation_id == conversation_id).order_by(turns.c.position)
    found = _stream(unit, here)
    while some := list(islice(found, _ROWS)):
        yield from _read_some(unit, some)


def _read_some(unit: Unit, some: Sequence[Row[Any]]) -> Iterator[Record]:
    ids = [row.id for row in some]
    hanging = (
        ("tag", turn_tags, (), ("tag",)),
        ("mark", context_marks, (), ("advisor_id",)),
        ("reply", replies, (), ("slot",)),
        ("approval", approvals, (approvals.c.status != "pending",), ("id",)),
    )
    by_turn: dict[str, list[Record]] = {each: [] for each in ids}
    for kind, table, where, by in hanging:
        rows = unit.connection.execute(select(table).where(table.c.turn_id.in_(ids), *where)).all()
        said = _read_unfinished(unit, rows) if kind == "reply" else {}
        for row in sorted(rows, key=lambda each: tuple(each._mapping[name] for name in by)):
            by_turn[row.turn_id].append(Record(kind, encode_row(kind, row) | said.get(row._mapping.get("id"), {})))
    for row in some:
        yield Record("turn", encode_row("turn", row))
        yield from by_turn[row.id]


def _read_unfinished(unit: Unit, rows: Sequence[Row[Any]]) -> dict[Any, dict[str, Any]]:
    """Replies that are still being written have what they have said so far, and end there."""
    unfinished = [ReplyId(row.id) for row in rows if row.state in OPEN]
    found = {each: {"state": str(ReplyState.INTERRUPTED)} for each in unfinished}
    for each in read_open_texts(unit, unfinished):
        found[each.reply_id] |= {"text": each.text, "thinking": each.thinking}
    return found


def read_sent(unit: Unit, conversation_id: ConversationId) -> Iterator[Record]:
    """What was sent for its replies: every passage once, then the receipts that are made of them."""
    query = select(passages).where(passages.c.conversation_id == conversation_id, visible(unit, passages))
    for row in _stream(unit, query.order_by(passages.c.name)):
        data = bytes(row.data)
        yield Record("passage", {"name": bytes(row.name).hex()} | _spell(zlib.decompress(data) if row.packed else data))
    sent = (
        select(receipts)
        .join(replies, replies.c.id == receipts.c.reply_id)
        .join(turns, turns.c.id == replies.c.turn_id)
        .where(turns.c.conversation_id == conversation_id)
        .order_by(turns.c.position, replies.c.slot, receipts.c.epoch, receipts.c.attempt)
    )
    for row in _stream(unit, sent):
        yield Record("receipt", _spell_receipt(row))


def _spell_receipt(row: Row[Any]) -> dict[str, Any]:
    body = encode_row("receipt", row)
    if row.reckoning is None:
        body["reckoning"] = row.telemetry
    if row.signature is not None:
        body["signature"] = bytes(row.signature).hex()
    return body | {"body": spell_body(bytes(row.manifest or b"") or None, bytes(row.body))}


def spell_body(manifest: bytes | None, body: bytes) -> list[dict[str, str]]:
    """A request as a list of pieces: words, bytes, or the name of a passage. Joined they are what was sent."""
    if manifest is None:
        return [_spell(body)]
    return [
        {"passage": piece.hex()} if number % 2 else _spell(piece)
        for number, piece in enumerate(split_manifest(manifest))
        if piece
    ]


def _spell(data: bytes) -> dict[str, str]:
    try:
        return {"text": data.decode()}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode()}


def read_looks(unit: Unit, conversation_id: str) -> Iterator[Record]:
    """Analyses that have ended, with their calls and claims; for no conversation, those that looked at none."""
    query = select(analyses).where(
        analyses.c.conversation_id == conversation_id,
        visible(unit, analyses),
        analyses.c.status != "running",
    )
    for row in sorted(unit.connection.execute(query), key=lambda each: (each.created_at, each.id)):
        yield Record("analysis", encode_row("analysis", row))
        calls = select(analysis_calls).where(analysis_calls.c.analysis_id == row.id)
        yield from _walk(unit, "call", calls.order_by(analysis_calls.c.number))
        found = select(claims).where(claims.c.analysis_id == row.id)
        yield from _walk(unit, "claim", found.order_by(claims.c.number))


def read_evals(unit: Unit) -> Iterator[Record]:
    """Cases, attempts at better words with the looks made for them, and runs with every result."""
    yield from read_things(unit, "eval_case")
    yield from read_things(unit, "improvement", TABLES["improvement"].c.status != "running")
    yield from read_looks(unit, "")
    mine = select(eval_runs).where(visible(unit, eval_runs), eval_runs.c.status != "running")
    for row in sorted(unit.connection.execute(mine), key=lambda each: (each.created_at, each.id)):
        yield Record("eval_run", encode_row("eval_run", row))
        for kind, table in (("eval_result", eval_results), ("eval_unkept", eval_unkept)):
            query = select(table).where(table.c.run_id == row.id)
            ordered = (_plain(unit, table.c.case_id), table.c.repeat)
            yield from _walk(unit, kind, query.order_by(*ordered))


def _hanging(
    unit: Unit,
    conversation_id: ConversationId,
    kind: str,
    *where: "ColumnElement[bool]",
    by: Sequence[str] = ("id",),
) -> Iterator[Record]:
    table = TABLES[kind]
    here = select(table).where(table.c.conversation_id == conversation_id, visible(unit, table), *where)
    yield from _sorted(unit, kind, here, by)


def _sorted(unit: Unit, kind: str, query: "Select[Any]", by: Sequence[str]) -> Iterator[Record]:
    rows = unit.connection.execute(query).all()
    for row in sorted(rows, key=lambda each: tuple(each._mapping[name] for name in by)):
        yield Record(kind, encode_row(kind, row))


def _walk(unit: Unit, kind: str, query: "Select[Any]") -> Iterator[Record]:
    return (Record(kind, encode_row(kind, row)) for row in _stream(unit, query))


def _stream(unit: Unit, query: "Select[Any]") -> Iterator[Row[Any]]:
    yield from unit.connection.execute(query.execution_options(yield_per=_ROWS))


def _plain(unit: Unit, column: "ColumnElement[str]") -> "ColumnElement[str]":
    """In the order of its characters, whatever language PostgreSQL was set up for."""
    return column.collate("C") if unit.dialect == "postgresql" else column
