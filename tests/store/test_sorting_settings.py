"""Settings of before there were several people are sorted by whose they are, and put back."""

from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import MetaData, Table, create_engine, select

from antiphon.access.principal import LOCAL
from antiphon.conversation.scope import Scope
from antiphon.settings import SCOPE_OF
from antiphon.store.dialect import open_engine
from antiphon.store.migrate import migrate
from antiphon.store.reads.settings import read_changed_settings, read_settings
from antiphon.store.unit import Unit
from tests.store.older import make_older, move

# Nobody could have set these while all settings were the workspace's.
LATER = frozenset({"thinking"})
CHANGED = {name: number for number, name in enumerate(sorted(SCOPE_OF.keys() - LATER))} | {"reply_allowance": None}
RECORDED: dict[str, list[dict[str, Any]]] = {
    "workspaces": [{"id": LOCAL.workspace_id, "name": "Mine", "created_at": 1_700_000_000_000}],
    "workspace_settings": [
        {"workspace_id": LOCAL.workspace_id, "name": name, "value": value} for name, value in CHANGED.items()
    ],
}


@pytest.fixture(params=["sqlite", "postgresql"])
def old_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database in which all settings are the workspace's."""
    return make_older(request, tmp_path, "0019", RECORDED)


def changed(scope: Scope) -> dict[str, object]:
    return {name: value for name, value in CHANGED.items() if SCOPE_OF[name] == scope}


def test_every_setting_is_found_where_it_belongs(old_url: str) -> None:
    """I-44."""
    migrate(old_url)
    engine = open_engine(old_url, 1)
    with engine.connect() as connection:
        unit = Unit(connection, LOCAL)
        saved, news = read_settings(unit), read_changed_settings(unit, {})
    engine.dispose()

    assert saved == {scope: changed(scope) for scope in ("instance", "workspace", "person")}
    assert news.workspaces[LOCAL.workspace_id].people == {LOCAL.id: changed("person")}


def test_going_back_puts_them_all_into_one_place(old_url: str) -> None:
    """I-44."""
    migrate(old_url)

    move(old_url, lambda config: command.downgrade(config, "0019"))

    engine = create_engine(old_url)
    with engine.connect() as connection:
        table = Table("workspace_settings", MetaData(), autoload_with=connection)
        found = {row.name: row.value for row in connection.execute(select(table.c.name, table.c.value))}
    engine.dispose()
    assert found == CHANGED
