"""Every bomb, and some hundreds of damaged files, through the real door: `python -m tests.documents.bombing 200`.

A process of its own, so that the memory of parent and children can be measured. Prints what happened as JSON.
"""

import asyncio
import json
import random
import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from antiphon.conversation.errors import UnreadableFile
from antiphon.documents.door import read_document, read_image
from tests.documents.bombs import Hostile, bombs
from tests.documents.fuzzing import damaged

AT_ONCE = 2


def main(count: int) -> None:
    """Throw all of them, and say how it went."""
    report = asyncio.run(throw(count))
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(json.dumps({"thrown": report, "child_peak_mib": children}))


async def throw(count: int) -> list[tuple[str, str, float, int]]:
    """Each by its title: what was answered, how long it took, and by how many MiB this process grew meanwhile."""
    waiting = iter([*damaged(random.Random(7), count), *bombs()])
    reports = await asyncio.gather(*(throw_all(waiting) for _ in range(AT_ONCE)))
    return [each for report in reports for each in report]


async def throw_all(waiting: Iterator[Hostile]) -> list[tuple[str, str, float, int]]:
    """One after the other, until none is waiting."""
    return [await throw_one(case) for case in waiting]


async def throw_one(case: Hostile) -> tuple[str, str, float, int]:
    """What one file did."""
    begun, before = time.monotonic(), reset_peak()
    try:
        read = read_image if case.kind.is_image else read_document
        await read(case.data, case.kind, "it")
        outcome = "read"
    except UnreadableFile as refusal:
        outcome = refusal.why
    return case.title, outcome, round(time.monotonic() - begun, 2), measure("VmHWM") - before


def reset_peak() -> int:
    """Begin to measure anew; how much memory is in use now, in MiB."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    return measure("VmRSS")


def measure(what: str) -> int:
    """A line of what the kernel says about this process, in MiB."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(what)) // 1024


if __name__ == "__main__":
    main(int(sys.argv[1]))
