"""Everything that lasts stands in one place, and can be stopped there."""

import threading
from typing import Any

import pytest

from tests.fakes.model_server import answer, wait
from tests.fakes.reader import wait_until
from tests.journeys.cartographer import SAID, Cartographer
from tests.journeys.conftest import House


@pytest.fixture
def cartographer(house: House) -> Cartographer:
    """The same model server, which now reads maps too."""
    made = Cartographer(house)
    house.voices.server.handler = made.choose
    return made


async def work(house: House) -> dict[str, Any]:
    """All of it."""
    return await house.get("/v1/work")


@pytest.mark.both_databases
async def test_a_map_is_seen_while_it_is_drawn_and_stopped_for_good(house: House, cartographer: Cartographer) -> None:
    """What was answered is kept and counted; what is stopped stays stopped, and another may begin."""
    gate = threading.Event()
    turn = await cartographer.three_answer()
    cartographer.read[SAID["historian"]].clear()
    cartographer.finds(SAID["historian"], (*wait(gate), *answer("[]")))
    await house.post(f"/v1/turns/{turn.id}/map", {})

    async def two_are_read() -> bool:
        items = (await work(house))["items"]
        return [each["progress"]["done"] for each in items] == [2]

    await wait_until(two_are_read)
    [under_way] = (await work(house))["items"]
    status, _ = await house.post(f"/v1/work/{under_way['id']}/stop", {})
    again, _ = await house.post(f"/v1/work/{under_way['id']}/stop", {})
    gate.set()

    found = await work(house)
    assert (under_way["kind"], under_way["status"], under_way["turn_id"]) == ("map", "running", turn.id)
    assert (status, again, found["items"]) == (200, 404, [])
    assert (found["ended"][0]["id"], found["ended"][0]["error"]["code"]) == (under_way["id"], "stopped")
    look = await house.get(f"/v1/analyses/{under_way['id']}")
    assert (look["status"], look["usage"]["calls"]) == ("failed", 3)
    status, _ = await house.post(f"/v1/turns/{turn.id}/map", {})
    assert status == 202


@pytest.mark.both_databases
async def test_nothing_is_left_of_what_has_ended_well(house: House, cartographer: Cartographer) -> None:
    turn = await cartographer.three_answer()
    await cartographer.draw(turn)

    found = await work(house)

    assert found["items"] == []
    assert [(each["kind"], each["status"], each["error"]) for each in found["ended"]] == [("map", "done", None)]
    assert (await house.api.session.get(f"{house.url}/v1/work/nothing")).status == 404
