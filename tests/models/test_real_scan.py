"""A short talk read for things to remember by a real, very small model (`just test-models`)."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest

from antiphon.app import run_in_process
from antiphon.conversation.turn import Turn
from antiphon.settings import ProviderSettings, Settings
from tests.fakes.reader import Api, wait_until
from tests.fakes.servers import find_free_port
from tests.models.llama import run_llama

pytestmark = [pytest.mark.models, pytest.mark.timeout(900)]

SAID = (
    "I live in Athens and I keep bees on the roof.",
    "My sister Eleni visits in May. She is afraid of bees.",
    "I have decided to move two hives to the garden before she comes.",
)


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A llama.cpp server whose window holds the talk and an answer."""
    free = find_free_port()
    with run_llama(free, 2048):
        yield free


async def test_a_small_model_reads_three_turns(port: int, tmp_path: Path) -> None:
    """D46, R1: whatever it answers is kept byte for byte, and nothing is proposed that does not stand in a turn."""
    address = f"http://127.0.0.1:{port}/v1"
    provider = ProviderSettings(base_url=address, model="smollm2", first_byte_seconds=300, idle_seconds=300)
    settings = Settings(data_dir=tmp_path, providers={"here": provider}, max_tokens=24, detect_local_models=False)
    async with run_in_process(settings) as url, aiohttp.ClientSession() as session:
        api = Api(session)
        conversation = await api.create(url)
        turns: list[Turn] = []
        for text in SAID:
            sent = await api.send(url, conversation, text, text, advisor_ids=["builder"])
            turns.append(await api.settled(url, sent["turn"]["id"], seconds=240))
        _, scan = await api.post(f"{url}/v1/conversations/{conversation}/memories/scan", {})

        async def has_ended() -> bool:
            scan.update(await api.get(f"{url}/v1/analyses/{scan['id']}"))
            return bool(scan["status"] != "running")

        await wait_until(has_ended, 600)
        proposed = (await api.get(f"{url}/v1/memories"))["items"]

    print(f"\n{scan['status']} {scan['error']} {scan['counts']} {scan['usage']}")
    for call in scan["calls"]:
        print(f"{call['step']} {call['outcome']}: {call['answer']!r}")
    for each in proposed:
        print(f"{each['kind']}: {each['text']} ({each['quote']!r}, turn {each['position']})")
    assert scan["calls"]
    assert all(hashlib.sha256(call["body"].encode()).hexdigest() == call["sha256"] for call in scan["calls"])
    said = {turn.position: [turn.text, *(reply.text for reply in turn.replies)] for turn in turns}
    assert all(any(each["quote"] in text for text in said[each["position"]]) for each in proposed)
    assert (scan["status"], scan["error"] is None) in {("done", True), ("failed", False)}
