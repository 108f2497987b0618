"""Settings of several people: what one of them changes is nobody else's."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest

from antiphon.access.principal import LOCAL, Principal
from antiphon.advisors.starter import load_starter
from antiphon.api.dependencies import Dependencies
from antiphon.api.routes import settings as routes
from antiphon.api.routes.spending import get_spending
from antiphon.api.schemas.settings import ChangingSetting
from antiphon.app.build import open_app
from antiphon.app.database import database_url
from antiphon.conversation.errors import NotAllowed, SettingRefused
from antiphon.conversation.ids import ConversationId, PrincipalId, TurnId, WorkspaceId
from antiphon.conversation.scope import Scope
from antiphon.engine.previews.preview import Draft, preview
from antiphon.settings import Settings
from antiphon.store.dialect import open_engine
from antiphon.store.unit import Store
from antiphon.store.writes.seed import seed
from tests.journeys.conftest import House
from tests.journeys.test_turns_without_a_node import GHOST, forget_ghost
from tests.store.deeds import ask, start

BOB = Principal(PrincipalId("bob"), LOCAL.workspace_id, "member")
ADA = Principal(PrincipalId("ada"), LOCAL.workspace_id, "admin")
EVE = Principal(PrincipalId("eve"), WorkspaceId("elsewhere"), "owner")


@pytest.fixture
async def deps(settings: Settings) -> AsyncIterator[Dependencies]:
    """A house with two people in one workspace and a third in another."""
    async with open_app(settings, lambda: None) as opened:
        await opened.engine.store.write(EVE, seed, load_starter(), datetime.now(UTC))
        yield opened


async def change(
    deps: Dependencies, who: Principal, name: str, value: Any, scope: Scope | None = None
) -> dict[str, Any]:
    return await routes.put_setting(who, deps, name, ChangingSetting(value=value, scope=scope))


async def value_of(deps: Dependencies, who: Principal, name: str) -> Any:
    listed = {each["name"]: each["value"] for each in (await routes.get_settings(who, deps))["items"]}
    assert listed[name] == (await routes.get_setting(who, deps, name))["value"]
    return listed[name]


async def bytes_of(deps: Dependencies, who: Principal) -> bytes:
    """What the skeptic would be sent for this person's first words."""
    draft = Draft(conversation_id=None, text="Shall we?", at=datetime(2026, 1, 2, 3, tzinfo=UTC))
    found = await preview(deps.engine, who, draft)
    request = found.advisors[0].composed.request
    assert request is not None
    return request.body


@pytest.mark.both_databases
@pytest.mark.parametrize("stranger", [BOB, EVE], ids=["in the same workspace", "in another workspace"])
async def test_what_somebody_else_changes_leaves_mine_alone(deps: Dependencies, stranger: Principal) -> None:
    """Nor do they see what I changed: not among the settings, and not in what a day may cost."""
    await change(deps, LOCAL, "turn_ceiling", 7.77)
    before = await bytes_of(deps, LOCAL)

    await change(deps, stranger, "turn_ceiling", 0.01)
    await change(deps, stranger, "timestamps", value=False)
    await change(deps, stranger, "time_zone", "Pacific/Kiritimati")
    seen = [(await get_spending(who, deps))["ceilings"]["turn"] for who in (LOCAL, stranger)]

    assert await bytes_of(deps, LOCAL) == before != await bytes_of(deps, stranger)
    assert seen == [7.77, 0.01]
    assert [await value_of(deps, who, "turn_ceiling") for who in (LOCAL, stranger)] == [7.77, 0.01]
    assert [await value_of(deps, who, "time_zone") for who in (LOCAL, stranger)] == ["UTC", "Pacific/Kiritimati"]


@pytest.mark.both_databases
async def test_a_workspace_decides_for_its_own_people_and_no_others(deps: Dependencies) -> None:
    await change(deps, EVE, "max_tokens", 1)
    await change(deps, ADA, "max_tokens", 77)
    with pytest.raises(NotAllowed):
        await change(deps, BOB, "max_tokens", 5)

    assert [await value_of(deps, who, "max_tokens") for who in (LOCAL, BOB, EVE)] == [77, 77, 1]
    assert b'"max_tokens":77' in (await bytes_of(deps, LOCAL)).replace(b" ", b"")


@pytest.mark.both_databases
async def test_a_usual_value_holds_until_somebody_chooses(deps: Dependencies) -> None:
    """The instance's for everybody, the workspace's over it, one's own over both; and all the way back."""
    await change(deps, LOCAL, "time_zone", "Europe/Rome", "instance")
    await change(deps, LOCAL, "time_zone", "Europe/Oslo", "workspace")
    mine = await change(deps, BOB, "time_zone", "Europe/Athens")
    chosen = [await value_of(deps, who, "time_zone") for who in (LOCAL, BOB, EVE)]
    shared = await routes.get_setting(LOCAL, deps, "time_zone")

    await routes.delete_setting(BOB, deps, "time_zone")
    back = await value_of(deps, BOB, "time_zone")
    await routes.delete_setting(LOCAL, deps, "time_zone", "workspace")

    assert chosen == ["Europe/Oslo", "Europe/Athens", "Europe/Rome"]
    assert (mine["scope"], mine["source"], mine["place"]) == ("person", "database", "person")
    assert (shared["source"], shared["place"]) == ("database", "workspace")
    assert back == "Europe/Oslo"
    assert await value_of(deps, BOB, "time_zone") == "Europe/Rome"


async def test_what_is_the_workspaces_is_nobodys_own(deps: Dependencies) -> None:
    with pytest.raises(SettingRefused, match="decided for the whole workspace"):
        await change(deps, ADA, "max_tokens", 5, "person")


async def test_what_is_the_instances_is_the_operators(deps: Dependencies) -> None:
    """Somebody who does not run the server is refused, and is not told where anything lies."""

    for name, value, scope in (("chars_per_token", 4.0, None), ("time_zone", "Europe/Oslo", "instance")):
        with pytest.raises(NotAllowed):
            await change(deps, BOB, name, value, scope)
    told = await routes.get_settings(BOB, deps)
    all_of_them = await routes.get_settings(LOCAL, deps)

    assert told["file"] is None
    assert str(deps.settings.data_dir) not in repr(told)
    assert "127.0.0.1" not in repr(told)
    editable = {each["name"]: each["editable"] for each in told["items"]}
    assert (editable["chars_per_token"], editable["max_tokens"], editable["time_zone"]) == (False, False, True)
    assert str(deps.settings.data_dir) in repr(all_of_them)


@pytest.mark.both_databases
@pytest.mark.parametrize(("choice", "state"), [("keep", "interrupted"), ("rerun", "complete")])
async def test_a_turn_that_a_dead_node_left_ends_as_its_person_wants(
    settings: Settings, house: House, choice: str, state: str
) -> None:
    """Their own setting, not the usual one of the workspace, though they are not there when it is taken up."""
    other = "rerun" if choice == "keep" else "keep"
    for body in ({"value": other, "scope": "workspace"}, {"value": choice}):
        async with house.api.session.put(f"{house.url}/v1/settings/on_interrupt", json=body) as response:
            assert response.status == 200
    store = Store(open_engine(database_url(settings), 2), 1)
    turn = await ask(store, ConversationId(await house.converse()), node=GHOST)
    await start(store, turn, node=GHOST)

    await store.write(LOCAL, forget_ghost)
    await store.close()
    ended = await house.api.settled(house.url, TurnId(turn.id))

    assert {str(reply.state) for reply in ended.replies} == {state}
