"""A run that meets its ceiling: what has ended is kept, what was used is counted, and it goes on when it may."""

from typing import Any

import pytest

from tests.fakes.model_server import done, finish, say, usage
from tests.journeys.conftest import House
from tests.journeys.examiner import Examiner

CASES = """
evalcases:
  - id: talk
    panel: [skeptic, builder]
    max_tokens: 100
    turns: [{input: "First?"}, {input: "Second?"}]
    assert: [{type: contains, value: "answers"}]
  - {id: quick, advisor: skeptic, max_tokens: 100, input: "Quick?", assert: [{type: contains, value: "answers"}]}
"""


@pytest.fixture
def examiner(house: House) -> Examiner:
    """The same model server, which now judges too."""
    made = Examiner(house)
    house.voices.server.handler = made.choose
    return made


@pytest.mark.both_databases
async def test_a_conversation_that_meets_the_ceiling_ends_the_run_and_loses_nothing(
    house: House, examiner: Examiner
) -> None:
    """U-09: several are asked at once there; the other case is kept, and what the first turn used is counted."""
    await bring(house, CASES)
    await limit(house, 20_000)
    before = (await house.get("/v1/spending"))["today"]
    house.voices.script("builder", say("builder answers") + finish() + usage(19_900, 10) + done())

    run = await examiner.run()

    assert (run["status"], run["error"]["code"]) == ("failed", "eval_budget")
    names = {each["id"]: each["name"] for each in (await examiner.history())["cases"]}
    assert [(names[each["case_id"]], each["status"]) for each in run["results"]] == [("quick", "passed")]
    after = (await house.get("/v1/spending"))["today"]
    spent = sum(after[name] - before[name] for name in ("tokens_in", "tokens_out"))
    assert run["tokens"] == spent > 19_910

    await house.post(f"/v1/evals/runs/{run['id']}/resume")
    again = await examiner.ended(f"/v1/evals/runs/{run['id']}")
    assert (again["status"], again["tokens"]) == ("failed", run["tokens"]), "what is used is used, also by who goes on"
    await limit(house, 0)
    await house.post(f"/v1/evals/runs/{run['id']}/resume")
    whole = await examiner.ended(f"/v1/evals/runs/{run['id']}")
    assert (whole["status"], whole["counts"]) == ("done", {"passed": 2})
    assert whole["tokens"] > run["tokens"]


async def bring(house: House, text: str) -> dict[str, Any]:
    """Cases of the skeptic out of a file."""
    address = f"{house.url}/v1/advisors/skeptic/evals/import"
    async with house.api.session.post(address, data=text.encode()) as response:
        assert response.status == 201, await response.text()
        body: dict[str, Any] = await response.json()
        return body


async def limit(house: House, tokens: int) -> None:
    """How much one run may use from now on."""
    status, body = await house.api.put(f"{house.url}/v1/settings/eval_tokens", {"value": tokens})
    assert status == 200, body
