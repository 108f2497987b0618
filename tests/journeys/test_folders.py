"""Folders through the door."""

import asyncio
import json
from typing import Any

import pytest

from tests.journeys.conftest import House

ONE: dict[str, Any] = {"advisor_ids": ["skeptic"]}


async def make(house: House, name: str) -> str:
    status, body = await house.post("/v1/folders", {"name": name})
    assert status == 201, body
    return str(body["id"])


async def put(house: House, conversation: str, folder: str | None) -> tuple[int, dict[str, Any]]:
    return await house.api.patch(f"{house.url}/v1/conversations/{conversation}", {"folder_id": folder})


@pytest.mark.both_databases
async def test_conversations_are_put_into_folders_and_taken_out(house: House) -> None:
    work = await make(house, "Work")
    conversation, other = await house.converse(), await house.converse()

    status, moved = await put(house, conversation, work)
    _, renamed = await house.api.patch(f"{house.url}/v1/conversations/{conversation}", {"title": "Talk"})
    listed = await house.get(f"/v1/conversations?folder_id={work}")

    assert (status, moved["folder_id"], renamed["folder_id"]) == (200, work, work)
    assert [each["id"] for each in listed["items"]] == [conversation]
    assert (await house.get("/v1/folders"))["items"] == [{"id": work, "name": "Work", "conversations": 1}]
    assert (await put(house, conversation, None))[1]["folder_id"] is None
    assert (await put(house, other, "f_none"))[0] == 404


async def test_a_removed_folder_keeps_what_lay_in_it_and_comes_back(house: House) -> None:
    work = await make(house, "Work")
    conversation = await house.converse()
    await put(house, conversation, work)

    status = await house.api.delete(f"{house.url}/v1/folders/{work}")
    outside = (await house.get("/v1/conversations"))["items"][0]
    async with house.api.session.get(f"{house.url}/v1/conversations?folder_id={work}") as response:
        gone, problem = response.status, await response.json()
    back, folder = await house.post(f"/v1/folders/{work}/restore", None)

    assert (status, outside["id"], outside["folder_id"]) == (204, conversation, None)
    assert (gone, problem["code"]) == (404, "not_found")
    assert (back, folder["conversations"]) == (200, 1)


async def test_a_name_is_given_once(house: House) -> None:
    await make(house, "Work")
    home = await make(house, "Home")

    taken, problem = await house.post("/v1/folders", {"name": " WORK "})
    renamed, _ = await house.api.patch(f"{house.url}/v1/folders/{home}", {"name": "work"})

    assert (taken, problem["code"], renamed) == (409, "name_taken", 409)
    assert problem["detail"] == "there is a folder called WORK already"


async def test_a_branch_stays_with_its_origin_and_what_is_deleted_leaves_the_folder(house: House) -> None:
    work = await make(house, "Work")
    turn = await house.ask("question one", **ONE)
    await put(house, turn.conversation_id, work)

    _, branch = await house.post(f"/v1/turns/{turn.id}/branch", None)
    await house.api.delete(f"{house.url}/v1/conversations/{turn.conversation_id}/everything")

    assert branch["folder_id"] == work
    assert (await house.get(f"/v1/folders/{work}"))["conversations"] == 1


@pytest.mark.both_databases
async def test_what_happens_to_the_list_is_told_by_the_feed(house: House) -> None:
    """A folder is made, filled, renamed, removed and brought back; a conversation is archived, restored and deleted."""
    conversation = await house.converse()
    numbers = []
    async with house.api.session.get(f"{house.url}/v1/feed?list=true") as response, asyncio.timeout(20):

        async def hear() -> None:
            async for line in response.content:
                if line.startswith(b'data: {"number"'):
                    numbers.append(json.loads(line[6:])["number"])
                    return

        await hear()
        work = await make(house, "Work")
        await hear()
        for deed in (
            put(house, conversation, work),
            house.api.patch(f"{house.url}/v1/folders/{work}", {"name": "Labour"}),
            house.api.delete(f"{house.url}/v1/folders/{work}"),
            house.post(f"/v1/folders/{work}/restore", None),
            house.api.delete(f"{house.url}/v1/conversations/{conversation}"),
            house.post(f"/v1/conversations/{conversation}/restore", None),
            house.api.delete(f"{house.url}/v1/conversations/{conversation}/everything"),
        ):
            await deed
            await hear()

    assert numbers == list(range(numbers[0], numbers[0] + 9))


async def test_a_feed_follows_something(house: House) -> None:
    async with house.api.session.get(f"{house.url}/v1/feed") as response:
        assert (response.status, (await response.json())["code"]) == (422, "malformed")
