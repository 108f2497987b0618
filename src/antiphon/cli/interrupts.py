"""Ctrl-C, counted: the first asks politely, the second leaves."""

import asyncio
import signal
from collections.abc import Coroutine
from types import TracebackType
from typing import Any, Self

import typer

STOPPED = 130


class Interrupts:
    """While open, the first Ctrl-C sets `asked` and the second cancels the task that opened it.

    A third finds the signal's own behaviour restored, so that nothing can hold the terminal.
    """

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.current_task()

    def __enter__(self) -> Self:
        try:
            self._loop.add_signal_handler(signal.SIGINT, self.press)
        except NotImplementedError:
            # Windows has no signal handlers on the loop.
            signal.signal(signal.SIGINT, lambda *_: self._loop.call_soon_threadsafe(self.press))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._release()

    def press(self) -> None:
        """One Ctrl-C."""
        if not self.asked.is_set():
            self.asked.set()
            return
        self._release()
        if self._task is not None:
            self._task.cancel()

    def _release(self) -> None:
        try:
            self._loop.remove_signal_handler(signal.SIGINT)
        except NotImplementedError:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def run_to_exit(command: Coroutine[Any, Any, int]) -> None:
    """Run a command to its end and leave with its exit code; 130 when Ctrl-C ended it."""
    try:
        code = asyncio.run(command)
    except (KeyboardInterrupt, asyncio.CancelledError):
        code = STOPPED
    raise typer.Exit(code)
