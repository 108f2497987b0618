"""The whole application beside the test, and the commands of a person who uses it."""

import asyncio
import io
import json
import os
import pty
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TextIO, TypeVar

import pytest

from antiphon.app import run_in_process
from antiphon.cli.main import app, run
from antiphon.settings import Settings
from tests.fakes.voices import Voices

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Done:
    """How a command ended and what it wrote."""

    code: int
    raw: bytes
    err: str

    @property
    def out(self) -> str:
        """Standard output as text."""
        return self.raw.decode()

    @property
    def json(self) -> Any:
        """Standard output as JSON."""
        return json.loads(self.raw)


@dataclass(slots=True)
class Person:
    """Somebody at a terminal, in front of a running server."""

    url: str
    voices: Voices

    def types(self, *arguments: str, stdin: Any = None) -> Done:
        """Run one command through the console script's own door."""
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            patch.setattr(sys, "stdin", stdin or io.StringIO())
            code = _run(arguments)
        return Done(code, _read(out), _read(err).decode())

    def asks(self, text: str, *options: str) -> Any:
        """Send a message; the settled turn."""
        done = self.types("send", "--json", text, *options)
        assert done.code == 0, done.err
        return done.json

    def talks(self, *texts: str, advisor: str = "skeptic") -> list[Any]:
        """A new conversation with one advisor; its turns."""
        first, *others = texts
        turns = [self.asks(first, "--advisor", advisor)]
        return turns + [self.asks(text, "--continue", "--advisor", advisor) for text in others]


@contextmanager
def run_beside(settings: Settings) -> Iterator[str]:
    """The application on a loop and a thread of its own, because a command runs a loop itself."""
    ready, leave, url = threading.Event(), threading.Event(), list[str]()

    async def live() -> None:
        async with run_in_process(settings) as address:
            url.append(address)
            ready.set()
            while not leave.is_set():
                await asyncio.sleep(0.02)

    def work() -> None:
        try:
            asyncio.run(live())
        finally:
            ready.set()

    thread = threading.Thread(target=work, name="house")
    thread.start()
    try:
        ready.wait()
        assert url, "the server did not start"
        yield url[0]
    finally:
        leave.set()
        thread.join()


@contextmanager
def typing_at_a_terminal(answer: str | None) -> Iterator[TextIO]:
    """A terminal on which this line has been typed, or nothing yet."""
    master, slave = pty.openpty()
    with open(slave, encoding="utf-8") as stdin:  # noqa: PTH123 - a descriptor, not a path
        if answer is not None:
            os.write(master, f"{answer}\n".encode())
        yield stdin
    os.close(master)


def in_one_minute(deed: Callable[[], T]) -> T:
    """What a deed returns; done again when a minute ended meanwhile, because messages are stamped with theirs."""
    while True:
        minute = datetime.now(UTC).minute
        result = deed()
        if datetime.now(UTC).minute == minute:
            return result


def _run(arguments: tuple[str, ...]) -> int:
    try:
        run(lambda: app(args=list(arguments), prog_name="antiphon"))
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else 0
    return 0


def _read(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue()
