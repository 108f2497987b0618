"""Several nodes on one machine behind one port, as `processes` asks for: each a worker process of its own.

Whatever is done once is done by the supervisor, before there are any: the database is brought up to
date, the port taken, the address told. It holds no connection to anything afterwards.
"""

import asyncio
import contextlib
import logging
import os
import threading

from typing_extensions import override

from antiphon.access.proof import Identity, new_identity
from antiphon.api.dependencies import Dependencies
from antiphon.app.database import ready_database
from antiphon.app.edge import find_scheme
from antiphon.app.logs import sign_logs
from antiphon.app.server import Server, remove_address, say_where, tell_address
from antiphon.app.shared_port import SharedPort, build_url
from antiphon.app.supervisor import Supervisor, WorkerSlot
from antiphon.app.system import can_have_processes
from antiphon.conversation.errors import SettingsInvalid
from antiphon.settings import Settings

logger = logging.getLogger(__name__)

_ONE_PROCESS = (
    "processes: conversations are kept in a SQLite file, and that has one process; "
    "name a PostgreSQL in database_url, or leave this at 1"
)
_NO_PROCESSES = "processes: this system cannot have several behind one port; leave this at 1"
# What uvicorn adds to the time for draining, and some for saying goodbye.
_LAST_SECONDS = 15.0
_THREAD_SECONDS = 10.0


class WorkerServer(Server):
    """One of several that share a port. Who they are together is told by the process that watches over them."""

    def __init__(self, settings: Settings, slot: WorkerSlot, identity: Identity, *, open_browser: bool) -> None:
        super().__init__(settings, open_browser=open_browser, own_signals=True)
        self._slot = slot
        self._identity = identity

    @override
    def _introduce(self) -> None:
        self._application.state.identity = self._identity
        if self._dependencies is not None:
            sign_logs(by=self._dependencies.engine.node_id)
        logger.info("node_ready", extra={"pid": os.getpid()})
        asyncio.get_running_loop().add_reader(self._slot.watched, self._leave)
        self._slot.say_ready()

    @override
    async def _drain(self, deps: Dependencies) -> None:
        """New connections are the others'; those that stand are answered to their end."""
        for each in self.servers:
            each.close()
        await super()._drain(deps)

    def _leave(self) -> None:
        """Nobody watches any more: a process that nobody would miss must not keep the port."""
        asyncio.get_running_loop().remove_reader(self._slot.watched)
        logger.warning("nobody_watches")
        self.handle_exit(0, None)


def serve_workers(settings: Settings, *, open_browser: bool) -> int:
    """Run until a signal; the exit code of all, or in each process of its own."""
    if settings.is_sqlite:
        raise SettingsInvalid((_ONE_PROCESS,))
    if not can_have_processes():
        raise SettingsInvalid((_NO_PROCESSES,))
    with contextlib.closing(SharedPort(settings.host, settings.port)) as port:
        ready_database(settings)
        identity = new_identity(build_url(settings.host, port.port, find_scheme(settings)))

        def tell() -> None:
            tell_address(settings.data_dir, identity)
            say_where(f"{identity.url} in {settings.processes} processes")

        _end_threads()
        supervisor = Supervisor(settings.processes, settings.drain_seconds + _LAST_SECONDS, tell)
        came = supervisor.run()
        if isinstance(came, WorkerSlot):
            sign_logs(worker=came.number)
            return _serve_worker(settings, came, identity, port, open_browser=open_browser)
    remove_address(settings.data_dir, identity.url)
    return came


def _serve_worker(
    settings: Settings, slot: WorkerSlot, identity: Identity, port: SharedPort, *, open_browser: bool
) -> int:
    opens = open_browser and slot.number == 1
    server = WorkerServer(settings, slot, identity, open_browser=opens)
    return server.run_to_exit(port.open())


def _end_threads() -> None:
    """A copy of a process has one thread; what another was in the middle of would stay so for ever."""
    for each in threading.enumerate():
        if each is not threading.main_thread():
            each.join(_THREAD_SECONDS)
