"""What a screen shows beside the question reaches the advisor: a picture, and what else is open there."""

import base64
import json
from typing import Any

import httpx
import pytest

from tests.fakes.model_server import answer
from tests.journeys.conftest import House
from tests.journeys.test_agui import SKEPTIC, run, write_input
from tests.journeys.test_agui import screen as screen
from tests.journeys.test_attaching import settings as settings
from tests.journeys.test_openai_pictures import DATA_URL, PNG, pictures_in
from tests.journeys.test_openai_pictures import sighted as sighted


def show(source: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A question with a picture."""
    body = write_input("What is it?", **more)
    body["messages"][0]["content"] = [{"type": "text", "text": "What is it?"}, {"type": "image", "source": source}]
    return body


@pytest.mark.usefixtures("sighted")
async def test_a_picture_and_the_screens_context_reach_the_advisor(house: House, screen: httpx.AsyncClient) -> None:
    house.voices.script("eyes", answer("I see."))
    source = {"type": "data", "value": base64.b64encode(PNG).decode(), "mimeType": "image/png"}
    context = [{"description": "The open file", "value": "main.py"}]
    tools = [{"name": "click", "description": "", "parameters": {}}]

    told = await run(screen, SKEPTIC, show(source, context=context, tools=tools))

    (sent,) = house.voices.server.requests
    assert "The open file:\\nmain.py" in json.dumps(sent.json["messages"])
    assert pictures_in(sent) == [DATA_URL]
    assert told.find("CUSTOM", "antiphon.turn")[0]["value"]["ignored"] == ["tools"]


async def test_nothing_is_fetched_for_a_screen(house: House, screen: httpx.AsyncClient) -> None:
    refused = await screen.post(SKEPTIC, json=show({"type": "url", "value": "https://example.org/a.png"}))

    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_image_url")
    assert house.voices.server.requests == []
