"""Conversations of another program: brought, looked at, written once, gone on with, taken back."""

import asyncio
import hashlib
from typing import Any

import pytest
from sqlalchemy import create_engine, inspect, text

from antiphon.app.database import database_url
from antiphon.settings import Settings
from tests.fakes.model_server import fail
from tests.fakes.reader import wait_until
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
from tests.journeys.residents import parrot

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


SECOND = (("u2", "a1", "user", "Second?"), ("a2", "u2", "assistant", "No."))
ANEW = (("u2b", "a1", "user", "Second, otherwise?"), ("a2b", "u2b", "assistant", "Maybe."))
LONGER = (("u3", "a2b", "user", "Third?"), ("a3", "u3", "assistant", "Yes."))


def said(*more: tuple[str, str, str, str]) -> dict[str, Any]:
    """A conversation of one question and what else was said: its name, behind what it stands, by whom, the words."""
    nodes: dict[str, Any] = {}
    first = (("u1", "", "user", "First?"), ("a1", "u1", "assistant", "Yes."))
    for number, (name, parent, role, words) in enumerate((*first, *more)):
        nodes[name] = (parent or None, gpt_message(role, words, 1_760_000_001.0 + number))
    return gpt_conversation("c", nodes)


async def read_questions(house: House) -> list[tuple[str, ...]]:
    """What the person asks in each conversation there is."""
    listed = (await house.get("/v1/conversations"))["items"]
    views = [await house.get(f"/v1/conversations/{each['id']}/turns") for each in listed]
    return sorted(tuple(turn["text"] for turn in view["items"]) for view in views)


async def test_who_went_another_way_has_two_conversations_and_neither_holds_both(house: House) -> None:
    """What was asked first and then worded anew never stands in one context with what was said instead."""
    for more in (SECOND, (*SECOND, *ANEW), (*SECOND, *ANEW, *LONGER)):
        seen = await bring(house, dump([said(*more)]))
        await start(house, seen["id"])
    again = await bring(house, dump([said(*SECOND, *ANEW, *LONGER)]))

    assert await read_questions(house) == [("First?", "Second, otherwise?", "Third?"), ("First?", "Second?")]
    assert fates_of(again) == {"known": 2}


async def test_two_exports_that_were_looked_at_before_either_is_written_keep_their_ways_apart(house: House) -> None:
    """What the first of them brings is known when the second is written."""
    earlier = await bring(house, dump([said(*SECOND)]))
    later = await bring(house, dump([said(*SECOND, *ANEW, *LONGER)]))

    await start(house, earlier["id"])
    await start(house, later["id"])

    assert await read_questions(house) == [("First?", "Second, otherwise?", "Third?"), ("First?", "Second?")]
    again = await bring(house, dump([said(*SECOND, *ANEW, *LONGER)]))
    assert fates_of(again) == {"known": 2}


@pytest.mark.both_databases
async def test_who_went_two_ways_since_has_both_and_has_them_once(house: House) -> None:
    """Both go on what is here; only one of them can, wherever in the file they stand."""
    many = [gpt_small(f"c-{number}", "And now?", "Now.") for number in range(19)]
    first = await bring(house, dump([*many, said()]))
    await start(house, first["id"])

    seen = await bring(house, dump([*many, said(*SECOND, *ANEW)]))
    await start(house, seen["id"])
    again = await bring(house, dump([*many, said(*SECOND, *ANEW)]))

    ways = [each for each in await read_questions(house) if each != ("And now?",)]
    assert ways == [("First?", "Second, otherwise?"), ("First?", "Second?")]
    assert fates_of(seen) == {"known": 19, "grown": 1, "new": 1}
    assert fates_of(again) == {"known": 21}


@pytest.mark.both_databases
async def test_a_way_that_is_here_does_not_come_again_because_the_first_is_gone(house: House) -> None:
    for more in (SECOND, (*SECOND, *ANEW)):
        seen = await bring(house, dump([said(*more)]))
        await start(house, seen["id"])
    for each in (await house.get("/v1/conversations"))["items"]:
        turns = (await house.get(f"/v1/conversations/{each['id']}/turns"))["items"]
        if turns[-1]["text"] == "Second?":
            async with house.api.session.delete(f"{house.url}/v1/conversations/{each['id']}/everything") as response:
                assert response.status == 204

    longer = await bring(house, dump([said(*ANEW, *LONGER)]))
    await start(house, longer["id"])

    assert fates_of(longer) == {"grown": 1}
    assert await read_questions(house) == [("First?", "Second, otherwise?", "Third?")]


