"""One text out of many answers: who was heard first, then sentences with their sources, and what was left out."""

import threading
from typing import Any

import pytest

from tests.fakes.model_server import answer, fail, wait
from tests.fakes.reader import wait_until
from tests.journeys.cartographer import CLAIMS, SAID, entries
from tests.journeys.conftest import House, reply_of
from tests.journeys.synthesiser import Synthesiser, page

LATER = {"Retry-After": "86400"}
# In the order of the map: 1 is about signing, 2 about rents, 3 is old.
TEXT = page(
    ("Two would sign, one would not.", ["1"]),
    ("The Builder trusts the rents.", ["2b", "99"]),
    ("So ask for a shorter lease.", []),
)


@pytest.fixture
def writer(house: House) -> Synthesiser:
    """The same model server, which now draws maps and writes about them too."""
    made = Synthesiser(house)
    house.voices.server.handler = made.choose
    return made


def sentences(found: dict[str, Any]) -> list[dict[str, Any]]:
    """All of them, in order."""
    return [sentence for paragraph in found["paragraphs"] for sentence in paragraph["sentences"]]


async def refusal(house: House, path: str, body: object = None) -> tuple[int, str]:
    """Why something was refused."""
    status, answered = await house.post(path, body)
    return status, str(answered["detail"])


async def test_a_figure_that_stands_in_no_source_is_named(house: House, writer: Synthesiser) -> None:
    """It says more than its source; what it says without a figure is not looked at."""
    turn = await writer.three_answer()

    found = await writer.write(
        turn, page(("Rents fall by 40 % here.", ["Rents never fall here."]), ("Sign 30 now.", []))
    )

    assert [(each["own"], each["unsourced"]) for each in sentences(found)] == [(False, ["40 %"]), (True, [])]
    async with house.api.session.get(f"{house.url}/v1/turns/{turn.id}/synthesis/export") as response:
        assert "(not in the source: 40 %)" in await response.text()


async def test_what_matters_has_to_be_in_the_text_or_is_named_with_its_reason(
    house: House, writer: Synthesiser
) -> None:
    """M38: a claim that sets a limit, and one in an answer the person called important; the model is told of both."""
    await writer.check()
    limits = "Do not sign. Spending stays limited to 900."
    writer.finds(
        limits, entries(("Do not sign.", "Do not sign."), ("Spending is capped.", "Spending stays limited to 900"))
    )
    for voice in ("builder", "historian"):
        writer.finds(SAID[voice], entries(*CLAIMS[voice]))
    for voice, text in (SAID | {"skeptic": limits}).items():
        house.voices.script(voice, answer(text))
    turn = await house.ask("Shall I sign?", advisor_ids=list(SAID))
    historian = reply_of(turn, "historian")
    async with house.api.session.put(
        f"{house.url}/v1/replies/{historian.id}/importance", json={"worth": 0.9}
    ) as response:
        assert response.status == 200

    found = await writer.write(turn, page(("Two would sign.", ["1"])))

    by_number = {claim["number"]: claim["text"] for claim in found["left_out"]}
    assert {by_number[each["number"]]: (each["rule"], each["words"]) for each in found["missed"]} == {
        "Spending is capped.": ("constraint", "limited to"),
        "It was done before.": ("person", "The Historian"),
    }
    system, asked = (each["content"] for each in writer.asked()[-1]["messages"])
    assert "with `!` before its number weighs most" in system
    assert sum(line.startswith("! [") for line in asked.splitlines()) == 3
    async with house.api.session.get(f"{house.url}/v1/turns/{turn.id}/synthesis/export") as exported:
        assert "- Left out, though it matters: Spending is capped." in await exported.text()


@pytest.mark.both_databases
async def test_every_sentence_has_its_words_or_says_that_it_is_the_synthesisers_own(
    house: House, writer: Synthesiser
) -> None:
    """P60, D43, U-06: anchors resolve, a source that leads nowhere is dropped and counted, the rest is listed."""
    turn = await writer.three_answer()

    found = await writer.write(turn, TEXT)

    split, rents, own = sentences(found)
    assert [each["advisor_id"] for each in split["anchors"]] == ["skeptic", "builder", "historian"]
    assert [(each["name"], each["quote"]) for each in rents["anchors"]] == [
        ("The Builder", "Rents **never** fall here.")
    ]
    assert (own["own"], own["anchors"]) == (True, [])
    texts = {reply.id: reply.text for reply in turn.replies}
    for anchor in (each for sentence in sentences(found) for each in sentence["anchors"]):
        assert texts[anchor["reply_id"]][anchor["start"] : anchor["end"]] == anchor["quote"]
        assert (anchor["paragraph"], anchor["is_gone"]) == (1, False)
    assert [claim["text"] for claim in found["left_out"]] == ["It was done before."]
    assert found["coverage"] == {"claims": 3, "used": 2, "sentences": 3, "anchored": 2}
    assert (found["dropped"], found["mode"], found["is_stale"]) == ({"handle": 1}, "fuse", False)


