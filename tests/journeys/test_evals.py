"""A reply becomes a case, cases are played, and what came of them is kept by version."""

import hashlib
import threading
from io import BytesIO
from typing import Any

import pytest

from tests.fakes.model_server import answer, done, fail, finish, say, usage, wait
from tests.fakes.reader import wait_until
from tests.journeys.conftest import House, reply_of
from tests.journeys.examiner import Examiner, judgement

ASKS = {"type": "contains", "value": "?"}


@pytest.fixture
def examiner(house: House) -> Examiner:
    """The same model server, which now judges too."""
    made = Examiner(house)
    house.voices.server.handler = made.choose
    return made


@pytest.mark.both_databases
async def test_a_reply_becomes_a_case_with_the_very_messages_it_was_made_from(house: House, examiner: Examiner) -> None:
    """D40, P46: what is kept is what was sent, by its fingerprint, and asking again sends the same messages."""
    turn = await examiner.ask()

    case = await examiner.keep(turn, ASKS, "Asks for evidence.", name="Asks first", note="Seen on Monday.")

    [sent] = examiner.requests()
    kept = case["body"]["input_messages"]
    assert [each["role"] for each in kept] == ["system", "user", "user"], "as they were before this wire joined them"
    assert words_of(kept) == words_of(sent.json["messages"])
    assert case["source"]["sha256"] == hashlib.sha256(sent.body).hexdigest()
    assert (case["name"], case["note"], case["source"]["advisor_version"]) == ("Asks first", "Seen on Monday.", 1)
    assert case["body"]["advisor"] == "skeptic"
    assert case["body"]["advisor_description"] in sent.json["messages"][0]["content"]
    assert case["asserts"] == [ASKS, "Asks for evidence."]
    await examiner.run()
    assert examiner.requests()[1].json["messages"] == sent.json["messages"]


async def test_a_case_without_a_name_is_called_by_its_question(examiner: Examiner) -> None:
    """Without the moment it was asked."""
    plain = await examiner.keep(await examiner.ask("Shall I\n sign?"), ASKS)
    dated = await examiner.keep(await examiner.ask("[2026-11-15T19:30] Shall I wait?"), ASKS)

    assert (plain["name"], dated["name"]) == ("Shall I sign?", "Shall I wait?")


async def test_a_later_turn_keeps_its_whole_history(house: House, examiner: Examiner) -> None:
    """D40, N13: own words as the assistant's, in order."""
    conversation = await house.converse()
    await house.ask("First?", conversation=conversation)
    turn = await house.ask("Second?", conversation=conversation)

    case = await examiner.keep(turn, ASKS)

    sent = house.voices.requests("skeptic")[-1]
    assert words_of(case["body"]["input_messages"]) == words_of(sent.json["messages"])
    assert "assistant" in [each["role"] for each in case["body"]["input_messages"]]


async def test_cases_are_played_and_each_expectation_gets_its_verdict(house: House, examiner: Examiner) -> None:
    """D40, N23: one holds by its words, one fails by a judge's, and the run says what it used."""
    turn = await examiner.ask()
    case = await examiner.keep(turn, ASKS, "Gives a number.")
    house.voices.script("skeptic", say("Who says so?") + finish() + usage(100, 10) + done())
    examiner.queued["judge"].append(judgement(0.2, "There is no number."))

    run = await examiner.run()

    assert (run["status"], run["finished"], run["planned"], run["counts"]) == ("done", 1, 1, {"failed": 1})
    [result] = run["results"]
    assert (result["answer"], result["status"], result["score"]) == ("Who says so?", "failed", pytest.approx(0.6))
    assert [(each["status"], each["score"]) for each in result["verdicts"]] == [("passed", 1.0), ("failed", 0.2)]
    assert "There is no number." in result["verdicts"][1]["reason"]
    assert run["tokens"] > 110
    whole = await house.get(f"/v1/evals/runs/{run['id']}/results/{case['id']}/1")
    assert [each["body"] for each in whole["exchanges"]] == [examiner.requests()[1].body.decode()]
    assert len(whole["judged"]) == 1
    latest = (await examiner.history())["cases"][0]["latest"]
    assert (latest["status"], latest["run_id"]) == ("failed", run["id"])


async def test_a_draft_is_tried_without_touching_the_advisor(house: House, examiner: Examiner) -> None:
    """D40: its words stand in the system prompt in place of the advisor's own, and in no history."""
    turn = await examiner.ask()
    await examiner.keep(turn, ASKS)
    before = await house.get("/v1/advisors/skeptic/versions")

    run = await examiner.run(description="You ask one short question and stop.")

    system = examiner.requests()[1].json["messages"][0]["content"]
    assert "You ask one short question and stop." in system
    assert before["items"][0]["description"] not in system
    assert run["description"] == "You ask one short question and stop."
    assert await house.get("/v1/advisors/skeptic/versions") == before
    history = await examiner.history()
    assert (history["versions"], history["cases"][0]["latest"]) == ([], None)


