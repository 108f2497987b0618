"""What a file could make its reader do if a library had a hole: nothing, on this kernel."""

import json
import os
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue
from typing import Literal

import pytest

from antiphon.app import doctor
from antiphon.conversation.errors import UnreadableFile
from antiphon.documents import door
from antiphon.documents.confine import Confinement
from antiphon.documents.door import look_at_confinement, read_document
from antiphon.documents.media import MediaType
from antiphon.settings import Settings

# Where promises are checked for others, a kernel that cannot keep them is a failure and not an excuse.
CI = os.environ.get("CI") == "true"
EVERYTHING = ("connect", "database", "environment", "execute", "fork", "signal", "trace", "write", "list")

TRY = """
import ctypes, json, os, socket, subprocess, sys

port, database, server = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])

def trace():
    if ctypes.CDLL(None, use_errno=True).ptrace(16, server, 0, 0) != 0:
        raise PermissionError(ctypes.get_errno(), "ptrace")

DEEDS = {
    "connect": lambda: socket.create_connection(("127.0.0.1", port), 2).close(),
    "database": lambda: open(database, "rb").read(16),
    "environment": lambda: open(f"/proc/{server}/environ", "rb").read(),
    "execute": lambda: subprocess.run(["/bin/true"], check=True),
    "fork": lambda: os.fork() or os._exit(0),
    "signal": lambda: os.kill(server, 0),
    "trace": trace,
    "write": lambda: open(database + "-new", "w").close(),
    "list": lambda: os.listdir(os.path.dirname(database)),
}

def attempt(name):
    try:
        DEEDS[name]()
    except OSError as error:
        return type(error).__name__
    return "done"

libc = ctypes.CDLL(None, use_errno=True)
%s
print(json.dumps({name: attempt(name) for name in DEEDS}))
"""
FREE = ""
CONFINED = "from antiphon.documents.confine import confine\nconfine()"
ONLY_FILES = "libc.prctl(38, 1, 0, 0, 0)\nfrom antiphon.documents.landlock import close_files\nclose_files(libc)"
ONLY_CALLS = "libc.prctl(38, 1, 0, 0, 0)\nfrom antiphon.documents.seccomp import refuse_calls\nrefuse_calls(libc)"
ONLY_NETWORK = "libc.unshare(0x10000000 | 0x40000000)"


@dataclass(slots=True)
class Server:
    """A process that holds a key, a database and a port, and who came to the port."""

    port: int
    database: Path
    process: subprocess.Popen[bytes]
    visitors: Queue[object] = field(default_factory=Queue)

    def attempt(self, before: str) -> dict[str, str]:
        """What became of every deed of a process that did this first."""
        arguments = [str(self.port), str(self.database), str(self.process.pid)]
        command = [sys.executable, "-I", "-c", TRY % before, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=True)
        found: dict[str, str] = json.loads(done.stdout.strip().splitlines()[-1])
        return found


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    database = tmp_path / "antiphon.db"
    with sqlite3.connect(database) as made:
        made.execute("CREATE TABLE secrets (said TEXT)")
    made.close()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        environment = {"OPENAI_API_KEY": "sk-canary"}
        process = subprocess.Popen([sys.executable, "-I", "-c", "input()"], stdin=subprocess.PIPE, env=environment)
        running = Server(listening.getsockname()[1], database, process)
        threading.Thread(target=_welcome, args=(listening, running.visitors), daemon=True).start()
        yield running
        process.kill()
        process.communicate()


def _welcome(listening: socket.socket, visitors: Queue[object]) -> None:
    while True:
        try:
            visitor, address = listening.accept()
        except OSError:
            return
        visitors.put(address)
        visitor.close()


@pytest.fixture
def kernel() -> None:
    if sys.platform != "linux" and not CI:
        pytest.skip("only Linux takes rights away from a process")


@pytest.mark.usefixtures("kernel")
async def test_this_machine_confines_whoever_reads_files() -> None:
    """What is reported is what a child really found."""
    confined = await look_at_confinement()

    if confined.missing and not CI:
        pytest.skip(f"this kernel leaves open: {', '.join(confined.missing)}")
    assert confined.missing == ()
    assert "Landlock" in str(confined)


