"""A decision that went wrong is asked again of everybody who stood for it."""

from typing import Any

import pytest

from tests.fakes.model_server import answer, fail
from tests.journeys.conftest import House, reply_of
from tests.journeys.test_journal import change, decide

STANCES = {"skeptic": "against", "builder": "for", "historian": "for", "confidant": "for"}


async def regret(house: House, **outcome: Any) -> dict[str, Any]:
    """A decision with an outcome."""
    house.voices.script("skeptic", answer("No. Keep it."))
    house.voices.script("builder", answer("Yes. Drop it."))
    house.voices.script("historian", fail(401, {"error": {"message": "bad key"}}))
    turn = await house.ask("Drop the free tier?")
    made = await decide(house, turn, stances=STANCES)
    return await change(house, made["id"], **outcome)


@pytest.mark.both_databases
async def test_everybody_who_stood_for_it_has_a_case_and_has_it_once(house: House) -> None:
    made = await regret(house, outcome="wrong", outcome_text="Half of the students\nleft.")

    status, first = await house.post(f"/v1/decisions/{made['id']}/cases", {})
    _, again = await house.post(f"/v1/decisions/{made['id']}/cases", {})

    assert status == 201
    assert [each["id"] for each in again["cases"]] == [each["id"] for each in first["cases"]]
    by_advisor = {each["advisor_id"]: each for each in first["cases"]}
    assert "skeptic" not in by_advisor
    case = await house.get(f"/v1/evals/cases/{by_advisor['builder']['id']}")
    assert case["question"].endswith("Drop the free tier?")
    assert "“Drop it”" in str(case["asserts"])
    assert "Half of the students left." in str(case["asserts"])
    assert case["note"] == f"Decision {made['id']}: Drop the free tier?"
    unkept = {each["advisor_id"]: each["code"] for each in first["unkept"]}
    assert set(by_advisor) | set(unkept) == {"builder", "historian", "confidant"}


async def test_a_case_that_was_taken_back_is_made_anew(house: House) -> None:
    made = await regret(house, outcome="mixed")
    _, first = await house.post(f"/v1/decisions/{made['id']}/cases", {})
    for each in first["cases"]:
        async with house.api.session.delete(f"{house.url}/v1/evals/cases/{each['id']}") as response:
            assert response.status == 204

    _, again = await house.post(f"/v1/decisions/{made['id']}/cases", {})

    assert not {each["id"] for each in first["cases"]} & {each["id"] for each in again["cases"]}
    assert "what could go wrong" in str(again["cases"][0]["asserts"])


async def test_what_was_written_down_later_makes_a_test_that_knows_of_it(house: House) -> None:
    made = await regret(house, outcome="wrong")
    _, first = await house.post(f"/v1/decisions/{made['id']}/cases", {})
    await change(house, made["id"], outcome="wrong", outcome_text="Half of the students left.")

    _, later = await house.post(f"/v1/decisions/{made['id']}/cases", {})
    _, again = await house.post(f"/v1/decisions/{made['id']}/cases", {})

    assert "Half of the students left." not in str(first["cases"][0]["asserts"])
    assert "Half of the students left." in str(later["cases"][0]["asserts"])
    assert [each["id"] for each in again["cases"]] == [each["id"] for each in later["cases"]]


async def test_a_test_is_known_by_all_it_says_whatever_signs_that_holds(house: House) -> None:
    made = await regret(house, outcome="wrong", outcome_text='They didn\'t "stay" in C:\\new 👩‍💻. The noise was loud')
    _, first = await house.post(f"/v1/decisions/{made['id']}/cases", {})
    _, again = await house.post(f"/v1/decisions/{made['id']}/cases", {})
    await change(house, made["id"], outcome="wrong", outcome_text="The noise")

    _, other = await house.post(f"/v1/decisions/{made['id']}/cases", {})

    assert [each["id"] for each in again["cases"]] == [each["id"] for each in first["cases"]]
    assert all(each["asserts"][0].endswith(": The noise") for each in other["cases"])


@pytest.mark.parametrize("outcome", ["right", "unknown", None])
async def test_what_did_not_go_wrong_is_no_test(house: House, outcome: str | None) -> None:
    made = await regret(house, outcome=outcome)

    status, said = await house.post(f"/v1/decisions/{made['id']}/cases", {})

    assert (status, said["code"]) == (409, "command_refused")
    assert (await house.get("/v1/evals/cases"))["items"] == []


async def test_nobody_is_tested_who_is_not_noted_as_for_it(house: House) -> None:
    turn = await house.ask("Drop the free tier?")
    made = await decide(house, turn, stances={"skeptic": "against"})
    await change(house, made["id"], outcome="wrong")

    status, said = await house.post(f"/v1/decisions/{made['id']}/cases", {})

    assert (status, said["code"]) == (409, "command_refused")
    assert reply_of(turn, "skeptic").state == "complete"
