"""What was sent is kept once in a conversation, proved when it is read, and gone with it."""

import hashlib
import signal
import subprocess
import sys
from typing import Any

import orjson
import pytest
from sqlalchemy import delete, func, select, text, update

from antiphon.access.principal import LOCAL
from antiphon.conversation.errors import ReceiptDamaged
from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId
from antiphon.conversation.turn import Turn
from antiphon.engine.runtime.identity import new_id
from antiphon.store.reads.receipts import read_newest_bodies, read_receipts
from antiphon.store.tables import passages, receipts
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.branches import NewBranch, branch_conversation
from antiphon.store.writes.cut_receipts import cut_some_receipts
from antiphon.store.writes.delete_conversation import begin_deletion, finish_deletion
from antiphon.store.writes.receipts import append_attempt
from tests.store.deeds import NOON, ask, begin, receipt_of, settle, start
from tests.store.test_receipts import RECKONED, with_telemetry

SKEPTIC = AdvisorId("skeptic")


def say(*texts: str) -> bytes:
    """A request with these messages."""
    roles = ("system", "user", "assistant")
    messages = [{"role": roles[number % 3], "content": each * 40} for number, each in enumerate(texts)]
    return orjson.dumps({"model": "m", "messages": messages, "stream": True})


async def send(store: Store, conversation: ConversationId, *bodies: bytes) -> Turn:
    """A turn for which one advisor each was sent these bytes, and everyone has answered."""
    turn = await ask(store, conversation, advisors=len(bodies))
    sent = [receipt_of(reply.id, body=body) for reply, body in zip(turn.replies, bodies, strict=True)]
    await start(store, turn, prepare=lambda *_: sent)
    for slot in range(len(bodies)):
        await settle(store, turn, slot, "yes")
    return turn


async def read_bodies(store: Store, reply_id: ReplyId) -> list[bytes]:
    return [each.body for each in await store.read(LOCAL, read_receipts, reply_id)]


def _list(unit: Unit, conversation: str) -> list[str]:
    query = select(passages.c.name).where(passages.c.conversation_id == conversation).order_by(passages.c.name)
    return [bytes(name).hex() for name in unit.connection.execute(query).scalars()]


async def list_kept(store: Store, conversation: ConversationId) -> list[str]:
    return await store.read(LOCAL, _list, conversation)


def _run(unit: Unit, statement: Any) -> None:
    unit.connection.execute(statement)


def _make_whole(unit: Unit, reply_id: str, body: bytes, digest: str | None = None) -> None:
    """The receipt as an earlier version wrote it."""
    values = {"body": body, "manifest": None, "sha256": digest or hashlib.sha256(body).hexdigest()}
    unit.connection.execute(update(receipts).where(receipts.c.reply_id == reply_id).values(**values))


async def test_what_several_are_sent_is_kept_once_and_read_as_it_was(store: Store) -> None:
    """Each receipt is the very bytes; what they share is one row."""
    here = await begin(store)
    bodies = [say("You advise. ", "Shall I? ", f"{number} says so. ") for number in range(3)]

    turn = await send(store, here, *bodies)

    assert [await read_bodies(store, reply.id) for reply in turn.replies] == [[body] for body in bodies]
    assert len(await list_kept(store, here)) == 2 + 3
    found = await store.read(LOCAL, read_newest_bodies, here, [SKEPTIC])
    assert found == {SKEPTIC: bodies[0]}


async def test_the_next_turn_keeps_only_what_is_new(store: Store) -> None:
    here = await begin(store)
    said = ["You advise. ", "Shall I? ", "Yes, I would. "]
    await send(store, here, say(*said[:2]))
    before = await list_kept(store, here)

    later = await send(store, here, say(*said, "Sure? "))
    again = receipt_of(later.replies[0].id, attempt=2, body=say(*said[:2], "Sure? "))
    await store.write(LOCAL, append_attempt, again, "overflow", None)

    after = await list_kept(store, here)
    assert set(before) < set(after)
    assert await read_bodies(store, later.replies[0].id) == [say(*said, "Sure? "), again.body]


