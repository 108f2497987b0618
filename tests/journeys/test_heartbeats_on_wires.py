"""What was said unasked goes along with the next message, whichever wire an advisor's model speaks."""

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from pydantic import SecretStr

from antiphon.app import run_in_process
from antiphon.settings import ProviderSettings, Settings
from tests.fakes.model_server import ModelServer, Script
from tests.fakes.reader import Api
from tests.fakes.voices import Voices
from tests.fakes.wires import FORMATS, WireServer
from tests.journeys.conftest import House, reply_of
from tests.journeys.test_heartbeats import HEADING, MESSAGE, Watch
from tests.providers.conftest import MODELS

ONE: dict[str, Any] = {"advisor_ids": ["skeptic"]}


@pytest.fixture(params=FORMATS)
def server(request: pytest.FixtureRequest) -> Iterator[WireServer]:
    """A model on one of the wires, which speaks up whenever it may."""
    with WireServer(request.param) as running:

        def choose(body: dict[str, Any]) -> Script:
            wire = running.wire
            verdict = {"reach_out": True, "why": "It is time.", "message": MESSAGE}
            text = json.dumps(verdict) if HEADING in json.dumps(body) else "Why?"
            return wire.begin() + wire.say(text) + wire.finish()

        running.handler = choose
        yield running


@pytest.fixture
async def house(server: WireServer, tmp_path: Path) -> AsyncIterator[House]:
    """One node on SQLite."""
    provider = ProviderSettings(kind=server.format, base_url=server.base_url, api_key=SecretStr("key"))
    model = f"fake:{MODELS[server.format].partition(':')[2]}"
    settings = Settings(data_dir=tmp_path / "data", default_model=model, providers={"fake": provider})
    timeout = aiohttp.ClientTimeout(total=60)
    async with run_in_process(settings) as url, aiohttp.ClientSession(timeout=timeout) as session:
        yield House(url, Voices(ModelServer()), Api(session), settings.data_dir)


async def test_the_message_is_the_advisors_own_and_a_person_has_the_last_word(house: House, server: WireServer) -> None:
    """D10, H13, H16, H19, I-23, I-26, I-61: two of its messages in a row are joined where a wire wants that."""
    first = await house.ask("Should I go?", **ONE)
    here = first.conversation_id
    watch = Watch(house)
    await watch.allow(here)
    [beat] = await watch.ended(here)
    assert beat["status"] == "fired", beat
    preview = (await house.post(f"/v1/conversations/{here}/preview", {"text": "I went.", **ONE}))[1]

    turn = await house.ask("I went.", conversation=here, at=preview["at"], **ONE)

    receipts = (await house.get(f"/v1/replies/{reply_of(turn, 'skeptic').id}/receipts"))["items"]
    assert receipts[0]["sha256"] == preview["advisors"][0]["sha256"]
    assert receipts[0]["body"].encode() == server.bodies[-1]
    said = _said(json.loads(server.bodies[-1]))
    assert [role for role, text in said if MESSAGE in text] in (["assistant"], ["model"])
    assert said[-1][0] == "user"
    assert all(text.strip() for _, text in said)
    decided = _said(json.loads(next(each for each in server.bodies if HEADING.encode() in each)))
    assert decided[-1][0] == "user", "the question whether to speak never ends with the advisor's own words"


def _said(body: dict[str, Any]) -> list[tuple[str, str]]:
    """Who says what in a request, on every wire; rules aside."""
    found = body.get("messages") or body.get("contents") or []
    return [(each["role"], json.dumps(each)) for each in found if each["role"] != "system"]
