"""Everything is taken along: out of one installation, into another, and out of that again as the same bytes."""

import asyncio
import io
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import aiohttp
import orjson
import pytest

from antiphon.app import run_in_process
from antiphon.conversation.archive import FORMAT, RECORDS
from antiphon.retrieval.onnx import has_packaged_model
from antiphon.settings import McpServerSettings, Settings, override_settings
from tests.fakes.accounts import Somebody
from tests.fakes.cards import KEEPER, picture, text_chunk
from tests.fakes.reader import Api, wait_until
from tests.fakes.servers import Stores
from tests.fakes.voices import Voices
from tests.importers.more_samples import open_webui
from tests.journeys import residents
from tests.journeys.conftest import CANARY, House
from tests.journeys.residents import Resident, parrot
from tests.journeys.test_bring_your_past import bring, digest_rows, start, undo
from tests.journeys.test_tools import run_notes

CONTRACTS = Path(__file__).parent.parent / "contracts"


async def take_a_card(one: Resident, chance: int) -> None:
    """An advisor comes by a card in a picture, and is asked."""
    data = picture(text_chunk(b"chara", KEEPER))
    await one.keep("advisor", "import_card", params={"name": "keeper.png", "person": one.word}, data=data)
    await residents.ask(one, chance, advisor_ids=[one.any_of("advisor", -1)])


async def shape_the_context(one: Resident, chance: int) -> None:
    """Turns are left out for one and pinned for all, a line is drawn, an instruction is off in one conversation."""
    turn = one.turns[chance % len(one.turns)]
    here = {"conversation_id": turn["conversation_id"]}
    marks = {"turn_ids": [turn["id"]], "contexts": {"": "pin", "skeptic": "out"}}
    said = [
        await one.call("mark_turns", marks, **here),
        await one.call("create_divider", {}, **here),
        await one.call("switch_instruction", {"enabled": False}, instruction_id=one.any_of("instruction", 0), **here),
    ]
    assert [status for status, _ in said] == [200, 200, 200], said


async def lend_tools(one: Resident, chance: int) -> None:
    """An advisor calls a tool, and asks for leave first."""

    async def has_tools() -> bool:
        _, servers = await one.call("list_tool_servers")
        return any(each["tools"] for each in servers["items"] if each["name"] == "notes")

    await wait_until(has_tools)
    await one.call("update_advisor", {"tools": ["notes"]}, advisor_id="historian")
    await residents.ask_with_tools(one, chance)
    assert one.did["decide_approval"]


async def find_better_words(one: Resident, chance: int) -> None:
    """Somebody looks for better words for an advisor under test."""
    _, cases = await one.call("list_cases")
    advisor_id = cases["items"][0]["advisor_id"]
    status, begun = await one.call("improve_advisor", {"rounds": 1}, advisor_id=advisor_id)
    assert status == 202, begun

    async def is_over() -> bool:
        _, found = await one.call("get_improvement", improvement_id=begun["id"])
        return bool(found["status"] != "running")

    await wait_until(is_over, seconds=60)


async def be_spoken_to(one: Resident, chance: int) -> None:
    """An advisor speaks unasked."""
    await residents.let_speak(one, chance)
    here = one.turns[chance % len(one.turns)]["conversation_id"]

    async def has_spoken() -> bool:
        _, runs = await one.call("list_heartbeat_runs", conversation_id=here)
        return any(each["status"] == "fired" for each in runs["items"])

    await wait_until(has_spoken, seconds=60)


# Enough that every kind of thing there is was done at least once.
LIFE = (
    residents.converse,
    residents.ask,
    residents.bring,
    residents.ask,
    residents.ask_with_a_document,
    residents.remember,
    residents.instruct,
    residents.note,
    residents.sort,
    residents.draw_a_map,
    residents.write_a_synthesis,
    residents.scan,
    residents.find_a_title,
    residents.decide,
    residents.examine,
    residents.seat,
    take_a_card,
    residents.go_round,
    residents.change_their_mind,
    residents.ask,
    shape_the_context,
    lend_tools,
    find_better_words,
    be_spoken_to,
)
# Nothing of this kind is made by such a life: only a crash in the middle of a test leaves it.
NOT_LIVED = {"eval_unkept"}


