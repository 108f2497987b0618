"""Where they agree and where they do not: read, sorted, anchored, disputed, and honest about who was not heard."""

import threading
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from antiphon.app import run_in_process
from antiphon.conversation.turn import Turn
from antiphon.settings import ModelSettings, Settings
from tests.fakes.model_server import answer, fail, wait
from tests.fakes.reader import Api, wait_until
from tests.fakes.voices import Voices
from tests.journeys.cartographer import CLAIMS, GROUPS, SAID, Cartographer, entries, group
from tests.journeys.conftest import House, reply_of


@pytest.fixture
def cartographer(house: House) -> Cartographer:
    """The same model server, which now draws maps too."""
    made = Cartographer(house)
    house.voices.server.handler = made.choose
    return made


def stands(map_: dict[str, Any]) -> dict[str, dict[str, str]]:
    """Who stands where, by claim, in the order of the map."""
    return {each["text"]: {s["advisor_id"]: s["stand"] for s in each["stances"]} for each in map_["claims"]}


async def change(house: House, map_: dict[str, Any], number: int, **body: object) -> tuple[int, dict[str, Any]]:
    """PATCH a claim."""
    return await house.api.patch(f"{house.url}/v1/analyses/{map_['drawn_id']}/claims/{number}", body)


async def refusal(house: House, turn: Turn) -> str:
    """Why a map cannot be drawn now."""
    status, body = await house.post(f"/v1/turns/{turn.id}/map")
    assert status >= 400
    return str(body["detail"])


@pytest.mark.both_databases
async def test_a_turn_becomes_a_map_whose_every_quote_stands_in_its_reply(
    house: House, cartographer: Cartographer
) -> None:
    """D43, U-06: agree, contradict, lone; the most contested first; each stance rests on words that are there."""
    turn = await cartographer.three_answer()
    assert (await house.get(f"/v1/turns/{turn.id}/map"))["status"] == "none"
    cartographer.sorts.append(GROUPS)

    map_ = await cartographer.draw(turn)

    assert stands(map_) == {
        "Rents will fall.": {"skeptic": "agrees", "builder": "contradicts"},
        "The lease should be signed.": {"skeptic": "contradicts", "builder": "agrees", "historian": "agrees"},
        "Old.": {"historian": "agrees"},
    }
    assert [each["label"] for each in map_["claims"]] == ["contradict", "contradict", "lone"]
    texts = {reply.id: reply.text for reply in turn.replies}
    for stance in (each for claim in map_["claims"] for each in claim["stances"]):
        assert texts[stance["reply_id"]][stance["start"] : stance["end"]] == stance["quote"]
    assert map_["claims"][0]["stances"][1]["quote"] == "Rents **never** fall here."
    assert (map_["status"], map_["is_stale"], map_["dropped"]) == ("done", False, {})
    assert [each["heard"] for each in map_["voices"]] == ["read"] * 3
    assert (map_["quorum"]["answered"], map_["quorum"]["missing"]) == (3, [])


async def test_every_call_has_its_receipt_and_shows_no_names(house: House, cartographer: Cartographer) -> None:
    """U-06: one call per answer with that answer alone, then one for all claims, under letters."""
    turn = await cartographer.three_answer()
    cartographer.sorts.append(GROUPS)
    map_ = await cartographer.draw(turn)

    look = await house.get(f"/v1/analyses/{map_['drawn_id']}")

    assert sorted(each["step"] for each in look["calls"]) == ["claims"] * 3 + ["clusters"]
    assert {each["outcome"] for each in look["calls"]} == {"complete"}
    sent = {each.body.decode() for each in house.voices.server.requests}
    assert {each["body"] for each in look["calls"]} <= sent
    assert look["counts"] == {"voices": 3, "found": 6, "claims": 3}
    for voice, text in SAID.items():
        [own] = [each for each in cartographer.requests("claims") if text in each["messages"][1]["content"]]
        others = [said for name, said in SAID.items() if name != voice]
        assert not any(said in own["messages"][1]["content"] for said in others)
    shown = str(cartographer.requests("clusters") + cartographer.requests("claims")).casefold()
    assert not any(voice in shown for voice in SAID)


