"""A database of the first version, with a conversation in it, is brought up and back."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine, MetaData, Table, create_engine, inspect, select

from antiphon.access.principal import LOCAL
from antiphon.conversation.fold import fold
from antiphon.conversation.ids import AdvisorId, ConversationId, NodeId, ReplyId, TurnId
from antiphon.conversation.reply import Metrics, ReplyError
from antiphon.conversation.size import suppose
from antiphon.conversation.state import ReplyState
from antiphon.conversation.view import ConversationView
from antiphon.store.dialect import open_engine
from antiphon.store.migrate import migrate, read_revision, wanted_revision
from antiphon.store.reads.conversation_context import Participation, read_parts
from antiphon.store.reads.facts import read_facts
from antiphon.store.reads.history import History, Stretch
from antiphon.store.reads.receipts import read_receipts
from antiphon.store.reads.recovery import read_look
from antiphon.store.reads.view import read_view
from antiphon.store.tables import metadata
from antiphon.store.unit import Unit
from antiphon.store.writes.nodes import join
from antiphon.store.writes.settle_reply import settle_reply
from antiphon.store.writes.variants import add_variant
from tests.store.deeds import NODE, ending_of, variant_of
from tests.store.older import make_older, move
from tests.store.test_migrate import is_in_the_metadata

HERE = ConversationId("c_1")
SKEPTIC, BUILDER = AdvisorId("skeptic"), AdvisorId("builder")
MS = 1_700_000_000_000
HUMAN = ("Naïve? 👩‍👩‍👧 東京", "Shall I?")
SAID = ("Yes, 東京.\nTwice.", "A long road 🛣️, and then")
FAILURE = {"code": "net", "message": "it was cut off", "facts": {"status": None}}
FIGURES = {"total_seconds": 1.5, "output_tokens": 7}


def owned(**columns: Any) -> dict[str, Any]:
    return {"workspace_id": LOCAL.workspace_id} | columns


def told(seq: int, kind: str, turn: str | None = None, reply: str | None = None, **body: Any) -> dict[str, Any]:
    """A fact as the first version wrote it."""
    return owned(conversation_id=HERE, seq=seq, kind=kind, turn_id=turn, reply_id=reply, body=body)


def reply(number: int, turn: int, slot: int, advisor: str, state: str, **more: Any) -> dict[str, Any]:
    place = {"id": f"r_{number}", "conversation_id": HERE, "turn_id": f"t_{turn}", "slot": slot, "advisor_id": advisor}
    rest = {"advisor_version": 1, "name": advisor.title(), "colour": "#123456", "model": "scripted:one", "epoch": 1}
    empty = {"text": "", "thinking": "", "finish_reason": None, "error": None, "metrics": None, "settled_at": None}
    return owned(**place, **rest, state=state, stop_requested=False, **(empty | more))


def ended(seq: int, turn: str, reply_id: str, state: str, length: int, **more: Any) -> dict[str, Any]:
    body = {"epoch": 1, "state": state, "text_length": length, "thinking_length": 0} | more
    return told(seq, "reply_settled", turn, reply_id, **body)


# One turn that was answered by one and failed for the other, and one that a crash cut off.
RECORDED: dict[str, list[dict[str, Any]]] = {
    "workspaces": [{"id": LOCAL.workspace_id, "name": "Mine", "created_at": MS}],
    "principals": [owned(id=LOCAL.id, role="owner", name="Me", created_at=MS)],
    "advisors": [
        owned(id=each, version=1, current=True, name=each.title(), description="", colour="#123456")
        | {"model": None, "parameters": {}, "created_at": MS}
        for each in (SKEPTIC, BUILDER)
    ],
    "panels": [
        owned(id="p_1", name="All", advisor_ids=[SKEPTIC, BUILDER], early_turns=3, is_default=True, created_at=MS)
    ],
    "conversations": [
        owned(id=HERE, owner_id=LOCAL.id, panel_id="p_1", title="Plans", created_at=MS, updated_at=MS + 9)
        | {"last_seq": 7, "turn_count": 2, "open_replies": 1}
    ],
    "turns": [
        owned(id=f"t_{n}", conversation_id=HERE, position=n, accepted_seq=seq, text=text, parts=[], created_at=MS + n)
        | {"stars": 0, "colour_flag": None, "pinned": False, "importance": None}
        for n, seq, text in ((1, 2, HUMAN[0]), (2, 6, HUMAN[1]))
    ],
    "replies": [
        reply(1, 1, 0, SKEPTIC, "complete", text=SAID[0], finish_reason="stop", metrics=FIGURES, settled_at=MS + 3),
        reply(2, 1, 1, BUILDER, "incomplete", error=FAILURE, settled_at=MS + 4),
        reply(3, 2, 0, BUILDER, "streaming"),
    ],
    "chunks": [owned(reply_id="r_3", epoch=1, channel="text", start=0, text=SAID[1])],
    "receipts": [
        owned(reply_id="r_1", epoch=1, attempt=1, provider="scripted", model="one", url="scripted://one")
        | {"headers": {}, "body": b"{}", "sha256": "0" * 64, "sent_at": MS, "outcome": "complete", "usage": {"n": 1}}
    ],
    "facts": [
        told(1, "conversation_created", title="Plans", created_at="2023-11-14T22:13:20.000Z"),
        told(2, "turn_accepted", "t_1"),
        told(3, "replies_sending", "t_1", replies=[{"reply_id": f"r_{n}", "epoch": 1} for n in (1, 2)]),
        ended(4, "t_1", "r_1", "complete", len(SAID[0]), finish_reason="stop", error=None, metrics=FIGURES),
        ended(5, "t_1", "r_2", "incomplete", 0, finish_reason=None, error=FAILURE, metrics=None),
        told(6, "turn_accepted", "t_2"),
        told(7, "replies_sending", "t_2", replies=[{"reply_id": "r_3", "epoch": 1}]),
    ],
    "idempotency_keys": [
        owned(principal_id=LOCAL.id, key="k", body_sha256="0" * 64, turn_id="t_1", created_at=MS),
    ],
    "participation": [
        owned(conversation_id=HERE, advisor_id=each, turns=n) for each, n in ((SKEPTIC, 1), (BUILDER, 2))
    ],
    "open_turns": [owned(turn_id="t_2", conversation_id=HERE, node_id="n_old", handed_over_at=None)],
    "nodes": [{"id": "n_old", "started_at": MS, "lease_until": MS + 10_000, "reaped_at": None}],
}


@pytest.fixture(params=["sqlite", "postgresql"])
def old_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database at the first revision with the recorded rows in it."""
    return make_older(request, tmp_path, "0001", RECORDED)


