"""The HTTP server around the house: where it listens, how it says so, and how it goes."""

import asyncio
import contextlib
import json
import logging
import os
import signal
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import FrameType

import uvicorn
from typing_extensions import override

from antiphon import __version__
from antiphon.access.proof import Identity, new_identity
from antiphon.access.rate_limits import RateLimits
from antiphon.api.application import build_application
from antiphon.api.browser import UNBUILT, has_client
from antiphon.api.dependencies import Dependencies
from antiphon.app.backups import describe_schedule
from antiphon.app.build import open_app
from antiphon.app.connection import LimitedConnection
from antiphon.app.edge import find_names, find_scheme
from antiphon.app.private import make_private, write_privately
from antiphon.app.shared_port import build_url
from antiphon.app.system import has_uvloop
from antiphon.conversation.errors import AntiphonError
from antiphon.settings import Settings, override_settings

logger = logging.getLogger(__name__)

# EX_TEMPFAIL of sysexits.h: the others went on without this node; a supervisor should start it again.
_LOST = 75
# Most commands have ended by then; one that waits for something takes it up.
_COMMAND_PATIENCE = 3.0
# Enough to tell the readers where to go.
_LAST_SECONDS = 5.0


class Server(uvicorn.Server):
    """uvicorn, taught to let replies finish before it goes and to say where it can be found."""

    def __init__(self, settings: Settings, *, open_browser: bool, own_signals: bool) -> None:
        self._settings = settings
        self._open_browser = open_browser
        self._own_signals = own_signals
        self._dependencies: Dependencies | None = None
        self._draining: asyncio.Task[None] | None = None
        self._opening: asyncio.Task[bool] | None = None
        # A command that is over soon leaves alone what others have left.
        self._patience = 0.0 if own_signals else _COMMAND_PATIENCE
        self.lost = False
        self.failure: Exception | None = None
        self.url = ""
        self._application = build_application(
            self._open_dependencies,
            __version__,
            pace=build_pace(settings),
            names=find_names(settings, is_inside=not own_signals),
            accounts=settings.accounts == "on",
        )
        config = uvicorn.Config(
            self._application,
            host=settings.host,
            port=settings.port,
            loop="uvloop" if has_uvloop() else "asyncio",
            http=LimitedConnection,
            limit_concurrency=settings.open_connections,
            ws="none",
            log_config=None,
            access_log=False,
            # Who a proxy heard is read in one place (`api/gate.py`), and from proxies that the operator named.
            proxy_headers=False,
            ssl_certfile=settings.tls_cert,
            ssl_keyfile=settings.tls_key,
            timeout_keep_alive=75,
            timeout_graceful_shutdown=int(settings.drain_seconds) + 5,
        )
        super().__init__(config)

    @override
    async def serve(self, sockets: "list[socket.socket] | None" = None) -> None:
        """Run until the end. Whoever writes the log is told for that long: a filter holds its server."""
        log = logging.getLogger("uvicorn.error")
        log.addFilter(self._is_news)
        try:
            await super().serve(sockets)
        finally:
            log.removeFilter(self._is_news)

    @override
    async def startup(self, sockets: "list[socket.socket] | None" = None) -> None:
        """Listen, then tell the command line where."""
        await super().startup(sockets)
        if self.should_exit:
            return
        self.url = build_url(
            self._settings.host, self.servers[0].sockets[0].getsockname()[1], find_scheme(self._settings)
        )
        self._introduce()
        if self._open_browser:
            # Some browsers are waited for, and what they ask for comes from this very loop.
            self._opening = asyncio.create_task(asyncio.to_thread(webbrowser.open, self.url), name="open_browser")

    def _introduce(self) -> None:
        """Say who and where this is, now that it listens."""
        identity = new_identity(self.url)
        self._application.state.identity = identity
        tell_address(self._settings.data_dir, identity)
        if self._own_signals:
            say_where(self.url)
            if self._settings.is_sqlite:
                print(describe_schedule(self._settings), flush=True)  # noqa: T201

    def run_to_exit(self, sockets: "list[socket.socket] | None" = None) -> int:
        """Run until a signal, on these sockets if there are any; the exit code. Raises what kept it from starting."""
        with contextlib.suppress(SystemExit):
            # uvicorn leaves the process when it could not start; the house knows why and says it better.
            self.run(sockets)
        if self.failure is not None:
            raise self.failure
        if self.lost:
            return _LOST
        return 0 if self.started else 3

    @override
    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """On the first signal drain, then go; a second one does not wait."""
        if self._draining is None and self._dependencies is not None:
            self._draining = asyncio.get_running_loop().create_task(self._drain(self._dependencies))
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
        heard = (signal.SIGINT, signal.SIGTERM)
        try:
            for each in heard:
                loop.add_signal_handler(each, self.handle_exit, each, None)
        except NotImplementedError:
            # Windows has no signal handlers on the loop.
            for each in heard:
                signal.signal(each, lambda which, _: loop.call_soon_threadsafe(self.handle_exit, which, None))
            yield
            for each in heard:
                signal.signal(each, signal.SIG_DFL)
            return
        yield
        for each in heard:
            loop.remove_signal_handler(each)

    async def _drain(self, deps: Dependencies) -> None:
        await deps.engine.drain()
        self.should_exit = True

    def _lose(self) -> None:
        self.lost = True
        self.should_exit = True
        if self._own_signals:
            # Nothing that is still going on here counts, and a thread may wait for a database that does not answer.
            last = threading.Timer(_LAST_SECONDS, os._exit, (_LOST,))
            last.daemon = True
            last.start()

    def _is_news(self, record: logging.LogRecord) -> bool:
        """A failure with a name is told once, in its own sentence; uvicorn would add the whole traceback."""
        return self.failure is None or self._settings.debug_mode

    @asynccontextmanager
    async def _open_dependencies(self) -> AsyncIterator[Dependencies]:
        """What the routes work with, noting why it could not be opened: uvicorn only says that it failed."""
        try:
            async with open_app(self._settings, self._lose, patience=self._patience) as deps:
                self._dependencies = deps
                yield deps
        except AntiphonError as error:
            self.failure = error
            raise
        finally:
            self._dependencies = None


