"""A browser finds its way: outline, pages, view, search, conversations put away."""

from typing import Any

import orjson
import pytest

from antiphon.conversation.state import ReplyState
from tests.fakes.model_server import answer, fail, hang, say
from tests.fakes.reader import Reader, all_ended, everyone_speaks
from tests.journeys.conftest import House

ONE: dict[str, Any] = {"advisor_ids": ["skeptic"]}


async def talk(house: House, turns: int, **more: Any) -> tuple[str, list[str]]:
    """A conversation of so many turns, and their ids."""
    conversation = await house.converse()
    asked = [await house.ask(f"question {n + 1}", conversation=conversation, **(ONE | more)) for n in range(turns)]
    return conversation, [turn.id for turn in asked]


async def delete(house: House, path: str) -> tuple[int, dict[str, Any]]:
    async with house.api.session.delete(house.url + path) as response:
        body = await response.read()
        return response.status, orjson.loads(body) if body else {}


async def status_of(house: House, path: str) -> tuple[int, str]:
    """The status and the error's code of a GET."""
    async with house.api.session.get(house.url + path) as response:
        return response.status, (await response.json()).get("code", "")


@pytest.mark.both_databases
async def test_an_outline_agrees_with_the_conversation(house: House) -> None:
    house.voices.script("builder", fail(400))
    conversation, ids = await talk(house, 3, advisor_ids=["skeptic", "builder"])
    here = f"/v1/conversations/{conversation}"
    await house.post(f"{here}/marks", {"turn_ids": [ids[1]], "stars": 2, "colour_flag": "grey", "topic": "/Plans"})
    await house.post(f"{here}/marks", {"turn_ids": [ids[2]], "contexts": {"builder": "out"}, "pinned": False})
    await house.post(f"{here}/turns/remove", {"turn_ids": [ids[0], ids[1]]})
    restored, _ = await house.post(f"{here}/turns/restore", {"turn_ids": [ids[1]]})
    await house.ask("question 4", conversation=conversation, advisor_ids=["historian"])
    await house.post(f"{here}/divider")

    outline = await house.get(f"{here}/outline")
    view = await house.get(here)

    turns = view["turns"]
    assert restored == 200
    assert (outline["conversation_id"], outline["seq"]) == (conversation, view["seq"])
    assert outline["ids"] == [turn["id"] for turn in turns]
    assert outline["positions"] == [turn["position"] for turn in turns] == [2, 3, 4]
    assert (outline["stars"], outline["flags"], outline["pins"]) == ("200", "g..", "p..")
    assert [outline["topics"][each] if each >= 0 else None for each in outline["topic"]] == ["/Plans", None, None]
    assert outline["openings"] == ["question 2", "question 3", "question 4"]
    assert outline["marks"] == {"3": {"builder": "out"}}
    assert outline["dividers"] == view["dividers"] == [4]
    for states, turn in zip(outline["states"], turns, strict=True):
        told = dict(zip(outline["advisors"], states, strict=True))
        spoken = {advisor: outline["codes"][code] for advisor, code in told.items() if code != "."}
        assert spoken == {reply["advisor_id"]: reply["state"] for reply in turn["replies"]}


async def test_a_page_is_read_around_any_place(house: House) -> None:
    conversation, _ = await talk(house, 5)
    here = f"/v1/conversations/{conversation}/turns"

    pages = {each: await house.get(f"{here}?{each}&limit=2") for each in ("at=3", "after=3", "before=3", "limit=2")}
    both = await status_of(house, f"{here}?at=3&before=2")

    assert {each: [turn["position"] for turn in page["items"]] for each, page in pages.items()} == {
        "at=3": [2, 3],
        "after=3": [4, 5],
        "before=3": [1, 2],
        "limit=2": [4, 5],
    }
    assert {each: (page["next"], page["newer"]) for each, page in pages.items()} == {
        "at=3": ("2", "3"),
        "after=3": ("4", None),
        "before=3": (None, "2"),
        "limit=2": ("4", None),
    }
    assert both == (422, "malformed")
    assert await status_of(house, "/v1/conversations/c_none/turns") == (404, "not_found")


@pytest.mark.parametrize(("start", "follow"), [("limit=2", "next"), ("before=1", "newer"), ("after=5", "next")])
async def test_every_page_leads_to_the_following_one(house: House, start: str, follow: str) -> None:
    """Also one that holds nothing, because nothing lies on the side that was asked for."""
    conversation, _ = await talk(house, 5)
    here = f"/v1/conversations/{conversation}/turns"
    side = {"next": "before", "newer": "after"}[follow]

    page = await house.get(f"{here}?{start}")
    seen = [turn["position"] for turn in page["items"]]
    while (place := page[follow]) is not None:
        page = await house.get(f"{here}?{side}={place}&limit=2")
        seen += [turn["position"] for turn in page["items"]]

    assert sorted(seen) == [1, 2, 3, 4, 5]