def dump(url: str) -> dict[str, list[dict[str, Any]]]:
    """What the recorded columns hold now."""
    engine = create_engine(url)
    found: dict[str, list[dict[str, Any]]] = {}
    with engine.connect() as connection:
        for name, rows in RECORDED.items():
            table = Table(name, MetaData(), autoload_with=connection)
            query = select(*(table.c[column] for column in rows[0])).order_by(*table.primary_key.columns)
            found[name] = [dict(row._mapping) for row in connection.execute(query)]
    engine.dispose()
    return found


@pytest.fixture
def unit(old_url: str) -> Iterator[Unit]:
    """The upgraded database, in one transaction."""
    migrate(old_url)
    engine: Engine = open_engine(old_url, 1)
    with engine.connect() as connection:
        yield Unit(connection, LOCAL)
        connection.rollback()
    engine.dispose()


def test_upgrade_keeps_every_row(old_url: str) -> None:
    """I-44, I-01."""
    before = dump(old_url)

    migrated = migrate(old_url)

    assert migrated[:2] == ("0001", wanted_revision())
    assert dump(old_url) == before
    assert {name: len(rows) for name, rows in before.items()} == {name: len(rows) for name, rows in RECORDED.items()}


def test_upgraded_schema_is_the_one_the_code_expects(old_url: str) -> None:
    """I-44: the same whether it was made at once or step by step."""
    migrate(old_url)
    engine = create_engine(old_url)

    with engine.connect() as connection:
        opts = {"compare_type": True, "compare_server_default": False, "include_name": is_in_the_metadata}
        context = MigrationContext.configure(connection, opts=opts)
        differences = compare_metadata(context, metadata)
    engine.dispose()

    assert differences == []


