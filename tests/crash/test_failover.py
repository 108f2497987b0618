"""The primary is lost and a standby takes its place."""

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from tests.crash.conftest import Model, common_settings, whole
from tests.fakes.nodes import Node
from tests.fakes.reader import Api, Reader, all_ended, everyone_speaks, wait_until
from tests.fakes.servers import run_stores
from tests.fakes.standby import make_primary_wait, name_both, promote, run_standby

pytestmark = [pytest.mark.crash, pytest.mark.timeout(120)]


@pytest.fixture
async def api() -> AsyncIterator[Api]:
    """A client."""
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=20)) as session:
        yield Api(session)


async def test_turn_goes_on_when_a_standby_is_promoted(model: Model, api: Api, tmp_path: Path) -> None:
    """XD02: an address with both hosts is enough; what was accepted is there, and each reply ran once."""
    with run_stores() as stores:
        settings = common_settings(model, stores)
        with run_standby(stores) as standby:
            make_primary_wait(stores)
            node = Node(tmp_path / "n", settings | {"ANTIPHON_DATABASE_URL": name_both(stores, standby)})
            try:
                node.start()
                conversation = await api.create(node.url)
                sent = await api.send(node.url, conversation, "Should I go?", "key-1")
                reader = Reader(conversation)
                await reader.read(node.url, everyone_speaks)

                stores.postgres.process.send_signal(signal.SIGQUIT)
                await asyncio.to_thread(stores.postgres.process.wait)
                refused, _ = await api.send_raw(node.url, conversation, "And now?", "key-2")
                promote(standby)
                model.open()
                await reader.read_until([node.url], all_ended)
                stored = await api.settled(node.url, sent["turn"]["id"])

                async def is_taken() -> bool:
                    status, _ = await api.send_raw(node.url, conversation, "And now?", "key-2")
                    return status == 202

                await wait_until(is_taken)
            finally:
                node.close()

    reader.check_against(stored)
    assert refused == 503
    assert [reply.text for reply in stored.replies] == [whole(reply.advisor_id) for reply in stored.replies]
    assert [reply.epoch for reply in stored.replies] == [1] * 5
