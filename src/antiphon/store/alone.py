"""A file that one process has to itself, by whichever lock the system has.

The kernel frees it when the process ends, however it ends.
"""

import importlib.util
import os
import sys
from typing import IO


def can_lock() -> bool:
    """Whether this system can keep a second process from a file."""
    return importlib.util.find_spec("fcntl") is not None or sys.platform == "win32"


def can_open_folders() -> bool:
    """Whether a folder can be opened as a file is: to lock it, or to have the names in it on disk."""
    return hasattr(os, "O_DIRECTORY")


def lock_alone(opened: IO[bytes] | int) -> None:
    """Own this file from now on, or raise an `OSError` at once. Where there is no lock, nothing is held."""
    number = opened if isinstance(opened, int) else opened.fileno()
    if sys.platform == "win32":
        import msvcrt

        # A byte far behind the end: those that are written stay readable for others.
        os.lseek(number, 1 << 30, os.SEEK_SET)
        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
    elif can_lock():
        import fcntl

        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
