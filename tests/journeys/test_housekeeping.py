"""What is only useful for a while is forgotten; what is not, is not."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from antiphon.access.principal import LOCAL
from antiphon.api.dependencies import Dependencies
from antiphon.app.build import open_app
from antiphon.conversation.ids import AdvisorId
from antiphon.engine.commands.accept_turn import AcceptedTurn, AcceptTurn, accept_turn
from antiphon.engine.commands.conversations import create_conversation
from antiphon.settings import Settings
from antiphon.store.reads.turns import read_turn
from tests.fakes.reader import wait_until


@pytest.fixture
async def rooms(settings: Settings) -> AsyncIterator[Dependencies]:
    """The rooms without the front door."""
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    async with open_app(settings, lambda: None) as opened:
        yield opened


@pytest.mark.both_databases
async def test_keys_are_forgotten_and_turns_are_not(rooms: Dependencies) -> None:
    """Retention: the key may be used anew, the turn stays."""
    line = await create_conversation(rooms.engine, LOCAL, "", None)
    command = AcceptTurn(line.id, "hello", "key", (AdvisorId("skeptic"),))
    accepted = await accept_turn(rooms.engine, LOCAL, command)
    await wait_until(lambda: _is_settled(rooms, accepted))
    future = datetime.now(UTC) + timedelta(minutes=1)

    await rooms.engine.forget(future)
    again = await accept_turn(rooms.engine, LOCAL, command)
    await wait_until(lambda: _is_settled(rooms, again))

    assert not again.replayed
    assert (await rooms.engine.store.read(LOCAL, read_turn, accepted.turn.id)).text == "hello"


async def _is_settled(rooms: Dependencies, accepted: AcceptedTurn) -> bool:
    turn = await rooms.engine.store.read(LOCAL, read_turn, accepted.turn.id)
    return turn.all_completed and rooms.engine.running == 0
