"""What a turn adds to what was claimed before it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any, cast

import pytest

from antiphon.access.principal import LOCAL
from antiphon.api.dependencies import Dependencies
from antiphon.app.build import open_app
from antiphon.conversation.ids import AdvisorId, ConversationId, TurnId
from antiphon.engine.analyses.maps import Maps, NewClaims
from antiphon.engine.commands.accept_turn import AcceptTurn, accept_turn
from antiphon.engine.commands.conversations import create_conversation
from antiphon.engine.runtime.identity import new_id
from antiphon.settings import Settings
from antiphon.store.reads.analyses import read_newest
from antiphon.store.reads.turns import read_turn
from antiphon.store.unit import Store
from tests.fakes.model_server import answer
from tests.fakes.reader import wait_until
from tests.fakes.voices import Voices
from tests.journeys.cartographer import MapReader, entries
from tests.store.deeds import hold


@dataclass
class Room:
    """The rooms without the front door, the reader of maps, and one conversation."""

    rooms: Dependencies
    reader: MapReader
    conversation_id: ConversationId

    async def hears(self, *claims: str) -> TurnId:
        """The skeptic answers with sentences that are its claims."""
        said = " ".join(claims)
        self.reader.voices.script("skeptic", answer(said))
        self.reader.finds(said, entries(*((each, each) for each in claims)))
        command = AcceptTurn(self.conversation_id, said, said, (AdvisorId("skeptic"),))
        turn_id = (await accept_turn(self.rooms.engine, LOCAL, command)).turn.id

        async def is_settled() -> bool:
            return (await self.rooms.engine.store.read(LOCAL, read_turn, turn_id)).all_completed

        await wait_until(is_settled)
        return turn_id

    async def news(self, turn_id: TurnId, *earlier: TurnId) -> NewClaims | None:
        """What is new in this turn."""
        store = self.rooms.engine.store
        held = await hold(store, new_id("rr"), "rounds", node=self.rooms.engine.node_id)
        return await self.rooms.analyses.maps.find_new_claims(LOCAL, held, turn_id, earlier)


@pytest.fixture
async def room(settings: Settings, voices: Voices) -> AsyncIterator[Room]:
    """A conversation in a house whose model also reads maps."""
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    reader = MapReader(voices)
    voices.server.handler = reader.choose
    async with open_app(settings, lambda: None) as opened:
        line = await create_conversation(opened.engine, LOCAL, "", None)
        yield Room(opened, reader, line.id)


@pytest.mark.both_databases
async def test_claims_that_were_made_before_are_not_new(room: Room) -> None:
    """P62: the same words need no model, other words are compared by one, and its answer has a receipt."""
    first = await room.hears("Rents will fall.", "Wait a year.")
    second = await room.hears("Rents will fall.", "Rents will drop.", "The roof leaks.")
    room.reader.compares.append([2, 9])

    found = await room.news(second, first)

    assert found == NewClaims((3,), 3)
    [asked] = room.reader.requests("news")
    assert "1 Rents will drop.\n2 The roof leaks." in asked["messages"][-1]["content"]
    look = await room.rooms.engine.store.read(LOCAL, read_newest, second, "news")
    assert look is not None
    assert (look.status, dict(look.counts)) == ("done", {"claims": 2, "new": 1, "dropped_unknown_claim": 1})


async def test_nobody_is_asked_when_there_is_nothing_to_compare(room: Room) -> None:
    """P62: without earlier claims all are new; without new words none is."""
    first = await room.hears("Rents will fall.")
    second = await room.hears("Rents will fall!")

    assert await room.news(first) == NewClaims((1,), 1)
    assert await room.news(second, first) == NewClaims((), 1)
    assert room.reader.requests("news") == []
    assert len(room.reader.requests("claims")) == 2, "a map that holds is not drawn again"


async def test_what_could_not_be_told_is_not_called_quiet(room: Room) -> None:
    """P62: an unreadable answer is no zero."""
    first = await room.hears("Rents will fall.")
    second = await room.hears("The roof leaks.")
    room.reader.compares.extend([answer("None of them."), answer("None.")])

    assert await room.news(second, first) is None


@pytest.mark.both_databases
async def test_two_who_need_the_map_at_once_get_the_same(room: Room) -> None:
    turn_id = await room.hears("The roof leaks.")
    maps = room.rooms.analyses.maps

    one, two = await asyncio.gather(maps.ensure(LOCAL, turn_id), maps.ensure(LOCAL, turn_id))

    assert one is not None
    assert one == two
    assert len(room.reader.requests("claims")) == 1


@dataclass
class SlowStore:
    """A store whose first answer is old news by the time it arrives."""

    store: Store
    meanwhile: Callable[[], Awaitable[object]] | None

    async def read(self, *asked: Any) -> Any:
        """What there was before it happened."""
        found = await self.store.read(*asked)
        happens, self.meanwhile = self.meanwhile, None
        if happens is not None:
            await happens()
        return found


async def test_a_map_that_somebody_drew_meanwhile_is_not_drawn_again(room: Room) -> None:
    """U-06: both found none; the one that comes second takes the first one's."""
    turn_id = await room.hears("The roof leaks.")
    rooms = room.rooms
    slow = SlowStore(rooms.engine.store, lambda: rooms.analyses.maps.ensure(LOCAL, turn_id))

    late = await Maps(cast("Store", slow), rooms.analyses.runner).ensure(LOCAL, turn_id)

    assert late == await rooms.analyses.maps.ensure(LOCAL, turn_id)
    assert len(room.reader.requests("claims")) == 1
