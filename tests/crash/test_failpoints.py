"""The plug is pulled at each named place of a turn's life."""

from collections.abc import Callable

import aiohttp
import pytest

from antiphon.conversation.state import ReplyState
from antiphon.engine.runtime.failpoint import NAMES
from tests.crash.conftest import Scene, whole
from tests.fakes.reader import Reader, all_ended
from tests.fakes.voices import VOICES

pytestmark = [pytest.mark.crash, pytest.mark.timeout(120)]

# Past these places the message was on disk when the process died.
ON_DISK = frozenset(NAMES) - {"before_commit", "before_receipt"}


@pytest.mark.parametrize("failpoint", NAMES)
async def test_nothing_acknowledged_is_lost(make_scene: Callable[..., Scene], failpoint: str) -> None:
    """XK01, XK02, I-01, I-03, I-04, I-05, I-08, U-12: one turn, five endings, no request too many, wherever it dies."""
    scene = make_scene(first={"ANTIPHON_FAILPOINT": failpoint})
    scene.model.open()
    conversation = await scene.api.create(scene.first.url)
    reader = Reader(conversation)

    acknowledged = await _send_into_the_dark(scene, conversation)
    scene.first.wait()
    scene.recover()
    if failpoint in ON_DISK:
        await reader.read_until([scene.survivor.url], all_ended)
    again = await scene.api.send(scene.survivor.url, conversation, "Should I go?", "key-1")
    stored = await scene.api.settled(scene.survivor.url, again["turn"]["id"])

    view = await scene.api.get(f"{scene.survivor.url}/v1/conversations/{conversation}")
    assert [turn["text"] for turn in view["turns"]] == ["Should I go?"]
    assert again["replayed"] is (failpoint in ON_DISK)
    assert acknowledged in (None, again["turn"]["id"])
    assert {reply.advisor_id: reply.state for reply in stored.replies} == dict.fromkeys(VOICES, ReplyState.COMPLETE)
    assert [reply.text for reply in stored.replies] == [whole(reply.advisor_id) for reply in stored.replies]
    for reply in stored.replies:
        assert scene.model.count(reply.advisor_id) <= reply.epoch <= 2, reply.name
    if failpoint in ON_DISK:
        reader.check_against(stored)


async def _send_into_the_dark(scene: Scene, conversation: str) -> str | None:
    """Send while the node is about to die; the turn's id if it managed to answer."""
    try:
        return str((await scene.api.send(scene.first.url, conversation, "Should I go?", "key-1"))["turn"]["id"])
    except (aiohttp.ClientError, OSError):
        return None
