"""What a turn costs in statements and transactions: exact figures, whatever the machine.

A change that adds one must say so here, and why it is worth it in every turn of everybody.
"""

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace

import pytest
from sqlalchemy import event

from antiphon.access.principal import LOCAL, Principal
from antiphon.api.dependencies import Dependencies
from antiphon.app.build import open_app
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.engine.commands.accept_turn import AcceptTurn, accept_turn
from antiphon.engine.commands.conversations import create_conversation
from antiphon.settings import Settings
from antiphon.store.reads.turns import read_turn
from bench.arrivals import FIRST, INTERVAL, LENGTHS, measure
from bench.servers import choose_cores, plan_provider
from bench.subjects import Stage
from tests.fakes.reader import wait_until
from tests.fakes.servers import make_folder, run_server

# Of a turn with five advisors whose answers are short: what is said by the store's own connections. One of them keeps
# the passages of all five receipts, which then carry a tenth of the bytes.
STATEMENTS = {"sqlite": 43, "postgresql": 27}
# One to accept and claim, one for each end. On SQLite ends that wait together share one.
TRANSACTIONS = 6


@pytest.fixture
async def rooms(settings: Settings) -> AsyncIterator[Dependencies]:
    """The rooms without the front door, and without anything that works by the clock."""
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    async with open_app(settings, lambda: None) as opened:
        for job in opened.engine._jobs:
            job.cancel()
        yield opened


@pytest.mark.both_databases
async def test_a_turn_of_five_costs_exactly_this(rooms: Dependencies) -> None:
    """The third turn of a conversation: nothing is read for the first time."""
    line = await create_conversation(rooms.engine, LOCAL, "", None)
    for key in ("one", "two"):
        await _ask(rooms, line.id, key)

    with _counted(rooms) as counted:
        asked = await _ask(rooms, line.id, "three")
    turn = await rooms.engine.store.read(LOCAL, read_turn, asked)

    assert turn.all_completed
    commits = counted.pop("commit")
    is_sqlite = rooms.engine.store.is_sqlite
    assert counted.total() == STATEMENTS["sqlite" if is_sqlite else "postgresql"], counted
    assert commits <= TRANSACTIONS if is_sqlite else commits == TRANSACTIONS


@pytest.mark.both_databases
async def test_a_turn_with_a_token_that_may_spend_what_it_likes_costs_no_more(rooms: Dependencies) -> None:
    program = replace(LOCAL, token_id="k_program")
    line = await create_conversation(rooms.engine, program, "", None)
    for key in ("one", "two"):
        await _ask(rooms, line.id, key, program)

    with _counted(rooms) as counted:
        await _ask(rooms, line.id, "three", program)

    counted.pop("commit")
    is_sqlite = rooms.engine.store.is_sqlite
    assert counted.total() == STATEMENTS["sqlite" if is_sqlite else "postgresql"], counted


@pytest.mark.measured
@pytest.mark.timeout(300)
def test_short_turns_stay_within_a_wide_margin_of_a_bare_relay() -> None:
    """Processor time beside a relay that parses nothing and keeps nothing, same arrivals, same run.

    It was 5.2 times while two systems kept count of each turn, and is 2.5 since one does.
    """
    cores, short = choose_cores(), LENGTHS[0]
    pace = ("--chunks", str(short), "--interval", str(INTERVAL), "--first", str(FIRST))
    with ExitStack() as scope:
        folder = scope.enter_context(make_folder())
        provider = scope.enter_context(run_server(plan_provider(folder, cores.rig, *pace)))
        stage = Stage(provider, cores, scope)
        bare, ours = (measure(stage, each, 8.0, short, 0, 40) for each in ("aiohttp", "ours-sqlite"))

    assert (bare.failures, ours.failures) == ((), ())
    assert ours.cpu / bare.cpu < 4.5


async def _ask(rooms: Dependencies, conversation_id: ConversationId, key: str, who: Principal = LOCAL) -> TurnId:
    accepted = await accept_turn(rooms.engine, who, AcceptTurn(conversation_id, "Shall I go?", key))
    assert len(accepted.turn.replies) == 5
    turns = rooms.engine._turns
    await wait_until(lambda: _is_over(turns))
    return accepted.turn.id


async def _is_over(turns: object) -> bool:
    return not turns


@contextmanager
def _counted(rooms: Dependencies) -> Iterator[Counter[str]]:
    """Every statement by its first words, and every commit."""
    counted: Counter[str] = Counter()
    engine = rooms.engine.store.engine

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if not statement.startswith("BEGIN"):
            counted[" ".join(statement.split())[:70]] += 1

    def commit(_connection: object) -> None:
        counted["commit"] += 1

    event.listen(engine, "before_cursor_execute", note)
    event.listen(engine, "commit", commit)
    try:
        yield counted
    finally:
        event.remove(engine, "before_cursor_execute", note)
        event.remove(engine, "commit", commit)
