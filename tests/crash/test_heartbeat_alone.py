"""One node on SQLite dies while an advisor is deciding whether to speak."""

import json
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.fakes.model_server import ModelServer, Script, answer, wait
from tests.fakes.nodes import Node
from tests.fakes.reader import Api, wait_until

pytestmark = [pytest.mark.crash, pytest.mark.timeout(300)]

HEADING = "Nobody has asked you anything"


class Undecided:
    """A model that takes its time over every decision."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.asked = 0

    def answer(self, body: dict[str, Any]) -> Script:
        """The gate must open before it says what it decided."""
        if HEADING not in body["messages"][0]["content"]:
            return answer("I hear you.")
        self.asked += 1
        verdict = {"reach_out": True, "why": "It is time.", "message": f"Thought {self.asked}."}
        return wait(self.gate) + answer(json.dumps(verdict))


@pytest.fixture
def model() -> Iterator[tuple[ModelServer, Undecided]]:
    """The model and its server."""
    with ModelServer() as server:
        undecided = Undecided()
        server.handler = undecided.answer
        yield server, undecided
        undecided.gate.set()


async def test_what_was_being_decided_is_said_once_after_a_restart(
    model: tuple[ModelServer, Undecided], tmp_path: Path
) -> None:
    """I-60: at most once on SQLite too; whoever comes after asks again, because nobody had answered."""
    server, undecided = model
    environment = {"ANTIPHON_PROVIDERS__FAKE__BASE_URL": server.base_url, "ANTIPHON_DEFAULT_MODEL": "fake:m"}
    node = Node(tmp_path, environment).start()
    try:
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=30)) as session:
            api = Api(session)
            here = await api.create(node.url)
            sent = await api.send(node.url, here, "Should I go?", "key-1")
            await api.settled(node.url, sent["turn"]["id"])
            await _let_decide(api, node, here)
            await wait_until(lambda: _has_asked(undecided, 1), seconds=60)

            node.kill()
            undecided.gate.set()
            node.start()
            await wait_until(lambda: _has_ended(api, node, here, 1), seconds=60)

            [beat] = await _beats(api, node, here)
            said = (await api.get(f"{node.url}/v1/conversations/{here}/turns"))["items"][1:]
            assert (beat["status"], beat["turn_id"]) == ("fired", said[0]["id"])
            assert [(each["origin"], each["replies"][0]["text"]) for each in said] == [("heartbeat", "Thought 2.")]
            assert (await api.get(f"{node.url}/v1/work"))["items"] == []
    finally:
        node.close()


async def _let_decide(api: Api, node: Node, here: str) -> None:
    body = {"every_minutes": 60, "next_at": datetime.now(UTC).isoformat()}
    status, saved = await api.put(f"{node.url}/v1/conversations/{here}/heartbeats/skeptic", body)
    assert status == 200, saved


async def _has_asked(undecided: Undecided, count: int) -> bool:
    return undecided.asked >= count


async def _beats(api: Api, node: Node, here: str) -> list[dict[str, Any]]:
    return list((await api.get(f"{node.url}/v1/conversations/{here}/heartbeat-runs"))["items"])


async def _has_ended(api: Api, node: Node, here: str, count: int) -> bool:
    return len([each for each in await _beats(api, node, here) if each["status"] != "taken"]) >= count
