"""A conversation that is not kept: nowhere else to be found, and gone when it was left."""

import asyncio
from typing import Any

import pytest

from antiphon.settings import Settings
from tests.fakes.model_server import answer
from tests.journeys.conftest import House
from tests.journeys.test_deleting import find_in_database
from tests.journeys.test_documents import bring
from tests.journeys.test_taking_everything import export, records_of

ONE = {"advisor_ids": ["skeptic"]}
PHRASE = "quincunx of marzipan"


async def begin(house: House) -> str:
    _, made = await house.post("/v1/conversations", {"kept": False})
    return str(made["id"])


async def find(house: House, conversation: str | None = None) -> set[str]:
    """The documents in which the phrase is found, everywhere or for one conversation."""
    here = "" if conversation is None else f"&conversation={conversation}"
    answered = await house.get(f"/v1/documents/search?q={PHRASE}{here}")
    return {each["document_id"] for each in answered["items"]}


async def archived(house: House) -> set[str]:
    """The documents an archive of everything has."""
    data, _ = await export(house)
    return {body["id"] for kind, body in records_of(data) if kind == "document"}


async def keep(house: House, conversation: str, *, kept: bool) -> dict[str, Any]:
    _, line = await house.api.patch(f"{house.url}/v1/conversations/{conversation}", {"kept": kept})
    return line


@pytest.mark.both_databases
async def test_it_is_listed_and_found_nowhere_and_nothing_is_taken_from_it(house: House) -> None:
    house.voices.script("skeptic", answer(f"I would not sign the {PHRASE}."))
    conversation = await begin(house)
    turn = await house.ask(f"What of the {PHRASE}?", conversation=conversation, **ONE)
    decision = {"turn_id": turn.id, "options": ["go"], "choice": "go", "confidence": 50}

    assert (await house.get("/v1/conversations"))["items"] == []
    assert (await house.get("/v1/search?q=marzipan"))["items"] == []
    assert len((await house.get(f"/v1/search?q=marzipan&conversation={conversation}"))["items"]) == 2
    assert (await house.get(f"/v1/conversations/{conversation}"))["kept_until"] is not None
    for path, body in (
        ("/v1/decisions", decision),
        (f"/v1/conversations/{conversation}/memories/scan", {}),
        (f"/v1/replies/{turn.replies[0].id}/cases", {"asserts": [{"type": "contains", "value": "No"}]}),
    ):
        status, problem = await house.post(path, body)
        assert (path, status, problem.get("code")) == (path, 409, "not_kept")
    _, branch = await house.post(f"/v1/turns/{turn.id}/branch")
    assert branch["kept_until"] is not None

    line = await keep(house, conversation, kept=True)

    assert line["kept_until"] is None
    assert [each["id"] for each in (await house.get("/v1/conversations"))["items"]] == [conversation]
    assert (await house.post("/v1/decisions", decision))[0] == 201


@pytest.mark.both_databases
async def test_its_files_are_found_by_no_search_and_stand_in_no_archive_unless_a_kept_one_shows_them(
    house: House,
) -> None:
    conversation = await begin(house)
    text = f"All about the {PHRASE}."
    shelved = await bring(house, text.encode(), "shelved.txt", kind="library", conversation=conversation)
    sent = await bring(house, f"{text} Sent.".encode(), "sent.txt")
    shown = await bring(house, f"{text} Shown.".encode(), "shown.txt", conversation=conversation)
    loose = await bring(house, f"{text} Not sent yet.".encode(), "loose.txt")
    turn = await house.ask("Read this.", conversation=conversation, attachments=[shown["id"]], **ONE)
    _, branch = await house.post(f"/v1/turns/{turn.id}/branch")
    await house.ask("And this.", conversation=conversation, attachments=[sent["id"]], **ONE)

    assert await find(house) == await archived(house) == {loose["id"]}
    assert await find(house, conversation) == {shelved["id"]}

    await keep(house, branch["id"], kept=True)
    assert await find(house) == await archived(house) == {loose["id"], shown["id"]}

    await keep(house, conversation, kept=True)
    assert await find(house) == await archived(house) == {each["id"] for each in (loose, shown, sent, shelved)}


@pytest.mark.both_databases
async def test_one_that_was_left_has_a_minute_and_one_whose_time_is_over_is_gone(
    house: House, settings: Settings
) -> None:
    conversation = await begin(house)
    await house.ask(f"What of the {PHRASE}?", conversation=conversation, **ONE)
    before = (await house.get(f"/v1/conversations/{conversation}"))["kept_until"]

    async with house.api.session.post(f"{house.url}/v1/conversations/{conversation}/leave") as response:
        assert response.status == 204
    left = (await house.get(f"/v1/conversations/{conversation}"))["kept_until"]
    back = (await keep(house, conversation, kept=False))["kept_until"]

    assert left < before <= back
    assert await house.api.delete(f"{house.url}/v1/conversations/{conversation}") == 204
    async with asyncio.timeout(30):
        while find_in_database(settings, PHRASE):
            await asyncio.sleep(0.3)
