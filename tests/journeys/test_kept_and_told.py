"""Whoever follows a conversation hears what was kept, all of it, and nothing else."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import Connection, Engine
from sqlalchemy.event import listen, remove
from sqlalchemy.exc import OperationalError

from antiphon.engine.commands import conversations
from antiphon.live.memory import MemoryLive
from tests.fakes.reader import Reader, wait_until
from tests.journeys.conftest import House


async def follow(house: House, conversation: str, title: str) -> tuple[Reader, asyncio.Task[None]]:
    """Somebody who listens until the conversation is called this."""
    reader = Reader(conversation)
    until = lambda reader: reader.view is not None and reader.view.title == title  # noqa: E731 - read where it is used
    following = asyncio.create_task(reader.read_until([house.url], until))

    async def is_listening() -> bool:
        return reader.view is not None

    await wait_until(is_listening)
    return reader, following


async def rename(house: House, conversation: str, title: str) -> int:
    status, _ = await house.api.patch(f"{house.url}/v1/conversations/{conversation}", {"title": title})
    return status


async def test_what_was_kept_is_told_though_it_was_cut_off_before_the_telling(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """I-41."""
    conversation = await house.converse()
    _, following = await follow(house, conversation, "Kept")
    monkeypatch.setattr(MemoryLive, "publish", lambda *_: None)

    status = await rename(house, conversation, "Kept")

    assert status == 200
    await asyncio.wait_for(following, 20)


async def test_what_was_cut_off_before_it_was_kept_is_told_to_nobody(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """I-41: everything of it was written, and the database goes away at the commit."""
    conversation = await house.converse()
    reader, following = await follow(house, conversation, "Kept")
    write, doomed = conversations.write_title, set[Connection]()

    def write_and_doom(unit: Any, *args: Any) -> Any:
        doomed.add(unit.connection)
        return write(unit, *args)

    def go_away(connection: Connection) -> None:
        if connection in doomed:
            raise OperationalError("COMMIT", {}, OSError("gone"))

    listen(Engine, "commit", go_away)
    try:
        with monkeypatch.context() as broken:
            broken.setattr(conversations, "write_title", write_and_doom)
            refused = await rename(house, conversation, "Never")
    finally:
        remove(Engine, "commit", go_away)
    status = await rename(house, conversation, "Kept")
    await asyncio.wait_for(following, 20)

    assert doomed
    assert (refused // 100, status) == (5, 200)
    assert "Never" not in repr(reader.events)