def build_pace(settings: Settings) -> RateLimits:
    """How often one principal may call here."""
    return RateLimits(
        cheap=settings.calls_per_minute,
        heavy=settings.heavy_calls_per_minute,
        paid=settings.paid_calls_per_minute,
        feeds=settings.open_feeds,
    )


@asynccontextmanager
async def run_in_process(settings: Settings) -> AsyncIterator[str]:
    """The whole application on a free port inside this process, for the length of the context; yields its address."""
    make_private(settings)
    # Whoever has only a question is not kept waiting for a backup; the server makes them.
    here = override_settings(
        settings, host="127.0.0.1", port=0, tls_cert=None, tls_key=None, log_level="ERROR", backup_hours=0
    )
    server = Server(here, open_browser=False, own_signals=False)
    task = asyncio.create_task(_serve_inside(server), name="server")
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


async def _serve_inside(server: Server) -> None:
    """Run until it is told to go. uvicorn would end the whole process when it cannot start; why, the server knows."""
    with contextlib.suppress(SystemExit):
        await server.serve()


def tell_address(folder: Path, identity: Identity) -> None:
    """Leave the note, if it can be left: without it commands do not find the server, whoever has the address does."""
    try:
        write_address(folder, identity)
    except OSError as error:
        logger.warning("address_not_written", extra={"reason": error.strerror})


def say_where(place: str) -> None:
    """One line for whoever started it, and another when there is no page to be seen there."""
    print(f"Antiphon is running at {place}  (Ctrl-C stops it)", flush=True)  # noqa: T201
    if not has_client():
        print(UNBUILT, flush=True)  # noqa: T201


def write_address(folder: Path, identity: Identity) -> None:
    """Leave a note where this server can be found and how it proves itself; whole or not at all, for its owner only."""
    said = {"url": identity.url, "pid": os.getpid(), "token": identity.token}
    write_privately(folder / "server.json", json.dumps(said))


def remove_address(folder: Path, url: str) -> None:
    """Take the note away, unless another server has left its own."""
    note = folder / "server.json"
    with contextlib.suppress(OSError, ValueError, KeyError):
        if json.loads(note.read_text(encoding="utf-8"))["url"] == url:
            note.unlink()
