"""What a message may take along, and what of it is sent."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from antiphon.access.principal import LOCAL
from antiphon.app.database import database_url
from antiphon.context.images import MOST_IMAGES
from antiphon.settings import ModelSettings, ProviderSettings, Settings
from antiphon.store.writes.documents import forget_documents
from tests.conftest import open_store
from tests.documents.samples import write_picture
from tests.journeys.conftest import House, reply_of
from tests.journeys.test_documents import NOTES, ONE, bring, change, heard, remove
from tests.journeys.test_preview import look

SIGHTED: dict[str, Any] = {**ONE, "choice": {"model": "fake:eyes"}}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """The same house, in which one model can be shown images and guidelines are short."""
    provider = settings.providers["fake"]
    sighted = ProviderSettings(**(provider.model_dump() | {"models": {"eyes": ModelSettings(sees=True)}}))
    return settings.model_copy(update={"providers": {"fake": sighted}, "guideline_chars": 20})


async def try_to_send(house: House, conversation: str, text: str, *documents: str) -> tuple[int, str, str]:
    """Status, code and sentence of a message that is refused."""
    status, body = await house.api.send_raw(
        house.url, conversation, text, f"{text} {len(documents)}", attachments=list(documents), **ONE
    )
    return status, body["code"], body["detail"]


def count_images(preview: dict[str, Any]) -> int:
    """How many pictures the one advisor asked would be shown."""
    return sum(len(each["images"]) for each in preview["advisors"][0]["messages"])


@pytest.mark.both_databases
async def test_a_long_file_is_sent_exactly_as_it_is(house: House) -> None:
    """I-27, R1: it is kept in parts, and nobody sees where they were cut."""
    rows = "\n".join(f"{number},{number * number}" for number in range(2_000))
    file = await bring(house, rows.encode(), "squares.csv")

    await house.ask("Read.", attachments=[file["id"]], **ONE)

    assert file["pages"] > 1
    assert heard(house)[-1]["content"].endswith(f"=== squares.csv ===\n{rows}")


@pytest.mark.both_databases
async def test_an_image_that_was_forgotten_is_not_sent_again(house: House, settings: Settings) -> None:
    """What was predicted while it was there no longer holds."""
    picture = await bring(house, write_picture("PNG", (30, 30)), "gone.png")
    conversation = await house.converse()
    await house.ask("See?", conversation=conversation, attachments=[picture["id"]], **SIGHTED)

    there = await look(house, conversation, "And?", **SIGHTED)
    await remove(house, picture["id"])
    removed = await look(house, conversation, "And?", **SIGHTED)
    store = await open_store(database_url(settings))
    forgotten = await store.write(LOCAL, forget_documents, datetime.now(UTC) + timedelta(seconds=1))
    await store.close()
    after = await look(house, conversation, "And?", **SIGHTED)

    assert forgotten == 1
    assert [count_images(each) for each in (there, removed, after)] == [1, 0, 0]


async def test_a_message_that_would_say_nothing_is_empty(house: House) -> None:
    """Documents of the library and guidelines are only named under a message: with nothing else it has no words."""
    library = await bring(house, NOTES, kind="library")
    guide = await bring(house, NOTES, kind="guideline")
    conversation = await house.converse()

    status, code, _ = await try_to_send(house, conversation, " ", library["id"], guide["id"])
    turn = await house.ask("Read.", conversation=conversation, attachments=[library["id"], guide["id"]], **ONE)

    assert (status, code) == (422, "empty_message")
    assert reply_of(turn, "skeptic").state == "complete"
    assert len(turn.parts) == 2


async def test_only_documents_that_count_here_go_along(house: House) -> None:
    """S-04: not those of another conversation, nor those that are switched off; the refusal names which."""
    here, elsewhere = await house.converse(), await house.converse()
    own = await bring(house, NOTES, conversation=here)
    off = await bring(house, b"off", "off.txt")
    await change(house, off["id"], enabled=False)

    refused = [
        await try_to_send(house, elsewhere, "Read.", own["id"]),
        await try_to_send(house, here, "Read.", own["id"], off["id"]),
    ]
    previews = [
        (await house.post(f"/v1/conversations/{elsewhere}/preview", {"text": "", "attachments": [own["id"]]}))[0],
        (await house.post("/v1/preview", {"text": "", "attachments": [own["id"]]}))[0],
        (await house.post("/v1/preview", {"text": "", "attachments": [off["id"]]}))[0],
    ]
    turn = await house.ask("Read.", conversation=here, attachments=[own["id"]], **ONE)

    assert [(status, code) for status, code, _ in refused] == [(404, "not_found"), (409, "document_off")]
    assert "off.txt is switched off" in refused[1][2]
    assert previews == [404, 404, 409]
    assert reply_of(turn, "skeptic").state == "complete"


async def test_the_same_file_brought_again_counts_again(house: House) -> None:
    """Under the name it has now."""
    first = await bring(house, NOTES, "old.txt")
    await change(house, first["id"], enabled=False)

    again = await bring(house, NOTES, "new.txt")

    assert (again["id"], again["name"], again["enabled"]) == (first["id"], "new.txt", True)


async def test_a_guideline_behind_the_limit_is_named_and_the_preview_says_how_much_is_sent(house: House) -> None:
    """D36, R1: nothing vanishes without a word."""
    for name, text in (("a.md", "Be brief."), ("b.md", "x" * 30), ("c.md", "Be kind.")):
        await bring(house, text.encode(), name, kind="guideline")
    conversation = await house.converse()

    preview = await look(house, conversation)
    await house.ask("And now?", conversation=conversation, **ONE)

    assert [(each["name"], each["chars"], each["sent_chars"]) for each in preview["guidelines"]] == [
        ("a.md", 9, 9),
        ("b.md", 30, 11),
        ("c.md", 8, 0),
    ]
    system = heard(house)[0]["content"]
    assert "=== c.md ===\n[The rest of this file is left out" in system
    assert "Be kind." not in system


async def test_one_message_takes_only_so_many_images(house: House) -> None:
    """R1: a payload has room for so many; the newest are shown, and older ones leave a line that says why."""
    pictures = [await bring(house, write_picture("PNG", (8, 8 + at)), f"{at}.png") for at in range(MOST_IMAGES + 1)]
    ids = [each["id"] for each in pictures]
    conversation = await house.converse()

    status, code, sentence = await try_to_send(house, conversation, "See?", *ids)
    await house.ask("See?", conversation=conversation, attachments=ids[:2], **SIGHTED)
    preview = await look(house, conversation, "And these?", attachments=ids[2:], **SIGHTED)
    chosen = {**SIGHTED["choice"], "dropping": "importance"}
    weighed = await look(house, conversation, "And these?", attachments=ids[2:], **{**SIGHTED, "choice": chosen})

    assert (status, code) == (422, "too_many_images")
    assert f"these are {MOST_IMAGES + 1} images" in sentence
    for each in (preview, weighed):
        [past] = [message for message in each["advisors"][0]["messages"] if message["kind"] == "turn"]
        assert count_images(each) == MOST_IMAGES
        assert [image["name"] for image in past["images"]] == ["0.png"]
        assert "[Image: 1.png, 8 \u00d7 9 pixels. It is not shown again" in past["content"]


async def test_places_and_pages_that_are_not_there_are_not_found(house: House) -> None:
    """D-01: whatever the number, never a failure of ours."""
    file = await bring(house, NOTES)
    paths = [f"/v1/documents/{file['id']}/pages/{number}" for number in (2, 0, -1, 2**31 - 1, 2**31, 10**30)]

    statuses = []
    for path in (*paths, "/v1/documents?conversation=c_nowhere"):
        async with house.api.session.get(house.url + path) as response:
            statuses.append(response.status)

    assert statuses == [404, 422, 422, 404, 422, 422, 404]


@pytest.mark.both_databases
async def test_bytes_are_asked_for_again_and_not_sent_twice(house: House) -> None:
    """What a browser keeps it shows only while the document is there."""
    picture = await bring(house, write_picture("PNG", (8, 8)), "p.png")
    address = f"{house.url}/v1/documents/{picture['id']}/data"

    async with house.api.session.get(address) as first:
        tag = first.headers["ETag"]
    async with house.api.session.get(address, headers={"If-None-Match": tag}) as same:
        body = await same.read()
    await remove(house, picture["id"])
    async with house.api.session.get(address, headers={"If-None-Match": tag}) as gone:
        pass

    assert first.headers["Cache-Control"] == "private, no-cache"
    assert (same.status, body) == (304, b"")
    assert gone.status == 404
