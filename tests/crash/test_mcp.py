"""Servers that die or go while other programs wait for a panel."""

import asyncio
from collections.abc import Callable

import pytest

from tests.crash.conftest import Scene, whole
from tests.fakes.voices import VOICES
from tests.journeys.program import Way, connect

pytestmark = [pytest.mark.crash, pytest.mark.timeout(180)]
NEW: Way = ("http", "2026-07-28")
OLD: Way = ("http", "legacy")
STDIO: Way = ("stdio", "2026-07-28")


async def everyone_is_asked(scene: Scene, times: int = 1) -> None:
    async with asyncio.timeout(60):
        while any(scene.model.count(voice) < times for voice in VOICES):
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("way", [NEW, OLD], ids="-".join)
async def test_what_was_asked_of_one_node_is_fetched_from_another(make_scene: Callable[..., Scene], way: Way) -> None:
    """On SQLite from the same one, started again; either way nobody is asked twice who had ended."""
    scene = make_scene()
    async with connect(scene.first.url, way) as program:
        asked = await program.ask("ask_panel", question="Should I go?", wait_seconds=0)
        await everyone_is_asked(scene)
        scene.model.open("skeptic")
        while (await program.ask("get_answers", turn_id=asked["turn_id"], wait_seconds=0))["quorum"]["answered"] < 1:
            await asyncio.sleep(0.05)

    scene.first.kill()
    scene.recover()
    scene.model.open()
    async with connect(scene.survivor.url, way) as program:
        found = await program.ask("get_answers", turn_id=asked["turn_id"], wait_seconds=100)

    assert found["status"] == "complete"
    assert [each["text"] for each in found["voices"]] == [whole(each) for each in VOICES]
    assert [scene.model.count(voice) for voice in VOICES] == [1, 2, 2, 2, 2]


@pytest.mark.parametrize("kind", ["sqlite"])
async def test_a_program_on_this_machine_waits_while_its_server_is_started_again(
    make_scene: Callable[..., Scene],
) -> None:
    scene = make_scene()

    async with connect(scene.first.url, STDIO) as program:
        waiting = asyncio.create_task(program.ask("ask_panel", question="Should I go?", wait_seconds=100))
        await everyone_is_asked(scene)
        scene.first.kill()
        scene.recover()
        scene.model.open()
        found = await waiting

    assert found["status"] == "complete"
    assert [each["text"] for each in found["voices"]] == [whole(each) for each in VOICES]


@pytest.mark.parametrize("kind", ["sqlite"])
@pytest.mark.parametrize("way", [NEW, OLD], ids="-".join)
async def test_a_server_that_has_to_go_sends_everybody_away_with_what_there_is(
    make_scene: Callable[..., Scene], way: Way
) -> None:
    scene = make_scene(ANTIPHON_DRAIN_SECONDS="1")

    async with connect(scene.first.url, way) as program:
        # The client holds answers against the list of tools and asks for it when it has none; then nobody is there.
        await program.client.list_tools()
        waiting = asyncio.create_task(program.ask("ask_panel", question="Should I go?", wait_seconds=170))
        await everyone_is_asked(scene)
        scene.first.terminate()
        found = await waiting
    exit_code = await asyncio.to_thread(scene.first.wait)

    assert (found["status"], exit_code) == ("working", 0)
    assert [scene.model.count(voice) for voice in VOICES] == [1] * 5