async def test_two_of_five_voices_failed_and_are_named_before_the_text(house: House, writer: Synthesiser) -> None:
    """P60, D43, U-07: in the answer, on the page, and reckoned by the house whatever the model says."""
    for voice, text in SAID.items():
        house.voices.script(voice, answer(text))
        writer.finds(text, entries(*CLAIMS[voice]))
    house.voices.script("confidant", fail(402))
    house.voices.script("contrarian", fail(429, None, LATER))
    turn = await house.ask("Shall I sign?")

    found = await writer.write(turn, page(("All five agree.", ["1"])))

    quorum = found["quorum"]
    assert (quorum["answered"], quorum["asked"], quorum["confidence"], quorum["was"]) == (3, 5, "moderate", "high")
    assert [(each["advisor_id"], each["state"], each["code"]) for each in quorum["missing"]] == [
        ("confidant", "error", "quota"),
        ("contrarian", "rate_limited", "rate_limited"),
    ]
    assert quorum["is_selective"] is True
    assert list(found).index("quorum") < list(found).index("paragraphs")
    async with house.api.session.get(f"{house.url}/v1/turns/{turn.id}/synthesis/export") as response:
        exported = await response.text()
        assert response.headers["Content-Type"].startswith("text/markdown")
    places = [exported.index(words) for words in ("The Confidant failed", "The Contrarian was", "All five agree.")]
    assert places == sorted(places)
    asked = writer.asked()[0]["messages"][1]["content"]
    assert "Confidant" not in asked
    assert "Contrarian" not in asked


async def test_a_map_is_drawn_first_and_an_old_one_drawn_anew(house: House, writer: Synthesiser) -> None:
    """P60: once as a part of the deed, not again while it holds, and of the one answer that has changed."""
    turn = await writer.three_answer()
    await writer.write(turn, TEXT)
    await writer.write(turn, TEXT, mode="compare")
    assert len(writer.requests("claims")) == 3

    skeptic = reply_of(turn, "skeptic")
    await house.api.patch(f"{house.url}/v1/replies/{skeptic.id}", {"text": "Sign nothing."})
    stale = await house.get(f"/v1/turns/{turn.id}/synthesis")
    writer.finds("Sign nothing.", entries(("Do not sign.", "Sign nothing.")))
    fresh = await writer.write(turn, page(("Nothing.", ["Sign nothing"])))

    assert stale["is_stale"] is True
    gone = [each["is_gone"] for each in sentences(stale)[0]["anchors"]]
    assert gone == [True, False, False]
    assert len(writer.requests("claims")) == 3 + 1
    assert (fresh["is_stale"], sentences(fresh)[0]["anchors"][0]["quote"]) == (False, "Sign nothing")


async def test_a_map_that_cannot_be_drawn_leaves_quotes_for_sources(house: House, writer: Synthesiser) -> None:
    """P60: the text says less, and nothing that is not there."""
    turn = await writer.three_answer()
    for voice, text in SAID.items():
        writer.read[text].clear()
        writer.finds(text, fail(400, {"error": {"message": f"no {voice}"}}))

    found = await writer.write(turn, page(("One would wait.", ["Do not sign"]), ("All is well.", ["all is well here"])))

    assert [each["own"] for each in sentences(found)] == [False, True]
    assert (found["coverage"]["claims"], found["left_out"], found["dropped"]) == (0, [], {"quote": 1})


async def test_the_modes_and_a_persons_own_instruction(house: House, writer: Synthesiser) -> None:
    """P60: each is kept; the newest is shown, and an earlier one by its id."""
    turn = await writer.three_answer()
    first = await writer.write(turn, TEXT)

    last = await writer.write(turn, page(("A haiku.", [])), mode="custom", instruction="  As a haiku.  ")

    assert (last["mode"], last["instruction"]) == ("custom", "As a haiku.")
    assert "As a haiku." in writer.asked()[-1]["messages"][0]["content"]
    earlier = await house.get(f"/v1/turns/{turn.id}/synthesis?analysis_id={first['written_id']}")
    assert earlier["paragraphs"] == first["paragraphs"]
    looks = (await house.get(f"/v1/conversations/{turn.conversation_id}/analyses?kind=synthesis"))["items"]
    assert [each["id"] for each in looks] == [last["written_id"], first["written_id"]]


