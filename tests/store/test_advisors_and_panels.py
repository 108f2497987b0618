"""Advisors and panels as they are written: versions, seats, and whose they are."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import select, update

from antiphon.access.principal import LOCAL
from antiphon.advisors.changes import Changes
from antiphon.advisors.palette import Colour
from antiphon.advisors.panel import Panel
from antiphon.advisors.starter import load_starter
from antiphon.conversation.errors import AdvisorStale, NotFound
from antiphon.conversation.ids import AdvisorId, PanelId
from antiphon.store.reads.advisors import read_advisor_lines, read_advisors, read_versions
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.panels import read_default_panel, read_importing, read_panel_advisors, read_panels
from antiphon.store.tables import advisors
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.advisors import (
    archive_advisor,
    change_advisor,
    create_advisor,
    import_advisors,
    restore_advisor,
)
from antiphon.store.writes.panels import change_panel, choose_panel, create_panel, make_default, remove_panel
from antiphon.store.writes.seed import seed
from tests.store.deeds import NOON, OTHER, begin

SKEPTIC = AdvisorId("skeptic")
MINE = AdvisorId("a_mine")
BOARD = Panel(PanelId("p_board"), "Board", (MINE,), 0)


async def own_things(store: Store) -> None:
    """An advisor and a panel of the local person; the other workspace has only the starter panel."""
    await store.write(OTHER, seed, load_starter(), NOON)
    await store.write(LOCAL, create_advisor, MINE, {"name": "Mine", "description": "my secret"}, NOON)
    await store.write(LOCAL, create_panel, BOARD, NOON)


def current_rows(unit: Unit) -> list[tuple[int, bool]]:
    query = select(advisors.c.version, advisors.c.current).where(advisors.c.id == SKEPTIC)
    return [(row.version, row.current) for row in unit.connection.execute(query.order_by(advisors.c.version))]


async def test_one_version_is_the_current_one(store: Store) -> None:
    for name in ("One", "Two", "Two"):
        await store.write(LOCAL, change_advisor, SKEPTIC, {"name": name}, None, NOON)

    assert await store.read(LOCAL, current_rows) == [(1, False), (2, False), (3, True)]


async def test_edits_at_once_take_versions_one_after_the_other(store: Store) -> None:
    """None is lost and none is written over, whoever comes first."""
    names = [f"Name {number}" for number in range(6)]

    await asyncio.gather(*(store.write(LOCAL, change_advisor, SKEPTIC, {"name": name}, None, NOON) for name in names))

    versions = await store.read(LOCAL, read_versions, SKEPTIC)
    assert [line.advisor.version for line in versions] == [7, 6, 5, 4, 3, 2, 1]
    assert {line.advisor.name for line in versions} == {*names, "The Skeptic"}


async def test_of_edits_at_once_with_one_expectation_one_is_saved(store: Store) -> None:
    outcomes = await asyncio.gather(
        *(store.write(LOCAL, change_advisor, SKEPTIC, {"name": f"N {number}"}, 1, NOON) for number in range(4)),
        return_exceptions=True,
    )

    assert sorted(isinstance(outcome, AdvisorStale) for outcome in outcomes) == [False, True, True, True]


async def test_colours_go_round_when_all_are_taken(store: Store) -> None:
    for number in range(20):
        await store.write(LOCAL, create_advisor, AdvisorId(f"a_{number}"), {"name": "N", "description": ""}, NOON)

    colours = [line.advisor.colour for line in await store.read(LOCAL, read_advisor_lines)]
    assert sorted(colours) == sorted([*Colour, "lapis", "umber", "rose"])


async def test_a_colour_of_another_time_is_read_as_it_is(store: Store) -> None:
    def repaint(unit: Unit) -> None:
        unit.connection.execute(update(advisors).where(advisors.c.id == SKEPTIC).values(colour="#123456"))

    await store.write(LOCAL, repaint)
    await store.write(LOCAL, change_advisor, SKEPTIC, {"tagline": "other"}, None, NOON)

    assert {line.advisor.colour for line in await store.read(LOCAL, read_versions, SKEPTIC)} == {"#123456"}


async def test_an_archived_advisor_stays_archived_when_it_is_edited(store: Store) -> None:
    await store.write(LOCAL, archive_advisor, SKEPTIC, archived=True)

    line = await store.write(LOCAL, change_advisor, SKEPTIC, {"name": "Other"}, 1, NOON)

    assert (line.archived, line.advisor.version) == (True, 2)
    assert SKEPTIC not in {each.id for each in await store.read(LOCAL, read_advisors)}


async def test_one_panel_is_the_default_whatever_happens(store: Store) -> None:
    await own_things(store)
    conversation = await begin(store)
    await store.write(LOCAL, choose_panel, conversation, BOARD.id)

    await store.write(LOCAL, make_default, BOARD.id)
    both = await store.read(LOCAL, read_panels)
    await store.write(LOCAL, remove_panel, BOARD.id)

    assert [is_default for _, is_default in both].count(True) == 1
    assert (await store.read(LOCAL, read_default_panel)).id == "starter"
    assert (await store.read(LOCAL, read_conversation, conversation)).panel_id == "starter"
    assert len(await store.read(LOCAL, read_panel_advisors, conversation)) == 5


async def test_the_other_workspace_keeps_its_panels(store: Store) -> None:
    """I-50: both have a panel and advisors of the same ids."""
    await own_things(store)
    theirs = await begin(store, principal=OTHER)
    await store.write(LOCAL, create_panel, Panel(PanelId("p_two"), "Two", (SKEPTIC,)), NOON)
    before = await store.read(OTHER, read_panels), await store.read(OTHER, read_advisor_lines)

    await store.write(LOCAL, change_advisor, SKEPTIC, {"name": "Other"}, 1, NOON)
    await store.write(LOCAL, archive_advisor, AdvisorId("builder"), archived=True)
    await store.write(LOCAL, make_default, BOARD.id)
    await store.write(LOCAL, remove_panel, PanelId("starter"))
    await store.write(LOCAL, import_advisors, [{"name": "A", "description": ""}], [AdvisorId("a")], "replace", NOON)

    assert (await store.read(OTHER, read_panels), await store.read(OTHER, read_advisor_lines)) == before
    assert (await store.read(OTHER, read_conversation, theirs)).panel_id == "starter"


Deed = Callable[[Store], Awaitable[object]]
FOREIGN: dict[str, Deed] = {
    "change": lambda store: store.write(OTHER, change_advisor, MINE, {"name": "Theirs"}, None, NOON),
    "restore": lambda store: store.write(OTHER, restore_advisor, MINE, 1, NOON),
    "archive": lambda store: store.write(OTHER, archive_advisor, MINE, archived=True),
    "versions": lambda store: store.read(OTHER, read_versions, MINE),
    "seat": lambda store: store.write(OTHER, create_panel, Panel(PanelId("p_x"), "X", (MINE,)), NOON),
    "reseat": lambda store: store.write(OTHER, change_panel, PanelId("starter"), advisor_ids=[MINE]),
    "rename": lambda store: store.write(OTHER, change_panel, BOARD.id, name="Theirs"),
    "default": lambda store: store.write(OTHER, make_default, BOARD.id),
    "remove": lambda store: store.write(OTHER, remove_panel, BOARD.id),
}


@pytest.mark.parametrize("name", FOREIGN)
async def test_advisors_and_panels_of_others_are_not_there(store: Store, name: str) -> None:
    """I-50."""
    await own_things(store)
    before = await store.read(LOCAL, read_panels), await store.read(LOCAL, read_versions, MINE)

    with pytest.raises(NotFound):
        await FOREIGN[name](store)

    assert (await store.read(LOCAL, read_panels), await store.read(LOCAL, read_versions, MINE)) == before


async def test_conversations_and_panels_of_others_do_not_meet(store: Store) -> None:
    """I-50, S-04."""
    await own_things(store)
    mine, theirs = await begin(store), await begin(store, principal=OTHER)

    for conversation, panel_id in ((theirs, BOARD.id), (mine, PanelId("starter"))):
        with pytest.raises(NotFound):
            await store.write(OTHER, choose_panel, conversation, panel_id)

    assert (await store.read(OTHER, read_conversation, theirs)).panel_id == "starter"


async def test_an_import_does_not_find_advisors_of_others(store: Store) -> None:
    """I-50."""
    await own_things(store)
    row: Changes = {"name": "Mine", "description": "theirs"}

    found = await store.read(OTHER, read_importing, [row], [AdvisorId("a_new")], "add")

    assert [(step.outcome, step.advisor.id) for step in found.plan.steps] == [("new", "a_new")]