async def test_history_tells_versions_apart(examiner: Examiner) -> None:
    turn = await examiner.ask()
    await examiner.keep(turn, ASKS)
    examiner.house.voices.script("skeptic", answer("No."), answer("Why?"))

    await examiner.run()
    await examiner.describe("You ask why.")
    await examiner.run()

    history = await examiner.history()
    assert [(each["version"], each["score"]) for each in history["versions"]] == [(2, 1.0), (1, 0.0)]
    assert [each["advisor_version"] for each in history["items"]] == [2, 1]
    assert (history["version"], history["cases"][0]["latest"]["status"]) == (2, "passed")


async def test_a_judge_that_cannot_be_read_is_not_graded(examiner: Examiner) -> None:
    """D40: neither good nor bad, and in no mean."""
    turn = await examiner.ask()
    await examiner.keep(turn, "Is kind.")
    examiner.queued["judge"].extend([answer("Very kind!"), answer("Kind.")])

    run = await examiner.run()

    assert (run["counts"], run["score"]) == ({"not_graded": 1}, None)
    assert run["results"][0]["verdicts"][0]["status"] == "not_graded"


async def test_a_provider_that_refuses_is_an_error_and_no_score(examiner: Examiner) -> None:
    """Errors are never content."""
    turn = await examiner.ask()
    await examiner.keep(turn, ASKS)
    examiner.house.voices.script("skeptic", fail(400, {"error": {"message": "no?", "code": "nope"}}))

    run = await examiner.run()

    assert (run["status"], run["counts"], run["score"]) == ("done", {"error": 1}, None)
    assert run["results"][0]["answer"] == ""
    assert run["results"][0]["error"]


async def test_each_is_played_as_often_as_asked(examiner: Examiner) -> None:
    turn = await examiner.ask()
    await examiner.keep(turn, ASKS)
    examiner.house.voices.script("skeptic", answer("Why?"), answer("No."), answer("Who?"))

    run = await examiner.run(repeat=3)

    assert (run["planned"], run["counts"]) == (3, {"passed": 2, "failed": 1})
    assert sorted(each["repeat"] for each in run["results"]) == [1, 2, 3]
    status, body = await examiner.house.post("/v1/evals/runs", {"advisor_id": "skeptic", "repeat": 6})
    assert (status, body["code"]) == (422, "malformed")


@pytest.mark.both_databases
async def test_a_run_is_stopped_and_goes_on_without_asking_twice(house: House, examiner: Examiner) -> None:
    """What has ended is kept, and only the rest is asked."""
    for number in range(6):
        await examiner.keep(await examiner.ask(f"Question {number}?"), ASKS)
    gate = threading.Event()
    house.voices.script("skeptic", answer("Why?"), answer("Why?"), *[wait(gate) + answer("Why?")] * 4)
    before = len(examiner.requests())
    begun = await examiner.begin()

    async def two_are_done() -> bool:
        return bool((await house.get(f"/v1/evals/runs/{begun['id']}"))["finished"] == 2)

    await wait_until(two_are_done)
    status, busy = await house.post("/v1/evals/runs", {"advisor_id": "skeptic"})
    _, stopped = await house.post(f"/v1/evals/runs/{begun['id']}/stop")
    gate.set()
    house.voices.queued["skeptic"].clear()
    status_again, _ = await house.post(f"/v1/evals/runs/{begun['id']}/resume")
    run = await examiner.ended(f"/v1/evals/runs/{begun['id']}")

    assert (status, busy["code"]) == (409, "command_refused")
    assert (stopped["status"], status_again) == ("stopped", 202)
    assert (run["status"], run["finished"]) == ("done", 6)
    asked = str([each.json["messages"][-1]["content"] for each in examiner.requests()[before:]])
    questions = {each["id"]: each["question"].rpartition("] ")[2] for each in (await examiner.history())["cases"]}
    first = [questions[each["case_id"]] for each in run["results"][:2]]
    assert [asked.count(each) for each in first] == [1, 1]
    assert all(1 <= asked.count(each) <= 2 for each in questions.values())
    assert (await house.post(f"/v1/evals/runs/{begun['id']}/resume"))[0] == 409


