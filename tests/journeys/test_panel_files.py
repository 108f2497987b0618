"""Panels travel as a file: everybody on them, their phases, and how they answer each other."""

from typing import Any

import pytest

from tests.journeys.conftest import House

PHASES = [
    {"name": "facts", "turns": 2, "prompt": "early", "note": ""},
    {"name": "doubt", "turns": 1, "prompt": "Name the weakest point.", "note": "Be brief."},
    {"name": "view", "turns": None, "prompt": "ongoing", "note": ""},
]
HABITS = {"count": 4, "ceiling": 0.25, "until_quiet": True}


async def take_in(house: House, file: dict[str, Any], **more: object) -> dict[str, Any]:
    """Import what was exported; it must succeed."""
    body = {"advisors": file["advisors"], "panels": file["panels"], **more}
    status, done = await house.post("/v1/panels/import", body)
    assert status == 200, done
    return done


async def panels(house: House) -> dict[str, dict[str, Any]]:
    """Every panel, by name."""
    return {each["name"]: each for each in (await house.get("/v1/panels"))["items"]}


async def make_board(house: House) -> dict[str, Any]:
    """A panel with a course and habits of its own."""
    seats = ["historian", "skeptic"]
    body = {"name": "Board", "advisor_ids": seats, "phases": PHASES, "rounds": HABITS}
    status, made = await house.post("/v1/panels", body)
    assert status == 201, made
    return made


@pytest.mark.both_databases
async def test_a_panel_comes_back_with_its_phases_and_habits(house: House) -> None:
    """P61, P62: exported, changed, taken in again: it is as it was, and a second time nothing happens."""
    made = await make_board(house)
    file = await house.get(f"/v1/panels/export?panel_id={made['id']}")
    changed = {"advisor_ids": ["builder"], "phases": [], "rounds": {"count": 1}}
    await house.api.patch(f"{house.url}/v1/panels/{made['id']}", changed)

    would = await take_in(house, file, dry_run=True)
    between = (await panels(house))["Board"]
    did = await take_in(house, file)
    again = await take_in(house, file)

    assert between["advisor_ids"] == ["builder"], "a dry run changes nothing"
    assert [each["panels"][0]["outcome"] for each in (would, did, again)] == ["changed", "changed", "same"]
    assert (await panels(house))["Board"] == made
    assert {row["outcome"] for row in again["rows"]} == {"same"}


@pytest.mark.both_databases
async def test_a_panel_is_made_where_there_is_none_and_everybody_on_it(house: House) -> None:
    """Names find advisors whatever their ids; those the file does not hold may be here."""
    await make_board(house)
    file = await house.get("/v1/panels/export")
    [board] = [each for each in file["panels"] if each["name"] == "Board"]
    board |= {"name": "Crew", "advisors": ["Zoe", "the builder"]}
    zoe = {"name": "Zoe", "description": "You sing."}

    done = await take_in(house, {"advisors": [zoe], "panels": [board]})

    assert [(row["name"], row["outcome"]) for row in done["rows"]] == [("Zoe", "new")]
    crew = (await panels(house))["Crew"]
    assert done["panels"] == [{"name": "Crew", "outcome": "new", "id": crew["id"]}]
    assert crew["advisor_ids"] == [done["rows"][0]["id"], "builder"]
    assert (crew["phases"], crew["rounds"], crew["early_turns"], crew["default"]) == (PHASES, HABITS, 2, False)


@pytest.mark.both_databases
async def test_one_bad_panel_and_nothing_is_taken_in(house: House) -> None:
    before = await house.get("/v1/panels"), await house.get("/v1/advisors")
    zoe = {"name": "Zoe", "description": "You sing."}
    good = {"name": "Good", "advisors": ["Zoe"]}
    bad: tuple[dict[str, Any], ...] = (
        {"name": "Bad", "advisors": ["Nobody"]},
        {"name": "Bad", "advisors": ["Zoe", "Zoe"]},
        {"name": "Bad", "advisors": []},
        {"name": "Bad", "advisors": ["Zoe"], "phases": PHASES[:2]},
        {"name": " ", "advisors": ["Zoe"]},
    )

    for each in bad:
        status, refused = await house.post("/v1/panels/import", {"advisors": [zoe], "panels": [good, each]})
        assert (status, refused["code"]) == (422, "malformed"), each

    assert (await house.get("/v1/panels"), await house.get("/v1/advisors")) == before