async def test_what_is_refused_is_refused_by_name(house: House, writer: Synthesiser) -> None:
    """P60."""
    house.voices.script("skeptic", fail(402))
    silent = await house.ask("Anyone?", advisor_ids=["skeptic"])
    path = f"/v1/turns/{silent.id}/synthesis"

    assert await refusal(house, "/v1/turns/t_nowhere/synthesis") == (404, "there is no turn t_nowhere")
    assert "nobody has answered" in (await refusal(house, path))[1]
    assert "needs an instruction" in (await refusal(house, path, {"mode": "custom"}))[1]
    assert "goes with the mode custom" in (await refusal(house, path, {"instruction": "Shout."}))[1]
    assert "at most 2000" in (await refusal(house, path, {"mode": "custom", "instruction": "x" * 2_001}))[1]
    empty = await house.get(path)
    assert (empty["status"], empty["written_id"], empty["paragraphs"]) == ("none", None, [])
    assert [each["code"] for each in empty["quorum"]["missing"]] == ["quota"]


@pytest.mark.both_databases
async def test_only_one_is_written_about_a_turn_at_a_time(house: House, writer: Synthesiser) -> None:
    """P60: the second is refused, the first goes on."""
    gate = threading.Event()
    turn = await writer.three_answer()
    writer.writes.append(wait(gate) + answer('{"paragraphs": [{"sentences": [{"text": "Yes.", "sources": []}]}]}'))
    await house.post(f"/v1/turns/{turn.id}/synthesis")

    second = await refusal(house, f"/v1/turns/{turn.id}/synthesis")
    gate.set()

    assert "one is being written" in second[1]
    assert (await writer.written(turn))["status"] == "done"


async def test_an_answer_that_cannot_be_read_is_asked_for_once_more_and_then_named(
    house: House, writer: Synthesiser
) -> None:
    """P60: and the text before it stays."""
    turn = await writer.three_answer()
    before = await writer.write(turn, TEXT)
    writer.writes.append(answer("I would rather not."))

    failed = await writer.write(turn, answer("No."))

    assert (failed["status"], failed["analysis"]["error"]["code"]) == ("failed", "answer_unreadable")
    assert (failed["written_id"], failed["paragraphs"]) == (before["written_id"], before["paragraphs"])


async def test_a_disputed_stance_makes_the_text_out_of_date(house: House, writer: Synthesiser) -> None:
    """P60: and taking it back makes it hold again."""
    turn = await writer.three_answer()
    await writer.write(turn, TEXT)
    map_ = await house.get(f"/v1/turns/{turn.id}/map")
    address = f"{house.url}/v1/analyses/{map_['drawn_id']}/claims/2"

    stale = []
    for disputed in (True, False):
        await house.api.patch(address, {"advisor_id": "builder", "disputed": disputed})
        stale.append((await house.get(f"/v1/turns/{turn.id}/synthesis"))["is_stale"])

    assert stale == [True, False]


async def test_a_text_stays_out_of_date_when_the_map_is_drawn_anew(house: House, writer: Synthesiser) -> None:
    turn = await writer.three_answer()
    await writer.write(turn, TEXT)
    map_ = await house.get(f"/v1/turns/{turn.id}/map")
    address = f"{house.url}/v1/analyses/{map_['drawn_id']}/claims/2"
    await house.api.patch(address, {"advisor_id": "builder", "disputed": True})

    again = await writer.draw(turn)

    assert again["drawn_id"] != map_["drawn_id"]
    assert (await house.get(f"/v1/turns/{turn.id}/synthesis"))["is_stale"]


async def test_with_its_turn_it_is_gone_and_comes_back(house: House, writer: Synthesiser) -> None:
    """P60: deleting a turn takes what was written about it out of sight, and restoring brings it back."""
    turn = await writer.three_answer()
    written = await writer.write(turn, TEXT)
    here = f"/v1/conversations/{turn.conversation_id}"

    await house.post(f"{here}/turns/remove", {"turn_ids": [turn.id]})
    async with house.api.session.get(f"{house.url}/v1/turns/{turn.id}/synthesis") as response:
        assert response.status == 404
    await house.post(f"{here}/turns/restore", {"turn_ids": [turn.id]})

    assert (await house.get(f"/v1/turns/{turn.id}/synthesis"))["paragraphs"] == written["paragraphs"]


