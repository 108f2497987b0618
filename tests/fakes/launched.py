"""Servers out of `launcher.py`, held as `subprocess` holds its processes."""

import atexit
import json
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


@dataclass(slots=True)
class Launcher:
    """The process that forks, asked by one thread at a time."""

    environment: Mapping[str, str]
    process: "subprocess.Popen[str]"
    _turn: threading.Lock = field(default_factory=threading.Lock)

    def ask(self, question: dict[str, Any]) -> Any:
        """One line there and one back."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with self._turn:
            print(json.dumps(question), file=self.process.stdin, flush=True)
            return json.loads(self.process.stdout.readline())

    def can_start_in(self, environment: Mapping[str, str]) -> bool:
        """Whether a copy would be as this environment wants it: but for our own settings, it is read at import too."""
        names = environment.keys() | self.environment.keys()
        others = (name for name in names if not name.startswith("ANTIPHON_"))
        return all(environment.get(name) == self.environment.get(name) for name in others)

    def start(
        self, arguments: Sequence[str], environment: Mapping[str, str], log: Path, module: str = "antiphon"
    ) -> "Launched":
        """`antiphon` with these arguments; what it writes is added to the file."""
        asked = {
            "module": module,
            "arguments": list(arguments),
            "environment": dict(environment),
            "folder": str(Path.cwd()),
            "log": str(log.absolute()),
        }
        return Launched(self, int(self.ask({"start": asked})["pid"]))


@dataclass(slots=True)
class Launched:
    """One process, with the part of `subprocess.Popen` that tests use."""

    launcher: Launcher
    pid: int
    returncode: int | None = None
    _descriptor: int = field(init=False)
    _asking: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._descriptor = os.pidfd_open(self.pid)

    def poll(self) -> int | None:
        """The exit code, or None while it runs. Threads may ask at once: the descriptor is closed by one of them."""
        with self._asking:
            if self.returncode is None:
                self.returncode = self.launcher.ask({"poll": self.pid})["code"]
                if self.returncode is not None:
                    os.close(self._descriptor)
            return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """The exit code, once it has ended."""
        if self.returncode is None:
            ending = select.poll()
            ending.register(self._descriptor, select.POLLIN)
            ending.poll(None if timeout is None else timeout * 1_000)
        code = self.poll()
        if code is None:
            raise subprocess.TimeoutExpired("antiphon", timeout or 0)
        return code

    def send_signal(self, which: signal.Signals) -> None:
        """Nothing happens to one that has ended."""
        if self.poll() is None:
            os.kill(self.pid, which)

    def kill(self) -> None:
        """kill -9."""
        self.send_signal(signal.SIGKILL)


@cache
def get_launcher() -> Launcher:
    """The one of this test process, started at the first asking."""
    environment = clean_environment()
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.fakes.launcher"],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    atexit.register(_end, process)
    return Launcher(environment, process)


def _end(process: "subprocess.Popen[str]") -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.close()
    process.stdout.close()
    process.wait(20)


def clean_environment() -> dict[str, str]:
    """What every server of a test is given: nothing that was meant for this process."""
    ours = ("ANTIPHON_", "PYTHON", "PYTEST_")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)}
