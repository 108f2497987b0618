"""Giving up, before a stranger's file is opened, everything that reading it does not need.

Several layers, each by itself: what one kernel does not offer, another may. Whoever is confined cannot undo it.
"""

import ctypes
import struct
import sys
import threading
from dataclasses import asdict, dataclass
from pathlib import Path

from typing_extensions import override

from antiphon.documents.landlock import close_files
from antiphon.documents.limits import MIB
from antiphon.documents.seccomp import refuse_calls

MEMORY = 1024 * MIB
CPU_SECONDS = 15

_NO_NEW_PRIVILEGES = 38
_NEW_USER, _NEW_NETWORK = 0x10000000, 0x40000000
# The third version of how capabilities are written: who, and three sets in two halves.
_CAPABILITIES_VERSION = 0x20080522
_TRUNCATION_REFUSED_SINCE = 3


@dataclass(frozen=True, slots=True)
class Confinement:
    """What this kernel has really taken away."""

    own_network: bool = False
    landlock: int = 0
    seccomp: bool = False
    no_capabilities: bool = False

    @property
    def missing(self) -> tuple[str, ...]:
        """What a process confined like this could still reach and should not."""
        reachable = {
            "the network": not (self.own_network or self.seccomp),
            "files": not self.landlock or (self.landlock < _TRUNCATION_REFUSED_SINCE and not self.seccomp),
            "other programs": not self.seccomp,
            "other processes": not (self.landlock or self.seccomp),
        }
        return tuple(what for what, is_open in reachable.items() if is_open)

    @override
    def __str__(self) -> str:
        layers = {
            f"Landlock {self.landlock}": self.landlock,
            "seccomp": self.seccomp,
            "a network of its own": self.own_network,
            "no capabilities": self.no_capabilities,
        }
        return ", ".join(name for name, holds in layers.items() if holds) or "none"

    def as_facts(self) -> dict[str, object]:
        """As it is told from process to process."""
        return asdict(self)


def confine(cpu_seconds: int = CPU_SECONDS) -> Confinement:
    """From here on: little memory and time, no network, no file but the interpreter's, no program, no other process.

    Everything that is to be imported should be by then. What the kernel does not offer is missing from what is
    returned, and nothing else about it fails.
    """
    if sys.platform != "linux":
        _limit(cpu_seconds)
        return Confinement()
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    # Outside the rights of the first name space, not even an administrator can look into other processes.
    own_network = libc.unshare(_NEW_USER | _NEW_NETWORK) == 0
    # Rules about files bind the thread that makes them; the others would stay free.
    landlock = close_files(libc) if _is_alone() else 0
    no_capabilities = _drop_capabilities(libc)
    _limit(cpu_seconds)
    return Confinement(own_network, landlock, refuse_calls(libc), no_capabilities)


def _is_alone() -> bool:
    """Whether this is the only thread, those of libraries included where the system tells."""
    try:
        return len(list(Path("/proc/self/task").iterdir())) == 1
    except OSError:
        return threading.active_count() == 1


def _drop_capabilities(libc: ctypes.CDLL) -> bool:
    # Not every C library has it.
    if not hasattr(libc, "capset"):
        return False
    header = struct.pack("=Ii", _CAPABILITIES_VERSION, 0)
    dropped: bool = libc.capset(header, bytes(24)) == 0
    return dropped


def _limit(cpu_seconds: int) -> None:
    if sys.platform == "win32":
        return
    import resource

    for what, most, at_last in (
        (resource.RLIMIT_AS, MEMORY, MEMORY),
        # A second between being told and being ended: whoever waits can tell that it was time that ran out.
        (resource.RLIMIT_CPU, cpu_seconds, cpu_seconds + 1),
        (resource.RLIMIT_FSIZE, 0, 0),
        (resource.RLIMIT_CORE, 0, 0),
        (resource.RLIMIT_NPROC, 0, 0),
    ):
        hard = resource.getrlimit(what)[1]
        ceiling = at_last if hard == resource.RLIM_INFINITY else min(hard, at_last)
        resource.setrlimit(what, (min(most, ceiling), ceiling))