async def test_another_conversation_keeps_its_own(store: Store) -> None:
    """Who has said the same cannot be told, and whoever deletes theirs takes nothing from anybody."""
    here, there = await begin(store), await begin(store)
    body = say("You advise. ", "Shall I? ")
    await send(store, here, body)
    turn = await send(store, there, body)

    await delete_for_good(store, here)

    assert await list_kept(store, here) == []
    assert await read_bodies(store, turn.replies[0].id) == [body]


async def delete_for_good(store: Store, conversation: ConversationId) -> None:
    await store.write(LOCAL, begin_deletion, conversation, NOON)
    await store.write(LOCAL, finish_deletion, conversation, NOON)


async def test_a_branch_has_the_proof_when_its_origin_is_gone_and_nothing_more(store: Store) -> None:
    """Of what was said after the branch left, nothing goes along; and when the branch goes, nothing is left."""
    here = await begin(store)
    first = await send(store, here, say("You advise. ", "Shall I? "))
    await send(store, here, say("You advise. ", "Shall I? ", "Yes. ", "A secret. "))
    new = NewBranch(ConversationId(new_id("c")), first.id, NOON, new_id)
    await store.write(LOCAL, branch_conversation, new)
    kept = await list_kept(store, here)

    await delete_for_good(store, here)

    handed = await list_kept(store, new.id)
    assert len(handed) == 2 < len(kept)
    assert await list_kept(store, here) == []
    (heir,) = await store.read(LOCAL, _read_replies, new.id)
    assert await read_bodies(store, heir) == [say("You advise. ", "Shall I? ")]
    await delete_for_good(store, new.id)
    assert await store.read(LOCAL, _count, passages) == await store.read(LOCAL, _count, receipts) == 0


def _read_replies(unit: Unit, conversation: str) -> list[ReplyId]:
    query = text("SELECT id FROM replies WHERE conversation_id = :here").bindparams(here=conversation)
    return [ReplyId(each) for each in unit.connection.execute(query).scalars()]


def _count(unit: Unit, table: Any) -> int:
    return int(unit.connection.execute(select(func.count()).select_from(table)).scalar_one())


@pytest.mark.parametrize("packed", [True, False])
async def test_a_passage_that_was_changed_is_found_out_and_named(store: Store, packed: bool) -> None:
    """Nobody is shown bytes that were not sent."""
    here = await begin(store)
    turn = await send(store, here, say("You advise. ", "Shall I? "))
    name, *_ = await list_kept(store, here)
    forged = update(passages).where(passages.c.name == bytes.fromhex(name)).values(data=b"{}", packed=packed)
    await store.write(LOCAL, _run, forged)

    with pytest.raises(ReceiptDamaged) as damaged:
        await read_bodies(store, turn.replies[0].id)

    assert (damaged.value.passage, damaged.value.is_missing) == (name, False)
    assert name in str(damaged.value)
    assert (damaged.value.epoch, damaged.value.attempt) == (1, 1)


async def test_so_is_one_that_is_missing_and_a_manifest_that_was_changed(store: Store) -> None:
    here = await begin(store)
    one = await send(store, here, say("You advise. ", "Shall I? "))
    two = await send(store, here, say("You advise. ", "And now? "))
    names = await list_kept(store, here)
    other = receipts.c.reply_id == two.replies[0].id
    manifest = await store.read(LOCAL, _read_manifest, two.replies[0].id)
    await store.write(LOCAL, _run, update(receipts).where(other).values(manifest=manifest + b" "))
    with pytest.raises(ReceiptDamaged) as changed:
        await read_bodies(store, two.replies[0].id)
    await store.write(LOCAL, _run, delete(passages))

    with pytest.raises(ReceiptDamaged) as damaged:
        await read_bodies(store, one.replies[0].id)

    assert changed.value.passage is None
    assert damaged.value.is_missing
    assert damaged.value.passage in names


def _read_manifest(unit: Unit, reply_id: str) -> bytes:
    return bytes(
        unit.connection.execute(select(receipts.c.manifest).where(receipts.c.reply_id == reply_id)).scalar_one()
    )


