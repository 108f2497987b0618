"""Every receipt of a database held against the SHA-256 of what was sent; for one that nobody changes."""

from collections.abc import Iterator
from hashlib import sha256
from itertools import groupby, islice
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, create_engine, select

from antiphon.conversation.analysis import decode_call
from antiphon.conversation.errors import ReceiptDamaged
from antiphon.conversation.manifest import list_references
from antiphon.store.dialect import HIDDEN
from antiphon.store.failure import named_failures
from antiphon.store.reads.sent_passages import join_body, unpack_passages
from antiphon.store.tables import analysis_calls, receipts, replies

# Receipts of one conversation share most of their passages; this many of them fit into memory with ease.
_AT_ONCE: Final = 200


class CheckedReceipts(NamedTuple):
    """How many there are, and a name for each that is not what was sent."""

    checked: int
    damaged: tuple[str, ...]


def check_receipts(url: str) -> CheckedReceipts:
    """Put every receipt together and hash it; what models were asked about conversations is held to the same."""
    engine = create_engine(url, hide_parameters=HIDDEN)
    try:
        with named_failures(), engine.connect() as connection:
            verdicts = (*_check_sent(connection), *_check_calls(connection))
    finally:
        engine.dispose()
    return CheckedReceipts(len(verdicts), tuple(each for each in verdicts if each is not None))


_SENT = (
    select(receipts, replies.c.conversation_id)
    .join(replies, replies.c.id == receipts.c.reply_id)
    .order_by(receipts.c.workspace_id, replies.c.conversation_id, receipts.c.reply_id)
    .execution_options(yield_per=_AT_ONCE)
)


def _check_sent(connection: Connection) -> Iterator[str | None]:
    """None for each that is right, its name for each that is not."""
    rows = connection.execute(_SENT)
    for place, its in groupby(rows, lambda row: (row.workspace_id, row.conversation_id)):
        while some := tuple(islice(its, _AT_ONCE)):
            named = {name for row in some for name in list_references(bytes(row.manifest or b""))}
            found = unpack_passages(connection, place, named)
            yield from (_judge(row, found) for row in some)


def _judge(row: Row[Any], found: dict[bytes, bytes]) -> str | None:
    try:
        body = join_body(row, found)
    except ReceiptDamaged as error:
        return str(error)
    return (
        None
        if sha256(body).hexdigest() == row.sha256
        else str(ReceiptDamaged(row.reply_id, row.epoch, row.attempt, None))
    )


_CALLS = select(analysis_calls.c.analysis_id, analysis_calls.c.number, analysis_calls.c.call).execution_options(
    yield_per=_AT_ONCE
)


def _check_calls(connection: Connection) -> Iterator[str | None]:
    for analysis_id, number, said in connection.execute(_CALLS):
        call = decode_call(said)
        is_right = call.body is None or sha256(call.body.encode()).hexdigest() == call.sha256
        yield None if is_right else f"request {number} of analysis {analysis_id} is not what was sent"
