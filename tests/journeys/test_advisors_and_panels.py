"""Advisors and panels are made, changed, put away, taken elsewhere and brought back, through HTTP."""

import asyncio
from typing import Any

import pytest

from tests.fakes.model_server import answer, cut, fail, say
from tests.fakes.voices import VOICES
from tests.journeys.conftest import House

NEW_WORDS = "You doubt gently, and you count what can be counted."


async def change(house: House, method: str, path: str, body: object = None) -> tuple[int, dict[str, Any]]:
    async with house.api.session.request(method, house.url + path, json=body) as response:
        return response.status, await response.json() if response.content_length else {}


async def patch(house: House, path: str, **body: object) -> dict[str, Any]:
    status, answered = await change(house, "PATCH", path, body)
    assert status == 200, answered
    return answered


async def post(house: House, path: str, **body: object) -> dict[str, Any]:
    status, answered = await house.post(path, body)
    assert status in (200, 201), answered
    return answered


async def refusal(house: House, method: str, path: str, body: object = None) -> tuple[int, str]:
    status, answered = await change(house, method, path, body)
    return status, answered["code"]


async def names(house: House, query: str = "") -> list[str]:
    return [each["name"] for each in (await house.get(f"/v1/advisors{query}"))["items"]]


async def panel(house: House, panel_id: str = "starter") -> dict[str, Any]:
    return next(each for each in (await house.get("/v1/panels"))["items"] if each["id"] == panel_id)


def any_voice(house: House, said: str = "Yes.") -> None:
    """Models that answer whoever is asked: advisors made here have no scripts."""
    house.voices.server.handler = lambda body: answer(said)


def systems(house: House) -> list[str]:
    return [request.json["messages"][0]["content"] for request in house.voices.server.requests]


@pytest.mark.both_databases
async def test_an_edited_advisor_speaks_anew_and_its_past_stays(house: House) -> None:
    """I-26: the next payload has the new words; the receipt of the turn before still has the old ones."""
    conversation = await house.converse()
    first = await house.ask("one", conversation=conversation, advisor_ids=["skeptic"])

    edited = await patch(house, "/v1/advisors/skeptic", description=NEW_WORDS, expect_version=1)
    second = await house.ask("two", conversation=conversation, advisor_ids=["skeptic"])

    receipts = [
        (await house.get(f"/v1/replies/{turn.replies[0].id}/receipts"))["items"][0]["body"] for turn in (first, second)
    ]
    assert (edited["version"], edited["name"], edited["tagline"]) == (2, "The Skeptic", "evidence and weak points")
    assert [NEW_WORDS in body for body in receipts] == [False, True]
    assert [turn.replies[0].advisor_version for turn in (first, second)] == [1, 2]
    assert "skeptic answers 1" in receipts[1], "its own thread goes on"


async def test_versions_are_kept_and_come_back(house: House) -> None:
    before = (await house.get("/v1/advisors/skeptic/versions"))["items"]
    await patch(house, "/v1/advisors/skeptic", name="The Doubter", colour="fern")
    await patch(house, "/v1/advisors/skeptic", parameters={"max_tokens": 200}, model="fake:other")

    restored = await post(house, "/v1/advisors/skeptic/versions/1/restore")
    versions = (await house.get("/v1/advisors/skeptic/versions"))["items"]

    assert [each["version"] for each in versions] == [4, 3, 2, 1]
    assert versions[0] == restored
    assert versions[3] == before[0]
    assert {**restored, "version": 1, "created_at": before[0]["created_at"]} == before[0]
    assert versions[1]["parameters"] == {"temperature": 0.7, "max_tokens": 200, "thinking": None}
    assert (versions[1]["name"], versions[1]["colour"], versions[1]["model"]) == ("The Doubter", "fern", "fake:other")
    assert await refusal(house, "POST", "/v1/advisors/skeptic/versions/9/restore", None) == (404, "not_found")


