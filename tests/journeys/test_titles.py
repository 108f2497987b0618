"""Conversations are named by a model: when somebody asks, or after the first turn where that is wanted."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from antiphon.advisors.prompt import load_title_prompt
from tests.fakes.model_server import Script, answer
from tests.fakes.reader import wait_until
from tests.journeys.conftest import House
from tests.journeys.test_settings import change

OPENING = load_title_prompt()[:60]


@pytest.fixture
def names(house: House) -> Iterator[list[Script]]:
    """What the model that names conversations answers, in order; filled by the test."""
    waiting: list[Script] = []
    advisors = house.voices.choose

    def choose(body: dict[str, Any]) -> Script:
        return waiting.pop(0) if body["messages"][0]["content"].startswith(OPENING) else advisors(body)

    house.voices.server.handler = choose
    yield waiting
    house.voices.server.handler = advisors


def name(title: str, *tags: str) -> Script:
    """An answer as it was asked for."""
    return answer(json.dumps({"title": title, "tags": tags}))


async def title_of(house: House, conversation: str) -> str:
    """What it is called now."""
    view = await house.get(f"/v1/conversations/{conversation}")
    title: str = view["title"]
    return title


@pytest.mark.both_databases
async def test_a_name_that_was_asked_for_replaces_any_other_and_tags_the_newest_turn(
    house: House, names: list[Script]
) -> None:
    conversation = await house.converse()
    await house.ask("Do I hire a second engineer?", conversation=conversation)
    names.append(name("Second engineer, or not", "hiring", "budget"))

    status, found = await house.post(f"/v1/conversations/{conversation}/title")

    assert (status, found["title"], found["tags"]) == (200, "Second engineer, or not", ["hiring", "budget"])
    assert await title_of(house, conversation) == "Second engineer, or not"
    view = await house.get(f"/v1/conversations/{conversation}")
    assert view["turns"][0]["tags"] == ["budget", "hiring"]
    looks = await house.get(f"/v1/conversations/{conversation}/analyses?kind=title")
    receipt = await house.get(f"/v1/analyses/{looks['items'][0]['id']}")
    assert receipt["calls"][0]["outcome"] == "complete"


async def test_an_unreadable_name_changes_nothing_and_says_why(house: House, names: list[Script]) -> None:
    conversation = await house.converse()
    await house.ask("Do I hire?", conversation=conversation)
    names.extend([answer("Sure! A great title."), answer("Still no JSON.")])

    _, found = await house.post(f"/v1/conversations/{conversation}/title")

    assert (found["title"], found["analysis"]["error"]["code"]) == (None, "answer_unreadable")
    assert await title_of(house, conversation) == ""


async def test_after_the_first_turn_a_conversation_is_named_once_and_never_over_the_persons_word(
    house: House, names: list[Script]
) -> None:
    await change(house, "titles", "model")
    names.extend([name("Named by a model"), name("Never used")])
    first = await house.converse()
    await house.ask("Do I hire?", conversation=first)

    async def is_named() -> bool:
        return await title_of(house, first) == "Named by a model"

    await wait_until(is_named)
    await house.ask("And then?", conversation=first)
    _, second = await house.post("/v1/conversations", {"title": "Mine"})
    await house.ask("Do I hire?", conversation=second["id"])

    assert await title_of(house, second["id"]) == "Mine"
    assert len(names) == 1


async def test_nothing_that_was_said_has_no_name(house: House) -> None:
    conversation = await house.converse()

    status, body = await house.post(f"/v1/conversations/{conversation}/title")

    assert (status, body["code"]) == (409, "command_refused")
