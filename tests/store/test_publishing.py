"""What is everybody's is changed by those who may publish; what somebody made is theirs, whatever their role."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from sqlalchemy import insert

from antiphon.access.principal import LOCAL, Principal
from antiphon.advisors.panel import Panel
from antiphon.conversation.errors import LastPanel, Malformed, NotAllowed
from antiphon.conversation.ids import AdvisorId, PanelId, PrincipalId
from antiphon.store.reads.advisors import read_advisor_lines
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.panels import read_default_panel, read_panels, read_seated_panels
from antiphon.store.tables import memberships, panels, people
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.advisors import (
    archive_advisor,
    change_advisor,
    change_models,
    create_advisor,
    import_advisors,
    restore_advisor,
)
from antiphon.store.writes.panels import change_panel, create_panel, make_default, remove_panel
from tests.store.deeds import NOON, begin

MEMBER = Principal(PrincipalId("member"), LOCAL.workspace_id, "member")
SCOPED = replace(LOCAL, scopes=frozenset(("history:write",)))
SKEPTIC, STARTER = AdvisorId("skeptic"), PanelId("starter")
MINE, BOARD = AdvisorId("mine"), PanelId("board")

Deed = Callable[[Store, Principal], Awaitable[object]]
DEEDS: dict[str, Deed] = {
    "change": lambda store, who: store.write(who, change_advisor, SKEPTIC, {"name": "Other"}, None, NOON),
    "models": lambda store, who: store.write(who, change_models, {SKEPTIC: "another"}, NOON),
    "archive": lambda store, who: store.write(who, archive_advisor, SKEPTIC, archived=True),
    "replace": lambda store, who: store.write(
        who, import_advisors, [{"name": "A", "description": ""}], [AdvisorId("a")], "replace", NOON
    ),
    "rename": lambda store, who: store.write(who, change_panel, STARTER, name="Ours"),
    "remove": lambda store, who: store.write(who, remove_panel, STARTER),
}


@pytest.mark.parametrize("who", [MEMBER, SCOPED], ids=["a member", "a token for less"])
@pytest.mark.parametrize("name", DEEDS)
async def test_only_those_who_may_publish_change_what_is_everybodys(store: Store, name: str, who: Principal) -> None:
    before = await _look(store)

    with pytest.raises(NotAllowed, match="publish"):
        await DEEDS[name](store, who)

    assert await _look(store) == before


async def test_an_older_version_of_everybodys_is_not_brought_back_either(store: Store) -> None:
    await store.write(LOCAL, change_advisor, SKEPTIC, {"name": "Other"}, None, NOON)
    before = await _look(store)

    with pytest.raises(NotAllowed):
        await store.write(MEMBER, restore_advisor, SKEPTIC, 1, NOON)

    assert await _look(store) == before


async def test_what_a_member_made_is_theirs(store: Store) -> None:
    await store.write(MEMBER, create_advisor, MINE, {"name": "Mine", "description": "Helps."}, NOON)
    await store.write(MEMBER, create_panel, Panel(BOARD, "Board", (MINE,)), NOON)

    await store.write(MEMBER, change_advisor, MINE, {"name": "Still mine"}, None, NOON)
    await store.write(MEMBER, change_panel, BOARD, name="My board")
    await store.write(MEMBER, make_default, BOARD)
    default = await store.read(MEMBER, read_default_panel)
    await store.write(MEMBER, make_default, STARTER)

    assert default.name == "My board"
    assert (await store.read(MEMBER, read_default_panel)).id == STARTER
    await store.write(MEMBER, remove_panel, BOARD)
    assert [panel.id for panel, _ in await store.read(MEMBER, read_panels)] == [STARTER]


async def test_another_default_for_everybody_wants_the_right_to_publish(store: Store) -> None:
    await store.write(LOCAL, create_panel, Panel(BOARD, "Board", (SKEPTIC,)), NOON)
    await store.write(LOCAL, _give_to_everybody)

    with pytest.raises(NotAllowed):
        await store.write(MEMBER, make_default, BOARD)

    assert (await store.read(LOCAL, read_default_panel)).id == STARTER
    await store.write(LOCAL, make_default, BOARD)
    assert (await store.read(MEMBER, read_default_panel)).id == BOARD


async def test_where_others_are_a_panel_of_everybodys_is_left(store: Store) -> None:
    await store.write(LOCAL, create_panel, Panel(BOARD, "Board", (SKEPTIC,)), NOON)
    await store.write(LOCAL, make_default, BOARD)
    theirs = await begin(store, principal=MEMBER)
    await store.write(LOCAL, _add_member)

    with pytest.raises(LastPanel):
        await store.write(LOCAL, remove_panel, STARTER)
    await store.write(LOCAL, _give_to_everybody)
    await store.write(LOCAL, remove_panel, STARTER)

    assert (await store.read(MEMBER, read_conversation, theirs)).panel_id == BOARD
    assert (await store.read(MEMBER, read_default_panel)).id == BOARD


async def test_who_sits_on_everybodys_panel_already_does_not_keep_it_from_changing(store: Store) -> None:
    """Whoever was alone may have seated somebody whom those who joined later do not have."""
    await store.write(LOCAL, create_advisor, MINE, {"name": "Mine", "description": "Helps."}, NOON)
    await store.write(LOCAL, change_panel, STARTER, advisor_ids=[MINE, SKEPTIC])
    await store.write(LOCAL, _add_member)

    await store.write(LOCAL, change_panel, STARTER, advisor_ids=[SKEPTIC, MINE])

    assert (await store.read(LOCAL, read_default_panel)).advisor_ids == (SKEPTIC, MINE)


async def test_a_panel_of_everybodys_seats_nobody_whom_others_do_not_have(store: Store) -> None:
    """Neither by hand nor by a file that takes the place of all advisors; whoever is alone has everybody."""
    await store.write(LOCAL, create_advisor, MINE, {"name": "Mine", "description": "Helps."}, NOON)
    await store.write(LOCAL, create_panel, Panel(BOARD, "Board", (MINE,)), NOON)
    await store.write(LOCAL, change_panel, STARTER, advisor_ids=[MINE, SKEPTIC])
    await store.write(LOCAL, change_panel, STARTER, advisor_ids=[SKEPTIC])
    await store.write(LOCAL, _add_member)
    before = await _look(store)

    with pytest.raises(Malformed, match="others do not have Mine"):
        await store.write(LOCAL, change_panel, STARTER, advisor_ids=[MINE, SKEPTIC])
    rows = [{"name": "New", "description": "Helps."}]
    with pytest.raises(Malformed, match="others do not have New"):
        await store.write(LOCAL, import_advisors, rows, [AdvisorId("new")], "replace", NOON)

    assert await _look(store) == before
    assert [panel.advisor_ids for panel, _ in await store.read(MEMBER, read_seated_panels)] == [(SKEPTIC,)]
    await store.write(LOCAL, change_panel, BOARD, advisor_ids=[MINE, SKEPTIC])


async def _look(store: Store) -> object:
    return await store.read(LOCAL, read_advisor_lines), await store.read(LOCAL, read_panels)


def _give_to_everybody(unit: Unit) -> None:
    unit.connection.execute(panels.update().where(panels.c.id == BOARD).values(owner_id=None, is_default=False))


def _add_member(unit: Unit) -> None:
    person = {"id": MEMBER.id, "name": "M", "instance_role": "member", "state": "active", "created_at": NOON}
    unit.connection.execute(insert(people), person)
    row = {"workspace_id": MEMBER.workspace_id, "person_id": MEMBER.id, "role": "member", "created_at": NOON}
    unit.connection.execute(insert(memberships), row)
