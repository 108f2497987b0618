"""What a map or a text may cost is said before it is asked for, and is not less than what it then takes."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from antiphon.app import run_in_process
from antiphon.settings import ModelSettings, Settings
from tests.fakes.reader import Api
from tests.fakes.voices import Voices
from tests.journeys.conftest import House
from tests.journeys.synthesiser import Synthesiser, page


@pytest.fixture
async def writer(settings: Settings, voices: Voices) -> AsyncIterator[Synthesiser]:
    """A house that knows what one of its models costs."""
    models = {"dear": ModelSettings(context_window=100_000, input_price=10.0, output_price=50.0)}
    provider = settings.providers["fake"].model_copy(update={"models": models})
    priced = settings.model_copy(update={"providers": {"fake": provider}})
    timeout = aiohttp.ClientTimeout(total=20)
    async with run_in_process(priced) as url, aiohttp.ClientSession(timeout=timeout) as session:
        made = Synthesiser(House(url, voices, Api(session), settings.data_dir))
        voices.server.handler = made.choose
        yield made


async def refused(house: House, path: str) -> tuple[int, str]:
    """How a GET is refused."""
    async with house.api.session.get(house.url + path) as response:
        body: dict[str, Any] = await response.json()
        return response.status, body["code"]


@pytest.mark.both_databases
async def test_a_map_is_foreseen_and_takes_no_more(writer: Synthesiser) -> None:
    """U-09: one call per answer, as the model may not judge; nothing is sent to find out."""
    turn = await writer.three_answer()
    sent = len(writer.voices.server.requests)
    path = f"/v1/turns/{turn.id}/map/forecast"

    usual = await writer.house.get(path)
    dear = await writer.house.get(f"{path}?model=fake:dear")

    assert (usual["model"], usual["calls"], usual["cost"]) == ("fake:m", 3, None)
    assert (dear["model"], dear["calls"], dear["output_tokens"]) == ("fake:dear", 3, 3 * 4096)
    assert dear["cost"] == pytest.approx((dear["input_tokens"] * 10 + dear["output_tokens"] * 50) / 1e6)
    assert len(writer.voices.server.requests) == sent
    drawn = await writer.draw(turn, model="fake:dear")
    assert drawn["analysis"]["usage"]["calls"] == dear["calls"]
    assert drawn["analysis"]["usage"]["input_tokens"] <= dear["input_tokens"]


async def test_a_text_is_foreseen_with_the_map_it_needs(writer: Synthesiser) -> None:
    """U-09: without a map its reading is part of the cost; with one it is not."""
    turn = await writer.three_answer()
    path = f"/v1/turns/{turn.id}/synthesis/forecast?model=fake:dear"
    map_ = await writer.house.get(f"/v1/turns/{turn.id}/map/forecast?model=fake:dear")

    before = await writer.house.get(path)
    await writer.write(turn, page(("So be it.", ["1"])))
    after = await writer.house.get(path)

    assert (before["calls"], after["calls"]) == (map_["calls"] + 1, 1)
    assert before["cost"] > map_["cost"] > after["cost"] > 0


async def test_what_would_be_refused_is_refused_before(writer: Synthesiser) -> None:
    house = writer.house
    turn = await writer.three_answer()
    here = f"/v1/turns/{turn.id}"

    assert await refused(house, f"{here}/map/forecast?model=nobody:m") == (502, "model")
    assert await refused(house, f"{here}/synthesis/forecast?mode=custom") == (422, "malformed")
    assert await refused(house, f"{here}/synthesis/forecast?mode=song") == (422, "malformed")
    assert await refused(house, "/v1/turns/t_none/map/forecast") == (404, "not_found")