async def test_what_was_deleted_there_does_not_make_a_second_conversation(house: House) -> None:
    seen = await bring(house, grow(3))
    await start(house, seen["id"])
    nodes: dict[str, Any] = {}
    for number, last in ((1, None), (3, "a1"), (4, "a3")):
        nodes[f"u{number}"] = (last, gpt_message("user", f"Question {number}?", 1_760_000_000.0 + 2 * number))
        nodes[f"a{number}"] = (f"u{number}", gpt_message("assistant", "Yes.", 1_760_000_001.0 + 2 * number))

    shorter = await bring(house, dump([gpt_conversation("c", nodes)]))
    await start(house, shorter["id"])

    (listed,) = (await house.get("/v1/conversations"))["items"]
    view = await house.get(f"/v1/conversations/{listed['id']}/turns")
    assert [turn["text"] for turn in view["items"]] == [f"Question {number}?" for number in (1, 2, 3, 4)]


def grow(turns: int) -> bytes:
    """An export in which one conversation has come to so many turns."""
    nodes: dict[str, Any] = {}
    last = None
    for number in range(1, turns + 1):
        said = (("u", "user", f"Question {number}?"), ("a", "assistant", f"Answer {number}."))
        for place, (letter, role, words) in enumerate(said):
            name = f"{letter}{number}"
            nodes[name] = (last, gpt_message(role, words, 1_760_000_000.0 + 2 * number + place))
            last = name
    return dump([gpt_conversation("c", nodes)])


async def bring_three(house: House) -> tuple[list[str], str]:
    """Three exports, each two turns longer than the one before; and the conversation that they are of."""
    ids = []
    for turns in (2, 4, 6):
        seen = await bring(house, grow(turns))
        ids.append((await start(house, seen["id"]))["id"])
    [listed] = (await house.get("/v1/conversations"))["items"]
    return ids, listed["id"]


def fates_of(found: dict[str, Any] | None) -> dict[str, int]:
    """What became of the conversations of an import that is still known."""
    assert found is not None
    return {fate: count for fate, count in found["counts"].items() if count}


def changed_since(settings: Settings, before: dict[str, str]) -> set[str]:
    """The tables that are not as they were."""
    return {table for table, digest in digest_rows(settings).items() if before[table] != digest}


@pytest.mark.both_databases
async def test_imports_of_one_conversation_are_taken_back_from_the_newest_on(house: House, settings: Settings) -> None:
    """An older one stays and says so, until the newer ones are gone."""
    empty = digest_rows(settings)
    (first, second, third), _ = await bring_three(house)
    grown = digest_rows(settings)

    refused = [await undo(house, each) for each in (second, first)]
    untouched = changed_since(settings, grown)
    gone = [await undo(house, each) for each in (third, second, first)]

    assert [fates_of(each) for each in refused] == [{"kept": 1}, {"kept": 1}]
    # What became of it in either import, and nothing else.
    assert untouched <= {"import_items"}
    assert [fates_of(each) for each in gone] == [{}, {}, {}]
    assert changed_since(settings, empty) == set()


@pytest.mark.both_databases
async def test_a_conversation_whose_middle_import_was_not_taken_back_goes_on(house: House) -> None:
    (_, second, _), conversation = await bring_three(house)

    await undo(house, second)
    again = await bring(house, grow(6))
    turn = await house.ask("And now?", conversation=conversation)
    longer = await bring(house, grow(7))
    await start(house, longer["id"])

    view = await house.get(f"/v1/conversations/{conversation}/turns")
    assert fates_of(again) == {"known": 1}
    assert turn.position == 7
    assert [each["position"] for each in view["items"]] == list(range(1, 9))
    assert view["items"][-1]["text"] == "Question 7?"


async def _edit(house: House, turn: dict[str, Any]) -> int:
    address = f"{house.url}/v1/replies/{turn['replies'][0]['id']}"
    status, _ = await house.api.patch(address, {"text": "In my words."})
    return status


async def _weigh(house: House, turn: dict[str, Any]) -> int:
    address = f"{house.url}/v1/replies/{turn['replies'][0]['id']}/importance"
    async with house.api.session.put(address, json={"worth": 0.9}) as response:
        return response.status


async def _mark(house: House, turn: dict[str, Any], **marks: object) -> int:
    body = {"turn_ids": [turn["id"]], **marks}
    status, _ = await house.post(f"/v1/conversations/{turn['conversation_id']}/marks", body)
    return status


async def _star(house: House, turn: dict[str, Any]) -> int:
    return await _mark(house, turn, stars=2)


async def _tag(house: House, turn: dict[str, Any]) -> int:
    return await _mark(house, turn, add_tags=["rent"])


async def _pin(house: House, turn: dict[str, Any]) -> int:
    return await _mark(house, turn, contexts={"": "pin"})


async def _remove(house: House, turn: dict[str, Any]) -> int:
    status, _ = await house.post(
        f"/v1/conversations/{turn['conversation_id']}/turns/remove", {"turn_ids": [turn["id"]]}
    )
    return status


