"""Several processes of one command: started, watched over, started again, and ended together.

The process that starts them does nothing else. It has no loop, no thread and no connection, so a copy of it (`fork`)
is a clean beginning, and what was imported is in memory once. Each copy has a process group of its own: Ctrl-C reaches
the one that watches, which passes it on. A copy that nobody watches any more goes by itself.
"""

import logging
import os
import select
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import FrameType
from typing import Any, Final

logger = logging.getLogger(__name__)

# A process that ends soon after its start will do so again; each time it is given longer, and after a good minute all
# is forgotten.
FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 30.0
WELL_SECONDS: Final = 60.0

_PASSED_ON: Final = (signal.SIGTERM, signal.SIGINT)
# Where there is no such signal there are no processes either.
_HEARD: Final = (*_PASSED_ON, *(each for each in signal.Signals if each.name == "SIGCHLD"))


@dataclass(frozen=True, slots=True)
class WorkerSlot:
    """What a worker is given by the supervisor. `watched` ends when nobody watches over it any more."""

    number: int
    news: int
    watched: int

    def say_ready(self) -> None:
        """Tell whoever started this process that it takes work."""
        with suppress(OSError):
            os.write(self.news, b".")


@dataclass(slots=True)
class _Worker:
    number: int
    pid: int
    news: int | None
    ready_at: float | None = None


@dataclass(slots=True)
class _Start:
    """When a process of this number is started next, and how long the one after it would wait."""

    due: float | None = 0.0
    pause: float = FIRST_PAUSE


class Supervisor:
    """So many processes. `on_ready` is called once, when the first of them takes work.

    After a signal each has `patience` seconds to end; then it is killed.
    """

    def __init__(self, count: int, patience: float, on_ready: Callable[[], None]) -> None:
        self._patience = patience
        self._on_ready = on_ready
        self._starts = [_Start() for _ in range(count)]
        self._workers: list[_Worker] = []
        self._asked: list[int] = []
        self._kill_at: float | None = None
        self._is_ready = False
        self._code = 0
        # A signal rings the bell; the other pipe has nothing to say until its writing end is gone.
        self._bell, self._ringing = os.pipe()
        self._watched, self._watching = os.pipe()
        os.set_blocking(self._bell, False)
        os.set_blocking(self._ringing, False)

    def run(self) -> WorkerSlot | int:
        """In every process that is started, its slot; in this one, once all have ended, the exit code.

        The code is 0 when they ended because they were asked to and each ended well. It is that of the first one that
        did not; so a process that cannot even start takes all others with it, as long as none has been ready.
        """
        heard_before = [(each, signal.signal(each, self._hear)) for each in _HEARD]
        signal.set_wakeup_fd(self._ringing, warn_on_full_buffer=False)
        try:
            while self._workers or self._kill_at is None:
                if (slot := self._start_due()) is not None:
                    return slot
                self._wait()
            return self._code
        finally:
            self._forget(heard_before)

    def _start_due(self) -> WorkerSlot | None:
        now = time.monotonic()
        for number, start in enumerate(self._starts):
            if self._kill_at is None and start.due is not None and start.due <= now:
                start.due = None
                if (slot := self._start(number)) is not None:
                    return slot
        return None

    def _start(self, number: int) -> WorkerSlot | None:
        """The slot in the copy, nothing here."""
        news, telling = os.pipe()
        # A signal must find either handlers of ours or those of the copy.
        signal.pthread_sigmask(signal.SIG_BLOCK, _HEARD)
        pid = os.fork()
        if pid == 0:
            os.setpgid(0, 0)
            os.close(news)
            return WorkerSlot(number + 1, telling, self._watched)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _HEARD)
        os.close(telling)
        self._workers.append(_Worker(number, pid, news))
        logger.info("process_started", extra={"worker": number + 1, "pid": pid})
        return None

    def _wait(self) -> None:
        """Until something has happened or is due, and deal with it."""
        moments = [start.due for start in self._starts if start.due is not None and self._kill_at is None]
        moments += [] if self._kill_at is None else [self._kill_at]
        pause = max(0.0, min(moments) - time.monotonic()) if moments else None
        heard = [each.news for each in self._workers if each.news is not None]
        rung, _, _ = select.select([self._bell, *heard], [], [], pause)
        with suppress(BlockingIOError):
            os.read(self._bell, 512)
        for worker in [each for each in self._workers if each.news in rung]:
            self._hear_news(worker)
        self._see_ends()
        self._pass_on()

    def _hear_news(self, worker: _Worker) -> None:
        """The only news is that a process is ready; after it there is silence until its end."""
        if worker.news is None:
            return
        if os.read(worker.news, 1):
            worker.ready_at = time.monotonic()
            if not self._is_ready:
                self._is_ready = True
                self._on_ready()
        os.close(worker.news)
        worker.news = None

    def _see_ends(self) -> None:
        for worker in list(self._workers):
            pid, status = os.waitpid(worker.pid, os.WNOHANG)
            if pid:
                self._hear_news(worker)
                self._workers.remove(worker)
                self._note_end(worker, os.waitstatus_to_exitcode(status))

    def _note_end(self, worker: _Worker, code: int) -> None:
        facts = {"worker": worker.number + 1, "pid": worker.pid, "code": code}
        if self._kill_at is not None:
            self._note_code(0 if code == -signal.SIGTERM else code)
        elif not self._is_ready:
            self._note_code(code or 1)
            self._end()
        else:
            start = self._starts[worker.number]
            if worker.ready_at is not None and time.monotonic() - worker.ready_at > WELL_SECONDS:
                start.pause = FIRST_PAUSE
            logger.warning("process_ended", extra={**facts, "again_in": start.pause})
            start.due = time.monotonic() + start.pause
            start.pause = min(LONGEST_PAUSE, 2 * start.pause)

    def _note_code(self, code: int) -> None:
        """A process that was killed counts as a shell counts it."""
        self._code = self._code or (code if code >= 0 else 128 - code)

    def _hear(self, which: int, frame: FrameType | None) -> None:
        if which in _PASSED_ON:
            self._asked.append(which)

    def _pass_on(self) -> None:
        for _ in range(len(self._asked)):
            self._asked.pop()
            self._end()
        if self._kill_at is not None and time.monotonic() >= self._kill_at:
            for worker in self._workers:
                logger.error("process_killed", extra={"worker": worker.number + 1, "pid": worker.pid})
                os.kill(worker.pid, signal.SIGKILL)
            self._kill_at += self._patience

    def _end(self) -> None:
        """Ask each to go; asked a second time they do not wait."""
        self._kill_at = self._kill_at or time.monotonic() + self._patience
        for worker in self._workers:
            os.kill(worker.pid, signal.SIGTERM)

    def _forget(self, heard_before: Sequence[tuple[int, Any]]) -> None:
        """Signals are heard as before, and nothing is open but what belongs to a slot. The same here and in a copy."""
        signal.set_wakeup_fd(-1)
        for which, before in heard_before:
            signal.signal(which, before)
        for each in (self._bell, self._ringing, self._watching, *(worker.news for worker in self._workers)):
            if each is not None:
                os.close(each)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _HEARD)
