"""Which files whoever parses a file can still open: those the interpreter needs, to be read."""

import ctypes
import os
import struct
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import antiphon

# The same numbers on every machine.
_CREATE, _ADD_RULE, _RESTRICT = 444, 445, 446
_ASK_VERSION, _PATH_BENEATH = 1, 1
_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3
# What each version of the kernel's rules can forbid about files; what a version does not know it would not accept.
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
_NET_SINCE, _SCOPES_SINCE = 4, 6
_BIND_AND_CONNECT, _SOCKETS_AND_SIGNALS = 0b11, 0b11
# Libraries of the system that a module may load late.
_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache")


def close_files(libc: ctypes.CDLL) -> int:
    """From here on no file but the interpreter's own can be opened, and those only to be read.

    Newer kernels also refuse TCP, and signals to processes outside. Returns the version of the rules, 0 when there are
    none.
    """
    version: int = libc.syscall(_CREATE, None, ctypes.c_size_t(0), _ASK_VERSION)
    if version < 1:
        return 0
    rules = libc.syscall(_CREATE, *_describe(version), 0)
    if rules < 0:
        return 0
    try:
        for path in _list_own():
            _let_read(libc, rules, path)
        done: int = libc.syscall(_RESTRICT, rules, 0)
    finally:
        os.close(rules)
    return version if done == 0 else 0


def _describe(version: int) -> tuple[bytes, ctypes.c_size_t]:
    files = (1 << _FILE_RIGHTS[min(version, max(_FILE_RIGHTS))]) - 1
    words = [files]
    if version >= _NET_SINCE:
        words.append(_BIND_AND_CONNECT)
    if version >= _SCOPES_SINCE:
        words.append(_SOCKETS_AND_SIGNALS)
    said = struct.pack(f"={len(words)}Q", *words)
    return said, ctypes.c_size_t(len(said))


def _list_own() -> Iterator[str]:
    """Where the code is that runs here."""
    places = sysconfig.get_paths()
    yield from _each_once(
        (
            *(places[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")),
            *(each for each in sys.path if each.endswith(("site-packages", "dist-packages"))),
            *_LIBRARIES,
            str(Path(sys.base_prefix, "lib")),
            str(Path(antiphon.__file__).parent),
        )
    )


def _each_once(paths: Iterable[str]) -> Iterable[str]:
    return dict.fromkeys(paths)


def _let_read(libc: ctypes.CDLL, rules: int, path: str) -> None:
    """One place that stays open to be read; one that is not there needs no rule."""
    with suppress(OSError):
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            rights = _READ_FILE | (_READ_FOLDER if Path(path).is_dir() else 0)
            libc.syscall(_ADD_RULE, rules, _PATH_BENEATH, struct.pack("=Qi", rights, place), 0)
        finally:
            os.close(place)
