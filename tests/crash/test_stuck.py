"""Turns that should have ended long ago are listed, and closed, whether or not a server has them."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from antiphon.conversation.state import ReplyState
from tests.crash.conftest import Scene
from tests.fakes.commands import run_command
from tests.fakes.reader import Reader, everyone_speaks

pytestmark = [pytest.mark.crash, pytest.mark.timeout(120)]

AGE = ("UPDATE turns SET created_at = created_at - 3600000", "UPDATE receipts SET sent_at = sent_at - 3600000")


def make_old(scene: Scene) -> None:
    """An hour has gone by, as far as turns are concerned."""
    if scene.kind == "sqlite":
        with sqlite3.connect(scene.first.folder / "antiphon.db") as connection:
            for each in AGE:
                connection.execute(each)
        connection.close()
        return
    with psycopg.connect(scene.first.environment["ANTIPHON_DATABASE_URL"].replace("+psycopg", "")) as session:
        for each in AGE:
            session.execute(each)


async def test_a_turn_that_hangs_is_listed_and_closed(make_scene: Callable[..., Scene], tmp_path: Path) -> None:
    """On SQLite its server is gone, on PostgreSQL two nodes run: it ends as stopped, with what was said."""
    scene = make_scene()
    settings = {name.removeprefix("ANTIPHON_"): value for name, value in scene.first.environment.items()}
    settings["DATA_DIR"] = str(scene.first.folder)

    def work(*words: str) -> tuple[int, str]:
        return run_command("work", *words, **settings)

    conversation = await scene.api.create(scene.first.url)
    turn = (await scene.api.send(scene.first.url, conversation, "Should I go?", "key-1"))["turn"]["id"]
    await Reader(conversation).read(scene.first.url, everyone_speaks)
    fresh = await asyncio.to_thread(work, "stuck")
    if scene.kind == "sqlite":
        scene.first.kill()
    make_old(scene)

    listed = await asyncio.to_thread(work, "stuck")
    unknown = await asyncio.to_thread(work, "close", "t_none")
    unsaid = await asyncio.to_thread(work, "close")
    closed = await asyncio.to_thread(work, "close", "--all")
    scene.recover()
    stored = await scene.api.settled(scene.survivor.url, turn)
    after = await asyncio.to_thread(work, "stuck")

    assert fresh == (0, "")
    assert listed[0] == 0
    assert [line.split("\t")[0] for line in listed[1].splitlines()] == [turn]
    assert (unknown[0], "there is no stuck turn or work t_none" in unknown[1]) == (1, True)
    assert (unsaid[0], "say which, or --all" in unsaid[1]) == (1, True)
    assert closed == (0, f"{turn}: its 5 open replies are told to stop\n")
    assert {reply.state for reply in stored.replies} == {ReplyState.STOPPED}
    assert after == (0, "")
