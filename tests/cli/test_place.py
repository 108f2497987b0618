"""Where a command finds its server."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from antiphon.cli.commands.start import open_running
from antiphon.cli.place import find_server, open_antiphon
from antiphon.conversation.errors import StoreInUse
from antiphon.settings import Settings
from tests.cli.stage import Stage


def write_address(folder: Path, url: str) -> None:
    (folder / "server.json").write_text(json.dumps({"url": url, "pid": 1}))


async def test_running_server_is_used(stage: Stage, tmp_path: Path) -> None:
    write_address(tmp_path, stage.url)

    async with open_antiphon(Settings(data_dir=tmp_path), _refuse) as client:
        assert client.url == stage.url


async def test_second_start_opens_the_running_server(stage: Stage, tmp_path: Path) -> None:
    settings, opened = Settings(data_dir=tmp_path), list[str]()

    alone = await open_running(settings, opened.append)
    write_address(tmp_path, stage.url)
    joined = await open_running(settings, opened.append)

    assert (alone, joined) == (False, True)
    assert opened == [stage.url]


@pytest.mark.parametrize("left_behind", ["", "not json", "[]", '{"pid": 1}', '{"url": "http://127.0.0.1:9"}'])
async def test_stale_address_is_no_server(left_behind: str, tmp_path: Path) -> None:
    (tmp_path / "server.json").write_text(left_behind)

    assert await find_server(Settings(data_dir=tmp_path)) is None


async def test_stranger_on_the_port_is_no_server(stage: Stage, tmp_path: Path) -> None:
    write_address(tmp_path, stage.url)
    stage.answer("GET", "/healthz", ["hello"])

    assert await find_server(Settings(data_dir=tmp_path)) is None


async def test_without_a_server_one_is_started_and_ended(stage: Stage, tmp_path: Path) -> None:
    steps = []

    @asynccontextmanager
    async def start(_: Settings) -> AsyncIterator[str]:
        steps.append("start")
        yield stage.url
        steps.append("end")

    async with open_antiphon(Settings(data_dir=tmp_path), start) as client:
        steps.append(client.url)

    assert steps == ["start", stage.url, "end"]


async def test_server_that_just_started_is_found(stage: Stage, tmp_path: Path) -> None:
    """The other process owned the file first and said where it listens a moment later."""

    @asynccontextmanager
    async def start(settings: Settings) -> AsyncIterator[str]:
        write_address(settings.data_dir, stage.url)
        async with _refuse(settings) as url:
            yield url

    async with open_antiphon(Settings(data_dir=tmp_path), start) as client:
        assert client.url == stage.url


async def test_owner_that_does_not_answer_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreInUse, match="another Antiphon process"):
        async with open_antiphon(Settings(data_dir=tmp_path), _refuse):
            pass


@asynccontextmanager
async def _refuse(settings: Settings) -> AsyncIterator[str]:
    if settings.is_sqlite:
        raise StoreInUse(str(settings.sqlite_path))
    yield ""
