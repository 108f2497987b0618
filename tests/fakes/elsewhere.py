"""This system as if it were another: what only some systems have is not there.

Run as a program, it takes that away and then runs `antiphon` with the words that follow, or imports everything.
"""

import asyncio
import importlib
import os
import pkgutil
import signal
import socketserver
import subprocess
import sys
import tempfile
import traceback
from typing import NoReturn

# The standard library has been told what this system is; from here on only we look again.
KNOWN = (socketserver, subprocess, tempfile)
MODULES = ("fcntl", "resource", "uvloop", "pwd", "grp", "termios", "tty", "pty", "readline", "syslog")
SIGNALS = ("SIGHUP", "SIGCHLD", "SIGXCPU", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGQUIT", "pthread_sigmask")
# Not `os.uname`: packages made for this system ask it.
CALLS = (
    "fork",
    "killpg",
    "setsid",
    "getuid",
    "geteuid",
    "getpgid",
    "O_DIRECTORY",
    "O_NOFOLLOW",
    "O_PATH",
)


def take_away() -> None:
    """From here on nothing of these can be imported or asked for."""
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]  # so Python knows that there is none
    for name in SIGNALS:
        delattr(signal, name)
    for name in CALLS:
        if hasattr(os, name):
            delattr(os, name)

    def refuse(*_: object) -> NoReturn:
        raise NotImplementedError

    asyncio.SelectorEventLoop.add_signal_handler = refuse  # type: ignore[method-assign, assignment]
    asyncio.SelectorEventLoop.remove_signal_handler = refuse  # type: ignore[method-assign, assignment]


def import_all() -> list[str]:
    """Every module of ours, by name. Only where the wheel of an extra was made for this system may one be missing."""
    import antiphon

    found = [each.name for each in pkgutil.walk_packages(antiphon.__path__, "antiphon.") if "__main__" not in each.name]
    return [name for name in found if _import(name)]


def _import(name: str) -> bool:
    try:
        importlib.import_module(name)
    except ImportError as error:
        places = [
            frame.filename for frame in traceback.extract_tb(error.__traceback__) if "<frozen" not in frame.filename
        ]
        if "site-packages/mcp/" not in places[-1]:
            raise
        return False
    return True


if __name__ == "__main__":
    take_away()
    if sys.argv[1:] == ["--import-all"]:
        sys.stdout.write(f"{len(import_all())}\n")
    else:
        from antiphon.cli.main import run

        run()
