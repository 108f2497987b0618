"""A filter in front of the kernel: deeds that whoever parses a file has no use for are refused for good.

Written out here instead of taken from a library: it is forty lines, and it runs where strangers' files are opened.
"""

import ctypes
import errno
import os
import platform
from collections.abc import Iterator
from typing import NamedTuple

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_OPENAT2 = 437
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
_ALLOW, _KILL, _REFUSE = 0x7FFF0000, 0x80000000, 0x00050000
_SET_FILTER, _ALL_THREADS = 1, 1
# What a kernel learns after this was written is refused, and so are the second set of numbers of x86 (from 2**30).
_FIRST_UNKNOWN = 463


class _Machine(NamedTuple):
    """How one kind of processor numbers its calls."""

    audit: int
    seccomp: int
    tgkill: int
    prlimit: int
    # The calls that open a file, and where their flags stand.
    opening: tuple[tuple[int, int], ...]
    refused: frozenset[int]


# Numbers that are the same everywhere: signals through descriptors, io_uring (sockets by another way), mounts, clone3,
# other processes' descriptors and memory, modes.
_NEW = frozenset({*range(424, 436), 438, 440, 442, 448, 452, 457, 458})
_MACHINES = {
    "x86_64": _Machine(
        audit=0xC000003E,
        seccomp=317,
        tgkill=234,
        prlimit=302,
        opening=((2, 24), (257, 32)),
        refused=_NEW
        # shared memory, sockets, new processes and programs, signals
        | {29, 30, 31, 41, 42, 43, 44, 46, 49, 50, 53, 56, 57, 58, 59, 62, 64, 68, 69}
        # truncate to chown, ptrace, signals with data, times, nodes, personality, priorities
        | {76, 82, 83, 84, 85, 86, 87, 88, *range(90, 95), 101, 129, 132, 133, 135, 141, 144}
        # roots, mounts, modules, attributes, tkill, affinity, queues, keys
        | {155, *range(161, 171), 175, 176, 188, 189, 190, 197, 198, 199, 200, 203, 235, 240, 246, 248, 249, 250, 251}
        # the same relative to a folder, unshare, accept4, perf, fanotify, handles, setns, other processes' memory
        | {*range(258, 262), *range(263, 267), 268, 272, 280, 288, 297, 298, 300, 303, 304, 307, 308, 310, 311, 312}
        # modules, renameat2, seccomp, memfd, kexec, bpf, execveat, userfaultfd
        | {313, 316, 317, 319, 320, 321, 322, 323},
    ),
    "aarch64": _Machine(
        audit=0xC00000B7,
        seccomp=277,
        tgkill=131,
        prlimit=261,
        opening=((56, 32),),
        refused=_NEW
        # attributes, nodes to renameat, mounts, truncate, chroot to fchown, times, accounts, personality, unshare
        | {5, 6, 7, 14, 15, 16, *range(33, 42), 45, *range(51, 56), 88, 89, 92, 97}
        # kexec, modules, ptrace, schedulers, signals, priorities, reboot, names
        | {104, 105, 106, 117, 119, 122, 129, 130, 138, 140, 142, 161, 162}
        # queues, shared memory, sockets, keys, clone, execve, swap, perf
        | {180, 186, 189, 190, *range(194, 204), 206, 211, 217, 218, 219, 220, 221, 224, 225, 240, 241, 242}
        # fanotify, handles, setns, sendmmsg, other processes, modules, renameat2, seccomp, memfd to userfaultfd, kexec
        | {262, 264, 265, 268, *range(269, 274), 276, 277, 279, 280, 281, 282, 294},
    ),
}


class _Step(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint16), ("yes", ctypes.c_uint8), ("no", ctypes.c_uint8), ("value", ctypes.c_uint32))


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("steps", ctypes.POINTER(_Step)))


def refuse_calls(libc: ctypes.CDLL) -> bool:
    """From here on no sockets, programs, processes, signals to others, nor anything that only administrators do.

    True when the kernel has taken the filter, for all threads and for good; it cannot be lifted.
    """
    machine = _MACHINES.get(platform.machine())
    if machine is None:
        return False
    steps = [_Step(*each) for each in _write_filter(machine, os.getpid())]
    program = _Program(len(steps), (_Step * len(steps))(*steps))
    done: int = libc.syscall(machine.seccomp, _SET_FILTER, _ALL_THREADS, ctypes.byref(program))
    return done == 0


def _write_filter(machine: _Machine, own: int) -> Iterator[tuple[int, int, int, int]]:
    """Steps of code, how many to skip if yes, how many if no, and a value."""
    refuse = (_RETURN, 0, 0, _REFUSE | errno.EPERM)
    yield _LOAD, 0, 0, _ARCHITECTURE
    yield _EQUAL, 1, 0, machine.audit
    yield _RETURN, 0, 0, _KILL
    yield _LOAD, 0, 0, _NUMBER
    yield _AT_LEAST, 0, 1, _FIRST_UNKNOWN
    yield _RETURN, 0, 0, _REFUSE | errno.ENOSYS
    for number in sorted(machine.refused):
        yield _EQUAL, 0, 1, number
        yield refuse
    # Early Landlock lets whoever may read a file empty it.
    for number, flags in machine.opening:
        yield _EQUAL, 0, 4, number
        yield _LOAD, 0, 0, flags
        yield _ANY_BIT, 0, 1, os.O_TRUNC
        yield refuse
        yield _RETURN, 0, 0, _ALLOW
    # Its flags lie in memory, where a filter cannot look.
    yield _EQUAL, 0, 1, _OPENAT2
    yield _RETURN, 0, 0, _REFUSE | errno.ENOSYS
    # A process may end itself and ask about itself, and nobody else.
    for number, meant in ((machine.tgkill, own), (machine.prlimit, 0)):
        yield _EQUAL, 0, 4, number
        yield _LOAD, 0, 0, _FIRST_ARGUMENT
        yield _EQUAL, 0, 1, meant
        yield _RETURN, 0, 0, _ALLOW
        yield refuse
    yield _RETURN, 0, 0, _ALLOW