async def test_a_preview_says_which_turns_are_shown(house: House) -> None:
    """Spans reach over hidden turns; `shown` does not."""
    conversation, ids = await talk(house, 6)
    here = f"/v1/conversations/{conversation}"
    await house.post(f"{here}/marks", {"turn_ids": [ids[n] for n in (0, 1, 4)], "stars": 2, "pinned": False})
    await house.post(f"{here}/marks", {"turn_ids": [ids[0]], "contexts": {"": "out"}})

    async def look(line: str) -> dict[str, Any]:
        status, body = await house.post(f"{here}/preview", {"text": "x", "choice": {"filter": line}, **ONE})
        assert status == 200, body
        return body

    starred, everything, nothing = await look("s2"), await look(""), await look("s3")
    status, refusal = await house.post(f"{here}/preview", {"text": "x", "choice": {"filter": "s2 & s9"}})

    assert starred["shown"] == [[1, 2], [5, 5]]
    assert [(span["first"], span["last"]) for span in starred["advisors"][0]["spans"]] == [(1, 1), (2, 5)]
    assert everything["shown"] == [[1, 6]]
    assert nothing["shown"] == []
    assert status == 422
    assert refusal["facts"] == {"line": "s2 & s9", "column": 7, "reason": "a turn has 0 to 3 stars"}


@pytest.mark.both_databases
async def test_words_are_found_and_lead_to_their_turn(house: House) -> None:
    house.voices.script("skeptic", answer("The Ärger is in the harbour."))
    conversation = await house.converse()
    turn = await house.ask("Where is the ärger?", conversation=conversation, **ONE)
    await house.api.patch(f"{house.url}/v1/conversations/{conversation}", {"title": "Harbour talk"})

    found = await house.get("/v1/search?q=%C3%84RGER")
    titled = await house.get("/v1/search?q=harbour&limit=1")
    told = await house.get(f"/v1/search?q=harbour&conversation={conversation}&advisor=skeptic")
    first = found["items"][0]

    assert [(hit["turn_id"], hit["position"], hit["advisor_id"]) for hit in found["items"]] == [
        (turn.id, 1, None),
        (turn.id, 1, "skeptic"),
    ]
    assert [first["snippet"][start:end] for start, end in first["matches"]] == ["ärger"]
    assert (titled["items"][0]["turn_id"], titled["items"][0]["snippet"]) == (None, "Harbour talk")
    assert [hit["name"] for hit in told["items"]] == [turn.replies[0].name]
    assert await status_of(house, "/v1/search?q=%20") == (422, "malformed")
    assert await status_of(house, "/v1/search?q=x&before=nowhere") == (422, "malformed")


@pytest.mark.both_databases
async def test_a_conversation_is_put_away_and_comes_back(house: House) -> None:
    conversation, ids = await talk(house, 1)
    here = f"/v1/conversations/{conversation}"
    listed = (await house.get("/v1/conversations"))["items"]

    removed, _ = await delete(house, here)
    again, _ = await delete(house, here)
    away = await house.get("/v1/conversations?removed=true")

    assert (removed, again) == (204, 404)
    assert (await house.get("/v1/conversations"))["items"] == []
    assert [line["id"] for line in away["items"]] == [conversation]
    assert (await house.get("/v1/search?q=question"))["items"] == []
    for path in (here, f"{here}/outline", f"{here}/turns", f"/v1/feed?conversation={conversation}"):
        assert await status_of(house, path) == (404, "not_found")
    sent, _ = await house.api.send_raw(house.url, conversation, "More?", "k-away")
    previewed, _ = await house.post(f"{here}/preview", {"text": "More?"})
    marked, _ = await house.post(f"{here}/marks", {"turn_ids": ids, "stars": 1})
    assert (sent, previewed, marked) == (404, 404, 404)

    status, line = await house.post(f"{here}/restore")

    assert (status, line) == (200, listed[0])
    assert (await house.get("/v1/conversations"))["items"] == listed
    assert (line["title"], line["opening"]) == ("", "question 1")
    await house.ask("And now?", conversation=conversation, **ONE)


@pytest.mark.both_databases
async def test_putting_away_stops_what_is_being_said(house: House) -> None:
    """The replies end where they were; a reader that was there hears it, and nothing stays open."""
    house.voices.script("skeptic", say("so far", pieces=2) + hang())
    conversation = await house.converse()
    sent = await house.send("Well?", conversation=conversation, **ONE)
    reader = Reader(conversation)
    await reader.read_until([house.url], everyone_speaks)

    removed, _ = await delete(house, f"/v1/conversations/{conversation}")
    turn = await house.api.settled(house.url, sent["turn"]["id"])
    status, line = await house.post(f"/v1/conversations/{conversation}/restore")
    await reader.read_until([house.url], all_ended)

    assert removed == 204
    assert turn.replies[0].state is ReplyState.STOPPED
    assert (status, line["in_flight"]) == (200, False)
    reader.check_against(turn)


@pytest.mark.parametrize("path", ["/v1/conversations/c_none", "/v1/topics/o_none"])
async def test_what_is_not_there_cannot_be_removed(house: House, path: str) -> None:
    status, refusal = await delete(house, path)

    assert (status, refusal["code"]) == (404, "not_found")