async def test_saving_the_same_makes_no_version(house: House) -> None:
    (now,) = (await house.get("/v1/advisors/builder/versions"))["items"]
    same = {name: now[name] for name in ("name", "description", "tagline", "colour", "model", "parameters")}

    saved = [await patch(house, "/v1/advisors/builder", **body) for body in (same, {}, {"name": " The  Builder\n"})]

    assert saved == [now] * 3


@pytest.mark.both_databases
async def test_two_edits_of_one_version_do_not_overwrite_each_other(house: House) -> None:
    """The second to save is told, whichever comes second."""
    edits = [change(house, "PATCH", "/v1/advisors/skeptic", {"name": f"Edit {n}", "expect_version": 1}) for n in (1, 2)]

    answers = await asyncio.gather(*edits)

    assert sorted(status for status, _ in answers) == [200, 409]
    (error,) = [body for status, body in answers if status == 409]
    assert (error["code"], error["facts"]) == ("advisor_stale", {"advisor_id": "skeptic", "version": 2})
    assert len((await house.get("/v1/advisors/skeptic/versions"))["items"]) == 2


async def test_a_new_advisor_joins_a_new_panel(house: House) -> None:
    any_voice(house)
    made = await post(house, "/v1/advisors", name="The Banker", description="You count money.", tagline="cash first")
    board = await post(house, "/v1/panels", name="Board", advisor_ids=[made["id"], "builder"], early_turns=0)
    _, talk = await house.post("/v1/conversations", {"panel_id": board["id"]})

    turn = await house.ask("Can we afford it?", conversation=talk["id"])

    assert (made["version"], made["colour"], made["model"]) == (1, "cerulean", None)
    assert made["parameters"] == {"temperature": 0.7, "max_tokens": None, "thinking": None}
    assert (await names(house))[-1] == "The Banker", "an edit or a new one does not shuffle the others"
    assert board == {
        "id": board["id"],
        "name": "Board",
        "advisor_ids": [made["id"], "builder"],
        "early_turns": 0,
        "phases": [],
        "rounds": {"count": 2, "ceiling": None, "until_quiet": False},
        "thinking": None,
        "default": False,
    }
    assert [(reply.name, reply.colour, reply.text) for reply in turn.replies] == [
        ("The Banker", "cerulean", "Yes."),
        ("The Builder", "umber", "Yes."),
    ]
    assert any(system.startswith("You are The Banker.\n\nYou count money.") for system in systems(house))
    assert "cash first" not in str(systems(house)), "a tagline is for people"


async def test_an_edit_keeps_everybody_in_place(house: House) -> None:
    before = [each["id"] for each in (await house.get("/v1/advisors"))["items"]]
    await patch(house, f"/v1/advisors/{before[0]}", tagline="something else")

    assert [each["id"] for each in (await house.get("/v1/advisors"))["items"]] == before


async def test_what_an_advisor_cannot_be_is_refused(house: House) -> None:
    """S-12: also a version, which is the server's to say."""
    wrong: list[dict[str, object]] = [
        {"name": ""},
        {"name": " \n "},
        {"name": "n" * 81},
        {"name": "N", "description": "d" * 20_001},
        {"name": "N", "tagline": "t" * 81},
        {"name": "N", "colour": "#123456"},
        {"name": "N", "colour": "beige"},
        {"name": "N", "model": "no provider"},
        {"name": "N", "parameters": {"temperature": 3}},
        {"name": "N", "parameters": {"max_tokens": 0}},
        {"name": "N", "parameters": {"top_p": 1}},
        {"name": "N", "version": 9},
    ]

    for body in wrong:
        assert await refusal(house, "POST", "/v1/advisors", body) == (422, "malformed"), body
        assert await refusal(house, "PATCH", "/v1/advisors/skeptic", body) == (422, "malformed"), body

    assert [each["version"] for each in (await house.get("/v1/advisors"))["items"]] == [1] * 5


