"""A turn whose node nobody knows: it is found, answered, and can be stopped."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import text

from antiphon.access.principal import LOCAL
from antiphon.app.database import database_url
from antiphon.conversation.ids import ConversationId, NodeId, TurnId
from antiphon.settings import Settings
from antiphon.store.dialect import open_engine
from antiphon.store.unit import Store, Unit
from tests.journeys.conftest import House
from tests.store.deeds import ask

GHOST = NodeId("n_ghost")


@pytest.fixture
async def store(settings: Settings, house: House) -> AsyncIterator[Store]:
    """A second way to the database of the running house."""
    opened = Store(open_engine(database_url(settings), 2), 1)
    yield opened
    await opened.close()


def forget_ghost(unit: Unit) -> None:
    """The node is on no list any more."""
    unit.connection.execute(text("DELETE FROM nodes WHERE id = 'n_ghost'"))


@pytest.mark.both_databases
@pytest.mark.parametrize("stopped", [False, True])
async def test_turn_of_a_node_nobody_knows_is_found(house: House, store: Store, stopped: bool) -> None:
    """I-05, H5: it is answered, or ends as stopped if its person asked for that; then the next message is taken."""
    conversation = await house.converse()
    turn = await ask(store, ConversationId(conversation), node=GHOST)
    if stopped:
        status, _ = await house.post(f"/v1/turns/{turn.id}/stop")
        assert status == 202

    await asyncio.sleep(1)
    before = await house.api.turn(house.url, turn.id)
    await store.write(LOCAL, forget_ghost)
    ended = await house.api.settled(house.url, TurnId(turn.id))
    following = await house.ask("And now?", conversation=conversation)

    assert not before.all_completed
    assert {str(reply.state) for reply in ended.replies} == {"stopped" if stopped else "complete"}
    assert following.all_completed
