"""Better words for an advisor: proposed, tried, compared, and taken over only by the person."""

import threading
from typing import Any

import aiohttp
import pytest

from antiphon.app import run_in_process
from antiphon.settings import Settings
from tests.fakes.model_server import Script, answer, fail, wait
from tests.fakes.reader import Api, wait_until
from tests.fakes.voices import Voices
from tests.journeys.conftest import House
from tests.journeys.examiner import Examiner, rewording, step_of

ASKS = {"type": "contains", "value": "?", "name": "asks"}


@pytest.fixture
def examiner(house: House) -> Examiner:
    """The same model server, which now words things better too."""
    made = Examiner(house)
    house.voices.server.handler = made.choose
    return made


async def two_cases(examiner: Examiner) -> list[str]:
    """Two cases of the skeptic."""
    kept = [await examiner.keep(await examiner.ask(text), ASKS) for text in ("Shall I sign?", "Shall I wait?")]
    return [each["id"] for each in kept]


async def description_of(house: House) -> tuple[int, str]:
    """The skeptic's words now, and their version."""
    newest = (await house.get("/v1/advisors/skeptic/versions"))["items"][0]
    return newest["version"], newest["description"]


@pytest.mark.both_databases
async def test_better_words_are_found_compared_and_taken_over(house: House, examiner: Examiner) -> None:
    """Before and after, word by word, with both scores; the advisor changes when the person says so."""
    await two_cases(examiner)
    _, before = await description_of(house)
    house.voices.script("skeptic", answer("No."), answer("No."), answer("Why?"), answer("Who?"))
    examiner.queued["improve"].append(rewording(f"{before} You always ask.", "It never asked."))

    found = await examiner.improve(rounds=5)

    assert (found["status"], found["tried"], found["best"]) == ("done", 1, 1), "all pass, so nothing more is tried"
    assert (found["score_before"], found["score_after"]) == (0.0, 1.0)
    assert (found["before"], found["after"]) == (before, f"{before} You always ask.")
    assert [each["text"] for each in found["pieces"] if each["op"] == "added"] == [" You always ask."]
    assert [(each["before"]["status"], each["after"]["status"]) for each in found["cases"]] == [
        ("failed", "passed"),
        ("failed", "passed"),
    ]
    assert found["attempts"][1]["why"] == "It never asked."
    assert await description_of(house) == (1, before)

    status, accepted = await house.post(f"/v1/improvements/{found['id']}/accept")

    assert (status, accepted["accepted_version"]) == (200, 2)
    assert await description_of(house) == (2, f"{before} You always ask.")
    assert (await house.post(f"/v1/improvements/{found['id']}/accept"))[0] == 409


async def test_the_writer_sees_what_failed_and_what_was_tried(house: House, examiner: Examiner) -> None:
    """Failed attempts are remembered, the best one is built upon, and no case is given away beyond its words."""
    await two_cases(examiner)
    house.voices.script("skeptic", *[answer("No.")] * 2, *[answer("Hm."), answer("Why?")], *[answer("Never.")] * 2)
    examiner.queued["improve"].extend([rewording("First try."), rewording("Second try.")])

    found = await examiner.improve(rounds=2)

    assert (found["best"], found["after"], found["score_after"]) == (1, "First try.", 0.5)
    assert [each["score"] for each in found["attempts"]] == [0.0, 0.5, 0.0]
    first, second = (each.json["messages"][1]["content"] for each in examiner.requests("improve"))
    assert "Shall I sign?" in first
    assert "Answered:\n| No.\n" in first
    assert "First try." not in first
    assert "Description:\nFirst try." in second
    systems = [each.json["messages"][0]["content"] for each in examiner.requests()]
    assert sum("First try." in each for each in systems) == 2


async def test_words_that_do_no_better_are_not_offered(house: House, examiner: Examiner) -> None:
    await two_cases(examiner)
    house.voices.script("skeptic", *[answer("No.")] * 4)
    examiner.queued["improve"].append(rewording("Worse."))

    found = await examiner.improve(rounds=1)

    assert (found["status"], found["best"], found["after"], found["pieces"]) == ("done", 0, None, [])
    status, refused = await house.post(f"/v1/improvements/{found['id']}/accept")
    assert (status, refused["code"]) == (409, "command_refused")


async def test_words_do_not_win_by_cases_that_had_no_answer(house: House, examiner: Examiner) -> None:
    """D40: scores are compared where both wordings have one, and fewer scores are never better."""
    for question in ("First?", "Second?", "Third?"):
        await examiner.keep(await examiner.ask(question), ASKS)
    refused = fail(400, {"error": {"message": "no", "code": "nope"}})
    said = {
        "": {"First?": answer("No."), "Second?": refused, "Third?": answer("Why?")},
        "Fewer.": {"First?": refused, "Second?": refused, "Third?": answer("Why?")},
        "Others.": {"First?": refused, "Second?": answer("Why?"), "Third?": answer("Why?")},
    }

    def choose(body: dict[str, Any]) -> Script:
        system, question = body["messages"][0]["content"], body["messages"][-1]["content"].rpartition("] ")[2]
        words = next((each for each in said if each and each in system), "")
        return examiner.choose(body) if step_of(body) else said[words][question]

    house.voices.server.handler = choose
    examiner.queued["improve"].extend([rewording("Fewer."), rewording("Others.")])

    found = await examiner.improve(rounds=2)

    assert [each["score"] for each in found["attempts"]] == [0.5, 1.0, 1.0]
    assert (found["best"], found["after"]) == (0, None)


