"""Saved filters and the editor's door, through HTTP."""

from typing import Any

import aiohttp
import pytest

from tests.journeys.conftest import House


async def change(house: House, method: str, path: str, body: object = None) -> tuple[int, dict[str, Any]]:
    """PUT or DELETE and see."""
    async with aiohttp.request(method, house.url + path, json=body) as response:
        return response.status, await response.json() if response.content_length else {}


async def save(house: House, name: str, line: str) -> tuple[int, dict[str, Any]]:
    return await change(house, "PUT", f"/v1/filters/{name}", {"line": line})


async def read(house: House, line: str, cursor: int | None = None) -> dict[str, Any]:
    status, answer = await house.post("/v1/filters/read", {"line": line, "cursor": cursor})
    assert status == 200
    return answer


@pytest.mark.both_databases
async def test_a_filter_is_saved_replaced_and_forgotten(house: House) -> None:
    first = await save(house, "good-ones", " star>=2  c'plan' ")
    second = await save(house, "good-ones", "s3")
    listed = await house.get("/v1/filters")
    gone = await change(house, "DELETE", "/v1/filters/good-ones")
    again = await change(house, "DELETE", "/v1/filters/good-ones")

    assert first == (200, {"name": "good-ones", "line": "star>=2  c'plan'", "canonical": "s>=2 c'plan'"})
    assert second[0] == 200
    assert listed == {"items": [{"name": "good-ones", "line": "s3", "canonical": "s3"}], "next": None}
    assert gone == (204, {})
    assert (again[0], again[1]["code"]) == (404, "not_found")
    assert await house.get("/v1/filters") == {"items": [], "next": None}


async def test_a_line_that_means_nothing_is_not_saved(house: House) -> None:
    """reg-21: an error with its column, never silence; a circle is found before it is closed."""
    await save(house, "mine", "s2")
    await save(house, "other", "@mine")
    columns = {"s9": 2, "c'open": 2, "s2 :delete": 4, "b @nobody": 3, "b @mine": 3, "@other": 1}

    answers = {line: await save(house, "mine", line) for line in columns}

    assert {status for status, _ in answers.values()} == {422}
    assert {answer["code"] for _, answer in answers.values()} == {"filter_invalid"}
    assert {line: answer["facts"]["column"] for line, (_, answer) in answers.items()} == columns
    assert (await house.get("/v1/filters"))["items"][0]["line"] == "s2"


@pytest.mark.both_databases
async def test_a_name_must_fit_behind_the_at_sign(house: House) -> None:
    names = ("a%20b", "x'", "-x", "a" * 101, "a%00", "a%3Apin")

    answers = [await save(house, name, "s2") for name in names]

    assert [(status, answer["code"]) for status, answer in answers] == [(422, "malformed")] * len(names)


async def test_the_editor_is_told_what_a_line_means(house: House) -> None:
    """W39, W40: and which facts of a turn it depends on, also through a saved name."""
    await save(house, "fresh", "r10 !e")

    answer = await read(house, "@fresh s>=2 :star 3")

    assert answer == {
        "ok": True,
        "canonical": "@fresh s>=2",
        "words": "@fresh star>=2",
        "uses": ["error", "recent", "stars"],
        "moving": True,
        "command": {"name": "star", "arguments": {"count": 3}},
        "error": None,
        "completions": [],
    }


async def test_the_editor_is_told_where_a_line_is_wrong(house: House) -> None:
    answer = await read(house, "b s9")

    assert answer["ok"] is False
    assert answer["canonical"] is None
    assert answer["error"] == {"column": 4, "reason": "a turn has 0 to 3 stars", "caret": "b s9\n   ^"}


@pytest.mark.both_databases
async def test_the_editor_is_offered_names_of_the_workspace(house: House) -> None:
    await save(house, "fresh", "r10")
    advisors = [each["name"] for each in (await house.get("/v1/advisors"))["items"]]

    quoted = await read(house, "a'", cursor=2)
    saved = await read(house, "s2 @fr", cursor=6)

    assert sorted(each["text"] for each in quoted["completions"]) == sorted(f"'{name}'" for name in advisors)
    assert saved["completions"] == [{"start": 3, "end": 6, "text": "@fresh", "label": "saved filter"}]


async def test_a_line_too_long_to_be_meant_is_refused(house: House) -> None:
    status, answer = await house.post("/v1/filters/read", {"line": "b" * 10_001})

    assert (status, answer["code"]) == (422, "malformed")
