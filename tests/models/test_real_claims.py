"""Planted panels mapped by a real, very small model (`just test-models`)."""

import hashlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from antiphon.app import run_in_process
from antiphon.settings import ProviderSettings, Settings
from tests.analysis.planted import Panel, read_panels
from tests.fakes.model_server import ModelServer, answer
from tests.fakes.reader import Api, wait_until
from tests.fakes.servers import find_free_port
from tests.fakes.voices import VOICES, Voices
from tests.models.llama import run_llama

pytestmark = [pytest.mark.models, pytest.mark.timeout(1800)]

CHOSEN = ("business-01", "engineering-02", "life-07")
PANELS = tuple(panel for panel in read_panels() if panel.id in CHOSEN)


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A llama.cpp server whose window holds an answer and what is asked about it."""
    free = find_free_port()
    with run_llama(free, 4096):
        yield free


@pytest.fixture
def voices() -> Iterator[Voices]:
    """The advisors, who say what the panel says."""
    with ModelServer() as server:
        made = Voices(server)
        server.handler = made.choose
        yield made


@pytest.fixture
async def house(port: int, voices: Voices, tmp_path: Path) -> AsyncIterator[tuple[Api, str]]:
    """Antiphon with scripted advisors, and the small model to look at what they said."""
    slow = {"first_byte_seconds": 600, "idle_seconds": 600}
    providers = {
        "fake": ProviderSettings(base_url=voices.server.base_url),
        "here": ProviderSettings(base_url=f"http://127.0.0.1:{port}/v1", model="smollm2", **slow),
    }
    settings = Settings(
        data_dir=tmp_path, default_model="fake:m", providers=providers, analysis_model="here:smollm2",
        detect_local_models=False,
    )  # fmt: skip
    async with run_in_process(settings) as url, aiohttp.ClientSession() as session:
        yield Api(session), url


async def draw(house: tuple[Api, str], turn_id: str) -> dict[str, Any]:
    """Draw the map of a turn and wait for the end of it."""
    api, url = house
    status, begun = await api.post(f"{url}/v1/turns/{turn_id}/map", {})
    assert status == 202, begun
    map_: dict[str, Any] = {}

    async def has_ended() -> bool:
        map_.update(await api.get(f"{url}/v1/turns/{turn_id}/map"))
        return bool(map_["status"] in ("done", "failed"))

    await wait_until(has_ended, 1500)
    return map_


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.id)
async def test_whatever_a_small_model_finds_stands_in_the_answers(
    house: tuple[Api, str], voices: Voices, panel: Panel
) -> None:
    """D43, U-06: a map or an honest failure; every quote resolves, and every byte that was sent is kept."""
    api, url = house
    for voice, text in zip(VOICES, panel.answers, strict=False):
        voices.script(voice, answer(text))
    conversation = await api.create(url)
    names = list(VOICES[: len(panel.answers)])
    sent = await api.send(url, conversation, panel.question, panel.id, advisor_ids=names)
    turn = await api.settled(url, sent["turn"]["id"])

    map_ = await draw(house, turn.id)

    look = await api.get(f"{url}/v1/analyses/{map_['analysis']['id']}")
    print(f"\n{panel.id} {look['status']} {look['error']} {look['counts']} {look['usage']}")
    for claim in map_["claims"]:
        print(
            f"{claim['label']}: {claim['text']} {[(s['advisor_id'], s['stand'], s['quote']) for s in claim['stances']]}"
        )
    texts = {reply.id: reply.text for reply in turn.replies}
    stances = [each for claim in map_["claims"] for each in claim["stances"]]
    assert all(texts[each["reply_id"]][each["start"] : each["end"]] == each["quote"] for each in stances)
    assert look["calls"]
    assert all(hashlib.sha256(call["body"].encode()).hexdigest() == call["sha256"] for call in look["calls"])
    assert (look["status"], look["error"] is None) in {("done", True), ("failed", False)}