async def _draw_a_line(house: House, turn: dict[str, Any]) -> int:
    status, _ = await house.post(f"/v1/conversations/{turn['conversation_id']}/divider")
    return status


async def _scan(house: House, turn: dict[str, Any]) -> int:
    status, _ = await house.post(f"/v1/conversations/{turn['conversation_id']}/memories/scan")
    return status


async def _decide(house: House, turn: dict[str, Any]) -> int:
    body = {"turn_id": turn["id"], "options": ["go", "stay"], "choice": "go", "confidence": 70}
    status, _ = await house.post("/v1/decisions", body)
    return status


async def _plan(house: House, turn: dict[str, Any]) -> int:
    status, _ = await house.post(f"/v1/conversations/{turn['conversation_id']}/todos", {"title": "Call them."})
    return status


async def _instruct(house: House, turn: dict[str, Any]) -> int:
    body = {"text": "Be brief.", "conversation_id": turn["conversation_id"]}
    status, _ = await house.post("/v1/instructions", body)
    return status


async def _lay_a_file(house: House, turn: dict[str, Any]) -> int:
    params = {"name": "a.txt", "kind": "library", "conversation": turn["conversation_id"]}
    async with house.api.session.post(f"{house.url}/v1/documents", params=params, data=b"A lease.") as response:
        return response.status


async def _let_speak(house: House, turn: dict[str, Any]) -> int:
    address = f"{house.url}/v1/conversations/{turn['conversation_id']}/heartbeats/skeptic"
    async with house.api.session.put(address, json={"every_minutes": 600}) as response:
        return response.status


CHANGES = (_edit, _weigh, _star, _tag, _pin, _remove, _draw_a_line)
AFTER_TURNS = {
    "titles": "model",
    "memory_scan": "after_turn",
    "map_after_turn": "on",
    "synthesis_after_turn": "fuse",
}
MADE = (_scan, _decide, _plan, _instruct, _lay_a_file, _let_speak)


@pytest.mark.both_databases
async def test_what_somebody_has_changed_or_had_made_stays(house: House) -> None:
    """One conversation for each kind of thing there is to do in one, and one in which nobody did anything."""
    house.voices.server.handler = parrot
    deeds = (*CHANGES, *MADE)
    seen = await bring(house, dump([gpt_small(f"c-{number}") for number in range(len(deeds) + 1)]))
    await start(house, seen["id"])
    items = (await house.get(f"/v1/imports/{seen['id']}/conversations"))["items"]
    done = {}
    for deed, item in zip(deeds, items, strict=False):
        here = item["conversation_id"]
        (turn,) = (await house.get(f"/v1/conversations/{here}/turns"))["items"]
        done[here] = (deed.__name__, await deed(house, turn | {"conversation_id": here}))

    undone = await undo(house, seen["id"])
    stay = {each["id"] for each in (await house.get("/v1/conversations"))["items"]}

    assert [name for name, status in done.values() if status >= 300] == []
    assert [name for here, (name, _) in done.items() if here not in stay] == []
    assert fates_of(undone) == {"kept": len(deeds)}


async def _is_quiet(house: House) -> bool:
    return not (await house.get("/v1/work"))["items"]


async def test_what_is_done_by_itself_is_nothing_that_somebody_did(house: House) -> None:
    """An import takes itself back whole although conversations are named, mapped and read after each turn."""
    for name, value in AFTER_TURNS.items():
        async with house.api.session.put(f"{house.url}/v1/settings/{name}", json={"value": value}) as response:
            assert response.status == 200, await response.text()
    seen = await bring(house, dump([gpt_small("c-1"), gpt_rich(), gpt_small("c-3") | {"title": ""}]))
    await start(house, seen["id"])
    await wait_until(lambda: _is_quiet(house))

    undone = await undo(house, seen["id"])

    assert fates_of(undone) == {}
    assert await titles(house) == []


async def test_a_star_on_what_was_there_before_does_not_keep_a_longer_export(house: House) -> None:
    """It stays where it is, and so does what it stands on."""
    short = await bring(house, grow(2))
    await start(house, short["id"])
    [listed] = (await house.get("/v1/conversations"))["items"]
    (turn, _) = (await house.get(f"/v1/conversations/{listed['id']}/turns"))["items"]
    await _star(house, turn | {"conversation_id": listed["id"]})
    longer = await bring(house, grow(4))
    await start(house, longer["id"])

    undone = [await undo(house, each["id"]) for each in (longer, short)]
    left = (await house.get(f"/v1/conversations/{listed['id']}/turns"))["items"]

    assert [fates_of(each) for each in undone] == [{}, {"kept": 1}]
    assert [(each["text"], each["stars"]) for each in left] == [("Question 1?", 2), ("Question 2?", 0)]


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