async def test_a_map_enters_no_payload(house: House, cartographer: Cartographer) -> None:
    """I-20: looking at a turn changes nothing that an advisor is sent."""
    conversation = await house.converse()
    turn = await cartographer.three_answer(conversation=conversation)
    cartographer.sorts.append([group("Canary claim.", 1, 3, 5)])
    await cartographer.draw(turn)

    await house.ask("And now?", conversation=conversation)

    assert len(cartographer.requests(None)) == 8
    assert "Canary claim" not in str(cartographer.requests(None))


async def test_what_does_not_hold_is_dropped_and_counted(house: House, cartographer: Cartographer) -> None:
    """D43: made-up quotes and numbers are counted by reason, and nothing else changes."""
    turn = await cartographer.three_answer()
    cartographer.read[SAID["skeptic"]][0] = entries(
        *CLAIMS["skeptic"], ("Invented.", "I never said that"), ("", "Do not")
    )
    cartographer.sorts.append([*GROUPS, group("Nothing.", 99), group("Twice.", 1)])

    map_ = await cartographer.draw(turn)

    assert map_["dropped"] == {"quote": 1, "length": 1, "unknown_claim": 1, "claim_twice": 1, "empty_group": 2}
    assert list(stands(map_)) == ["Rents will fall.", "The lease should be signed.", "Old."]


async def test_a_lone_dissent_the_reader_forgot_is_shown(cartographer: Cartographer) -> None:
    """U-06."""
    turn = await cartographer.three_answer()
    cartographer.sorts.append([group("The lease should be signed.", 3, 5)])

    map_ = await cartographer.draw(turn)

    assert stands(map_)["Do not sign."] == {"skeptic": "agrees"}
    assert len(map_["claims"]) == 5


async def test_an_answer_that_cannot_be_read_is_called_unread_and_not_silent(
    house: House, cartographer: Cartographer
) -> None:
    """D43: errors are never content, and silence is never made up."""
    turn = await cartographer.three_answer()
    waiting = cartographer.read[SAID["skeptic"]]
    waiting.clear()
    waiting.extend([answer("They claim much."), answer("Really much.")])
    cartographer.sorts.append([group("Sign.", 1, 3)])

    map_ = await cartographer.draw(turn)

    assert {each["advisor_id"]: each["heard"] for each in map_["voices"]} == {
        "skeptic": "unread",
        "builder": "read",
        "historian": "read",
    }
    assert stands(map_)["Sign."] == {"builder": "agrees", "historian": "agrees"}
    assert "They claim much" not in str(map_)


@pytest.fixture
async def narrow(settings: Settings, voices: Voices) -> AsyncIterator[Cartographer]:
    """A house whose reader has a small window."""
    models = {"m": ModelSettings(context_window=200_000), "small": ModelSettings(context_window=2_000)}
    provider = settings.providers["fake"].model_copy(update={"models": models})
    small = settings.model_copy(update={"providers": {"fake": provider}})
    timeout = aiohttp.ClientTimeout(total=20)
    async with run_in_process(small) as url, aiohttp.ClientSession(timeout=timeout) as session:
        made = Cartographer(House(url, voices, Api(session), settings.data_dir))
        voices.server.handler = made.choose
        yield made


async def test_more_claims_than_the_model_can_read_are_shown_without_being_compared(narrow: Cartographer) -> None:
    """U-06: nothing is sent that does not fit, nothing is lost, and the map says that it was not grouped."""
    for voice in SAID:
        text = f"{voice} speaks. Yes it does."
        narrow.voices.script(voice, answer(text))
        narrow.finds(text, entries(*((f"{voice} {n} " + "word " * 55, f"{voice} speaks.") for n in range(8))))
    turn = await narrow.house.ask("Shall I sign?", advisor_ids=list(SAID))

    map_ = await narrow.draw(turn, model="fake:small")

    assert (map_["status"], map_["ungrouped"], len(map_["claims"])) == ("done", 24, 24)
    assert narrow.requests("clusters") == []
    look = await narrow.house.get(f"/v1/analyses/{map_['drawn_id']}")
    assert look["counts"] == {"voices": 3, "found": 24, "claims": 24, "ungrouped": 24}


async def test_a_map_that_cannot_be_sorted_fails_by_name_and_leaves_the_old_one(
    house: House, cartographer: Cartographer
) -> None:
    turn = await cartographer.three_answer()
    cartographer.sorts.append(GROUPS)
    first = await cartographer.draw(turn)
    cartographer.sorts.extend([answer("one"), answer("two")])

    second = await cartographer.draw(turn)

    assert (second["status"], second["analysis"]["error"]["code"]) == ("failed", "answer_unreadable")
    assert second["drawn_id"] == first["drawn_id"] != second["analysis"]["id"]
    assert second["claims"] == first["claims"]
    cartographer.sorts.append([group("All.", 1, 3, 5)])
    assert list(stands(await cartographer.draw(turn)))[-1] == "All."


