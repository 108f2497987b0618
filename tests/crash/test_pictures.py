"""A reply with a picture is cut off in the middle: taken up, it has the picture once."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from antiphon.providers.scripted.painter import paint
from tests.crash.conftest import Scene
from tests.crash.test_tools import allow_anywhere, ask, question
from tests.fakes.model_server import Script, answer, call_tool, done, draw, finish, say, usage
from tests.fakes.reader import Reader, all_ended
from tests.fakes.studio import MAKE, in_letters, orders

pytestmark = [pytest.mark.crash, pytest.mark.timeout(150)]


@pytest.mark.parametrize("failpoint", ["after_picture", "before_settle"])
async def test_a_picture_is_neither_doubled_nor_lost(make_scene: Callable[..., Scene], failpoint: str) -> None:
    """XK02: killed when the picture is on disk, and before the reply is settled; the feed adds up to what is kept."""
    scene = make_scene(first={"ANTIPHON_FAILPOINT": failpoint})

    def choose(_: dict[str, Any]) -> Script:
        return say("Look. ") + draw(paint("a")) + say("There.") + finish() + usage(5, 5) + done()

    scene.model.server.handler = choose
    conversation = await scene.api.create(scene.first.url)
    sent = await scene.api.send(scene.first.url, conversation, "Draw.", "key", advisor_ids=["skeptic"])
    reader = Reader(conversation)
    scene.first.wait()
    scene.recover()
    await reader.read_until([scene.survivor.url], all_ended)

    turn = await scene.api.settled(scene.survivor.url, sent["turn"]["id"])
    kept = (await scene.api.get(f"{scene.survivor.url}/v1/documents?conversation={conversation}"))["items"]

    (reply,) = turn.replies
    assert (reply.state, reply.text, reply.epoch) == ("complete", "Look. There.", 2)
    (picture,) = reply.pictures
    assert [each["id"] for each in kept] == [picture.document_id]
    reader.check_against(turn)


@pytest.mark.parametrize(
    ("failpoint", "status", "cost", "unknown"),
    [("after_picture_made", "error", 0, 1), ("after_tool_result", "success", 0.04, 0)],
)
async def test_a_picture_made_to_order_is_never_paid_for_twice(
    make_scene: Callable[..., Scene], failpoint: str, status: str, cost: float, unknown: int
) -> None:
    """Killed when it was made and is nowhere yet, and when it is on disk: asked for once, and in the day's books."""
    paying = {"ANTIPHON_PICTURE_MODEL": "fake:brush-1", "ANTIPHON_PICTURE_PRICE": "0.04"}
    scene = make_scene(first={"ANTIPHON_FAILPOINT": failpoint}, **paying)
    server = scene.model.server
    server.pages[MAKE] = in_letters(paint("a"))
    wanted = call_tool("drawing__picture", json.dumps({"description": "a hill"}))

    def choose(body: dict[str, Any]) -> Script:
        if any(message["role"] == "tool" for message in body["messages"]):
            return answer("It is done.")
        return say("One moment. ") + wanted + finish("tool_calls") + usage(9, 9) + done()

    server.handler = choose
    turn_id = await ask(scene, "drawing")
    await allow_anywhere(scene, await question(scene))
    scene.first.wait()
    scene.recover()
    turn = await scene.api.settled(scene.survivor.url, turn_id)
    spent = (await scene.api.get(f"{scene.survivor.url}/v1/spending"))["by_model"]

    (use,) = turn.replies[0].tools
    (books,) = [each for each in spent if each["id"] == "fake:brush-1"]
    assert len(orders(server)) == 1
    assert (use.status, len(use.pictures)) == (status, int(status == "success"))
    assert (turn.replies[0].state, turn.replies[0].text) == ("complete", "One moment.\n\nIt is done.")
    assert (books["cost"], books["unknown"]) == (cost, unknown)