async def test_a_run_that_would_take_too_much_ends_and_goes_on_when_it_may(house: House, examiner: Examiner) -> None:
    """The ceiling holds before anything leaves, and the failure says with what figures."""
    await examiner.keep(await examiner.ask(), ASKS)
    sent = len(examiner.requests())
    await change(house, "eval_tokens", 100)

    run = await examiner.run()

    assert (run["status"], run["error"]["code"], run["results"]) == ("failed", "eval_budget", [])
    assert run["error"]["facts"]["limit"] == 100
    assert len(examiner.requests()) == sent
    await change(house, "eval_tokens", 0)
    await house.post(f"/v1/evals/runs/{run['id']}/resume")
    assert (await examiner.ended(f"/v1/evals/runs/{run['id']}"))["status"] == "done"


@pytest.mark.both_databases
async def test_runs_count_in_what_the_day_cost(house: House, examiner: Examiner) -> None:
    await examiner.keep(await examiner.ask(), ASKS, "Is kind.")
    before = (await house.get("/v1/spending"))["today"]
    house.voices.script("skeptic", say("Why?") + finish() + usage(1000, 100) + done())

    run = await examiner.run()

    after = (await house.get("/v1/spending"))["today"]
    assert after["replies"] == before["replies"]
    assert after["tokens_in"] - before["tokens_in"] == 1010
    assert run["tokens"] == after["tokens_in"] + after["tokens_out"] - before["tokens_in"] - before["tokens_out"]


async def test_programs_are_neither_taken_in_nor_handed_on(house: House, examiner: Examiner) -> None:
    """Not with a new case, not by an edit, not in a file of any dialect; what is exported starts nothing."""
    program = {"type": "code", "script": ["touch", "/tmp/never"]}
    turn = await examiner.ask()
    case = await examiner.keep(turn, ASKS)
    path = f"/v1/replies/{reply_of(turn, 'skeptic').id}/cases"
    ours = '$schema: antiphon-eval-v1\nevalcases:\n  - {id: a, input: "Why?", assert: [{type: not-code, script: id}]}\n'
    turns = (
        "$schema: antiphon-eval-v1\nevalcases:\n  - id: a\n    advisor: skeptic\n"
        "    turns: [{input: Why?, assert: [{type: code, script: id}]}]\n"
    )
    theirs = (
        "$schema: agentv-eval-v2\nevalcases:\n  - id: a\n    outcome: x\n"
        "    input_messages: [{role: user, content: Why?}]\n"
        "    execution: {evaluators: [{name: c, type: code, script: id}]}\n"
    )

    answers = [
        await house.post(path, {"asserts": [program]}),
        await house.api.patch(f"{house.url}/v1/evals/cases/{case['id']}", {"asserts": [ASKS, program]}),
        *[await bring(house, "skeptic", text) for text in (ours, turns, theirs)],
    ]

    assert [(status, body["code"]) for status, body in answers] == [(422, "eval_file_invalid")] * 5
    assert all("--allow-programs" in body["detail"] for _, body in answers)
    assert "script:" not in await export(house, "skeptic")
    assert "code" not in [each["type"] for each in (await house.get("/v1/evals/types"))["items"]]


async def test_what_cannot_be_a_case_is_refused_by_name(house: House, examiner: Examiner) -> None:
    turn = await examiner.ask()
    reply = reply_of(turn, "skeptic")

    async def refusal(body: dict[str, Any], path: str = f"/v1/replies/{reply.id}/cases") -> tuple[int, str, str]:
        status, answered = await house.post(path, body)
        return status, answered["code"], answered["detail"]

    assert (await refusal({"asserts": [ASKS]}, "/v1/replies/r_none/cases"))[:2] == (404, "not_found")
    assert (await refusal({"asserts": []}))[:2] == (422, "malformed")
    status, code, message = await refusal({"asserts": [{"type": "contians", "value": "?"}]})
    assert (status, code) == (422, "eval_file_invalid")
    assert "did you mean contains?" in message
    assert (await refusal({"asserts": [{"type": "contains", "value": "?", "vaule": 1}]}))[1] == "eval_file_invalid"
    deep: dict[str, Any] = {"type": "json-schema", "value": {}}
    for _ in range(50):
        deep["value"] = {"not": deep["value"]}
    assert (await refusal({"asserts": [deep]}))[:2] == (422, "malformed")
    assert (await refusal({"asserts": [{"type": "contains", "value": "x" * 300_000}]}))[:2] == (422, "malformed")
    prompt = {"type": "llm-rubric", "value": "x", "prompt": "/etc/passwd"}
    assert "no files are read here" in (await refusal({"asserts": [prompt]}))[2]
    assert (await refusal({"advisor_id": "skeptic"}, "/v1/evals/runs"))[:2] == (409, "command_refused")
    assert (await refusal({"advisor_id": "nobody"}, "/v1/evals/runs"))[:2] == (404, "not_found")