async def test_nothing_is_proposed_when_all_cases_pass(examiner: Examiner) -> None:
    await two_cases(examiner)
    examiner.house.voices.script("skeptic", answer("Why?"), answer("Why?"))

    found = await examiner.improve()

    assert (found["status"], found["tried"], found["score_before"]) == ("done", 0, 1.0)
    assert examiner.requests("improve") == []


@pytest.mark.both_databases
async def test_a_proposal_that_cannot_be_read_is_one_attempt_lost(house: House, examiner: Examiner) -> None:
    """Errors are never content: the attempt says why, and the next one is made."""
    await two_cases(examiner)
    _, before = await description_of(house)
    house.voices.script("skeptic", answer("No."), answer("No."), answer("Why?"), answer("Why?"))
    examiner.queued["improve"].extend([answer("Be nicer."), rewording(before), rewording("You always ask.")])

    found = await examiner.improve(rounds=2)

    assert [bool(each["error"]) for each in found["attempts"]] == [False, True, False]
    assert "there before" in found["attempts"][1]["error"]
    assert (found["best"], found["after"]) == (2, "You always ask.")
    look = await house.get(f"/v1/analyses/{found['attempts'][1]['analysis_id']}")
    assert [each["outcome"] for each in look["calls"]] == ["answer_unreadable"] * 2


async def test_words_are_not_taken_over_for_an_advisor_that_has_changed(house: House, examiner: Examiner) -> None:
    await two_cases(examiner)
    house.voices.script("skeptic", answer("No."), answer("No."), answer("Why?"), answer("Why?"))
    examiner.queued["improve"].append(rewording("You always ask."))
    found = await examiner.improve(rounds=1)
    await examiner.describe("You are somebody else now.")

    status, refused = await house.post(f"/v1/improvements/{found['id']}/accept")

    assert (status, refused["code"]) == (409, "advisor_stale")
    assert await description_of(house) == (2, "You are somebody else now.")


@pytest.mark.both_databases
async def test_a_search_is_stopped_and_keeps_what_it_found(house: House, examiner: Examiner) -> None:
    gate = threading.Event()
    await two_cases(examiner)
    house.voices.script("skeptic", answer("No."), answer("No."), answer("Why?"), answer("No."))
    examiner.queued["improve"].extend([rewording("You may ask."), wait(gate) + rewording("Never tried.")])
    status, begun = await house.post("/v1/advisors/skeptic/improvements", {"rounds": 4})
    path = f"/v1/improvements/{begun['id']}"

    async def one_was_tried() -> bool:
        return bool((await house.get(path))["tried"] == 1)

    await wait_until(one_was_tried)
    busy, _ = await house.post("/v1/advisors/skeptic/improvements", {})
    _, stopped = await house.post(f"{path}/stop")
    gate.set()

    assert (status, busy, stopped["status"], stopped["best"]) == (202, 409, "stopped", 1)
    assert (await house.post(f"{path}/accept"))[0] == 200
    assert await description_of(house) == (2, "You may ask.")
    listed = (await examiner.history())["improvements"]
    assert [(each["id"], each["accepted_version"]) for each in listed] == [(begun["id"], 2)]


@pytest.mark.both_databases
async def test_the_whole_of_it_can_be_rehearsed(settings: Settings, voices: Voices) -> None:
    """Without any model, a reply becomes a case, fails, is worded better, and the history shows both."""
    free = settings.model_copy(update={"default_model": "scripted:rehearsal"})
    async with run_in_process(free) as url, aiohttp.ClientSession() as session:
        there = House(url, voices, Api(session), free.data_dir)
        examiner = Examiner(there)
        turn = await there.ask("Shall I sign?", advisor_ids=["skeptic"])
        await examiner.keep(turn, {"type": "contains", "value": "umbrella"}, "Mentions heavy rainfall tomorrow.")

        failed = await examiner.run()
        found = await examiner.improve(rounds=4)
        await there.post(f"/v1/improvements/{found['id']}/accept")
        passed = await examiner.run()

        assert (failed["counts"], passed["counts"]) == ({"failed": 1}, {"passed": 1})
        assert (found["score_after"], found["tried"]) == (1.0, 2)
        assert passed["cost"] == 0.0
        versions = (await examiner.history())["versions"]
        assert [each["version"] for each in versions] == [2, 1]
