"""How long conversations of programs stay."""

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from openai import AsyncOpenAI

from antiphon.access.principal import LOCAL
from antiphon.api.dependencies import Dependencies
from antiphon.conversation.ids import AdvisorId, ConversationId, TurnId
from antiphon.engine.commands.ask_for_program import ProgramQuestion
from antiphon.engine.commands.outside_places import OutsideName, OutsideQuestion
from antiphon.engine.commands.outside_threads import ask_outside
from antiphon.engine.engine import OPERATOR
from antiphon.store.reads.conversations import read_conversations
from antiphon.store.reads.outside import read_fingerprint
from antiphon.store.reads.turns import read_turn
from antiphon.store.writes.outside import forget_fingerprints, put_away
from tests.fakes.reader import wait_until
from tests.journeys.conftest import House
from tests.journeys.test_housekeeping import rooms as rooms
from tests.journeys.test_openai_wire import SKEPTIC, ask, facts_of
from tests.journeys.test_openai_wire import sdk as sdk


async def test_one_that_is_not_to_be_stored_is_deleted_after_a_day(house: House, sdk: AsyncOpenAI) -> None:
    got = await sdk.chat.completions.create(model=SKEPTIC, messages=ask("Should I?"), store=False)

    line = await house.get(f"/v1/conversations/{facts_of(got)['conversation_id']}")
    left = datetime.fromisoformat(line["kept_until"]) - datetime.now(UTC)
    assert timedelta(hours=23) < left <= timedelta(hours=24)


@pytest.mark.both_databases
async def test_one_without_a_name_is_archived_when_it_was_not_used_for_long(rooms: Dependencies) -> None:
    """Thirty days as it comes. One with a name stays, and what was archived can be restored."""
    named, unnamed = await _ask_two(rooms)
    now = datetime.now(UTC)

    soon = await rooms.engine.store.write(OPERATOR, put_away, now + timedelta(days=29))
    later = await rooms.engine.store.write(OPERATOR, put_away, now + timedelta(days=31))

    assert (soon, later) == (0, 1)
    assert named in await _list(rooms)
    assert unnamed not in await _list(rooms)


@pytest.mark.both_databases
async def test_requests_are_forgotten_before_histories(rooms: Dependencies) -> None:
    await _ask_two(rooms)
    now, store = datetime.now(UTC), rooms.engine.store

    gone = await store.write(OPERATOR, forget_fingerprints, now + timedelta(hours=1), now - timedelta(days=1))

    assert gone == 2
    assert await store.read(LOCAL, read_fingerprint, "request", "0" * 64, now) is None


async def _ask_two(rooms: Dependencies) -> tuple[str, str]:
    """Two conversations of a program, of which one has a name."""
    asked = []
    for names in ((OutsideName("header", "chat 7"),), ()):
        question = OutsideQuestion(names, (), f"Hello {names}", f"{len(names)}", _write)
        turn = (await ask_outside(rooms.engine, LOCAL, question)).turn
        await wait_until(partial(_is_settled, rooms, turn.id))
        asked.append(str(turn.conversation_id))
    return asked[0], asked[1]


async def _is_settled(rooms: Dependencies, turn_id: TurnId) -> bool:
    return (await rooms.engine.store.read(LOCAL, read_turn, turn_id)).all_completed


def _write(conversation_id: ConversationId, _foreign: int) -> ProgramQuestion:
    return ProgramQuestion("openai", conversation_id, "Hello?", "", (AdvisorId("skeptic"),))


async def _list(rooms: Dependencies) -> list[str]:
    return [each.id for each in await rooms.engine.store.read(LOCAL, read_conversations)]