def test_upgraded_conversation_reads_as_it_was(unit: Unit) -> None:
    """I-44, I-01: what is new has the value that means what was true before."""
    view = read_view(unit, HERE)

    first, second = view.turns
    assert [turn.text for turn in view.turns] == list(HUMAN)
    assert [reply.text for reply in first.replies] == [SAID[0], ""]
    assert [reply.state for reply in first.replies] == [ReplyState.COMPLETE, ReplyState.INCOMPLETE]
    assert first.replies[0].metrics == Metrics(total_seconds=1.5, output_tokens=7)
    assert first.replies[1].error == ReplyError("net", "it was cut off", {"status": None})
    assert (second.replies[0].text, second.replies[0].state) == (SAID[1], ReplyState.STREAMING)
    assert view.dividers == ()
    for turn in view.turns:
        assert (turn.topic, turn.tags, turn.marks, turn.stars, turn.pinned) == (None, (), {}, 0, False)
        assert all(
            (each.variant, each.chosen, each.changes, each.edited) == (0, True, None, None) for each in turn.replies
        )


def test_upgraded_facts_add_up(unit: Unit) -> None:
    """I-40, I-44: facts written by the first version are understood, text aside."""
    facts = read_facts(unit, HERE, 0)

    until_the_text = fold(ConversationView(HERE), facts[:3])
    assert [fact.seq for fact in facts] == [1, 2, 3, 4, 5, 6, 7]
    assert until_the_text.title == "Plans"
    assert [reply.state for reply in until_the_text.turns[0].replies] == [ReplyState.SENDING] * 2


def test_lengths_of_old_texts_are_filled_in(unit: Unit) -> None:
    """A character is a character on both databases; the rest is what texts of that length usually have."""
    newest, oldest = History(unit, Stretch(HERE, (SKEPTIC, BUILDER), light=True)).newest_first()

    assert (newest.size, oldest.size) == (suppose(len(HUMAN[1])), suppose(len(HUMAN[0])))
    assert {each: said.size for each, said in oldest.replies.items()} == {SKEPTIC: suppose(len(SAID[0]))}
    assert newest.at == datetime.fromtimestamp(MS // 1_000, UTC).replace(microsecond=2_000)
    assert (oldest.importance, newest.replies) == (0.0, {})


def test_what_was_sent_and_what_was_open_is_still_known(unit: Unit) -> None:
    """I-05, I-35, I-44."""
    (receipt,) = read_receipts(unit, ReplyId("r_1"))

    assert (receipt.body, receipt.usage, receipt.telemetry) == (b"{}", {"n": 1}, None)
    assert read_look(unit, NodeId("n_old"), 0).own == [TurnId("t_2")]
    assert read_parts(unit, HERE, [SKEPTIC, BUILDER]) == {
        SKEPTIC: Participation(1, None, None),
        BUILDER: Participation(2, None, None),
    }


def test_upgraded_conversation_goes_on(unit: Unit) -> None:
    """I-44: the open reply ends, and an old one is asked again."""
    view = read_view(unit, HERE)
    settle_reply(unit, ending_of(view.turns[1], 0, SAID[1] + " home."))
    join(unit, NODE, 10_000)

    added = add_variant(unit, variant_of(view.turns[0].replies[1], chosen=True))

    after = read_view(unit, HERE)
    assert added.reply.variant == 1
    assert after.turns[1].replies[0].text == SAID[1] + " home."
    assert [each.chosen for each in after.turns[0].replies] == [True, False, True]


def test_downgrade_gives_the_first_schema_and_every_row_back(old_url: str) -> None:
    """I-44."""
    before, columns = dump(old_url), columns_of(old_url)
    migrate(old_url)

    move(old_url, lambda config: command.downgrade(config, "0001"))

    assert read_revision(old_url) == "0001"
    assert dump(old_url) == before
    assert columns_of(old_url) == columns
    assert migrate(old_url)[:2] == ("0001", wanted_revision())
    assert dump(old_url) == before


def columns_of(url: str) -> dict[str, tuple[list[str], list[Any]]]:
    """Every table with its columns and its indexes."""
    engine = create_engine(url)
    looked = inspect(engine)
    found = {
        name: (
            sorted(column["name"] for column in looked.get_columns(name)),
            sorted(str(index["name"]) for index in looked.get_indexes(name)),
        )
        for name in looked.get_table_names()
    }
    engine.dispose()
    return found
