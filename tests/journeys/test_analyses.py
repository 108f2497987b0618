"""Looks at a conversation on the wire: the form of the answer, what a look may use, and who sees its receipts."""

import json
from typing import Any

import pytest

from antiphon.analysis.extraction import FOUND
from antiphon.analysis.strict import schema_of
from tests.fakes.model_server import answer, done, fail, finish, say, usage
from tests.journeys.analyst import SAID, Analyst, thing
from tests.journeys.conftest import House

REFUSAL = {"error": {"message": "This response_format type is unavailable now", "type": "invalid_request_error"}}


@pytest.fixture
def analyst(house: House) -> Analyst:
    """The same model server, which now looks at conversations too."""
    made = Analyst(house)
    house.voices.server.handler = made.choose
    return made


async def change(house: House, name: str, value: object) -> None:
    """Change a setting while everything runs."""
    async with house.api.session.put(f"{house.url}/v1/settings/{name}", json={"value": value}) as response:
        assert response.status == 200, await response.text()


def formats(requests: list[dict[str, Any]]) -> list[Any]:
    """The form each of them asks for."""
    return [each.get("response_format") for each in requests]


@pytest.mark.both_databases
async def test_the_answer_is_held_to_its_form_and_advisors_are_not(house: House, analyst: Analyst) -> None:
    """R1: the schema stands in the receipt as in the bytes, and in no reply's."""
    conversation = await house.converse()
    turn = await house.ask(SAID, conversation=conversation)
    analyst.script("scan", {"answer": [thing()]})

    scan = await analyst.scan(conversation)

    assert (scan["status"], scan["counts"]["proposed"]) == ("done", 1)
    [sent] = analyst.requests("scan")
    assert sent["response_format"]["json_schema"] == {"name": "answer", "strict": True, "schema": schema_of(FOUND)}
    assert json.loads(scan["calls"][0]["body"]) == sent
    assert formats(analyst.requests(None)) == [None] * len(turn.replies)
    receipts = [await house.get(f"/v1/replies/{reply.id}/receipts") for reply in turn.replies]
    assert "response_format" not in json.dumps(receipts)


async def test_a_server_that_refuses_the_form_is_asked_once_without_it(house: House, analyst: Analyst) -> None:
    """Each request has its own receipt, the refusal its own name, and the model is not asked that way again."""
    conversation = await house.converse()
    await house.ask(SAID, conversation=conversation)
    analyst.script("scan", fail(400, REFUSAL), [thing()])

    scan = await analyst.scan(conversation)

    assert [each["outcome"] for each in scan["calls"]] == ["schema_refused", "complete"]
    assert ["response_format" in each["body"] for each in scan["calls"]] == [True, False]
    assert len({each["sha256"] for each in scan["calls"]}) == 2
    assert scan["counts"]["proposed"] == 1
    await house.ask("And more.", conversation=conversation)
    analyst.script("scan", [])
    again = await analyst.scan(conversation)
    assert [each["outcome"] for each in again["calls"]] == ["complete"]
    assert formats(analyst.requests("scan"))[2] is None


async def test_the_same_words_about_a_request_without_a_form_are_not_heard(house: House, analyst: Analyst) -> None:
    """Once the form is left out, a refusal is a refusal."""
    conversation = await house.converse()
    await house.ask(SAID, conversation=conversation)
    analyst.script("scan", fail(400, REFUSAL), fail(400, REFUSAL))

    scan = await analyst.scan(conversation)

    assert [each["outcome"] for each in scan["calls"]] == ["schema_refused", "rejected"]
    assert (scan["status"], scan["error"]["code"]) == ("failed", "rejected")


