"""A panel whose models take no messages."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
from pydantic import SecretStr

from antiphon.app import run_in_process
from antiphon.settings import Settings
from antiphon.settings.providers import ProviderSettings
from tests.fakes.model_server import ModelServer, complete
from tests.fakes.voices import Voices
from tests.journeys.conftest import Api, House, reply_of
from tests.journeys.test_documents_tool import bring

TWO = {"advisor_ids": ["skeptic", "builder"]}


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    with ModelServer() as server:
        server.default = complete("I would", " wait.")
        provider = ProviderSettings(base_url=server.base_url, api_key=SecretStr("key"), profile="completions")
        settings = Settings(data_dir=tmp_path / "data", default_model="fake:base", providers={"fake": provider})
        async with run_in_process(settings) as url, aiohttp.ClientSession() as session:
            yield House(url, Voices(server), Api(session), settings.data_dir)


async def test_a_panel_of_text_models_is_previewed_sent_and_kept_as_the_same_text(house: House) -> None:
    """Role-marked text for those who want it; what another said stands in nobody's mouth."""
    conversation = await house.converse()
    await house.ask("Shall I sell?", conversation=conversation, **TWO)
    _, preview = await house.post(f"/v1/conversations/{conversation}/preview", {"text": "And now?", **TWO})
    expect = {each["advisor_id"]: each["sha256"] for each in preview["advisors"]}

    turn = await house.ask("And now?", conversation=conversation, at=preview["at"], expect=expect, **TWO)

    for each in preview["advisors"]:
        reply = reply_of(turn, each["advisor_id"])
        (receipt,) = (await house.get(f"/v1/replies/{reply.id}/receipts"))["items"]
        prompt = json.loads(receipt["body"])["prompt"]
        assert (reply.state, reply.text) == ("complete", "I would wait.")
        assert receipt["body"] == each["body"]
        assert prompt.count("@[Assistant]:\n") == 2
        assert prompt.endswith("\n\n@[Assistant]:\n")
        assert prompt.index("@[System]:") < prompt.index("Shall I sell?") < prompt.index("And now?")


async def test_a_text_model_is_told_what_is_in_the_library_and_that_it_cannot_look(house: House) -> None:
    conversation = await house.converse()
    await bring(house, "harbour.md", "Nobody may moor here.", conversation=conversation)

    turn = await house.ask("May I?", conversation=conversation, **TWO)

    (receipt,) = (await house.get(f"/v1/replies/{reply_of(turn, 'skeptic').id}/receipts"))["items"]
    assert "harbour.md" in receipt["body"]
    assert "You cannot look into them" in receipt["body"]