@pytest.mark.both_databases
async def test_an_archived_advisor_is_not_asked_and_not_forgotten(house: House) -> None:
    conversation = await house.converse()
    first = await house.ask("one", conversation=conversation)

    await change(house, "DELETE", "/v1/advisors/skeptic")
    second = await house.ask("two", conversation=conversation)
    shown, listed, everyone = await panel(house), await names(house), await names(house, "?archived=true")
    status, refused = await house.api.send_raw(house.url, conversation, "you?", "k", advisor_ids=["skeptic"])
    await post(house, "/v1/advisors/skeptic/restore")
    third = await house.ask("three", conversation=conversation)

    assert [len(turn.replies) for turn in (first, second, third)] == [5, 4, 5]
    assert [reply.advisor_id for reply in third.replies] == list(VOICES), "it has its old seat"
    assert shown["advisor_ids"] == [voice for voice in VOICES if voice != "skeptic"]
    assert ("The Skeptic" in listed, "The Skeptic" in everyone) == (False, True)
    assert (status, refused["code"]) == (404, "not_found")
    assert (await house.get(f"/v1/turns/{first.id}"))["replies"][0]["name"] == "The Skeptic"


async def test_the_last_advisor_of_a_panel_stays(house: House) -> None:
    await post(house, "/v1/panels", name="Alone", advisor_ids=["skeptic"])

    status, answered = await change(house, "DELETE", "/v1/advisors/skeptic")

    assert (status, answered["code"]) == (409, "panel_empty")
    assert answered["facts"]["names"] == ["Alone"]
    assert "The Skeptic" in await names(house)


async def test_a_panel_is_changed_for_the_next_turn(house: House) -> None:
    conversation = await house.converse()
    await house.ask("one", conversation=conversation)

    changed = await patch(house, "/v1/panels/starter", name="Two", advisor_ids=["contrarian", "skeptic"])
    turn = await house.ask("two", conversation=conversation)

    assert (changed["name"], changed["early_turns"], changed["default"]) == ("Two", 3, True)
    assert [reply.advisor_id for reply in turn.replies] == ["contrarian", "skeptic"]


async def test_seats_are_for_advisors_who_can_be_asked(house: House) -> None:
    await change(house, "DELETE", "/v1/advisors/builder")
    wrong = {
        (): 422,
        ("skeptic", "skeptic"): 422,
        ("skeptic",) * 31: 422,
        ("skeptic", "nobody"): 404,
        ("builder",): 404,
    }

    for seats, status in wrong.items():
        outcome = (status, {422: "malformed", 404: "not_found"}[status])
        assert await refusal(house, "POST", "/v1/panels", {"name": "P", "advisor_ids": seats}) == outcome
        assert await refusal(house, "PATCH", "/v1/panels/starter", {"advisor_ids": seats}) == outcome

    assert len((await house.get("/v1/panels"))["items"]) == 1


async def test_a_conversation_changes_its_panel(house: House) -> None:
    conversation = await house.converse()
    duo = await post(house, "/v1/panels", name="Duo", advisor_ids=["historian", "builder"])

    changed = await patch(house, f"/v1/conversations/{conversation}", panel_id=duo["id"], title="Plans")
    turn = await house.ask("Should I?", conversation=conversation)
    nowhere = await refusal(house, "PATCH", f"/v1/conversations/{conversation}", {"panel_id": "p_none", "title": "No"})

    assert (changed["panel_id"], changed["title"]) == (duo["id"], "Plans")
    assert [reply.advisor_id for reply in turn.replies] == ["historian", "builder"]
    assert nowhere == (404, "not_found")
    assert (await house.get(f"/v1/conversations/{conversation}"))["title"] == "Plans"


@pytest.mark.both_databases
async def test_conversations_of_a_removed_panel_go_on_with_the_default(house: House) -> None:
    duo = await post(house, "/v1/panels", name="Duo", advisor_ids=["historian", "builder"])
    solo = await post(house, "/v1/panels", name="Solo", advisor_ids=["confidant"])
    _, talk = await house.post("/v1/conversations", {"panel_id": duo["id"]})
    await house.ask("one", conversation=talk["id"])

    await post(house, f"/v1/panels/{solo['id']}/default")
    gone = [await change(house, "DELETE", f"/v1/panels/{each}") for each in (duo["id"], "starter")]
    turn = await house.ask("two", conversation=talk["id"])
    last = await refusal(house, "DELETE", f"/v1/panels/{solo['id']}")

    assert gone == [(204, {})] * 2
    assert [reply.advisor_id for reply in turn.replies] == ["confidant"]
    assert last == (409, "last_panel")
    assert await refusal(house, "DELETE", f"/v1/panels/{duo['id']}") == (404, "not_found")
    assert await refusal(house, "POST", "/v1/conversations", {"panel_id": duo["id"]}) == (404, "not_found")
    assert [each["id"] for each in (await house.get("/v1/panels"))["items"]] == [solo["id"]]


