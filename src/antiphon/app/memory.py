"""How this process gives memory back.

glibc learns from every large piece that is freed to keep larger ones for itself, and each thread may have a heap of its
own; after one answer of a million characters some 60 MiB stayed that nobody used. Told so, it hands large pieces back
at once.
"""

import ctypes
import sys
from typing import Final

# From <malloc.h>.
_TRIM_THRESHOLD: Final = -1
_MMAP_THRESHOLD: Final = -3
_ARENA_MAX: Final = -8
# The C library's own first values; naming one keeps it from growing.
_LARGE_BYTES: Final = 128 * 1024
# The loop's heap, and one for the threads that work beside it.
_ARENAS: Final = 2


def give_memory_back() -> None:
    """From now on freed memory goes back to the system; with another C library nothing changes. Call it once, early."""
    if sys.platform == "win32":
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_TRIM_THRESHOLD, _LARGE_BYTES)
        mallopt(_MMAP_THRESHOLD, _LARGE_BYTES)
        mallopt(_ARENA_MAX, _ARENAS)
