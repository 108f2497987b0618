"""The HTTP server around the house: where it listens, how it says so, and how it goes."""

import asyncio
import contextlib
import gc
import json
import os
import signal
import sys
import webbrowser
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import FrameType

import uvicorn
from typing_extensions import override

from antiphon import __version__
from antiphon.api.application import build_application
from antiphon.api.house import House
from antiphon.app.house import open_house
from antiphon.app.logs import configure_logs
from antiphon.conversation.errors import AntiphonError
from antiphon.settings import Settings, override_settings

# Database work runs on threads and the event loop is one of them. At Python's default of 5 ms each hand-over between
# them could cost a reader that long; a tenth of it costs nothing measurable and is felt at the first word.
_HAND_OVER_SECONDS = 0.0005
_GARBAGE_THRESHOLDS = (20_000, 20, 50)
# EX_TEMPFAIL of sysexits.h: the others went on without this node; a supervisor should start it again.
_LOST = 75


class Server(uvicorn.Server):
    """uvicorn, taught to let replies finish before it goes and to say where it can be found."""

    def __init__(self, settings: Settings, *, open_browser: bool, own_signals: bool) -> None:
        self._settings = settings
        self._open_browser = open_browser
        self._own_signals = own_signals
        self._house: House | None = None
        self._draining: asyncio.Task[None] | None = None
        self._opening: asyncio.Task[bool] | None = None
        self.lost = False
        self.failure: Exception | None = None
        self.url = ""
        config = uvicorn.Config(
            build_application(self._open_house, __version__),
            host=settings.host,
            port=settings.port,
            loop="uvloop",
            http="httptools",
            ws="none",
            log_config=None,
            access_log=False,
            timeout_keep_alive=75,
            timeout_graceful_shutdown=int(settings.drain_seconds) + 5,
        )
        super().__init__(config)

    @override
    async def startup(self, sockets: "list[object] | None" = None) -> None:  # type: ignore[override]
        """Listen, then tell the command line where."""
        await super().startup()
        if self.should_exit:
            return
        port = self.servers[0].sockets[0].getsockname()[1]
        host = f"[{self._settings.host}]" if ":" in self._settings.host else self._settings.host
        self.url = f"http://{host}:{port}"
        write_address(self._settings.data_dir, self.url)
        if self._own_signals:
            print(f"Antiphon is running at {self.url}  (Ctrl-C stops it)", flush=True)  # noqa: T201
        if self._open_browser:
            # Some browsers are waited for, and what they ask for comes from this very loop.
            self._opening = asyncio.create_task(asyncio.to_thread(webbrowser.open, self.url), name="open_browser")

    @override
    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """On the first signal drain, then go; a second one does not wait."""
        if self._draining is None and self._house is not None:
            self._draining = asyncio.get_running_loop().create_task(self._drain(self._house))
        else:
            super().handle_exit(sig, frame)

    @contextlib.contextmanager
    @override
    def capture_signals(self) -> Iterator[None]:
        """Listen to signals only when this process is a server and nothing else."""
        if not self._own_signals:
            yield
            return
        loop = asyncio.get_running_loop()
        for each in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(each, self.handle_exit, each, None)
        yield
        for each in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(each)

    async def _drain(self, house: House) -> None:
        await house.engine.drain()
        self.should_exit = True

    def _lose(self) -> None:
        self.lost = True
        self.should_exit = True

    @asynccontextmanager
    async def _open_house(self) -> AsyncIterator[House]:
        """The house, noting why it could not be opened: uvicorn only says that it failed."""
        try:
            async with open_house(self._settings, self._lose) as house:
                self._house = house
                yield house
        except AntiphonError as error:
            self.failure = error
            raise
        finally:
            self._house = None


def serve(settings: Settings, *, open_browser: bool) -> int:
    """Run until a signal; returns the exit code."""
    configure_logs(settings)
    sys.setswitchinterval(_HAND_OVER_SECONDS)
    # What is loaded now stays for good; looking through it again and again would only stop the streams.
    gc.freeze()
    gc.set_threshold(*_GARBAGE_THRESHOLDS)
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    server = Server(settings, open_browser=open_browser, own_signals=True)
    with contextlib.suppress(SystemExit):
        # uvicorn leaves the process when it could not start; the house knows why and says it better.
        server.run()
    remove_address(settings.data_dir, server.url)
    if server.failure is not None:
        raise server.failure
    if server.lost:
        return _LOST
    return 0 if server.started else 3


@asynccontextmanager
async def run_in_process(settings: Settings) -> AsyncIterator[str]:
    """The whole application on a free port inside this process, for the length of the context; yields its address."""
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    here = override_settings(settings, port=0, log_level="ERROR")
    server = Server(here, open_browser=False, own_signals=False)
    task = asyncio.create_task(server.serve(), name="server")
    try:
        while not server.started and not task.done():
            await asyncio.sleep(0.01)
        if not server.started:
            await task
            raise server.failure or RuntimeError("the server did not start")
        yield server.url
    finally:
        server.should_exit = True
        await task
        remove_address(settings.data_dir, server.url)


def write_address(folder: Path, url: str) -> None:
    """Leave a note where this server can be found; whole or not at all."""
    note = folder / "server.json"
    draft = note.with_suffix(".new")
    draft.write_text(json.dumps({"url": url, "pid": os.getpid()}), encoding="utf-8")
    draft.replace(note)


def remove_address(folder: Path, url: str) -> None:
    """Take the note away, unless another server has left its own."""
    note = folder / "server.json"
    with contextlib.suppress(OSError, ValueError, KeyError):
        if json.loads(note.read_text(encoding="utf-8"))["url"] == url:
            note.unlink()