@pytest.mark.both_databases
async def test_words_no_database_can_hold_are_kept_as_far_as_they_can_be(house: House, examiner: Examiner) -> None:
    """Every text on its way to a database is cleaned first, wherever in an assertion it stands."""
    odd = {"type": "contains-any", "value": ["a\x00b", "\ud800"], "name": "\x00name"}

    case = await examiner.keep(await examiner.ask(), odd, "kind\x00", name="n\x00", note="a\x00")

    assert "\x00" not in str(case)
    assert (await house.get(f"/v1/evals/cases/{case['id']}"))["body"] == case["body"]


async def test_a_case_is_changed_put_away_and_brought_back(house: House, examiner: Examiner) -> None:
    case = await examiner.keep(await examiner.ask(), ASKS)
    path = f"/v1/evals/cases/{case['id']}"

    _, changed = await house.api.patch(house.url + path, {"asserts": ["Is kind."], "name": "Kind"})
    assert await house.api.delete(house.url + path) == 204
    assert (await house.get(path))["archived"]
    assert (await examiner.history())["cases"] == []
    assert (await house.post("/v1/evals/runs", {"advisor_id": "skeptic"}))[0] == 409
    _, back = await house.post(f"{path}/restore")

    assert (changed["name"], changed["asserts"]) == ("Kind", ["Is kind."])
    assert changed["body"]["input_messages"] == case["body"]["input_messages"]
    assert [each["id"] for each in (await examiner.history())["cases"]] == [case["id"]]
    assert back["body"] == changed["body"]
    found = await house.get(f"/v1/evals/cases?reply_id={case['source']['reply_id']}")
    assert [each["id"] for each in found["items"]] == [case["id"]]
    assert (await house.get("/v1/evals/cases?reply_id=r_none"))["items"] == []


async def test_cases_leave_as_a_file_and_come_back_the_same(house: House, examiner: Examiner) -> None:
    """I-62: out, in, and out again is the same file."""
    turn = await examiner.ask("日本語?\n\n  - indented: yes")
    await examiner.keep(turn, ASKS, "Is kind.", note="Two\nlines.", keep_reply=True)
    await examiner.keep(turn, ASKS, name="Other")
    text = await export(house, "skeptic")
    for case in (await examiner.history())["cases"]:
        await house.api.delete(f"{house.url}/v1/evals/cases/{case['id']}")

    status, brought = await bring(house, "skeptic", text)

    assert (status, brought["warnings"], len(brought["cases"])) == (201, [], 2)
    assert await export(house, "skeptic") == text
    assert (await examiner.run())["finished"] == 2


async def test_a_file_that_cannot_be_used_brings_nothing(house: House, examiner: Examiner) -> None:
    """D40: everything that is wrong is told with its place, no file beside it is read, and nothing is kept."""
    head = "$schema: antiphon-eval-v1\nevalcases:\n"
    good = '  - {id: a, input: "Why?", assert: [kind]}\n'
    reads = "  - id: b\n    input_messages: [{role: user, content: [{type: file, value: /etc/passwd}]}]\n"

    status, body = await bring(house, "skeptic", head + good + reads + "    assert: [kind]\n    colour: red\n")

    assert (status, body["code"]) == (422, "eval_file_invalid")
    assert "colour" in body["detail"]
    status, body = await bring(house, "skeptic", head + good + reads + "    assert: [kind]\n")
    assert "no files are read here" in body["detail"]
    assert (await bring(house, "skeptic", "a: " + "x" * 2_000_000))[0] == 413
    assert (await bring(house, "nobody", head + good))[0] == 404
    assert (await examiner.history())["cases"] == []


def words_of(messages: list[dict[str, Any]]) -> str:
    """All that is said, in order; a wire joins neighbours of one role by a blank line."""
    return "\n\n".join(each["content"] for each in messages)


async def change(house: House, name: str, value: object) -> None:
    """Change a setting."""
    status, body = await house.api.put(f"{house.url}/v1/settings/{name}", {"value": value})
    assert status == 200, body


async def export(house: House, advisor: str) -> str:
    """The advisor's cases as a file."""
    async with house.api.session.get(f"{house.url}/v1/advisors/{advisor}/evals/export") as response:
        assert response.status == 200
        return await response.text()


async def bring(house: House, advisor: str, text: str) -> tuple[int, dict[str, Any]]:
    """Send a file."""
    address = f"{house.url}/v1/advisors/{advisor}/evals/import"
    async with house.api.session.post(address, data=BytesIO(text.encode())) as response:
        return response.status, await response.json()
