"""Conversations of another program: brought, looked at, written once, gone on with, taken back."""

import asyncio
import hashlib
from typing import Any

import pytest
from sqlalchemy import create_engine, inspect, text

from antiphon.app.database import database_url
from antiphon.settings import Settings
from tests.fakes.model_server import fail
from tests.importers.more_samples import parallel_advisors
from tests.importers.samples import (
    claude_branches,
    dump,
    gpt_archive,
    gpt_conversation,
    gpt_message,
    gpt_rich,
    gpt_small,
)
from tests.journeys.conftest import House

# What is counted or noted about imports themselves, and the number that every change of a list takes.
_OWN = {"imports", "list_numbers", "nodes", "alembic_version"}


async def bring(house: House, data: bytes, name: str = "export.zip") -> dict[str, Any]:
    """A file, brought in two pieces and read."""
    status, made = await house.post("/v1/imports", {"name": name})
    assert status == 201, made
    half = len(data) // 2
    for number, piece in enumerate((data[:half], data[half:])):
        async with house.api.session.post(
            f"{house.url}/v1/imports/{made['id']}/pieces", params={"number": str(number)}, data=piece
        ) as response:
            assert response.status == 200, await response.text()
    status, _ = await house.post(f"/v1/imports/{made['id']}/read")
    assert status == 202
    return await ended(house, made["id"])


async def ended(house: House, import_id: str) -> dict[str, Any]:
    """The import once nobody is at it."""
    while (found := await house.get(f"/v1/imports/{import_id}"))["status"] in ("reading", "writing", "undoing"):
        await asyncio.sleep(0.05)
    return found


async def start(house: House, import_id: str, **body: object) -> dict[str, Any]:
    """Have it written."""
    status, answer = await house.post(f"/v1/imports/{import_id}/start", body)
    assert status == 202, answer
    return await ended(house, import_id)


async def undo(house: House, import_id: str) -> dict[str, Any] | None:
    """Take it back; nothing is returned when it is forgotten."""
    async with house.api.session.delete(f"{house.url}/v1/imports/{import_id}") as response:
        assert response.status == 204, await response.text()
    known = {each["id"] for each in (await house.get("/v1/imports"))["items"]}
    return await ended(house, import_id) if import_id in known else None


async def titles(house: House) -> list[str]:
    """The list of conversations."""
    return sorted(each["title"] for each in (await house.get("/v1/conversations"))["items"])


def digest_rows(settings: Settings) -> dict[str, str]:
    """A digest of all rows of every table, but for those that tell of imports."""
    engine = create_engine(database_url(settings))
    found = {}
    try:
        with engine.connect() as connection:
            for table in inspect(connection).get_table_names():
                rows = sorted(repr(tuple(row)) for row in connection.execute(text(f'SELECT * FROM "{table}"')))
                found[table] = hashlib.sha256("\n".join(rows).encode()).hexdigest()
    finally:
        engine.dispose()
    return {table: digest for table, digest in found.items() if table not in _OWN}


@pytest.mark.both_databases
async def test_a_past_comes_once_and_goes_without_a_trace(house: House, settings: Settings) -> None:
    before = digest_rows(settings)
    data = gpt_archive([gpt_small("c-1"), gpt_rich()], [gpt_small("c-2", "And now?", "Now.")])

    seen = await bring(house, data)
    nothing_yet = await titles(house)
    done = await start(house, seen["id"])
    again = await bring(house, data)
    status, refused = await house.post(f"/v1/imports/{again['id']}/start")
    undone = await undo(house, done["id"])
    await undo(house, again["id"])
    after = digest_rows(settings)

    assert (seen["status"], seen["label"], seen["report"]["conversations"]) == ("ready", "ChatGPT", 3)
    assert nothing_yet == []
    assert (done["status"], done["counts"]["imported"]) == ("done", 4)
    assert again["counts"] | {"known": 4} == again["counts"]
    assert (status, refused["detail"]) == (
        409,
        "import was not carried out: everything in this file is here already",
    )
    assert undone is not None
    assert undone["status"] == "undone"
    assert after == before


async def test_what_was_imported_is_an_ordinary_conversation(house: House) -> None:
    """It is listed under its title, searched, gone on with by a panel, and nobody speaks in a guest's name."""
    seen = await bring(house, dump([gpt_rich()]))
    await start(house, seen["id"])
    items = (await house.get(f"/v1/imports/{seen['id']}/conversations"))["items"]
    conversation = items[0]["conversation_id"]

    view = await house.get(f"/v1/conversations/{conversation}/turns")
    found = await house.get("/v1/search?q=Rent+doubles")
    turn = await house.ask("What did I overlook?", conversation=conversation)

    first = view["items"][0]
    assert await titles(house) == ["Moving north", "Moving north · branch 2"]
    assert first["origin"] == "imported"
    assert {each["name"] for each in first["replies"]} == {"ChatGPT · gpt-4o", "ChatGPT · o3"}
    assert found["items"] != []
    assert len(turn.replies) == 5
    for request in house.voices.server.requests:
        said = [message["content"] for message in request.json["messages"] if message["role"] == "assistant"]
        assert not any("Then go." in each for each in said)


