"""What an advisor repeats of its instructions is taken out of its answer, whichever wire its model speaks."""

import json
from collections.abc import Iterator

import pytest

from tests.fakes.wires import FORMATS, WireServer
from tests.journeys.conftest import House, reply_of
from tests.journeys.test_heartbeats_on_wires import ONE, house

__all__ = ["house"]

ECHO = "<think> hm </think>\n\n[2026-11-15T10:30] At ten. <system-reminder>be kind</system-reminder>"


@pytest.fixture(params=FORMATS)
def server(request: pytest.FixtureRequest) -> Iterator[WireServer]:
    """A model on one of the wires, which repeats what it was told."""
    with WireServer(request.param) as running:
        running.handler = lambda _: running.wire.begin() + running.wire.say(ECHO, pieces=9) + running.wire.finish()
        yield running


async def test_answers_are_cleaned_alike_on_every_wire(house: House, server: WireServer) -> None:
    """H7: in what is shown, and in what is sent as the advisor's own words the next time."""
    turn = await house.ask("When?", **ONE)

    await house.ask("Sure?", conversation=turn.conversation_id, **ONE)

    reply = reply_of(turn, "skeptic")
    assert (reply.text, reply.thinking) == ("At ten.", "hm")
    again = json.loads(server.bodies[-1])
    [own] = [
        each for each in again.get("messages") or again.get("contents") or [] if each["role"] in ("assistant", "model")
    ]
    assert "At ten." in json.dumps(own)
    assert not [each for each in ("think", "2026-11-15", "be kind") if each in json.dumps(own)]
