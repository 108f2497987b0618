"""`antiphon` alone opens the browser in front of the conversations, once and only where somebody would see it."""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from antiphon.settings import has_screen

# What a machine says of itself when somebody sits in front of it, and when nobody does.
SEATED = {"DISPLAY": ":0"}
HIDDEN = ("CI", "SSH_CONNECTION", "SSH_TTY", "DISPLAY", "WAYLAND_DISPLAY")
START_SECONDS = 40


@dataclass
class Desk:
    """A machine with one browser, which writes down the addresses it is asked to show."""

    folder: Path
    running: "list[subprocess.Popen[str]]" = field(default_factory=list)

    def types(self, *arguments: str, **environment: str) -> "subprocess.Popen[str]":
        """Start `antiphon` with these words."""
        clean = {
            name: value for name, value in os.environ.items() if not name.startswith("ANTIPHON_") and name not in HIDDEN
        }
        ours = {"ANTIPHON_DATA_DIR": str(self.folder / "data"), "ANTIPHON_PORT": "0", "BROWSER": str(self.browser)}
        process = subprocess.Popen(
            [sys.executable, "-m", "antiphon", *arguments],
            env=clean | ours | {"ANTIPHON_DETECT_LOCAL_MODELS": "false"} | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.running.append(process)
        return process

    @property
    def browser(self) -> Path:
        """A program that notes its argument."""
        program = self.folder / "browser"
        if not program.exists():
            program.write_text(f'#!/bin/sh\necho "$1" >> "{self.folder / "shown"}"\n')
            program.chmod(0o755)
        return program

    @property
    def shown(self) -> list[str]:
        """The addresses the browser was asked for."""
        path = self.folder / "shown"
        return path.read_text().split() if path.exists() else []


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    yield desk
    for process in desk.running:
        if process.poll() is None:
            process.kill()
        process.communicate()


def read_address(process: "subprocess.Popen[str]") -> str:
    """Where it says it is running."""
    assert process.stdout is not None
    for line in process.stdout:
        if "running at" in line:
            return next(word for word in line.split() if word.startswith("http://"))
    raise AssertionError("it ended without saying where it runs")


def wait_for(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not happened():
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.05)


def leave(process: "subprocess.Popen[str]") -> int:
    """Ctrl-C."""
    process.send_signal(signal.SIGINT)
    return process.wait(START_SECONDS)


def test_the_browser_is_opened_where_the_server_answers(desk: Desk) -> None:
    server = desk.types(**SEATED)
    address = read_address(server)

    wait_for(lambda: bool(desk.shown))
    with urllib.request.urlopen(address, timeout=10) as answer:
        page = answer.read().decode()

    assert desk.shown == [address]
    assert "Antiphon" in page
    assert leave(server) == 0
    assert server.stdout is not None
    last_lines = server.stdout.read()
    assert "Finished server process" in last_lines
    assert "\x1b" not in last_lines
    assert "color_message" not in last_lines


def test_a_second_start_opens_the_server_that_is_running(desk: Desk) -> None:
    server = desk.types("serve")
    address = read_address(server)

    second = desk.types(**SEATED)

    assert read_address(second) == address
    assert second.wait(START_SECONDS) == 0
    assert desk.shown == [address]
    assert server.poll() is None


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [
        (["serve"], SEATED),
        (["serve", "--no-browser"], SEATED),
        (["--no-browser"], SEATED),
        ([], SEATED | {"CI": "true"}),
        ([], {}),
    ],
    ids=["serve", "serve, said twice", "not wanted", "nobody there", "no display"],
)
def test_the_browser_stays_closed(desk: Desk, arguments: list[str], environment: dict[str, str]) -> None:
    """The address is printed all the same, and the server is there."""
    server = desk.types(*arguments, **environment)

    address = read_address(server)
    with urllib.request.urlopen(f"{address}/healthz", timeout=10) as answer:
        assert answer.status == 200

    assert leave(server) == 0
    assert desk.shown == []


def test_serving_twice_is_refused(desk: Desk) -> None:
    """Who asked for a server and not for a browser is told that there is one."""
    read_address(desk.types("serve"))

    second = desk.types("serve", **SEATED)
    said, _ = second.communicate(timeout=START_SECONDS)

    assert second.returncode == 1
    assert "another Antiphon process" in said
    assert desk.shown == []


@pytest.mark.parametrize(
    ("environment", "seen"),
    [
        ({"DISPLAY": ":0"}, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True),
        ({"DISPLAY": ":0", "CI": "1"}, False),
        ({"DISPLAY": ":10", "SSH_CONNECTION": "203.0.113.7 5 203.0.113.8 22"}, False),
        ({"DISPLAY": ":10", "SSH_TTY": "/dev/pts/1"}, False),
    ],
    ids=["X", "Wayland", "CI", "SSH", "SSH terminal"],
)
def test_a_screen_is_where_somebody_sits(environment: dict[str, str], seen: bool) -> None:
    assert has_screen(environment) is seen


@pytest.mark.parametrize(("system", "seen"), [("Linux", False), ("Darwin", True), ("Windows", True)])
def test_only_linux_needs_to_name_its_display(monkeypatch: pytest.MonkeyPatch, system: str, seen: bool) -> None:
    monkeypatch.setattr("platform.system", lambda: system)

    assert has_screen({}) is seen