@pytest.mark.both_databases
async def test_notices_are_sent_to_nobody(house: House) -> None:
    """D7: neither those that an export brings along nor those of this conversation, its title among them."""
    seen = await bring(house, parallel_advisors())
    await start(house, seen["id"])
    [item] = (await house.get(f"/v1/imports/{seen['id']}/conversations"))["items"]
    here = item["conversation_id"]
    house.voices.script("builder", fail(401, {"error": {"message": "a refusal of quinces"}}))
    failed = await house.ask("And now?", conversation=here)
    await house.api.patch(f"{house.url}/v1/conversations/{here}", {"title": "A title of quinces"})

    await house.ask("Once more?", conversation=here)

    assert [each.error is not None for each in failed.replies].count(True) == 1
    sent = [each.body.decode() for each in house.voices.server.requests[-5:]]
    for notice in ("advisor added", "rate limit", "quinces"):
        assert [notice in each for each in sent] == [False] * 5, notice
    assert ["Sell?" in each and "And now?" in each for each in sent] == [True] * 5


async def test_a_longer_export_adds_only_what_is_new(house: House, settings: Settings) -> None:
    nodes = {
        "u1": (None, gpt_message("user", "First?", 1_760_000_001.0)),
        "a1": ("u1", gpt_message("assistant", "Yes.", 1_760_000_002.0)),
    }
    short = await bring(house, dump([gpt_conversation("c", nodes)]))
    await start(house, short["id"])
    before = digest_rows(settings)
    nodes["u2"] = ("a1", gpt_message("user", "Second?", 1_760_000_003.0))
    nodes["a2"] = ("u2", gpt_message("assistant", "No.", 1_760_000_004.0))

    longer = await bring(house, dump([gpt_conversation("c", nodes)]))
    await start(house, longer["id"])
    (listed,) = (await house.get("/v1/conversations"))["items"]
    view = await house.get(f"/v1/conversations/{listed['id']}/turns")
    await undo(house, longer["id"])
    await undo(house, longer["id"])
    after = digest_rows(settings)

    assert longer["counts"]["grown"] == 1
    assert [turn["text"] for turn in view["items"]] == ["First?", "Second?"]
    changed = {table for table, digest in after.items() if before[table] != digest}
    # A conversation that grew and shrank remembers that it did: its facts have no gaps.
    assert changed <= {"facts", "conversations"}


async def test_what_somebody_has_gone_on_with_stays(house: House) -> None:
    seen = await bring(house, dump([claude_branches()]))
    await start(house, seen["id"])
    items = (await house.get(f"/v1/imports/{seen['id']}/conversations"))["items"]
    await house.ask("And the far one?", conversation=items[0]["conversation_id"])

    undone = await undo(house, seen["id"])

    assert undone is not None
    assert undone["counts"]["kept"] == 1
    assert await titles(house) == ["The boiler"]


async def test_only_what_is_wanted_comes_and_the_original_is_there(house: House) -> None:
    record = gpt_small("c-2", "And now?", "Now.")
    seen = await bring(house, dump([gpt_small("c-1"), record]))

    done = await start(house, seen["id"], leave_out=[1])
    async with house.api.session.get(f"{house.url}/v1/imports/{seen['id']}/conversations/2/original") as response:
        original = await response.read()

    assert done["counts"] | {"imported": 1, "left": 1} == done["counts"]
    assert original == dump(record)


async def test_a_file_nobody_knows_is_refused_by_a_sentence_and_forgotten(house: House) -> None:
    seen = await bring(house, b'{"recipes": [], "chef": "me"}', "soup.json")

    gone = await undo(house, seen["id"])

    assert seen["status"] == "failed"
    assert seen["error"]["message"] == (
        "soup.json cannot be read: its format is not one we know; at its top stand chef"
    )
    assert gone is None
    assert (await house.get("/v1/imports"))["items"] == []


async def test_deleting_an_imported_conversation_takes_its_original_along(house: House) -> None:
    seen = await bring(house, dump([gpt_small("c-1")]))
    await start(house, seen["id"])
    items = (await house.get(f"/v1/imports/{seen['id']}/conversations"))["items"]

    async with house.api.session.delete(
        f"{house.url}/v1/conversations/{items[0]['conversation_id']}/everything"
    ) as response:
        assert response.status == 204
    async with house.api.session.get(f"{house.url}/v1/imports/{seen['id']}/conversations/1/original") as response:
        gone = response.status
    again = await bring(house, dump([gpt_small("c-1")]))

    assert gone == 404
    assert again["counts"]["new"] == 1
