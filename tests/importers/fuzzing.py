"""Damaged exports in one process that may do little: `python -m tests.importers.fuzzing 100000 [SEED]`.

Prints what happened as JSON. Whatever is not read must be refused by one of our own sentences.
"""

import io
import json
import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from antiphon.documents.confine import confine
from antiphon.importers.frame import write_frame
from antiphon.importers.protocol import IMPORTERS
from antiphon.importers.reader import answer
from antiphon.plugins.loader import load
from tests.importers.more_samples import EVERY
from tests.importers.samples import claude_branches, claude_conversation, dump, gpt_archive, gpt_rich, gpt_small

_SPITE = (
    *(
        b"\x00",
        b"\xff" * 4,
        b"99999999999999999999",
        b"-1",
        b"null",
        b"[]",
        b"{}",
        b'""',
        b"[[[[[[[[",
        b"}}}}",
        b'"',
        b"\\",
    ),
    *(
        rb"\ud800",
        b"1e400",
        b"true",
        b"\xe2\x80\xae",
        b"PK\x03\x04",
        b"SQLite format 3\x00",
        b"NaN",
        b'{"parent":"u1"}',
    ),
)


def list_samples() -> list[bytes]:
    """One export of every format, plain and packed."""
    made = [each() for each in EVERY.values()]
    made += [
        dump([gpt_rich()]),
        gpt_archive([gpt_small(), gpt_rich()]),
        dump([claude_conversation(), claude_branches()]),
    ]
    return made


def damage(data: bytes, chance: random.Random) -> bytes:
    """The same with a few bytes lost, doubled, changed or put in, or values in each other's places."""
    found = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        at, length = chance.randrange(len(found) + 1), chance.choice((1, 2, 8, 64, 400))
        match chance.randrange(6):
            case 0:
                del found[at : at + length]
            case 1:
                found[at:at] = chance.choice(_SPITE)
            case 2:
                found[at : at + length] = chance.choice(_SPITE)
            case 3:
                found[at:at] = found[at : at + length]
            case 4 if at < len(found):
                found[at] = chance.randrange(256)
            case _:
                del found[chance.choice((at, max(at, len(found) - length))) :]
        if not found:
            return b""
    return bytes(found)


def main() -> None:
    """So many of them, and what came of each."""
    count, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    samples, importers, chance = list_samples(), load(IMPORTERS).values, random.Random(seed)
    for codec in ("utf_16", "utf_16_le", "utf_16_be", "cp437"):
        __import__(f"encodings.{codec}")
    # Opened before nothing can be opened any more, and read at the end. `getrusage` would begin with what the process
    # that started this one had.
    status = Path("/proc/self/status").open(encoding="ascii")  # noqa: SIM115 - open until the end
    confine(100_000)
    outcomes: Counter[str] = Counter()
    faults: Counter[str] = Counter()
    slowest = 0.0
    ended: list[dict[str, Any]] = []

    def hear(body: dict[str, Any], data: bytes) -> None:
        """As it would go through the pipe."""
        write_frame(io.BytesIO(), body, data)
        ended.append(body)

    for _ in range(count):
        data = damage(chance.choice(samples), chance)
        ended.clear()
        began = time.perf_counter()
        answer(
            io.BytesIO(data),
            "file",
            importers,
            lambda body, _data: ended.append(json.loads(json.dumps(body, default=str))),
        )
        slowest = max(slowest, time.perf_counter() - began)
        last = ended[-1] if ended else {"kind": "nothing"}
        outcomes[last["kind"]] += 1
        if last.get("fault"):
            faults[last["fault"]] += 1
    peak = next(int(line.split()[1]) // 1024 for line in status if line.startswith("VmHWM"))
    print(json.dumps({"outcomes": outcomes, "faults": faults, "slowest": round(slowest, 3), "peak_mib": peak}))


if __name__ == "__main__":
    main()
