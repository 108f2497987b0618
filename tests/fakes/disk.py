"""A small disk of one's own, in memory, that can be full."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass(frozen=True, slots=True)
class Disk:
    """Where it is mounted."""

    folder: Path

    def fill(self) -> None:
        """Leave not a byte."""
        with (self.folder / "filler").open("ab", buffering=0) as filler:
            for size in (1024 * 1024, 4096, 1):
                with suppress(OSError):
                    while True:
                        filler.write(b"x" * size)

    def free(self) -> None:
        """Take the filling away."""
        (self.folder / "filler").unlink()


@contextmanager
def mount_disk(folder: Path, mebibytes: int) -> Iterator[Disk]:
    """A file system of this size while the block lasts. Only root can; in CI it must."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={mebibytes}m,mode=0755", "tmpfs", str(folder)]
    done = subprocess.run(command, check=False, capture_output=True)
    if done.returncode != 0:
        if os.environ.get("CI") == "true":
            raise AssertionError(done.stderr.decode())
        pytest.skip("only root can mount a disk")
    try:
        yield Disk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