async def test_an_answer_of_another_form_is_asked_for_again_and_then_fails_by_name(
    house: House, analyst: Analyst
) -> None:
    """Parse, repair, ask once more, and say so."""
    conversation = await house.converse()
    await house.ask(SAID, conversation=conversation)
    analyst.script("scan", answer('{"answer": [{"kind": "fact"}]}'), answer("Sorry."))

    scan = await analyst.scan(conversation)

    assert [each["outcome"] for each in scan["calls"]] == ["answer_unreadable"] * 2
    assert scan["error"]["code"] == "answer_unreadable"
    first, second = (each["messages"][0]["content"] for each in analyst.requests("scan"))
    assert second.startswith(first)
    assert "the answer[0] is not an object with kind, text, quote, turn" in second


async def test_a_look_that_would_take_too_much_is_not_sent(house: House, analyst: Analyst) -> None:
    """U-09: the budget is held before anything leaves, and the failure says with what figures."""
    conversation = await house.converse()
    await house.ask(SAID, conversation=conversation)
    await change(house, "analysis_tokens", 1000)

    scan = await analyst.scan(conversation)

    assert (scan["status"], scan["error"]["code"], scan["calls"]) == ("failed", "analysis_budget", [])
    facts = scan["error"]["facts"]
    assert (facts["unit"], facts["limit"], facts["used"]) == ("tokens", 1000, 0)
    assert facts["needed"] > 2048, "the longest answer counts before it is known how long it is"
    assert analyst.requests("scan") == []


async def test_a_look_that_runs_out_in_the_middle_keeps_its_receipts(house: House, analyst: Analyst) -> None:
    """U-09: what the first call used, as the provider counted it, leaves too little for asking again."""
    conversation = await house.converse()
    await house.ask(SAID, conversation=conversation)
    await change(house, "analysis_tokens", 6000)
    analyst.script("scan", say("No idea.") + finish() + usage(4000, 500) + done())

    scan = await analyst.scan(conversation)

    assert (scan["status"], scan["error"]["code"]) == ("failed", "analysis_budget")
    assert scan["error"]["facts"]["used"] == 4500
    [call] = scan["calls"]
    assert (call["outcome"], call["answer"], call["usage"]["input_tokens"]) == ("answer_unreadable", "No idea.", 4000)
    assert scan["usage"]["input_tokens"] == 4000
    await change(house, "analysis_tokens", 0)
    analyst.script("scan", [thing()])
    assert (await analyst.scan(conversation))["status"] == "done"


async def test_all_kinds_are_listed_and_one_kind_on_request(house: House, analyst: Analyst) -> None:
    conversation = await house.converse()
    await house.ask(SAID, conversation=conversation)
    analyst.script("scan", [])
    scan = await analyst.scan(conversation)

    path = f"/v1/conversations/{conversation}/analyses"
    everything = (await house.get(path))["items"]

    assert [(each["id"], each["kind"]) for each in everything] == [(scan["id"], "memory")]
    assert (await house.get(f"{path}?kind=memory"))["items"] == everything
    assert (await house.get(f"{path}?kind=map"))["items"] == []


async def test_older_looks_follow_page_by_page(house: House, analyst: Analyst) -> None:
    conversation = await house.converse()
    turn = await house.ask(SAID, conversation=conversation)
    analyst.script("scan", *([] for _ in range(23)))
    scans = [(await analyst.scan(conversation, turn_ids=[turn.id]))["id"] for _ in range(23)]
    path = f"/v1/conversations/{conversation}/analyses"

    newest = await house.get(path)
    older = await house.get(f"{path}?before={newest['next']}")

    assert [each["id"] for each in newest["items"] + older["items"]] == scans[::-1]
    assert (newest["next"], older["next"]) == (scans[3], None)


async def test_each_call_says_what_it_cost(house: House, analyst: Analyst) -> None:
    """U-09: the price is not known here, and then nothing is made up."""
    conversation = await house.converse()
    await house.ask(SAID, conversation=conversation)
    analyst.script("scan", [])

    scan = await analyst.scan(conversation)

    assert [(each["usage"]["input_tokens"], each["cost"]) for each in scan["calls"]] == [(10, scan["cost"])]
