"""Real Antiphon processes that a test may kill, freeze and start again."""

import signal
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.client import HTTPResponse
from pathlib import Path
from typing import cast

from tests.fakes.launched import Launched, clean_environment, get_launcher
from tests.fakes.servers import ServerFailed, find_free_port

START_SECONDS = 40


@dataclass(slots=True)
class Node:
    """One `antiphon serve`. Killed without a goodbye unless asked to stop.

    It is a copy of a process that has imported everything, unless it is to be started `as_a_person_does`.
    """

    folder: Path
    environment: Mapping[str, str]
    name: str = "node"
    port: int = field(default_factory=find_free_port)
    process: "Launched | subprocess.Popen[bytes] | None" = None
    as_a_person_does: bool = False
    host: str = "127.0.0.1"
    # What speaks for it when it speaks TLS.
    certificate: Path | None = None
    module: str = "antiphon"
    # Another environment's, when it is started as a person does.
    python: str = sys.executable

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"{'https' if self.certificate else 'http'}://{self.host}:{self.port}"

    @property
    def is_running(self) -> bool:
        """Whether its process is there."""
        return self.process is not None and self.process.poll() is None

    @property
    def log(self) -> str:
        """What it has written so far."""
        path = self.folder / f"{self.name}.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def start(self, **extra: str) -> "Node":
        """Start, and return once it is ready."""
        self.spawn(**extra)
        return self.wait_until_ready()

    def wait_until_ready(self) -> "Node":
        """Return once it takes work."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self.process is not None and self.process.poll() is not None:
                break
            try:
                with self.look("/readyz"):
                    return self
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        raise ServerFailed(f"{self.name} did not start:\n{self.log[-4000:]}")

    def look(self, path: str) -> "HTTPResponse":
        """What it says to whoever looks after it, by a name of this machine."""
        context = ssl.create_default_context(cafile=self.certificate) if self.certificate else None
        request = urllib.request.Request(self.url + path, headers={"Host": "localhost"})
        return cast("HTTPResponse", urllib.request.urlopen(request, timeout=1, context=context))

    def spawn(self, **extra: str) -> None:
        """Start without waiting."""
        self.folder.mkdir(parents=True, exist_ok=True)
        environment = clean_environment() | {"ANTIPHON_DATA_DIR": str(self.folder)} | dict(self.environment) | extra
        arguments = ["serve", "--port", str(self.port), "--no-browser"]
        log = self.folder / f"{self.name}.log"
        if not self.as_a_person_does and get_launcher().can_start_in(environment):
            self.process = get_launcher().start(arguments, environment, log, self.module)
            return
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                [self.python, "-m", self.module, *arguments],
                env=environment,
                stdout=output,
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