async def test_receipts_of_earlier_versions_are_read_whole_then_cut_then_read_the_same(store: Store) -> None:
    """Before, in between and afterwards; one that is not what its hash says is left alone."""
    here = await begin(store)
    bodies = [say("You advise. ", *(f"{each} of them. " for each in range(number))) for number in range(1, 31)]
    turns = [await send(store, here, body) for body in bodies]
    replies = [turn.replies[0].id for turn in turns]
    for reply_id, body in zip(replies, bodies, strict=True):
        await store.write(LOCAL, _make_whole, reply_id, body)
    await store.write(LOCAL, _make_whole, replies[3], bodies[3], "0" * 64)
    await store.write(LOCAL, _run, delete(passages))
    whole = [await read_bodies(store, each) for each in replies]

    assert await store.write(LOCAL, cut_some_receipts)
    between = [await read_bodies(store, each) for each in replies]
    half = await store.read(LOCAL, _count_whole)
    while await store.write(LOCAL, cut_some_receipts):
        pass

    assert whole == between == [[body] for body in bodies]
    assert 1 < half < len(replies)
    assert [await read_bodies(store, each) for each in replies] == whole
    assert await store.read(LOCAL, _count_whole) == 1
    assert not await store.write(LOCAL, cut_some_receipts)


def _count_whole(unit: Unit) -> int:
    query = select(func.count()).select_from(receipts).where(func.length(receipts.c.body) > 0)
    return int(unit.connection.execute(query).scalar_one())


async def test_what_was_reckoned_moves_along(store: Store) -> None:
    turn = await ask(store, await begin(store), advisors=1)
    reply_id = turn.replies[0].id
    await start(store, turn, prepare=lambda *_: [with_telemetry(reply_id, RECKONED)])
    old = select(receipts.c.reckoning).where(receipts.c.reply_id == reply_id)
    record = await store.read(LOCAL, lambda unit: unit.connection.execute(old).scalar_one())
    mine = update(receipts).where(receipts.c.reply_id == reply_id)
    await store.write(LOCAL, _run, mine.values(telemetry=record, reckoning=None, manifest=None))
    (before,) = await store.read(LOCAL, read_receipts, reply_id)

    while await store.write(LOCAL, cut_some_receipts):
        pass

    (after,) = await store.read(LOCAL, read_receipts, reply_id)
    assert before == after
    assert after.telemetry == RECKONED


_CHILD = """
import os, signal, sys
from sqlalchemy import event
from antiphon.access.principal import LOCAL
from antiphon.store.dialect import open_engine
from antiphon.store.unit import Unit
from antiphon.store.writes.cut_receipts import cut_some_receipts
engine, left = open_engine(sys.argv[1], 1), int(sys.argv[2])
def count(*_):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
event.listen(engine, "after_cursor_execute", count)
more = True
while more:
    with engine.execution_options(writes=True).begin() as connection:
        more = cut_some_receipts(Unit(connection, LOCAL))
"""


@pytest.mark.parametrize("statements", [5, 20, 60])
async def test_a_process_that_is_killed_while_it_cuts_leaves_every_receipt_readable(
    store: Store, database_url: str, statements: int
) -> None:
    """Wherever it dies; the next one goes on where it was."""
    here = await begin(store)
    bodies = [say("You advise. ", *(f"{each} of them. " for each in range(number))) for number in range(1, 25)]
    replies = [(await send(store, here, body)).replies[0].id for body in bodies]
    for reply_id, body in zip(replies, bodies, strict=True):
        await store.write(LOCAL, _make_whole, reply_id, body)
    await store.write(LOCAL, _run, delete(passages))

    died = subprocess.run([sys.executable, "-c", _CHILD, database_url, str(statements)], check=False).returncode
    between = [await read_bodies(store, each) for each in replies]
    ended = subprocess.run([sys.executable, "-c", _CHILD, database_url, "0"], check=False).returncode

    assert (died, ended) == (-signal.SIGKILL, 0)
    assert between == [[body] for body in bodies]
    assert [await read_bodies(store, each) for each in replies] == between
    assert await store.read(LOCAL, _count_whole) == 0