# What the export made there left, that it was made, and how far a walk through old receipts has come.
OWN_TRACES = {"exports", "export_pieces", "audit", "backfills"}


@pytest.fixture
def empty_places(settings: Settings, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[dict[str, Settings]]:
    """An installation on each database in which nobody has ever been."""
    stores: Stores = request.getfixturevalue("stores")
    name = f"empty_{tmp_path.name[-20:].replace('-', '_').lower()}"
    url = stores.create_database(name)
    yield {
        "sqlite": override_settings(settings, data_dir=tmp_path / "second", database_url=None, redis_url=None),
        "postgresql": override_settings(settings, data_dir=tmp_path / "third", database_url=url, redis_url=None),
    }
    stores.drop_database(name)


@asynccontextmanager
async def open_house(settings: Settings, voices: Voices) -> AsyncIterator[House]:
    timeout = aiohttp.ClientTimeout(total=60)
    async with run_in_process(settings) as url, aiohttp.ClientSession(timeout=timeout) as session:
        yield House(url, voices, Api(session), settings.data_dir)


async def live(house: House) -> Resident:
    """Somebody does everything there is to do."""
    house.voices.server.handler = parrot
    document = json.loads((CONTRACTS / "openapi.json").read_text(encoding="utf-8"))
    one = Resident(Somebody(house.url, house.api.session), "quokka", document)
    for chance, deed in enumerate(LIFE):
        await deed(one, chance)
    await be_asked_by_a_program(house, one.say())
    past = await bring(house, open_webui(), "chats.json")
    await start(house, past["id"])
    await wait_until(lambda: _is_quiet(house), seconds=30)
    return one


async def be_asked_by_a_program(house: House, text: str) -> None:
    """A program asks an advisor by its short name, which is kept from then on."""
    (model, *_) = [each["id"] for each in (await house.get("/openai/v1/models"))["data"] if "/advisor/" in each["id"]]
    asked = {"model": model, "messages": [{"role": "user", "content": text}]}
    status, answer = await house.post("/openai/v1/chat/completions", asked)
    assert status == 200, answer


async def _is_quiet(house: House) -> bool:
    return not (await house.get("/v1/work"))["items"]


async def export(house: House, **body: object) -> tuple[bytes, dict[str, Any]]:
    """A file of everything, or of what is said; and what is said about it."""
    status, made = await house.post("/v1/exports", body)
    assert status == 201, made
    while (found := await house.get(f"/v1/exports/{made['id']}"))["status"] == "writing":
        await asyncio.sleep(0.05)
    assert found["status"] == "done", found
    async with house.api.session.get(f"{house.url}/v1/exports/{made['id']}/file") as response:
        assert response.status == 200, await response.text()
        return await response.read(), found


async def rest(house: House) -> None:
    """Until nothing is left to be done."""

    async def is_over() -> bool:
        return not (await house.get("/v1/work"))["items"]

    await wait_until(is_over)


def records_of(data: bytes) -> list[tuple[str, dict[str, Any]]]:
    """Every record of an archive."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        lines = [line for name in archive.namelist() if name.endswith(".jsonl") for line in archive.open(name)]
    return [next(iter(json.loads(line).items())) for line in lines]


def verify(path: Path, *more: str) -> tuple[int, str]:
    """What the script for strangers says, run by an interpreter that knows nothing of the house."""
    with zipfile.ZipFile(path) as archive:
        script = path.with_name("verify.py")
        script.write_bytes(archive.read("verify.py"))
    done = subprocess.run(
        [sys.executable, "-I", str(script), str(path), *more], capture_output=True, text=True, timeout=60, check=False
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.both_databases
@pytest.mark.timeout(240)
async def test_everything_comes_back_as_the_same_bytes_on_either_database(
    settings: Settings, empty_places: dict[str, Settings], voices: Voices, tmp_path: Path
) -> None:
    """I-43."""
    notes = {"notes": McpServerSettings(**run_notes(tmp_path / "notes"))}
    async with open_house(override_settings(settings, mcp_servers=notes), voices) as house:
        await live(house)
        first, said = await export(house)

    copies = []
    for place in empty_places.values():
        async with open_house(place, voices) as other:
            before = digest_rows(place)
            seen = await bring(other, first)
            done = await start(other, seen["id"])
            copies.append(await export(other))
            again = await bring(other, first)
            await undo(other, again["id"])
            undone = await undo(other, done["id"])
            await rest(other)
            after = digest_rows(place)
        assert (seen["status"], seen["report"]["left"], seen["report"]["unknown_fields"]) == ("ready", {}, {})
        assert done["status"] == "done", done
        assert again["counts"]["new"] == 0, again
        assert undone is not None
        changed = {table for table, digest in after.items() if before[table] != digest}
        assert {each for each in changed if not each.startswith("document_words")} <= OWN_TRACES

    lived = {kind for kind, _ in records_of(first)}
    assert lived >= set(RECORDS) - NOT_LIVED
    assert [data == first for data, _ in copies] == [True, True]
    assert {told["sha256"] for _, told in copies} == {said["sha256"]}
    kept = tmp_path / "kept.zip"
    kept.write_bytes(copies[1][0])
    code, words = verify(kept, "--key", said["signer"])
    assert (code, "Everything holds." in words) == (0, True), words


@pytest.mark.skipif(not has_packaged_model(), reason="needs the extra `recall`")
async def test_documents_that_come_back_are_found_by_their_meaning(
    house: House, empty_places: dict[str, Settings], voices: Voices
) -> None:
    await live_a_little(house)
    data, _ = await export(house)
    await house.api.session.close()

    async with open_house(empty_places["sqlite"], voices) as other:
        await start(other, (await bring(other, data))["id"])
        await rest(other)
        found = await other.get("/v1/documents/search?q=contract")

    assert found["indexed"] == found["pieces"] > 0
    assert found["items"][0]["by"] == ["meaning"]


async def test_one_changed_byte_is_found_by_a_stranger(house: House, tmp_path: Path) -> None:
    await house.ask("Do I sign?", advisor_ids=["skeptic"])
    data, said = await export(house)
    path = tmp_path / "export.zip"
    path.write_bytes(data)
    async with house.api.session.get(f"{house.url}/v1/exports/{said['id']}/signature") as response:
        (tmp_path / "export.zip.sig").write_bytes(await response.read())
    whole = verify(path, "--key", (await house.get("/v1/signer"))["signer"])

    found = []
    for place in (len(data) // 3, len(data) // 2, len(data) - 3):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        found.append(_verify_changed(path))
    forged = tmp_path / "forged.zip"
    shutil.copyfile(_forge(data, tmp_path / "draft.zip"), forged)
    lied = verify(forged)

    assert whole[0] == 0, whole
    assert "1 signed" in whole[1]
    assert found == [1, 1, 1]
    assert lied[0] == 1
    assert "its signature does not hold" in lied[1]


def _verify_changed(path: Path) -> int:
    script = path.with_name("verify.py")
    done = subprocess.run([sys.executable, "-I", str(script), str(path)], capture_output=True, timeout=60, check=False)
    return done.returncode


def _forge(data: bytes, target: Path) -> Path:
    """Somebody who knows the format says that another model was asked, and puts every hash right."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    for name, body in files.items():
        if name.startswith("receipts/"):
            files[name] = body.replace(b'"model":"m"', b'"model":"n"')
    manifest = json.loads(files["manifest.json"])
    for each in manifest["files"]:
        each["sha256"] = sha256(files[each["path"]]).hexdigest()
    files["manifest.json"] = json.dumps(manifest).encode()
    with zipfile.ZipFile(target, "w") as archive:
        for name, body in files.items():
            archive.writestr(name, body)
    return target


async def test_no_secret_is_in_any_file(house: House) -> None:
    await house.ask(f"My password is not {CANARY[:6]}", advisor_ids=["skeptic"])

    formats = [each["name"] for each in (await house.get("/v1/exporters"))["items"]]
    written = {each: (await export(house, format=each))[0] for each in formats}

    assert set(formats) == {"archive", "html", "md", "openai-chat", "preferences", "sharegpt"}
    with zipfile.ZipFile(io.BytesIO(written["archive"])) as archive:
        inside = b"".join(archive.read(name) for name in archive.namelist())
    everything = b"".join(written.values()) + inside
    assert CANARY.encode() not in everything
    for secret in ("signing.key",):
        assert (house.data_dir / secret).read_bytes().strip() not in everything


async def test_a_later_version_is_refused_and_what_is_unknown_is_told(house: House, tmp_path: Path) -> None:
    await house.ask("Do I sign?", advisor_ids=["skeptic"])
    data, _ = await export(house)

    later = await bring(house, _rewrite(data, tmp_path, version=2))
    with_more = await bring(house, _rewrite(data, tmp_path, minor=7))

    assert later["status"] == "failed"
    assert later["error"]["message"] == (
        "export.zip cannot be read: it was written by a later Antiphon (format 2); this one reads format 1"
    )
    assert with_more["status"] == "ready"
    assert with_more["report"]["unknown_fields"] == {"file.smells.jsonl": 1}
    assert with_more["counts"]["new"] == 1


def _rewrite(data: bytes, folder: Path, **manifest: int) -> bytes:
    target = folder / "rewritten.zip"
    with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(target, "w") as out:
        for name in archive.namelist():
            body = archive.read(name)
            if name == "manifest.json":
                body = json.dumps(json.loads(body) | manifest).encode()
            out.writestr(name, body)
        out.writestr("smells.jsonl", b'{"smell":{"id":"s_1"}}\n')
    return target.read_bytes()


async def test_one_conversation_is_taken_along_with_those_who_spoke_in_it(house: House, voices: Voices) -> None:
    turn = await house.ask("Do I sign?", advisor_ids=["skeptic", "builder"])
    await house.ask("Something else", advisor_ids=["historian"])

    data, _ = await export(house, conversation_ids=[turn.conversation_id])

    found = records_of(data)
    assert [body["id"] for kind, body in found if kind == "conversation"] == [turn.conversation_id]
    assert {body["id"] for kind, body in found if kind == "turn"} == {turn.id}
    assert "Something else" not in json.dumps(found)


async def test_a_conversation_that_is_here_in_another_form_comes_beside_it(house: House) -> None:
    """Ids stay as long as they are free; a conversation that was deleted for good comes back under another."""
    turn = await house.ask("Do I sign?", advisor_ids=["skeptic"])
    data, _ = await export(house)
    known = await bring(house, data)
    address = f"{house.url}/v1/conversations/{turn.conversation_id}/everything"
    async with house.api.session.delete(address) as response:
        assert response.status == 204
    await wait_until(lambda: _is_gone(house, turn.conversation_id))

    seen = await bring(house, data)
    await start(house, seen["id"])

    (listed,) = (await house.get("/v1/conversations"))["items"]
    turns = (await house.get(f"/v1/conversations/{listed['id']}/turns"))["items"]
    receipts = await house.get(f"/v1/replies/{turns[0]['replies'][0]['id']}/receipts")
    assert known["counts"]["new"] == 0
    assert listed["id"] != turn.conversation_id
    assert turns[0]["text"] == "Do I sign?"
    assert len(receipts["items"]) == 1


async def _is_gone(house: House, conversation_id: str) -> bool:
    async with house.api.session.get(f"{house.url}/v1/conversations/{conversation_id}") as response:
        return response.status == 404


async def test_what_is_deleted_for_good_is_in_no_file_any_more(house: House) -> None:
    """I-43."""
    turn = await house.ask("Do I sign?", advisor_ids=["skeptic"])
    await export(house)
    address = f"{house.url}/v1/conversations/{turn.conversation_id}/everything"

    async with house.api.session.delete(address) as response:
        assert response.status == 204
    await wait_until(lambda: _is_gone(house, turn.conversation_id))

    assert (await house.get("/v1/exports"))["items"] == []


@pytest.mark.parametrize(
    ("named", "called", "why"),
    [
        ("../../../evil", "evil", "a conversation whose id cannot be"),
        ("c/1", "c", "a conversation whose id cannot be"),
        ("c_other", "c_one", "a conversation that is not the one its file is called after"),
    ],
)
async def test_a_conversation_that_no_file_can_be_called_after_is_refused(
    house: House, tmp_path: Path, named: str, called: str, why: str
) -> None:
    """Otherwise it would stand in every later archive, and nobody could read that."""
    turn = await house.ask("Do I sign?", advisor_ids=["skeptic"])
    archive, _ = await export(house)

    seen = await bring(house, _rename(archive, tmp_path / "renamed.zip", turn.conversation_id, named, called))

    assert (seen["status"], seen["counts"].get("new", 0)) == ("failed", 0)
    assert seen["error"]["message"].endswith(f"it holds {why}")
    assert [each["id"] for each in (await house.get("/v1/conversations"))["items"]] == [turn.conversation_id]


def _rename(data: bytes, target: Path, old: str, named: str, called: str) -> bytes:
    """The archive with another id for a conversation, in a file that is called like this."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(target, "w") as out:
        for name in archive.namelist():
            file = name.replace(old, called)
            new = called if name == "manifest.json" else named
            out.writestr(file, archive.read(name).replace(old.encode(), new.encode()))
    return target.read_bytes()


@pytest.mark.both_databases
async def test_a_conversation_of_an_archive_that_somebody_had_a_map_of_since_stays(
    house: House, empty_places: dict[str, Settings], voices: Voices
) -> None:
    """What the archive itself brought of that kind does not count."""
    voices.server.handler = parrot
    asked = [await house.ask(text, advisor_ids=["skeptic", "builder"]) for text in ("Do I sign?", "Do I stay?")]
    for turn in asked:
        await house.post(f"/v1/conversations/{turn.conversation_id}/memories/scan")
    await wait_until(lambda: _is_quiet(house))
    archive, _ = await export(house)
    await house.api.session.close()

    for settings in empty_places.values():
        async with open_house(settings, voices) as other:
            seen = await bring(other, archive)
            await start(other, seen["id"])
            status, _ = await other.post(f"/v1/turns/{asked[0].id}/map")
            await wait_until(partial(_is_quiet, other))
            undone = await undo(other, seen["id"])
            left = [each["id"] for each in (await other.get("/v1/conversations"))["items"]]

        assert (status, undone and undone["counts"]["kept"]) == (202, 1)
        assert left == [asked[0].conversation_id]


@pytest.mark.both_databases
async def test_a_card_comes_back_beside_its_advisor_and_is_handed_out_whole(
    house: House, empty_places: dict[str, Settings], voices: Voices
) -> None:
    data = picture(text_chunk(b"chara", KEEPER))
    async with house.api.session.post(f"{house.url}/v1/cards?name=keeper.png", data=data) as answer:
        kept = await answer.json()
    archive, _ = await export(house)
    await house.api.session.close()

    written = []
    for settings in empty_places.values():
        async with open_house(settings, voices) as other:
            seen = await bring(other, archive)
            await start(other, seen["id"])
            async with other.api.session.get(f"{other.url}/v1/advisors/{kept['id']}/card") as response:
                written.append(await response.json())

    assert written == [KEEPER, KEEPER]


async def test_a_card_that_could_not_be_handed_out_is_refused(house: House, tmp_path: Path) -> None:
    data = picture(text_chunk(b"chara", KEEPER))
    async with house.api.session.post(f"{house.url}/v1/cards?name=keeper.png", data=data) as answer:
        assert answer.status == 201
    archive, _ = await export(house)

    words = []
    for change in ({"card": {"data": {}}}, {"picture": "bm8gcGljdHVyZQ=="}, {"picture": "no base64"}):
        seen = await bring(house, _change_cards(archive, tmp_path / "changed.zip", change))
        words.append(seen["error"]["message"])

    assert ["no name" in words[0], *("whose picture cannot be" in each for each in words[1:])] == [True, True, True]


def _change_cards(data: bytes, target: Path, change: dict[str, Any]) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(target, "w") as out:
        for name in archive.namelist():
            body = archive.read(name)
            if name == "cards.jsonl":
                body = json.dumps({"card": json.loads(body)["card"] | change}).encode() + b"\n"
            out.writestr(name, body)
    return target.read_bytes()


def _write_later(data: bytes, target: Path) -> bytes:
    """The archive as a later minor version would have written it: more fields, more records, more files."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    for name in [each for each in files if each.endswith(".jsonl")]:
        files[name] = b"".join(_write_line_later(line) for line in files[name].splitlines())
        files[name] = b'{"first":{"of":"' + name.encode() + b'"}}\n' + files[name]
    (conversation,) = [name for name in files if name.startswith("conversations/")]
    files["smells.jsonl"] = b'{"smell":{"id":"s_1"}}\n'
    files[conversation.replace("conversations/", "smells/")] = bytes(range(256))
    named = [{"path": path, "sha256": sha256(body).hexdigest()} for path, body in files.items()]
    files["manifest.json"] = json.dumps({"format": FORMAT, "version": 1, "minor": 7, "files": named}).encode()
    with zipfile.ZipFile(target, "w") as out:
        for name, body in files.items():
            out.writestr(name, body)
    return target.read_bytes()


def _write_line_later(line: bytes) -> bytes:
    (kind, body), *_ = orjson.loads(line).items()
    names = list(body)
    later = {"barometer": {"was": "fair"}} | {name: body[name] for name in names} | {"weight": 2.5}
    return orjson.dumps({kind: later}) + b'\n{"smell":{"of":"' + kind.encode() + b'", "spaced": 1.0}}\n'


def _open_files(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name not in ("manifest.json", "verify.py")}


@pytest.mark.both_databases
async def test_what_a_later_version_wrote_leaves_as_it_came(
    house: House, empty_places: dict[str, Settings], voices: Voices, tmp_path: Path
) -> None:
    """Fields, records and files nobody here knows come out byte for byte, and go when what brought them goes."""
    await live_a_little(house)
    later = _write_later((await export(house))[0], tmp_path / "later.zip")
    await house.api.session.close()

    for settings in empty_places.values():
        async with open_house(settings, voices) as other:
            before = digest_rows(settings)
            seen = await bring(other, later)
            await start(other, seen["id"])
            copy, _ = await export(other)
            (known,) = (await other.get("/v1/conversations"))["items"]
            one, _ = await export(other, conversation_ids=[known["id"]])
            again = await bring(other, later)
            await undo(other, again["id"])
            await undo(other, seen["id"])
            await rest(other)
            after = digest_rows(settings)

        assert _open_files(copy) == _open_files(later)
        assert again["counts"]["new"] == 0
        assert "smells.jsonl" not in _open_files(one)
        changed = {table for table, digest in after.items() if before[table] != digest}
        assert {each for each in changed if not each.startswith("document_words")} <= OWN_TRACES


async def live_a_little(house: House) -> None:
    """A conversation, a document, a card, a memory."""
    turn = await house.ask("Do I sign?", advisor_ids=["skeptic", "builder"])
    await house.post("/v1/memories", {"kind": "fact", "text": "The lease ends in May."})
    for path, data in (
        ("/v1/cards?name=keeper.png", picture(text_chunk(b"chara", KEEPER))),
        ("/v1/documents?name=a.txt&kind=library", b"A lease."),
    ):
        async with house.api.session.post(house.url + path, data=data) as answer:
            assert answer.status == 201, await answer.text()
    body = {"turn_ids": [turn.id], "add_tags": ["lease", "may"], "stars": 1}
    status, _ = await house.post(f"/v1/conversations/{turn.conversation_id}/marks", body)
    assert status == 200


async def test_deleting_for_good_takes_along_what_nobody_here_can_read(
    house: House, empty_places: dict[str, Settings], voices: Voices, tmp_path: Path
) -> None:
    await live_a_little(house)
    later = _write_later((await export(house))[0], tmp_path / "later.zip")
    settings = empty_places["sqlite"]

    async with open_house(settings, voices) as other:
        seen = await bring(other, later)
        await start(other, seen["id"])
        (known,) = (await other.get("/v1/conversations"))["items"]
        async with other.api.session.delete(f"{other.url}/v1/conversations/{known['id']}/everything") as response:
            assert response.status == 204
        await wait_until(lambda: _is_gone(other, known["id"]))
        files = _open_files((await export(other))[0])

    assert [name for name, body in files.items() if b"smell" in body or b"barometer" in body or "smells" in name] == []
