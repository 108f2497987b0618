"""Real Antiphon processes that a test may kill, freeze and start again."""

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.fakes.servers import ServerFailed, find_free_port

START_SECONDS = 40


@dataclass(slots=True)
class Node:
    """One `antiphon serve`. Killed without a goodbye unless asked to stop."""

    folder: Path
    environment: Mapping[str, str]
    name: str = "node"
    port: int = field(default_factory=find_free_port)
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """What it has written so far."""
        path = self.folder / f"{self.name}.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def start(self, **extra: str) -> "Node":
        """Start, and return once it is ready."""
        self.spawn(**extra)
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self.process is not None and self.process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(f"{self.url}/readyz", timeout=1):
                    return self
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        raise ServerFailed(f"{self.name} did not start:\n{self.log[-4000:]}")

    def spawn(self, **extra: str) -> None:
        """Start without waiting."""
        self.folder.mkdir(parents=True, exist_ok=True)
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("ANTIPHON_", "PYTHON"))}
        environment = clean | {"ANTIPHON_DATA_DIR": str(self.folder)} | dict(self.environment) | extra
        with (self.folder / f"{self.name}.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "antiphon", "serve", "--port", str(self.port), "--no-browser"],
                env=environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def kill(self) -> float:
        """kill -9; returns when."""
        self._signal(signal.SIGKILL)
        moment = time.monotonic()
        self.wait()
        return moment

    def freeze(self) -> None:
        """SIGSTOP: alive, silent, holding its locks."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """SIGCONT."""
        self._signal(signal.SIGCONT)

    def terminate(self) -> None:
        """SIGTERM: please go."""
        self._signal(signal.SIGTERM)

    def wait(self, seconds: float = 40) -> int:
        """The exit code, once it has ended."""
        assert self.process is not None
        return self.process.wait(seconds)

    def close(self) -> None:
        """Make sure it is gone."""
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def _signal(self, which: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(which)
