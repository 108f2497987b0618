"""A process that has imported Antiphon and makes servers of copies of itself: the same server, seconds earlier.

Importing costs a server most of its start, and hundreds of tests start one. What is forked here is a process of its own
that reads its environment, its folder and its command line as any other, and may be killed and frozen.

A line of JSON asks and a line of JSON answers: `{"start": …}` is told the process id, `{"poll": id}` the exit code, or
null while it runs. When nobody asks any more, those it has started are killed. `launched.py` and the journeys of the
browser ask.

Making every table is most of a first start. It is done once, and whoever serves from a folder without a database is
given a copy of the file.
"""

import gc
import importlib
import json
import os
import runpy
import shutil
import signal
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Any

# What a start imports, the last ones only when it is asked for what they do.
_IMPORTED = (
    "antiphon.cli.main",
    "antiphon.cli.server.serve",
    "antiphon.app",
    "antiphon.live.redis",
    "antiphon.store.session",
    "genai_prices.data",
    "httptools",
    "uvicorn.lifespan.on",
    "uvloop",
)


def main() -> None:
    """Answer until nobody asks; in a copy, be the command that was asked for."""
    for name in _IMPORTED:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()
    asked = _answer_all()
    if asked is not None:
        _become(asked)


def _answer_all() -> dict[str, Any] | None:
    """None when nobody asks any more; in a copy, what it was started for."""
    started: dict[int, int | None] = {}
    for line in iter(sys.stdin.readline, ""):
        asked = json.loads(line)
        if "start" in asked:
            _bring_database(asked["start"])
            pid = os.fork()
            if pid == 0:
                return dict(asked["start"])
            started[pid] = None
            answer: dict[str, int | None] = {"pid": pid}
        else:
            answer = {"code": _poll(started, int(asked["poll"]))}
        print(json.dumps(answer), flush=True)
    for pid in [each for each in started if _poll(started, each) is None]:
        os.kill(pid, signal.SIGKILL)
    if _make_database.cache_info().currsize:
        shutil.rmtree(_make_database().parent, ignore_errors=True)
    return None


def _poll(started: dict[int, int | None], pid: int) -> int | None:
    """How it ended, asked as often as one likes. Its id is not given to another process before that is known."""
    if started[pid] is None:
        ended, status = os.waitpid(pid, os.WNOHANG)
        started[pid] = os.waitstatus_to_exitcode(status) if ended else None
    return started[pid]


def _bring_database(asked: dict[str, Any]) -> None:
    """A migrated file for whoever would make one."""
    folder = asked["environment"].get("ANTIPHON_DATA_DIR")
    if folder is None or "ANTIPHON_DATABASE_URL" in asked["environment"] or asked["arguments"][0] != "serve":
        return
    file = Path(folder) / "antiphon.db"
    if file.parent.is_dir() and not file.exists():
        shutil.copyfile(_make_database(), file)
        file.chmod(0o600)


@cache
def _make_database() -> Path:
    """The file, made by a copy of this process, which itself opens no database."""
    file = Path(tempfile.mkdtemp(prefix="antiphon-")) / "antiphon.db"
    pid = os.fork()
    if pid == 0:
        from antiphon.store.migrate import migrate

        migrate(f"sqlite:///{file}")
        os._exit(0)
    _, ended = os.waitpid(pid, 0)
    assert ended == 0, "no database could be made"
    return file


def _become(asked: dict[str, Any]) -> None:
    """Take the environment, the folder, the files and the arguments, and run as `python -m antiphon` does."""
    os.environ.clear()
    os.environ.update(asked["environment"])
    time.tzset()
    os.chdir(asked["folder"])
    with Path(os.devnull).open("rb") as nothing, Path(asked["log"]).open("ab") as log:
        os.dup2(nothing.fileno(), 0)
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    sys.argv = ["antiphon", *asked["arguments"]]
    runpy.run_module(asked.get("module", "antiphon"), run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
