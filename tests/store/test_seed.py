"""What a new database starts with."""

import asyncio

from sqlalchemy import func, select

from antiphon.access.principal import LOCAL
from antiphon.advisors.starter import load_starter
from antiphon.store.reads.advisors import read_advisors
from antiphon.store.reads.panels import read_default_panel, read_panels
from antiphon.store.tables import advisors, panels, principals, workspaces
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.seed import seed
from tests.conftest import open_store
from tests.store.deeds import NOON, OTHER


def count_rows(unit: Unit) -> list[int]:
    tables = (workspaces, principals, advisors, panels)
    return [unit.connection.execute(select(func.count()).select_from(table)).scalar_one() for table in tables]


async def test_store_starts_with_the_starter_panel(store: Store) -> None:
    starter = load_starter()

    found = await store.read(LOCAL, read_advisors)

    assert {advisor.id: advisor for advisor in found} == {advisor.id: advisor for advisor in starter.advisors}
    assert await store.read(LOCAL, read_default_panel) == starter.panel


async def test_seeding_again_changes_nothing(store: Store) -> None:
    before = await store.read(LOCAL, count_rows)

    await store.write(LOCAL, seed, load_starter(), NOON)

    assert await store.read(LOCAL, count_rows) == before


async def test_nodes_seeding_at_once_sow_once(database_url: str) -> None:
    nodes = await asyncio.gather(*(open_store(database_url) for _ in range(3)))

    counts = await nodes[0].read(LOCAL, count_rows)
    await asyncio.gather(*(node.close() for node in nodes))

    assert counts == [1, 1, len(load_starter().advisors), 1]


async def test_another_workspace_has_its_own_panel(store: Store) -> None:
    await store.write(OTHER, seed, load_starter(), NOON)

    mine = await store.read(LOCAL, read_panels)
    theirs = await store.read(OTHER, read_panels)

    assert len(mine) == len(theirs) == 1