async def test_removing_the_default_panel_leaves_another(house: House) -> None:
    duo = await post(house, "/v1/panels", name="Duo", advisor_ids=["historian", "builder"])

    await change(house, "DELETE", "/v1/panels/starter")

    assert (await panel(house, duo["id"]))["default"] is True
    assert len((await house.ask("Anybody?")).replies) == 2


@pytest.mark.both_databases
async def test_advisors_travel_as_a_file(house: House) -> None:
    """What one house exports another takes in as it was, and taking it in again changes nothing."""
    await post(house, "/v1/advisors", name="Zoe", model="fake:m", colour="slate", parameters={"temperature": None})
    async with house.api.session.get(f"{house.url}/v1/advisors/export") as response:
        file, header = await response.json(), response.headers["Content-Disposition"]

    again = await post(house, "/v1/advisors/import", advisors=file["advisors"], mode="replace")

    assert (file["source"], set(file)) == ("antiphon", {"exportedAt", "appVersion", "source", "advisors"})
    assert header == 'attachment; filename="antiphon-advisors.json"'
    assert file["advisors"][-1] == {
        "name": "Zoe",
        "description": "",
        "tagline": "",
        "colour": "slate",
        "model": "fake:m",
        "voice": None,
        "tools": [],
        "parameters": {"temperature": None, "max_tokens": None, "thinking": None},
    }
    assert {row["outcome"] for row in again["rows"]} == {"same"}
    assert (again["archived"], again["panels"]) == ([], [])


async def test_an_advisor_has_a_voice_for_speech_until_it_is_taken_away(house: House) -> None:
    """M55: the voice belongs to the advisor, travels with it, and is for ears only."""
    given = await patch(house, "/v1/advisors/skeptic", voice=" piper:en_GB-alan\n")
    file = await house.get("/v1/advisors/export")
    await house.ask("Hello?")
    taken = await patch(house, "/v1/advisors/skeptic", voice=None)

    assert (given["voice"], given["version"]) == ("piper:en_GB-alan", 2)
    assert {row["name"]: row["voice"] for row in file["advisors"]}["The Skeptic"] == "piper:en_GB-alan"
    assert "alan" not in str(systems(house))
    assert (taken["voice"], taken["version"]) == (None, 3)


async def test_a_dry_run_says_what_the_import_then_does(house: House) -> None:
    before = await house.get("/v1/advisors?archived=true"), await house.get("/v1/panels")
    file = [
        {"name": "The Skeptic", "description": NEW_WORDS, "extra": [1]},
        {"name": "Zoe", "description": "You sing.", "colour": "beige", "parameters": {"top_k": 4, "max_tokens": 9}},
    ]

    would = await post(house, "/v1/advisors/import", advisors=file, mode="replace", dry_run=True)
    untouched = await house.get("/v1/advisors?archived=true"), await house.get("/v1/panels")
    did = await post(house, "/v1/advisors/import", advisors=file, mode="replace")

    assert untouched == before
    assert [(row["name"], row["outcome"], row["id"] is None) for row in would["rows"]] == [
        ("The Skeptic", "changed", False),
        ("Zoe", "new", True),
    ]
    assert did["rows"][1]["id"] is not None
    assert {**did, "dry_run": True, "rows": [did["rows"][0], {**did["rows"][1], "id": None}]} == would
    assert sorted(each["id"] for each in did["archived"]) == sorted(VOICES[1:])
    skeptic, zoe = (await house.get("/v1/advisors"))["items"]
    assert (skeptic["version"], skeptic["description"], skeptic["colour"]) == (2, NEW_WORDS, "lapis")
    assert (zoe["colour"], zoe["parameters"]["max_tokens"]) == ("umber", 9)
    assert (await panel(house))["advisor_ids"] == ["skeptic"]


