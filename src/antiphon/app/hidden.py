"""The server holds keys, so no other process of the same person may look into it."""

import ctypes
import sys

_SET_DUMPABLE = 4


def hide_from_others() -> bool:
    """From here on only an administrator can read this process's memory and environment, and it leaves no core dump.

    Programs it starts are not hidden. False where the system has no such thing.
    """
    if sys.platform != "linux":
        return False
    hidden: bool = ctypes.CDLL(None).prctl(_SET_DUMPABLE, 0, 0, 0, 0) == 0
    return hidden
