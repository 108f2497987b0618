"""Where a command finds its server."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from antiphon.access.proof import Identity
from antiphon.cli.place import find_server, open_antiphon
from antiphon.cli.server.start import open_running
from antiphon.conversation.errors import StoreInUse
from antiphon.settings import Settings
from tests.cli.stage import Stage
from tests.fakes.nodes import Node


async def test_running_server_is_used(stage: Stage, tmp_path: Path) -> None:
    stage.leave_note(tmp_path)

    async with open_antiphon(Settings(data_dir=tmp_path), _refuse) as client:
        assert client.url == stage.url


async def test_second_start_opens_the_running_server(stage: Stage, tmp_path: Path) -> None:
    settings, opened = Settings(data_dir=tmp_path), list[str]()

    alone = await open_running(settings, opened.append)
    stage.leave_note(tmp_path)
    joined = await open_running(settings, opened.append)

    assert (alone, joined) == (False, True)
    assert opened == [stage.url]


@pytest.mark.parametrize("left_behind", ["", "not json", "[]", '{"pid": 1}', '{"url": "http://127.0.0.1:9"}'])
async def test_stale_address_is_no_server(left_behind: str, tmp_path: Path) -> None:
    (tmp_path / "server.json").write_text(left_behind)

    assert await find_server(Settings(data_dir=tmp_path)) is None


async def test_a_note_without_a_token_is_answered_by_nobody() -> None:
    """Earlier versions left one; anybody can compute what an empty token proves."""
    earlier = Identity("http://127.0.0.1:8642", "")

    assert not earlier.is_answered("why", earlier.answer("why"))


@pytest.mark.parametrize("answer", [["hello"], {"status": "ok"}, {"status": "ok", "proof": "0" * 64}])
@pytest.mark.parametrize(("pid", "sentence"), [(1, "cannot prove"), (2**22 - 1, "has ended")])
async def test_stranger_on_the_port_is_no_server(
    stage: Stage, tmp_path: Path, answer: object, pid: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever cannot answer the challenge is told nothing, and the person hears of them."""
    stage.leave_note(tmp_path, pid)
    stage.answer("GET", "/healthz", answer)

    assert await find_server(Settings(data_dir=tmp_path)) is None
    assert sentence in capsys.readouterr().err


async def test_an_impostor_on_the_port_hears_nothing(tmp_path: Path) -> None:
    """A server is killed, its note stays, and somebody else takes the port: question and file go elsewhere."""
    node = Node(tmp_path, {"ANTIPHON_DEFAULT_MODEL": "scripted:rehearsal"}).start()
    note = tmp_path / "server.json"
    assert note.stat().st_mode & 0o777 == 0o600
    assert await find_server(Settings(data_dir=tmp_path)) == node.url
    token = json.loads(note.read_text())["token"]
    node.kill()
    heard = bytearray()

    async def pretend(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.extend(await reader.readuntil(b"\r\n\r\n"))
        body = b'{"status": "ok", "version": "0.1.0", "node": "n"}'
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%b" % (len(body), body))
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(pretend, "127.0.0.1", node.port):
        send = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "antiphon", "send", "The secret is 4711", "--plain",
            env=os.environ | {"ANTIPHON_DATA_DIR": str(tmp_path), "ANTIPHON_DEFAULT_MODEL": "scripted:rehearsal"},
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        out, err = await send.communicate()

    assert send.returncode == 0, err
    assert out
    assert b"has ended, and another program answers" in err
    assert heard.count(b"HTTP/1.1") == 1
    assert b"4711" not in heard
    assert token.encode() not in heard


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
        stage.leave_note(settings.data_dir)
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
