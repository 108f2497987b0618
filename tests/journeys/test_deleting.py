"""A conversation is deleted for good: nothing of it is left, and nothing else is lost."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import MetaData, create_engine, select

from antiphon.settings import Settings
from tests.fakes.model_server import answer, done, finish, say, usage, wait
from tests.fakes.reader import Reader, everyone_speaks
from tests.journeys.conftest import House
from tests.journeys.test_documents import bring

ONE = {"advisor_ids": ["skeptic"]}
PHRASE = "quincunx of marzipan"


def find_in_database(settings: Settings, phrase: str) -> set[str]:
    """The tables in which the phrase stands, whatever the column; a file's bytes count as text."""
    engine = create_engine(settings.database_url or f"sqlite:///{settings.sqlite_path}")
    tables = MetaData()
    tables.reflect(engine)
    with engine.connect() as connection:
        found = {
            name
            for name, table in tables.tables.items()
            if any(phrase in _as_text(row) for row in connection.execute(select(table)))
        }
    engine.dispose()
    return found


def _as_text(row: Any) -> str:
    cells = (bytes(each).decode("utf-8", "replace") if isinstance(each, bytes | memoryview) else each for each in row)
    return " ".join(map(str, cells))


def find_in_files(folder: Path, phrase: str) -> set[str]:
    """The files of the data folder that hold the phrase, byte for byte."""
    return {each.name for each in folder.rglob("*") if each.is_file() and phrase.encode() in each.read_bytes()}


async def fill(house: House, conversation: str) -> None:
    """Say the phrase wherever a conversation keeps words."""
    house.voices.script("skeptic", answer(f"I would not sign the {PHRASE}."), answer("No."), answer("Still no."))
    await house.ask(f"What of the {PHRASE}?", conversation=conversation, **ONE)
    document = await bring(
        house, f"All about the {PHRASE}.".encode(), "notes.txt", kind="inline", conversation=conversation
    )
    await house.ask(f"And this {PHRASE}?", conversation=conversation, attachments=[document["id"]], **ONE)
    await bring(house, f"Rules of the {PHRASE}.".encode(), "rules.txt", kind="library", conversation=conversation)
    here = f"{house.url}/v1/conversations/{conversation}"
    await house.api.patch(here, {"title": f"The {PHRASE}"})
    await house.post("/v1/instructions", {"name": "t", "text": f"Say {PHRASE}.", "conversation_id": conversation})
    await house.api.put(f"{here}/todos", {"todos": [{"title": f"Weigh the {PHRASE}"}]})


async def delete(house: House, conversation: str) -> int:
    return await house.api.delete(f"{house.url}/v1/conversations/{conversation}/everything")


@pytest.mark.both_databases
async def test_nothing_of_a_deleted_conversation_is_left_and_its_cost_still_counts(
    house: House, settings: Settings
) -> None:
    """I-43."""
    conversation = await house.converse()
    await fill(house, conversation)
    held = find_in_database(settings, PHRASE)
    spent = await house.get("/v1/spending")
    everything = await house.get(f"/v1/conversations/{conversation}/everything")

    status = await delete(house, conversation)

    assert {"turns", "replies", "receipts", "documents", "todos", "instructions", "conversations"} - held <= {
        "documents",
        "replies",
    }
    assert (everything["turns"], everything["replies"], everything["files"]) == (2, 2, 2)
    assert status == 204
    assert find_in_database(settings, PHRASE) == set()
    assert find_in_files(settings.data_dir, PHRASE) == set()
    assert await house.get("/v1/spending") == spent
    assert (await house.get("/v1/conversations"))["items"] == []
    assert (await house.get("/v1/conversations?removed=true"))["items"] == []
    assert (await house.get("/v1/search?q=marzipan"))["items"] == []
    assert await delete(house, conversation) == 204
    assert await delete(house, "c_nowhere") == 404
    assert (await house.post(f"/v1/conversations/{conversation}/restore"))[0] == 404


@pytest.mark.both_databases
async def test_a_branch_keeps_its_turns_its_files_and_the_proof_of_what_was_sent(house: House) -> None:
    house.voices.script("skeptic", answer("First."), answer("Second."))
    conversation = await house.converse()
    document = await bring(house, b"The one about the lease.", "lease.txt", kind="inline", conversation=conversation)
    first = await house.ask("question one", conversation=conversation, attachments=[document["id"]], **ONE)
    _, branch = await house.post(f"/v1/turns/{first.id}/branch")
    _, other = await house.post(f"/v1/turns/{first.id}/branch")
    proof = await house.get(f"/v1/replies/{first.replies[0].id}/receipts")
    spent = await house.get("/v1/spending")
    everything = await house.get(f"/v1/conversations/{conversation}/everything")

    await delete(house, conversation)

    assert [each["conversation_id"] for each in everything["stays"]["branches"]] == [branch["id"], other["id"]]
    assert (everything["files"], everything["stays"]["shared_files"]) == (0, 1)
    for heir in (branch, other):
        copied = (await house.get(f"/v1/conversations/{heir['id']}"))["turns"][0]["replies"][0]
        kept = await house.get(f"/v1/replies/{copied['id']}/receipts")
        assert [each["sha256"] for each in kept["items"]] == [each["sha256"] for each in proof["items"]]
        assert [each["body"] for each in kept["items"]] == [each["body"] for each in proof["items"]]
    assert await house.get("/v1/spending") == spent
    lines = (await house.get("/v1/conversations"))["items"]
    assert [each["branched_from"] for each in lines] == [None, None]
    assert (await house.get(f"/v1/documents/{document['id']}"))["name"] == "lease.txt"
    turn = await house.ask("question two", conversation=branch["id"], **ONE)
    assert "lease" in house.voices.requests("skeptic")[-1].body.decode()
    # One after the other: each takes over from the one before.
    await delete(house, branch["id"])
    copied = (await house.get(f"/v1/conversations/{other['id']}"))["turns"][0]["replies"][0]
    kept = await house.get(f"/v1/replies/{copied['id']}/receipts")
    assert [each["body"] for each in kept["items"]] == [each["body"] for each in proof["items"]]
    assert turn.position == 2


@pytest.mark.both_databases
async def test_voices_are_stopped_first_and_whoever_looks_on_is_told(house: House, settings: Settings) -> None:
    gate = threading.Event()
    house.voices.script("skeptic", say(f"The {PHRASE} is ") + wait(gate) + finish() + usage(5, 5) + done())
    conversation = await house.converse()
    await house.send("Go on", conversation=conversation, **ONE)
    reader = Reader(conversation)
    await reader.read(house.url, everyone_speaks)
    told = asyncio.create_task(reader.read(house.url, lambda each: each.events[-1][0] == "conversation_deleted"))
    await asyncio.sleep(0.2)

    status = await delete(house, conversation)

    assert await told
    assert reader.view is not None
    assert reader.view.turns == ()
    assert status == 204
    gate.set()
    await asyncio.sleep(1)
    assert find_in_database(settings, PHRASE) == set()
    assert (await house.get("/v1/spending"))["today"]["turns"] == 1