async def test_it_can_be_written_after_every_turn_that_several_have_answered(house: House, writer: Synthesiser) -> None:
    """P60: optional, off by default; one voice alone is not summed up."""
    await house.api.put(f"{house.url}/v1/settings/synthesis_after_turn", {"value": "checklist"})
    await house.ask("Only one?", advisor_ids=["skeptic"])
    writer.writes.append(page(("Sign or do not.", ["1"])))

    turn = await writer.three_answer()

    async def is_written() -> bool:
        return bool((await house.get(f"/v1/turns/{turn.id}/synthesis"))["status"] == "done")

    await wait_until(is_written)
    assert (await house.get(f"/v1/turns/{turn.id}/synthesis"))["mode"] == "checklist"
    assert len(writer.asked()) == 1


MORE = "Rents never fall, not even in spring."
AGAINST = "Rents always fall."


async def test_a_checked_model_marks_what_says_more_than_its_source(house: House, writer: Synthesiser) -> None:
    """What its source supports and what is the synthesiser's own stay unmarked; nobody is asked about the latter."""
    writer.support |= {MORE: "more", AGAINST: "contradicts"}
    await writer.check()
    turn = await writer.three_answer()
    before = await house.get(f"/v1/turns/{turn.id}/synthesis/forecast")

    found = await writer.write(
        turn,
        page(
            ("Rents never fall.", ["Rents never fall here."]),
            (MORE, ["Rents never fall here."]),
            (AGAINST, ["Rents never fall here."]),
            ("So look at the lease.", []),
        ),
    )

    assert [each["support"] for each in sentences(found)] == ["supported", "more", "contradicts", None]
    assert (found["is_held"], found["is_rehearsal"], found["check"]["may_hold"]) == (True, False, True)
    assert (found["analysis"]["counts"]["held"], found["analysis"]["counts"]["unheld"]) == (3, 0)
    asked = writer.requests("hold")[-1]["messages"][-1]["content"]
    assert f"2. {MORE}\n   - The Builder: Rents **never** fall here." in asked
    assert "So look at the lease." not in asked
    assert before["calls"] > 11
    async with house.api.session.get(f"{house.url}/v1/turns/{turn.id}/synthesis/export") as response:
        kept = await response.text()
    assert "*(says more than its source)*" in kept
    assert "*(its source says otherwise)*" in kept


async def test_a_model_that_was_not_checked_holds_nothing_to_its_source(house: House, writer: Synthesiser) -> None:
    """Nobody is asked, and the text says that this was not read."""
    turn = await writer.three_answer()

    found = await writer.write(turn, page((MORE, ["Rents never fall here."])))

    assert [each["support"] for each in sentences(found)] == [None]
    assert (found["is_held"], found["check"]) == (False, None)
    assert writer.requests("hold") == []


async def test_a_model_that_failed_its_check_holds_nothing_to_its_source(house: House, writer: Synthesiser) -> None:
    """One that calls everything supported does no better than marking nothing."""
    writer.support.clear()
    await writer.check()
    checked = len(writer.requests("hold"))
    turn = await writer.three_answer()

    found = await writer.write(turn, page((MORE, ["Rents never fall here."])))

    assert (found["is_held"], found["check"]["may_hold"], found["check"]["may_group"]) == (False, False, True)
    assert (found["check"]["caught"], found["check"]["spared"]) == (0.0, 1.0)
    assert len(writer.requests("hold")) == checked


@pytest.mark.both_databases
async def test_nothing_is_held_to_its_source_twice(house: House, writer: Synthesiser) -> None:
    """A verdict is remembered by all that was shown, from one turn and conversation to another."""
    await writer.check()
    first = await writer.three_answer()
    text = page(("Rents never fall.", ["Rents never fall here."]))
    await writer.write(first, text)
    asked = len(writer.requests("hold"))

    again = await writer.write(first, text)
    second = await writer.write(await writer.three_answer(), text)

    assert [each["support"] for found in (again, second) for each in sentences(found)] == ["supported"] * 2
    assert len(writer.requests("hold")) == asked
    await writer.write(first, page(("Rents never fall!", ["Rents never fall here."])))
    assert len(writer.requests("hold")) == asked + 1


async def test_a_judge_that_cannot_be_read_leaves_its_sentences_unread(house: House, writer: Synthesiser) -> None:
    """The text stands all the same, and says how many sentences nobody held to their source."""
    await writer.check()
    turn = await writer.three_answer()
    writer.holds.extend(["nonsense", "nonsense"])

    found = await writer.write(turn, page(("Rents never fall.", ["Rents never fall here."])))

    assert (found["status"], [each["support"] for each in sentences(found)]) == ("done", [None])
    assert (found["analysis"]["counts"]["held"], found["analysis"]["counts"]["unheld"]) == (0, 1)