async def test_the_map_names_who_was_not_heard(house: House, cartographer: Cartographer) -> None:
    """P60, D43, U-07: two of three fail; the map has one voice, needs no sorting, and says what that is worth."""
    for voice in ("builder", "historian"):
        house.voices.script(voice, fail(400, {"error": {"message": "no", "code": "nope"}}))
    house.voices.script("skeptic", answer(SAID["skeptic"]))
    cartographer.finds(SAID["skeptic"], entries(*CLAIMS["skeptic"]))
    turn = await house.ask("Shall I sign?", advisor_ids=list(SAID))

    map_ = await cartographer.draw(turn)

    assert [each["name"] for each in map_["quorum"]["missing"]] == ["The Builder", "The Historian"]
    assert (map_["quorum"]["confidence"], map_["quorum"]["was"]) == ("low", "high")
    assert [each["heard"] for each in map_["voices"]] == ["read", "absent", "absent"]
    assert [each["label"] for each in map_["claims"]] == ["lone", "lone"]
    assert cartographer.requests("clusters") == []


async def test_a_changed_answer_makes_the_map_stale_until_it_is_drawn_again(
    house: House, cartographer: Cartographer
) -> None:
    turn = await cartographer.three_answer()
    cartographer.sorts.extend([GROUPS, [group("Sign.", 1, 3, 5)]])
    await cartographer.draw(turn)
    reply = reply_of(turn, "skeptic")

    status, _ = await house.api.patch(f"{house.url}/v1/replies/{reply.id}", {"text": "Sign, after all."})
    assert status == 200
    stale = await house.get(f"/v1/turns/{turn.id}/map")
    cartographer.finds("Sign, after all.", entries(("Sign after all.", "Sign, after all.")))
    fresh = await cartographer.draw(turn)

    assert (stale["is_stale"], stale["voices"][0]["heard"]) == (True, "new")
    assert (fresh["is_stale"], stands(fresh)["Sign."]["skeptic"]) == (False, "agrees")


async def test_a_voice_that_was_asked_again_keeps_its_column(house: House, cartographer: Cartographer) -> None:
    """U-06: the newer reply comes last in its turn, and its advisor stays where it sits."""
    house.voices.script("skeptic", fail(400, {"error": {"message": "no", "code": "bad"}}), answer("Wait."))
    house.voices.script("builder", answer("Go."))
    turn = await house.ask("Shall I?", advisor_ids=["skeptic", "builder"])

    _, fact = await house.post(f"/v1/replies/{turn.replies[0].id}/retry")
    again = await house.api.settled(house.url, fact["turn_id"])

    assert [reply.advisor_id for reply in again.replies if reply.chosen] == ["builder", "skeptic"]
    voices = (await house.get(f"/v1/turns/{turn.id}/map"))["voices"]
    assert [(each["advisor_id"], each["heard"]) for each in voices] == [("skeptic", "new"), ("builder", "new")]


async def test_the_person_disputes_a_stance_and_takes_it_back(house: House, cartographer: Cartographer) -> None:
    """U-06: what was not said counts no more."""
    turn = await cartographer.three_answer()
    cartographer.sorts.append(GROUPS)
    map_ = await cartographer.draw(turn)

    status, changed = await change(house, map_, 1, advisor_id="builder", disputed=True)

    assert (status, changed["label"]) == (200, "lone")
    after = await house.get(f"/v1/turns/{turn.id}/map")
    assert [each["number"] for each in after["claims"]] == [2, 1, 3]
    assert (await change(house, map_, 1, advisor_id="builder", disputed=False))[1]["label"] == "contradict"
    assert (await house.get(f"/v1/turns/{turn.id}/map"))["claims"] == map_["claims"]
    assert (await change(house, map_, 1, advisor_id="historian", disputed=True))[0] == 404
    assert (await change(house, map_, 9, advisor_id="builder", disputed=True))[0] == 404