async def test_a_panel_that_loses_everybody_gets_those_of_the_file(house: House) -> None:
    any_voice(house)
    file = [{"name": name, "description": ""} for name in ("Ann", "Ben")]

    done = await post(house, "/v1/advisors/import", advisors=file, mode="replace")
    turn = await house.ask("Who is here?")
    back = await post(house, "/v1/advisors/import", advisors=[{"name": "The Skeptic", "description": NEW_WORDS}])

    assert done["panels"] == [{"id": "starter", "name": "First five"}]
    assert [reply.name for reply in turn.replies] == ["Ann", "Ben"]
    assert [(row["id"], row["outcome"], row["unarchived"]) for row in back["rows"]] == [("skeptic", "changed", True)]
    assert sorted(await names(house)) == ["Ann", "Ben", "The Skeptic"]


async def test_one_bad_row_and_nothing_is_taken_in(house: House) -> None:
    good = {"name": "A", "description": ""}

    for bad in ({"name": "B"}, {"description": "d"}, {"name": " ", "description": "d"}):
        assert await refusal(house, "POST", "/v1/advisors/import", {"advisors": [good, bad]}) == (422, "malformed")

    assert len(await names(house)) == 5


async def test_a_description_is_written_in_a_rehearsal(house: House) -> None:
    described = await post(house, "/v1/advisors/describe", name="The Banker", model="scripted:rehearsal")

    assert (described["model"], described["rehearsal"]) == ("scripted:rehearsal", True)
    assert described["description"].startswith("You are The Banker")
    assert len(described["description"].split()) > 100
    assert house.voices.server.requests == []


async def test_a_description_is_written_by_the_default_model(house: House) -> None:
    any_voice(house, "\n You count what others feel. ")

    described = await post(house, "/v1/advisors/describe", name="The Banker")

    (request,) = house.voices.server.requests
    assert described == {"description": "You count what others feel.", "model": "fake:m", "rehearsal": False}
    assert [message["role"] for message in request.json["messages"]] == ["system", "user"]
    assert request.json["messages"][1]["content"] == "The Banker"
    assert await names(house, "?archived=true") == await names(house), "nothing is saved"


async def test_a_failure_is_never_a_description(house: House) -> None:
    """I-22: errors have names and are not content; nothing is tried again behind the person's back."""
    scripts = [fail(401, {"error": {"message": "POISON"}}), say("half a POISON") + cut(), answer(" \n ")]
    house.voices.server.handler = lambda body: scripts[len(house.voices.server.requests) - 1]

    outcomes = [await refusal(house, "POST", "/v1/advisors/describe", {"name": "The Banker"}) for _ in scripts]

    assert outcomes == [(502, "auth"), (502, "net"), (502, "protocol")]
    assert len(house.voices.server.requests) == 3


async def test_a_model_nobody_serves_is_named(house: House) -> None:
    body = {"name": "The Banker", "model": "nowhere:m"}

    assert await refusal(house, "POST", "/v1/advisors/describe", body) == (502, "model")


async def test_what_is_not_there_is_not_found(house: House) -> None:
    missing: list[tuple[str, str, object]] = [
        ("PATCH", "/v1/advisors/nobody", {"name": "N"}),
        ("GET", "/v1/advisors/nobody/versions", None),
        ("POST", "/v1/advisors/nobody/versions/1/restore", None),
        ("DELETE", "/v1/advisors/nobody", None),
        ("POST", "/v1/advisors/nobody/restore", None),
        ("PATCH", "/v1/panels/nowhere", {"name": "N"}),
        ("DELETE", "/v1/panels/nowhere", None),
        ("POST", "/v1/panels/nowhere/default", None),
    ]

    for method, path, body in missing:
        assert await refusal(house, method, path, body) == (404, "not_found"), path
