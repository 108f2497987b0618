"""Where they agree and where they do not: read, sorted, anchored, disputed, and honest about who was not heard."""

import threading
from typing import Any

import pytest

from antiphon.conversation.turn import Turn
from antiphon.settings import Settings
from tests.fakes.model_server import answer, fail, wait
from tests.fakes.reader import wait_until
from tests.journeys.cartographer import CLAIMS, OLD, RENTS, SAID, SIGN, Cartographer, entries
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
    await cartographer.check()
    turn = await cartographer.three_answer()
    assert (await house.get(f"/v1/turns/{turn.id}/map"))["status"] == "none"

    map_ = await cartographer.draw(turn)

    assert stands(map_) == {
        RENTS: {"skeptic": "agrees", "builder": "contradicts"},
        SIGN: {"skeptic": "contradicts", "builder": "agrees", "historian": "agrees"},
        OLD: {"historian": "agrees"},
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
    """U-06: one call per answer with that answer alone, then pairs of claims, without anybody's name or letter."""
    await cartographer.check()
    house.voices.server.requests.clear()
    turn = await cartographer.three_answer()
    map_ = await cartographer.draw(turn)

    look = await house.get(f"/v1/analyses/{map_['drawn_id']}")

    assert sorted(each["step"] for each in look["calls"]) == ["claims"] * 3 + ["judge"] * len(
        cartographer.requests("judge")
    )
    assert {each["outcome"] for each in look["calls"]} == {"complete"}
    sent = {each.body.decode() for each in house.voices.server.requests}
    assert {each["body"] for each in look["calls"]} <= sent
    assert look["counts"] == {"voices": 3, "found": 6, "claims": 3, "judged": 8, "swapped": 0, "unjudged": 0}
    for voice, text in SAID.items():
        [own] = [each for each in cartographer.requests("claims") if text in each["messages"][1]["content"]]
        others = [said for name, said in SAID.items() if name != voice]
        assert not any(said in own["messages"][1]["content"] for said in others)
    shown = str(cartographer.requests("judge") + cartographer.requests("claims")).casefold()
    assert not any(voice in shown for voice in SAID)


async def test_a_map_enters_no_payload(house: House, cartographer: Cartographer) -> None:
    """I-20: looking at a turn changes nothing that an advisor is sent."""
    conversation = await house.converse()
    turn = await cartographer.three_answer(conversation=conversation)
    cartographer.read[SAID["historian"]][0] = entries(("Canary claim.", "Sign it."))
    await cartographer.draw(turn)

    await house.ask("And now?", conversation=conversation)

    assert len(cartographer.requests(None)) == 8
    assert "Canary claim" not in str(cartographer.requests(None))


async def test_what_does_not_hold_is_dropped_and_counted(house: House, cartographer: Cartographer) -> None:
    """D43: made-up quotes are counted by reason, and nothing else changes."""
    turn = await cartographer.three_answer()
    cartographer.read[SAID["skeptic"]][0] = entries(
        *CLAIMS["skeptic"], ("Invented.", "I never said that"), ("", "Do not")
    )

    map_ = await cartographer.draw(turn)

    assert map_["dropped"] == {"quote": 1, "length": 1}
    assert list(stands(map_)) == [SIGN, RENTS, OLD]


async def test_without_a_check_claims_are_grouped_and_no_side_is_taken(
    house: House, cartographer: Cartographer
) -> None:
    """U-06: no pair is asked about, nobody is said to agree or to contradict, and the map says so."""
    turn = await cartographer.three_answer()

    map_ = await cartographer.draw(turn)

    assert stands(map_) == {
        SIGN: {"skeptic": "speaks", "builder": "speaks", "historian": "speaks"},
        RENTS: {"skeptic": "speaks", "builder": "speaks"},
        OLD: {"historian": "agrees"},
    }
    assert [each["label"] for each in map_["claims"]] == ["near", "near", "lone"]
    assert (map_["grouped_by"], map_["sides_read"], map_["check"]) == ("meaning", False, None)
    assert cartographer.requests("judge") == []
    assert (await house.get("/v1/map-checks"))["items"] == []


async def test_a_model_that_judges_well_is_let_judge_and_the_map_says_how_well(
    house: House, cartographer: Cartographer
) -> None:
    """U-06: rooms read by hand, the map's own question; what comes of it is kept and stands on the map."""
    foreseen = await house.get("/v1/map-checks/forecast")
    look = await cartographer.check()
    turn = await cartographer.three_answer()

    map_ = await cartographer.draw(turn)

    [check] = (await house.get("/v1/map-checks"))["items"]
    assert (look["kind"], look["status"], look["counts"]) == ("map_check", "done", {"rooms": 22})
    assert len(look["calls"]) <= foreseen["calls"]
    assert map_["check"] == check
    assert (map_["grouped_by"], map_["sides_read"]) == ("judge", True)
    assert (check["model"], check["may_group"], check["may_take_sides"]) == ("fake:m", True, True)
    assert check["agreements"] > 0.9
    assert (
        check["together"]["chance"]["value"] < check["together"]["meaning"]["value"] < check["together"]["judge"]["low"]
    )
    assert check["sides"]["judge"]["low"] > max(check["sides"][way]["value"] for way in ("always", "denial"))


async def test_a_model_that_guesses_is_not_let_judge(house: House, cartographer: Cartographer) -> None:
    """U-06: the gate shuts by itself: what meaning does better, meaning does."""
    cartographer.points = dict.fromkeys(cartographer.points, ("all the same", "+"))
    await cartographer.check()
    turn = await cartographer.three_answer()
    asked = len(cartographer.requests("judge"))

    map_ = await cartographer.draw(turn)

    assert (map_["check"]["may_group"], map_["check"]["may_take_sides"]) == (False, False)
    assert (map_["grouped_by"], map_["sides_read"]) == ("meaning", False)
    assert len(cartographer.requests("judge")) == asked
    assert {each["label"] for each in map_["claims"]} == {"near", "lone"}


async def test_verdicts_that_do_not_fit_together_are_shown_as_torn(cartographer: Cartographer) -> None:
    """U-06: A agrees with B, B with C, and A is opposed to C: nobody is put on a side."""
    await cartographer.check()
    turn = await cartographer.three_answer()
    odd = frozenset(("Do not sign.", "Sign."))
    usual = cartographer.judge_pair

    def judge(number: str, one: str, other: str) -> dict[str, object]:
        said = usual(number, one, other)
        same = said["verdict"] != "different"
        return said | {"verdict": ("opposed" if {one, other} == odd else "agree") if same else "different"}

    cartographer.judge_pair = judge  # type: ignore[method-assign] # this one model is odd

    map_ = await cartographer.draw(turn)

    assert stands(map_)[SIGN] == dict.fromkeys(SAID, "torn")
    assert next(each for each in map_["claims"] if each["text"] == SIGN)["label"] == "torn"


async def test_a_pair_that_was_judged_is_not_asked_about_again(house: House, cartographer: Cartographer) -> None:
    """U-06: drawn again, the same words have the same verdicts, and nobody pays for them twice."""
    await cartographer.check()
    turn = await cartographer.three_answer()
    first = await cartographer.draw(turn)
    asked = len(cartographer.requests("judge"))

    again = await cartographer.draw(turn)

    assert len(cartographer.requests("judge")) == asked
    assert again["claims"] == first["claims"]
    assert again["drawn_id"] != first["drawn_id"]


async def test_an_answer_that_cannot_be_read_is_called_unread_and_not_silent(
    house: House, cartographer: Cartographer
) -> None:
    """D43: errors are never content, and silence is never made up."""
    turn = await cartographer.three_answer()
    waiting = cartographer.read[SAID["skeptic"]]
    waiting.clear()
    waiting.extend([answer("They claim much."), answer("Really much.")])

    map_ = await cartographer.draw(turn)

    assert {each["advisor_id"]: each["heard"] for each in map_["voices"]} == {
        "skeptic": "unread",
        "builder": "read",
        "historian": "read",
    }
    assert {"builder": "speaks", "historian": "speaks"} in stands(map_).values()
    assert "They claim much" not in str(map_)


async def test_a_judge_that_cannot_be_read_leaves_the_sides_open(house: House, cartographer: Cartographer) -> None:
    """U-06: the map is drawn all the same; what nobody judged is near, and not agreed."""
    await cartographer.check()
    turn = await cartographer.three_answer()
    cartographer.judges.extend([answer("one"), answer("two")] * 4)

    map_ = await cartographer.draw(turn)

    look = await house.get(f"/v1/analyses/{map_['drawn_id']}")
    assert (map_["status"], look["counts"]["judged"]) == ("done", 0)
    assert look["counts"]["unjudged"] >= 8
    assert {each["label"] for each in map_["claims"]} == {"near", "lone"}


async def test_a_judge_that_cannot_be_reached_leaves_the_sides_open_and_fails_its_check(
    cartographer: Cartographer,
) -> None:
    """U-06: what was read is shown all the same; a check that could not be played to its end is none."""
    await cartographer.check()
    turn = await cartographer.three_answer()
    cartographer.judges.extend([fail(401, {"error": {"message": "bad key"}})] * 200)

    map_ = await cartographer.draw(turn)
    look = await cartographer.check(model="fake:other")

    assert (map_["status"], {each["label"] for each in map_["claims"]}) == ("done", {"near", "lone"})
    assert (look["status"], look["error"]["code"]) == ("failed", "auth")


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
    assert cartographer.requests("judge") == []
    assert map_["grouped_by"] == "alone"


async def test_a_changed_answer_makes_the_map_stale_until_it_is_drawn_again(
    house: House, cartographer: Cartographer
) -> None:
    turn = await cartographer.three_answer()
    await cartographer.draw(turn)
    reply = reply_of(turn, "skeptic")

    status, _ = await house.api.patch(f"{house.url}/v1/replies/{reply.id}", {"text": "Sign, after all."})
    assert status == 200
    stale = await house.get(f"/v1/turns/{turn.id}/map")
    cartographer.finds("Sign, after all.", entries(("Sign after all.", "Sign, after all.")))
    fresh = await cartographer.draw(turn)

    assert (stale["is_stale"], stale["voices"][0]["heard"]) == (True, "new")
    assert not fresh["is_stale"]
    assert dict.fromkeys(SAID, "speaks") in stands(fresh).values()


@pytest.mark.both_databases
async def test_only_the_voice_that_says_something_else_is_read_again(house: House, cartographer: Cartographer) -> None:
    """What the others said stands as it was read; drawn again without a change, everybody is read anew."""
    turn = await cartographer.three_answer()
    first = await cartographer.draw(turn)
    read = [len(cartographer.requests("claims"))]
    await house.api.patch(f"{house.url}/v1/replies/{reply_of(turn, 'skeptic').id}", {"text": "Sign, after all."})
    cartographer.finds("Sign, after all.", entries(("Sign after all.", "Sign, after all.")))

    forecast = await house.get(f"/v1/turns/{turn.id}/map/forecast")
    second = await cartographer.draw(turn)
    read.append(len(cartographer.requests("claims")))
    await cartographer.draw(turn)
    read.append(len(cartographer.requests("claims")))

    assert read == [3, 4, 7]
    assert forecast["calls"] == 1
    quotes = [
        {
            stance["quote"]
            for claim in each["claims"]
            for stance in claim["stances"]
            if stance["advisor_id"] != "skeptic"
        }
        for each in (first, second)
    ]
    assert quotes[0] == quotes[1]


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
    await cartographer.check()
    turn = await cartographer.three_answer()
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

    map_ = await cartographer.draw(turn, model="fake:other")

    assert map_["analysis"]["model"] == "fake:other"
    assert {each["model"] for each in cartographer.requests("claims")} == {"other"}
    assert (await house.post(f"/v1/turns/{turn.id}/map", {"model": "nobody:x"}))[0] >= 400


async def test_with_its_turn_the_map_goes_and_comes_back(house: House, cartographer: Cartographer) -> None:
    turn = await cartographer.three_answer()
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
    cartographer.read[SAID["skeptic"]].appendleft((*wait(gate), *answer("[]")))
    status, _ = await house.post(f"/v1/turns/{turn.id}/map")
    assert status == 202

    async def reading() -> bool:
        return bool(cartographer.requests("claims"))

    await wait_until(reading)
    assert {(await house.post(f"/v1/turns/{turn.id}/map"))[0] for _ in range(3)} == {409}
    gate.set()
    assert (await cartographer.drawn(turn))["status"] == "done"
