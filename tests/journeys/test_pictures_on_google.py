"""A model on Google's own wire answers with a picture: part of the reply, previewed, on receipts, and sent again."""

import base64
import hashlib
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from pydantic import SecretStr

from antiphon.app import run_in_process
from antiphon.providers.scripted.painter import paint
from antiphon.settings import ProviderSettings, Settings
from tests.fakes.model_server import ModelServer, Script
from tests.fakes.reader import Api
from tests.fakes.voices import Voices
from tests.fakes.wires import GoogleWire, WireServer
from tests.journeys.conftest import House, reply_of
from tests.journeys.test_pictures import BLIND as ONE
from tests.journeys.test_pictures import fetch
from tests.journeys.test_preview import look

WIRE = GoogleWire()
PAINTED = paint("a")


@pytest.fixture
def server() -> Iterator[WireServer]:
    """A model that draws once, and then speaks."""
    with WireServer("google") as running:

        def choose(body: dict[str, Any]) -> Script:
            is_first = len(running.requests) == 1
            shown = WIRE.draw(PAINTED) if is_first else ()
            return WIRE.say("Look: ") + shown + WIRE.say("There.") + WIRE.finish(completion=1290)

        running.handler = choose
        yield running


@pytest.fixture
async def house(server: WireServer, tmp_path: Path) -> AsyncIterator[House]:
    """One node on SQLite, whose model draws."""
    provider = ProviderSettings(kind="google", base_url=server.base_url, api_key=SecretStr("key"))
    model = "fake:gemini-2.5-flash-image"
    settings = Settings(data_dir=tmp_path / "data", default_model=model, providers={"fake": provider})
    timeout = aiohttp.ClientTimeout(total=20)
    async with run_in_process(settings) as url, aiohttp.ClientSession(timeout=timeout) as session:
        yield House(url, Voices(ModelServer()), Api(session), settings.data_dir)


def find_pictures(body: bytes) -> list[tuple[str, str]]:
    """Who shows which pictures in a request: the role, and the bytes as letters."""
    return [
        (each["role"], held["data"].replace("-", "+").replace("_", "/"))
        for each in json.loads(body)["contents"]
        for part in each["parts"]
        if (held := part.get("inlineData") or part.get("inline_data"))
    ]


async def test_inline_data_in_an_answer_is_a_picture_of_the_reply_and_sent_again(
    house: House, server: WireServer
) -> None:
    conversation = await house.converse()

    turn = await house.ask("Draw.", conversation=conversation, **ONE)
    preview = await look(house, conversation, "And?", **ONE)
    later = await house.ask("And?", conversation=conversation, **ONE)

    reply = reply_of(turn, "skeptic")
    (picture,) = reply.pictures
    assert (reply.state, reply.text) == ("complete", "Look: There.")
    assert (picture.at, picture.media_type, picture.width, picture.height) == (5, "image/png", 640, 400)
    kept = await fetch(house, picture.document_id)
    first, second = server.bodies
    assert find_pictures(first) == []
    assert find_pictures(second) == [("user", base64.b64encode(kept).decode())]
    (shown,) = [each for message in preview["advisors"][0]["messages"] for each in message["images"]]
    assert (shown["name"], shown["width"]) == (picture.name, 640)
    assert preview["advisors"][0]["sha256"] == hashlib.sha256(second).hexdigest()
    path = f"/v1/replies/{reply_of(later, 'skeptic').id}/receipts?exact=true"
    (receipt,) = (await house.get(path))["items"]
    assert receipt["body"].encode() == second
    (told,) = (await house.get(f"/v1/replies/{reply.id}/receipts"))["items"]
    assert told["usage"]["pictures"] == 1
