"""Looks whose calls were kept in one place are brought up, and back."""

from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import MetaData, Table, create_engine, select

from antiphon.access.principal import LOCAL
from antiphon.store.dialect import open_engine
from antiphon.store.migrate import migrate
from antiphon.store.reads.analyses import read_analysis
from antiphon.store.unit import Unit
from tests.store.older import make_older, move

MS = 1_700_000_000_000
PLAIN = {"provider": "fake", "model": "m", "url": "http://here", "sha256": "0" * 64, "sent_at": "2023-11-14T22:13:20Z"}
KNOWN = {"outcome": "complete", "usage": {"input_tokens": 3}, "shown": ["m_a"], "found": [], "erased": False}
CALLS = [{"step": f"step {n}", "body": f"東京 {n}", "answer": None} | PLAIN | KNOWN for n in range(12)]
ROW = {"workspace_id": LOCAL.workspace_id, "conversation_id": "c_1", "kind": "map", "model": "m", "status": "done"}
RECORDED: dict[str, list[dict[str, Any]]] = {
    "workspaces": [{"id": LOCAL.workspace_id, "name": "Mine", "created_at": MS}],
    "conversations": [
        {
            "id": "c_1",
            "workspace_id": LOCAL.workspace_id,
            "owner_id": LOCAL.id,
            "panel_id": "starter",
            "title": "",
            "created_at": MS,
            "updated_at": MS,
            "last_seq": 1,
            "turn_count": 0,
            "open_replies": 0,
        }
    ],
    "analyses": [
        ROW | {"id": "an_many", "created_at": MS, "calls": CALLS},
        ROW | {"id": "an_none", "created_at": MS, "calls": []},
    ],
}


@pytest.fixture(params=["sqlite", "postgresql"])
def old_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database in which a look holds its calls itself."""
    return make_older(request, tmp_path, "0009", RECORDED)


def read_kept(url: str) -> dict[str, list[Any]]:
    """What stands in the one place."""
    engine = create_engine(url)
    with engine.connect() as connection:
        table = Table("analyses", MetaData(), autoload_with=connection)
        found = {row.id: row.calls for row in connection.execute(select(table.c.id, table.c.calls))}
    engine.dispose()
    return found


def test_every_call_of_an_older_look_is_there_in_its_order(old_url: str) -> None:
    """I-44."""
    migrate(old_url)
    engine = open_engine(old_url, 1)
    with engine.connect() as connection:
        unit = Unit(connection, LOCAL)
        many, none = read_analysis(unit, "an_many"), read_analysis(unit, "an_none")
    engine.dispose()

    assert [(each.step, each.body) for each in many.calls] == [(each["step"], each["body"]) for each in CALLS]
    assert {(each.outcome, each.shown, each.erased) for each in many.calls} == {("complete", ("m_a",), False)}
    assert none.calls == ()


def test_going_back_puts_the_calls_where_they_were(old_url: str) -> None:
    """I-44."""
    migrate(old_url)

    move(old_url, lambda config: command.downgrade(config, "0009"))

    assert read_kept(old_url) == {"an_many": CALLS, "an_none": []}
