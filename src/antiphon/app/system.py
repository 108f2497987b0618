"""What this system can do, where systems differ: asked in one place, and never at import."""

import importlib.util
import os
import signal
import sys

from antiphon.store.alone import can_lock, can_open_folders


def has_uvloop() -> bool:
    """Whether the quick event loop is installed; it is not made for Windows."""
    return importlib.util.find_spec("uvloop") is not None


def can_have_processes() -> bool:
    """Whether several processes can stand behind one port."""
    return hasattr(os, "fork") and hasattr(signal, "SIGCHLD") and hasattr(signal, "pthread_sigmask")


def read_file_limit() -> tuple[int, int] | None:
    """How many files this process may have open, and how many it could ask for; -1 is without end, none is unknown."""
    if importlib.util.find_spec("resource") is None:
        return None
    import resource

    unlimited = resource.RLIM_INFINITY
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return (-1 if soft == unlimited else soft, -1 if hard == unlimited else hard)


def write_file_limit(soft: int, hard: int) -> None:
    """Ask for so many open files; -1 is without end. Only where `read_file_limit` knew them."""
    import resource

    unlimited = resource.RLIM_INFINITY
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft if soft >= 0 else unlimited, hard if hard >= 0 else unlimited))


def list_lacks() -> list[str]:
    """What is missing here that Antiphon uses elsewhere, each as the end of a sentence that says what follows."""
    found = (
        (sys.platform == "linux", "cutting off the process that reads files (only Linux can)"),
        (can_lock(), "locks on files: do not start two servers on one folder"),
        (can_open_folders(), "having a file's name on disk at once: after a power cut the newest files may lack"),
        (can_have_processes(), "several processes behind one port: leave `processes` at 1"),
        (read_file_limit() is not None, "limits on open files: they are the system's own"),
        (has_uvloop(), "uvloop: Python's own event loop is used, which is slower"),
        (hasattr(os, "killpg"), "ending a tool's program with all it has started"),
    )
    return [lack for is_there, lack in found if not is_there]