async def test_what_cannot_be_drawn_is_refused_by_name(house: House, cartographer: Cartographer) -> None:
    """While it is being answered, when nobody answered, and while it is being drawn."""
    conversation, gate = await house.converse(), threading.Event()
    house.voices.script("skeptic", (*wait(gate), *answer(SAID["skeptic"])))
    sent = await house.send("Shall I?", conversation=conversation, advisor_ids=["skeptic"])
    open_turn = await house.api.turn(house.url, sent["turn"]["id"])
    assert "still being answered" in await refusal(house, open_turn)
    gate.set()
    turn = await house.api.settled(house.url, open_turn.id)

    slow = threading.Event()
    cartographer.finds(SAID["skeptic"], (*wait(slow), *answer("[]")))
    status, _ = await house.post(f"/v1/turns/{turn.id}/map")
    assert status == 202
    assert "being drawn already" in await refusal(house, turn)
    slow.set()
    assert (await cartographer.drawn(turn))["claims"] == []

    house.voices.script("skeptic", fail(400, {"error": {"message": "no"}}))
    nobody = await house.ask("And?", conversation=conversation, advisor_ids=["skeptic"])
    assert "nobody has answered" in await refusal(house, nobody)
    assert (await house.post("/v1/turns/t_none/map"))[0] == 404


async def test_a_model_is_chosen_and_an_unknown_one_refused(house: House, cartographer: Cartographer) -> None:
    turn = await cartographer.three_answer()
    cartographer.sorts.append(GROUPS)

    map_ = await cartographer.draw(turn, model="fake:other")

    assert map_["analysis"]["model"] == "fake:other"
    assert {each["model"] for each in cartographer.requests("claims")} == {"other"}
    assert (await house.post(f"/v1/turns/{turn.id}/map", {"model": "nobody:x"}))[0] >= 400


async def test_with_its_turn_the_map_goes_and_comes_back(house: House, cartographer: Cartographer) -> None:
    turn = await cartographer.three_answer()
    cartographer.sorts.append(GROUPS)
    drawn = await cartographer.draw(turn)
    address = f"{house.url}/v1/turns/{turn.id}/map"

    await house.post(f"/v1/conversations/{turn.conversation_id}/turns/remove", {"turn_ids": [turn.id]})
    async with house.api.session.get(address) as response:
        assert response.status == 404
    await house.post(f"/v1/conversations/{turn.conversation_id}/turns/restore", {"turn_ids": [turn.id]})

    assert await house.api.get(address) == drawn


async def test_after_a_turn_the_map_draws_itself_when_that_is_wanted(house: House, cartographer: Cartographer) -> None:
    """U-06: off until somebody says so; one voice alone is not mapped by itself."""
    before = await cartographer.three_answer()
    assert (await house.get(f"/v1/turns/{before.id}/map"))["status"] == "none"
    async with house.api.session.put(f"{house.url}/v1/settings/map_after_turn", json={"value": "on"}) as response:
        assert response.status == 200
    cartographer.sorts.append(GROUPS)

    alone = await house.ask("Alone?", advisor_ids=["skeptic"])
    turn = await cartographer.three_answer()

    assert len((await cartographer.drawn(turn))["claims"]) == 3
    assert (await house.get(f"/v1/turns/{alone.id}/map"))["status"] == "none"


@pytest.mark.both_databases
async def test_a_look_that_was_cut_off_says_so(settings: Settings, house: House, cartographer: Cartographer) -> None:
    """A provider that does not answer leaves a named failure, and the claims of nobody."""
    turn = await cartographer.three_answer()
    for text in SAID.values():
        cartographer.read[text].clear()
        cartographer.read[text].append(fail(401, {"error": {"message": "bad key"}}))

    map_ = await cartographer.draw(turn)

    assert (map_["status"], map_["claims"], map_["drawn_id"]) == ("failed", [], None)
    assert map_["analysis"]["error"]["code"] == "auth"


@pytest.mark.both_databases
async def test_the_map_of_a_turn_is_drawn_once_at_a_time_however_many_ask(
    house: House, cartographer: Cartographer
) -> None:
    turn = await cartographer.three_answer()
    gate = threading.Event()
    cartographer.sorts.append((*wait(gate), *answer("[]")))
    status, _ = await house.post(f"/v1/turns/{turn.id}/map")
    assert status == 202

    async def sorting() -> bool:
        return bool(cartographer.requests("clusters"))

    await wait_until(sorting)
    assert {(await house.post(f"/v1/turns/{turn.id}/map"))[0] for _ in range(3)} == {409}
    gate.set()
    assert (await cartographer.drawn(turn))["status"] == "done"
