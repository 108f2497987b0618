"""Rows as records of an archive, and back: which table a record stands in, and what each of its fields may hold."""

import base64
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Boolean, Column, Float, Integer, LargeBinary, Row, String, Table, Text

from antiphon.conversation.archive import RECORDS
from antiphon.conversation.errors import Malformed
from antiphon.conversation.picture import is_picture
from antiphon.conversation.state import TERMINAL
from antiphon.conversation.tool_use import is_use
from antiphon.conversation.wire import format_time, parse_time
from antiphon.store.tables import (
    Id,
    Moment,
    advisor_cards,
    advisors,
    analyses,
    analysis_calls,
    approvals,
    beats,
    claims,
    context_marks,
    conversations,
    decisions,
    dividers,
    document_pages,
    documents,
    eval_cases,
    eval_improvements,
    eval_results,
    eval_runs,
    eval_unkept,
    folders,
    heartbeats,
    import_links,
    instruction_switches,
    instructions,
    memories,
    panels,
    participation,
    passages,
    receipts,
    replies,
    round_runs,
    saved_filters,
    slugs,
    todos,
    topics,
    turn_tags,
    turns,
)

TABLES: Final[Mapping[str, Table]] = {
    "advisor": advisors,
    "card": advisor_cards,
    "panel": panels,
    "topic": topics,
    "folder": folders,
    "filter": saved_filters,
    "name": slugs,
    "instruction": instructions,
    "document": documents,
    "page": document_pages,
    "conversation": conversations,
    "divider": dividers,
    "participation": participation,
    "switch": instruction_switches,
    "todo": todos,
    "heartbeat": heartbeats,
    "beat": beats,
    "rounds": round_runs,
    "link": import_links,
    "turn": turns,
    "tag": turn_tags,
    "mark": context_marks,
    "reply": replies,
    "approval": approvals,
    "receipt": receipts,
    "passage": passages,
    "analysis": analyses,
    "call": analysis_calls,
    "claim": claims,
    "decision": decisions,
    "memory": memories,
    "eval_case": eval_cases,
    "eval_run": eval_runs,
    "eval_result": eval_results,
    "eval_unkept": eval_unkept,
    "improvement": eval_improvements,
}

# Words a column may hold and no other, where another one would be met by whoever reads the row.
_WORDS: Final[Mapping[str, frozenset[str]]] = {
    "reply.state": frozenset(str(each) for each in TERMINAL),
    "turn.origin": frozenset({"person", "round", "heartbeat", "review", "imported"}),
    "mark.mark": frozenset({"in", "out", "pin"}),
    "document.kind": frozenset({"guideline", "inline", "library"}),
    "analysis.status": frozenset({"done", "failed"}),
    "rounds.status": frozenset({"ended"}),
    "beat.status": frozenset({"fired", "skipped"}),
    "eval_run.status": frozenset({"done", "failed", "stopped", "interrupted"}),
    "improvement.status": frozenset({"done", "failed", "stopped", "interrupted"}),
}
# What is read into something of its own whenever the row is: a list, each of whose members must be one.
_MEMBERS: Final[Mapping[str, Callable[[object], bool]]] = {"reply.pictures": is_picture, "reply.tool_events": is_use}
_LARGEST: Final = 2**31 - 1
# An id becomes part of an address, and the name of a file in the next archive.
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")


def encode_row(record: str, row: Row[Any]) -> dict[str, Any]:
    """The row as it stands in an archive: its fields in order, moments as text, bytes as base64."""
    found = row._mapping
    return {name: _encode(found[name]) for name in RECORDS[record] if name in found}


def decode_row(record: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """The columns again; `Malformed` for a value that such a row cannot have. Fields nobody knows are left."""
    table = TABLES[record]
    for name in RECORDS[record]:
        column = table.c[name]
        if name not in body and not column.nullable and column.server_default is None:
            raise _refuse(record, name)
    return {name: decode_value(record, name, body[name]) for name in RECORDS[record] if name in body}


def _encode(value: Any) -> Any:
    match value:
        case datetime():
            return format_time(value)
        case bytes():
            return base64.b64encode(value).decode()
        case _:
            return value


def decode_value(record: str, name: str, value: Any) -> Any:
    """What a column holds; `Malformed` for what it cannot."""
    column = TABLES[record].c[name]
    if value is None:
        if not column.nullable:
            raise _refuse(record, name)
        return None
    kind = column.type
    if isinstance(kind, Moment):
        return _read_moment(record, name, value)
    if isinstance(kind, LargeBinary):
        return _read_bytes(record, name, value)
    is_fit = _fits(kind, value) and (kind is not Id or _is_id(column, value))
    words, is_member = _WORDS.get(f"{record}.{name}"), _MEMBERS.get(f"{record}.{name}")
    is_fit = is_fit and (is_member is None or (isinstance(value, list) and all(map(is_member, value))))
    if not is_fit or (words is not None and value not in words):
        raise _refuse(record, name)
    return value


def _is_id(column: Column[Any], value: str) -> bool:
    """Whether it can be one; none at all where a row of its own accord has none."""
    return _ID.fullmatch(value) is not None or (value == "" and column.server_default is not None)


def _fits(kind: Any, value: Any) -> bool:
    match kind:
        case Boolean():
            return isinstance(value, bool)
        case Integer():
            return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _LARGEST
        case Float():
            return isinstance(value, int | float) and not isinstance(value, bool)
        case Text() | String():
            short = kind.length is None or len(value) <= kind.length if isinstance(value, str) else False
            return short and "\0" not in value
        case _:
            return True


def _read_moment(record: str, name: str, value: Any) -> datetime:
    try:
        found = parse_time(value)
    except (TypeError, ValueError):
        raise _refuse(record, name) from None
    if found.tzinfo is None:
        raise _refuse(record, name)
    return found


def _read_bytes(record: str, name: str, value: Any) -> bytes:
    try:
        return base64.b64decode(value, validate=True)
    except (TypeError, ValueError):
        raise _refuse(record, name) from None


def _refuse(record: str, name: str) -> Malformed:
    return Malformed(f"a {record} whose {name} cannot be")
