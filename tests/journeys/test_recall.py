"""Documents are brought and then found, by their words at once and by their meaning a moment later."""

import asyncio
from typing import Any
from urllib.parse import quote

import pytest

from antiphon.retrieval.onnx import has_packaged_model
from tests.journeys.conftest import House
from tests.journeys.test_documents import bring, remove

NOTES = b"The ferry leaves at noon.\n\nDogs travel free of charge, bicycles cost two crowns."


async def search(house: House, question: str, **more: object) -> dict[str, Any]:
    """What a search answers."""
    rest = "".join(f"&{name}={value}" for name, value in more.items())
    return await house.get(f"/v1/documents/search?q={quote(question)}{rest}")


@pytest.mark.both_databases
async def test_a_document_is_found_by_words_as_soon_as_it_is_there(house: House) -> None:
    document = await bring(house, NOTES, kind="library")

    answer = await search(house, "bicycles")

    [found] = [each for each in answer["items"] if "words" in each["by"]]
    page = await house.get(f"/v1/documents/{document['id']}/pages/{found['page']}")
    assert found["document_id"] == document["id"]
    assert page["text"][found["start"] : found["end"]] == found["text"]
    assert answer["pieces"] == 1


@pytest.mark.both_databases
@pytest.mark.skipif(not has_packaged_model(), reason="needs the extra `recall`")
async def test_and_by_its_meaning_a_moment_later(house: House) -> None:
    await bring(house, NOTES, kind="library")
    await bring(house, b"Interest on savings is paid in March.", name="bank.txt", kind="library")
    async with asyncio.timeout(15):
        while (await search(house, "x"))["indexed"] < 2:
            await asyncio.sleep(0.1)

    answer = await search(house, "what does it cost to bring my puppy on the boat")

    assert answer["items"][0]["name"] == "notes.txt"
    assert answer["items"][0]["by"] == ["meaning"]
    assert answer["embedder"]


@pytest.mark.both_databases
async def test_what_was_removed_is_not_found(house: House) -> None:
    document = await bring(house, NOTES, kind="library")
    await remove(house, document["id"])

    assert (await search(house, "bicycles"))["items"] == []


@pytest.mark.both_databases
async def test_a_search_that_cannot_be_made_is_refused(house: House) -> None:
    async def ask(query: str) -> int:
        async with house.api.session.get(f"{house.url}/v1/documents/search?{query}") as response:
            return response.status

    assert await ask("q=%20") == 422
    assert await ask("q=") == 422
    assert await ask("q=x&limit=0") == 422
    assert await ask("q=x&conversation=c_unknown") == 404
    assert await ask("q=%22%20OR%20*%00") in (200, 400, 422)
