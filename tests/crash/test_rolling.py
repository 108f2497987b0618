"""Versions side by side on one PostgreSQL, and exchanged under load."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import aiohttp
import psycopg
import pytest

from antiphon.store.migrate import wanted_revision
from tests.crash.conftest import Model, common_settings, whole
from tests.crash.rolling import THIS, Behind, Version, make_next, print_outcome, run_drill
from tests.fakes.next_version import FOLDER, MODULE, write_next
from tests.fakes.nodes import Node
from tests.fakes.reader import Api, Reader, everyone_speaks, wait_until
from tests.fakes.servers import run_stores

pytestmark = [pytest.mark.crash, pytest.mark.timeout(240)]


@pytest.fixture
async def api() -> AsyncIterator[Api]:
    """A client."""
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=20)) as session:
        yield Api(session)


@pytest.fixture
def pair(model: Model, tmp_path: Path) -> Iterator[Behind]:
    """An older and a newer node that are not started yet, without a proxy."""
    with run_stores() as stores:
        settings = common_settings(model, stores)
        nodes = [Node(tmp_path / name, settings, name) for name in ("older", "newer")]
        behind = Behind(model, nodes, [], stores, nodes[0], settings)
        behind.install(nodes[0], THIS)
        yield behind
        for node in nodes:
            node.close()


async def test_two_versions_are_exchanged_under_load_without_a_lost_or_doubled_message(tmp_path: Path) -> None:
    """O-04: a migration under both, each exchanged, the older started again on the newer's database, and back."""
    outcome = await run_drill(tmp_path, [THIS, make_next(tmp_path / "next")], people=3, pause=1.0)

    print_outcome(outcome)
    assert len(outcome.done) == 5
    assert (outcome.wrong, outcome.lost, outcome.doubled) == ([], [], [])
    assert len(outcome.crowd.accepted) >= 5
    assert set(outcome.crowd.statuses) <= {202, 503}


@pytest.mark.parametrize("dies", ["older", "newer"])
async def test_a_killed_node_of_one_version_is_taken_over_by_the_other(
    pair: Behind, api: Api, tmp_path: Path, dies: str
) -> None:
    """O-04: either way, over a migration that came in between; each reply is there once and whole."""
    older, newer = pair.nodes
    next_version = make_next(tmp_path / "next")
    older.start()
    pair.migrate(next_version, tmp_path)
    pair.install(newer, next_version)
    newer.start()
    first, second = (older, newer) if dies == "older" else (newer, older)
    conversation = await api.create(first.url)
    sent = await api.send(first.url, conversation, "Should I go?", "key-1")
    await Reader(conversation).read(first.url, everyone_speaks)

    first.kill()
    pair.model.open()
    stored = await api.settled(second.url, sent["turn"]["id"])

    again = await api.send(second.url, conversation, "Should I go?", "key-1")
    assert again["turn"]["id"] == sent["turn"]["id"]
    assert [(each.text, each.epoch) for each in stored.replies] == [(whole(r.advisor_id), 2) for r in stored.replies]


async def test_a_node_that_has_become_too_old_leaves_and_does_not_come_back(
    pair: Behind, api: Api, tmp_path: Path
) -> None:
    """Nothing is taken away while it works. Where somebody does so all the same it says why, and takes nothing more."""
    older = pair.nodes[0]
    older.start()
    conversation = await api.create(older.url)
    takes = Version("takes away", MODULE, ((FOLDER, str(write_next(tmp_path / "takes", "takes away"))),))
    with pytest.raises(AssertionError, match="could not go on"):
        pair.migrate(takes, tmp_path)
    with psycopg.connect(pair.dsn) as session:
        session.execute("UPDATE alembic_version SET version_num = '9001'")
        session.execute("UPDATE schema_window SET oldest = '9001'")

    async def has_left() -> bool:
        async with api.session.get(f"{older.url}/readyz") as response:
            checks = (await response.json())["checks"]
            return response.status == 503 and checks["revision"] == "schema_ahead"

    await wait_until(has_left)
    status, refusal = await api.send_raw(older.url, conversation, "And now?", "key-1")
    older.terminate()
    ended = await asyncio.to_thread(older.wait)
    older.spawn()
    refused = await asyncio.to_thread(older.wait)

    assert (status, refusal["code"], ended, refused) == (503, "draining", 0, 1)
    assert "(revision 9001, for versions from 9001 on; this one knows" in older.log


async def test_an_earlier_version_is_gone_back_to_on_the_same_file(model: Model, api: Api, tmp_path: Path) -> None:
    """On SQLite: the next version copies the file and migrates it; this one starts on it, and nothing is missing."""
    model.open()
    next_version = make_next(tmp_path / "next")
    settings = common_settings(model, None)
    node = Node(tmp_path / "own", settings).start()
    try:
        conversation = await api.create(node.url)
        turns = []
        for number, version in enumerate((THIS, next_version, THIS)):
            if number:
                node.terminate()
                await asyncio.to_thread(node.wait)
                node.module, node.environment = version.module, settings | dict(version.given)
                node.start()
            sent = await api.send(node.url, conversation, f"And now? {number}", f"key-{number}")
            turns.append(await api.settled(node.url, sent["turn"]["id"]))
        ready = (await api.get(f"{node.url}/readyz"))["checks"]
        view = await api.get(f"{node.url}/v1/conversations/{conversation}")
    finally:
        node.close()

    assert ready["revision"] == "newer"
    assert [turn["id"] for turn in view["turns"]] == [turn.id for turn in turns]
    assert all(reply.text == whole(reply.advisor_id) for turn in turns for reply in turn.replies)
    assert [each.name for each in (tmp_path / "own").glob("*.backup-*")] == [f"antiphon.db.backup-{wanted_revision()}"]
