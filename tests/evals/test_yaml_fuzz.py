"""Five thousand files that nobody should write: each is read or refused, soon and in little memory (R-07)."""

import multiprocessing
import random
import resource
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from antiphon.conversation.errors import EvalFileInvalid
from antiphon.evals.suites.load import read_suite
from antiphon.evals.suites.plain_yaml import MOST_BYTES
from tests.fakes.pace import time_bare_work

SUITES = Path(__file__).parent / "files" / "suites"
REAL = [path.read_bytes() for path in sorted(SUITES.glob("*.yaml"))]
COUNT = 5_000
# Above what the process holds before it begins: the worst allowed file is 1 MiB of 50,000 values.
MOST_MEMORY_KIB = 250 * 1024

SPARKS = [
    b"&a ",
    b"*a",
    b"[",
    b"]",
    b"{",
    b"}",
    b"- ",
    b": ",
    b"? ",
    b"| ",
    b"> ",
    b"\n",
    b"\t",
    b"'",
    b'"',
    b"#",
    b"!!",
    b"%",
]
SPARKS += [
    b"\x00",
    b"\xff",
    b"\xef\xbb\xbf",
    b"---\n",
    b"...\n",
    b"<<: ",
    b"1e999",
    b".nan",
    b"0x",
    b"\\u0000",
    b"\xc2\x85",
    b"~",
]


def damage(chance: random.Random) -> bytes:
    """A real suite with bytes changed, moved, doubled and lost."""
    data = bytearray(chance.choice(REAL))
    for _ in range(chance.randint(1, 12)):
        at = chance.randrange(len(data) + 1)
        length = chance.choice((0, 1, 3, 40, 400))
        match chance.randrange(4):
            case 0:
                data[at : at + length] = chance.choice(SPARKS)
            case 1:
                del data[at : at + length]
            case 2:
                data[at:at] = data[at : at + length] * chance.randint(1, 3)
            case _:
                data[at:at] = chance.choice(SPARKS) * chance.choice((1, 2, 50))
    return bytes(data[: MOST_BYTES + 10])


def shuffle_lines(chance: random.Random) -> bytes:
    lines = chance.choice(REAL).split(b"\n")
    chance.shuffle(lines)
    return b"\n".join(lines)


def mix(chance: random.Random) -> bytes:
    """Lines of one dialect among those of another."""
    one, other = (chance.choice(REAL).split(b"\n") for _ in range(2))
    cut, again = chance.randrange(len(one)), chance.randrange(len(other))
    return b"\n".join(one[:cut] + other[again:])


def sprinkle(chance: random.Random) -> bytes:
    return b"".join(chance.choice(SPARKS) for _ in range(chance.choice((5, 50, 5_000))))


def scatter(chance: random.Random) -> bytes:
    return chance.randbytes(chance.choice((1, 30, 3_000)))


def bomb(chance: random.Random) -> bytes:
    """Aliases of aliases, in lists and in mappings."""
    width, depth = chance.randint(2, 30), chance.randint(2, 30)
    lines = ["a0: &a0 [x, x, x]"]
    for level in range(1, depth):
        inner = ", ".join(f"{f'k{at}: ' if level % 2 else ''}*a{level - 1}" for at in range(width))
        lines.append(f"a{level}: &a{level} " + (f"{{{inner}}}" if level % 2 else f"[{inner}]"))
    return "\n".join(lines).encode()


def nest(chance: random.Random) -> bytes:
    opening = chance.choice((b"[", b"{a: ", b"- ", b"? ", b"[{a: ", b"{[", b"!!seq [", b"&a [", b"a:\n "))
    return b"evalcases: " * chance.randint(0, 1) + opening * chance.choice((15, 25, 2_000, 100_000))