@pytest.mark.usefixtures("kernel")
def test_a_reader_of_files_reaches_nothing_else(server: Server) -> None:
    """No network, no database, no key in the server's environment, no program, no other process."""
    free = server.attempt(FREE)
    server.visitors.get(timeout=10)

    confined = server.attempt(CONFINED)

    assert {free[name] for name in EVERYTHING if name != "trace"} == {"done"}
    assert {name: confined[name] for name in EVERYTHING} == dict.fromkeys(EVERYTHING, "PermissionError")
    with socket.create_connection(("127.0.0.1", server.port)) as mine:
        assert server.visitors.get(timeout=10) == mine.getsockname(), "nobody came in between"


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize(
    ("layer", "refused"),
    [
        (ONLY_FILES, {"database", "environment", "write", "list", "trace"}),
        (ONLY_CALLS, {"connect", "execute", "fork", "signal", "trace"}),
        (ONLY_NETWORK, {"connect", "environment"}),
    ],
    ids=["files", "calls", "network"],
)
def test_every_layer_holds_by_itself(server: Server, layer: str, refused: set[str]) -> None:
    """What one kernel lacks does not take the rest along."""
    found = server.attempt(layer)

    assert refused <= {name for name, became in found.items() if became != "done"}


@pytest.mark.usefixtures("kernel")
def test_no_file_is_emptied_by_whoever_may_only_read_it(tmp_path: Path) -> None:
    """Kernels with the first two versions of Landlock let it happen, so the filter of calls refuses it by itself."""
    kept = tmp_path / "library.py"
    kept.write_text("words")
    attempt = (
        f"import ctypes, os\nlibc = ctypes.CDLL(None)\n{ONLY_CALLS}\nos.open({str(kept)!r}, os.O_RDONLY | os.O_TRUNC)"
    )

    done = subprocess.run([sys.executable, "-I", "-c", attempt], capture_output=True, text=True, check=False)

    assert "PermissionError" in done.stderr
    assert kept.read_text() == "words"


async def test_an_operator_can_demand_that_the_reader_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the kernel does not offer it, nothing is read, and it says why."""
    lacking = (
        "import antiphon.documents.reader as reader; from antiphon.documents.confine import Confinement;"
        "reader.confine = lambda: Confinement(seccomp=True); reader.main()"
    )
    monkeypatch.setattr(door, "_COMMAND", (sys.executable, "-I", "-c", lacking))

    found = await read_document(b"Hello", MediaType.TEXT)
    with pytest.raises(UnreadableFile, match="it could reach files"):
        await read_document(b"Hello", MediaType.TEXT, always_confined=True)

    assert found.pages[0].text == "Hello"
    assert Confinement().missing == ("the network", "files", "other programs", "other processes")


@pytest.mark.parametrize(
    ("wanted", "ok", "words"),
    [("if_possible", True, "beware: files are read by a process that could reach files"), ("always", False, "no file")],
)
async def test_the_doctor_says_what_does_not_hold(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, wanted: Literal["if_possible", "always"], ok: bool, words: str
) -> None:
    """Where the kernel offers less, it is said; where all was demanded, it is a failure."""

    async def look() -> Confinement:
        return Confinement(seccomp=True)

    monkeypatch.setattr(doctor, "look_at_confinement", look)

    checks = await doctor.check_health(Settings(data_dir=tmp_path, detect_local_models=False, confine_reader=wanted))

    [check] = [each for each in checks if each.name == "file reader"]
    assert check.ok == ok
    assert words in check.detail


async def test_a_reader_that_used_up_its_time_took_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the processor, that is; whoever waits is told."""
    endless = "from antiphon.documents.confine import confine; confine(cpu_seconds=1)\nwhile True: pass"
    monkeypatch.setattr(door, "_COMMAND", (sys.executable, "-I", "-c", endless))

    with pytest.raises(UnreadableFile, match="takes too long"):
        await read_document(b"Hello", MediaType.TEXT)


def test_the_server_cannot_be_looked_into_and_its_programs_can() -> None:
    """Its memory holds keys; programs it starts are not affected."""
    look = "import ctypes; print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))"
    hidden = f"""import subprocess, sys
from antiphon.app.hidden import hide_from_others
hide_from_others()
{look}
sys.stdout.flush()
subprocess.run([sys.executable, "-I", "-c", {look!r}], check=True)"""

    done = subprocess.run([sys.executable, "-I", "-c", hidden], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["0", "1"]
