"""Character cards come in and go out again."""

import json
from typing import Any

import pytest

from tests.fakes.cards import KEEPER, as_json, charx, picture, text_chunk
from tests.journeys.conftest import House

PICTURE = picture(text_chunk(b"chara", KEEPER))


async def bring(house: House, path: str, data: bytes, **query: str) -> tuple[int, dict[str, Any]]:
    """A file as the body."""
    address = f"{house.url}{path}"
    async with house.api.session.post(address, data=data, params={"name": "keeper.png", **query}) as answer:
        return answer.status, await answer.json()


async def download(house: House, path: str) -> bytes:
    async with house.api.session.get(house.url + path) as answer:
        assert answer.status == 200
        return await answer.read()


async def test_looking_at_a_card_keeps_nothing(house: House) -> None:
    status, seen = await bring(house, "/v1/cards/read", PICTURE, person="Ada")

    assert (status, seen["name"], seen["carrier"]) == (200, "The Lighthouse Keeper", "png")
    assert "Ada comes with a plan" in seen["description"]
    assert [each["kind"] for each in seen["entries"]] == ["library", "guideline"]
    assert "The Lighthouse Keeper" not in {each["name"] for each in (await house.get("/v1/advisors"))["items"]}
    assert (await house.get("/v1/documents"))["items"] == []


@pytest.mark.both_databases
async def test_a_card_becomes_what_was_shown_and_its_lorebook_stays_off(house: House) -> None:
    """What is sent of it is in the preview; a document that is off is not."""
    _, seen = await bring(house, "/v1/cards/read", PICTURE)
    status, taken = await bring(house, "/v1/cards", PICTURE)
    advisor_id = taken["advisor"]["id"]
    documents = (await house.get("/v1/documents"))["items"]
    _, panel = await house.post("/v1/panels", {"name": "Alone", "advisor_ids": [advisor_id]})
    _, conversation = await house.post("/v1/conversations", {"panel_id": panel["id"]})
    _, preview = await house.post(f"/v1/conversations/{conversation['id']}/preview", {"text": "Will it hold?"})

    assert status == 201
    assert taken["advisor"]["description"] == seen["description"]
    assert {each["id"] for each in documents} == set(taken["document_ids"])
    assert {(each["kind"], each["enabled"]) for each in documents} == {("library", False), ("guideline", False)}
    (sent,) = (json.loads(each["body"]) for each in preview["advisors"])
    assert seen["description"] in sent["messages"][0]["content"]
    assert "There is no harbour." not in json.dumps(sent)


@pytest.mark.both_databases
@pytest.mark.parametrize("data", [as_json(), PICTURE, charx()], ids=["json", "png", "charx"])
async def test_a_card_that_came_in_goes_out_whole(house: House, data: bytes) -> None:
    """Every field is given back, those we do not know included, as JSON and inside a picture."""
    _, taken = await bring(house, "/v1/cards", data, lore="false")
    address = f"/v1/advisors/{taken['id']}/card"

    written = json.loads(await download(house, address))
    drawn = await download(house, f"{address}?form=png")
    _, again = await bring(house, "/v1/cards/read", drawn)
    _, before = await bring(house, "/v1/cards/read", data)

    assert written == KEEPER
    assert drawn.startswith(b"\x89PNG")
    assert {**again, "carrier": ""} == {**before, "carrier": ""}


async def test_any_advisor_can_go_out_as_a_card(house: House) -> None:
    skeptic = await house.get("/v1/advisors/skeptic")
    _, seen = await bring(house, "/v1/cards/read", await download(house, "/v1/advisors/skeptic/card?form=png"))

    assert (seen["name"], seen["description"]) == (skeptic["name"], skeptic["description"])


@pytest.mark.parametrize("data", [b"", b"no card", picture(), b"{}"], ids=["nothing", "text", "a picture", "empty"])
async def test_what_is_no_card_is_refused_in_words(house: House, data: bytes) -> None:
    status, problem = await bring(house, "/v1/cards", data)

    assert status == 422
    assert "card" in problem["detail"]