def flood(chance: random.Random) -> bytes:
    """As much of one thing as a file may hold."""
    one = chance.choice(
        (
            b"- a\n",
            b"evalcases: [" + b"{id: a, input: b, outcome: c}, " * 20_000,
            b"k%d: 1\n",
            b"evalcases:\n" + b"  - {id: x, outcome: y, input: z}\n" * 7_000,
            b"# a comment\n",
            b"a: " + b"x" * 900_000,
            b"a: '" + b"''" * 400_000 + b"'",
            b'a: "' + b"\\n" * 400_000 + b'"',
            b"x" * 900_000 + b": 1",
            b"? " + b"x" * 900_000 + b"\n: 1",
            b"a: " + b"9" * 900_000,
            b"a: |\n" + b"  x\n" * 200_000,
            b"a: >\n" + b"  x\n\n" * 150_000,
            b"tests:\n" + b" - id: a\n   assert: [{type: contians, value: x}]\n" * 3_500,
            b"prompts: [a]\ntests: [" + b"{vars: {a: b}, assert: [{type: contins}]}, " * 4_000 + b"{}]",
            b"prompts: [" + b"'{{a}}{{a}}', " * 900 + b"b]\ntests: [{assert: [{type: is-json}]}]",
            b"prompts: ['" + b"{{" * 400_000 + b"']\ntests: [{}]",
            b"prompts: ['" + b"[" * 900_000 + b"']\ntests: [{}]",
            b"prompts: ['" + b"{{" + b"!" * 900_000 + b"']\ntests: [{}]",
            b"prompts: ['" + b"{{a}}" * 100_000 + b"']\ntests: [{vars: {a: " + b"x" * 400_000 + b"}}]",
            b"prompts: ['" + b"x" * 500_000 + b" {{a}}']\ntests: [" + b"{vars: {a: 1}}, " * 4_000 + b"{}]",
            b"prompts: [a]\ndefaultTest: {assert: ["
            + b"{type: is-json}, " * 9_000
            + b"]}\ntests: ["
            + b"{}, " * 4_000
            + b"{}]",
            b"defaults: {assert: [" + b"a, " * 20_000 + b"]}\ntests: [" + b"{id: a, input: b}, " * 4_000 + b"]",
            b"defaults: {assert: [" + b"a, " * 50 + b"]}\ntests: [" + b"{id: a, input: b}, " * 9_000 + b"]",
            b"panel: [" + b"a, " * 20_000 + b"]\ntests: [" + b"{id: a, input: b}, " * 4_000 + b"]",
            b"advisors: {" + b"".join(b"a%d: {description: b}, " % at for at in range(9_000)) + b"}",
            b"guideline_patterns: ['" + b"{a,b}" * 30 + b"', '" + b"**/" * 60 + b"']\n" + REAL[-1],
        )
    )
    if one == b"k%d: 1\n":
        return b"".join(one % at for at in range(40_000))
    return (one * (MOST_BYTES // len(one) if len(one) < 20 else 1))[: MOST_BYTES + 10]


# How many of each: most are near to what people write, the large ones are few.
KINDS: list[tuple[int, Callable[[random.Random], bytes]]] = [
    (2_600, damage),
    (500, shuffle_lines),
    (500, mix),
    (500, sprinkle),
    (450, scatter),
    (250, bomb),
    (120, nest),
    (80, flood),
]


class Seen(NamedTuple):
    """How the files fared: how many were refused, the longest time, what went wrong, and the memory it took."""

    read: int
    refused: int
    slowest: float
    slowest_head: bytes
    unexpected: list[str]
    memory_kib: int


def make_files() -> Iterator[bytes]:
    for number, (count, make) in enumerate(KINDS):
        chance = random.Random(f"R-07 {number}")
        for _ in range(count):
            yield make(chance)


def read_peak_kib() -> int:
    """The most memory this process has held. What `getrusage` tells on Linux includes the process it came from."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM"))


def read_all(answer: "multiprocessing.SimpleQueue[Seen]") -> None:
    """Run in a process of its own, so that its memory can be measured."""
    before = read_peak_kib()
    read = refused = 0
    slowest, head = 0.0, b""
    unexpected: list[str] = []
    for data in make_files():
        # Time of the processor: on a busy machine the clock on the wall tells of others.
        started = time.process_time()
        try:
            read_suite(data, SUITES / "fuzz.yaml")
            read += 1
        except EvalFileInvalid:
            refused += 1
        except BaseException as error:  # noqa: BLE001 - whatever it is, the test wants to name it
            unexpected.append(f"{type(error).__name__}: {error} for {data[:80]!r}"[:300])
        took = time.process_time() - started
        if took > slowest:
            slowest, head = took, data[:80]
    answer.put(Seen(read, refused, slowest, head, unexpected, read_peak_kib() - before))


@pytest.mark.timeout(120)
@pytest.mark.measured
def test_five_thousand_broken_files_are_read_or_refused() -> None:
    """R-07: nothing but `EvalFileInvalid`, nothing over a second where parsing is not slow itself, memory bounded."""
    assert sum(count for count, _ in KINDS) == COUNT
    spawning = multiprocessing.get_context("spawn")
    answer: multiprocessing.SimpleQueue[Seen] = spawning.SimpleQueue()
    worker = spawning.Process(target=read_all, args=(answer,))

    worker.start()
    seen = answer.get()
    worker.join()

    assert seen.unexpected == []
    assert seen.read + seen.refused == COUNT
    assert seen.read > 50
    assert seen.refused > 3_000
    assert seen.slowest < max(1, 300 * time_bare_work()), seen.slowest_head
    assert seen.memory_kib < MOST_MEMORY_KIB
