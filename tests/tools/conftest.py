import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from antiphon.tools.servers import StdioServer
from antiphon.tools.toolbox import Toolbox
from tests.fakes.servers import Plan, Server, find_free_port, run_server

FAKES = Path(__file__).parent.parent / "fakes"


class Notes:
    """The notes server as a program to be started, and the file that says what it has done."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "notes.txt"

    def plan(self, *switches: str, name: str = "notes", trusted: bool = False) -> StdioServer:
        program = (str(FAKES / "mcp_notes.py"), *switches)
        return StdioServer(name, sys.executable, program, env={"NOTES": str(self.file)}, trusted=trusted)

    def read(self) -> list[str]:
        return self.file.read_text(encoding="utf-8").splitlines() if self.file.exists() else []


class Clock:
    """The clock server, running, and everything it was asked."""

    def __init__(self, server: Server, log: Path) -> None:
        self.server = server
        self.port = server.port
        self.url = f"http://127.0.0.1:{server.port}/mcp"
        self.log = log


@pytest.fixture
def notes(tmp_path: Path) -> Notes:
    return Notes(tmp_path)


@pytest.fixture
async def box() -> AsyncIterator[Toolbox]:
    opened = Toolbox()
    yield opened
    await opened.close()


@pytest.fixture(params=["2026-07-28", "2025-11-25"])
def clock(request: pytest.FixtureRequest, run_clock: Callable[..., Clock]) -> Clock:
    """A server of each generation of the protocol."""
    return run_clock(*(["--old"] if request.param == "2025-11-25" else []))


@pytest.fixture
def run_clock(tmp_path: Path) -> Iterator[Callable[..., Clock]]:
    running = []

    def run(*switches: str) -> Clock:
        port, log = find_free_port(), tmp_path / "asked.jsonl"
        command = [sys.executable, str(FAKES / "mcp_clock.py"), str(port), str(log), *switches]
        context = run_server(Plan(command, port, tmp_path))
        running.append(context)
        return Clock(context.__enter__(), log)

    yield run
    for context in running:
        context.__exit__(None, None, None)
