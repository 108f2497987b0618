"""Thousands of damaged files in one process that may do little: `python -m tests.documents.fuzzing 1000`.

Prints what happened as JSON. Every file the process opens is noted by the interpreter itself.
"""

import json
import logging
import random
import resource
import signal
import sys
import time
import warnings
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import orjson

from antiphon.conversation.errors import UnsupportedFile
from antiphon.documents.chunk import cut
from antiphon.documents.confine import confine
from antiphon.documents.media import MediaType
from antiphon.documents.name import clean_name
from antiphon.documents.page import ExtractedPage
from antiphon.documents.reader import answer
from antiphon.documents.sniff import sniff
from tests.documents.bombs import PDF, SHEETS, WORD, Hostile, build_pdf
from tests.documents.hostile import NAMES, is_harmless
from tests.documents.samples import pack, unpack, write_picture

# Of this program alone: what `getrusage` says counts whoever started it, too.

SECONDS_EACH = 20
_ASKING = ("socket.", "subprocess.", "os.", "shutil.", "tempfile.", "urllib.", "ctypes.", "glob.")
# What an interpreter does to find a module.
_FINDING = {"os.listdir", "os.scandir", "os.putenv"}

SAMPLES = (
    Hostile("word", WORD, MediaType.DOCX),
    Hostile("sheets", SHEETS, MediaType.XLSX),
    Hostile("pdf", PDF, MediaType.PDF),
    Hostile("packed pdf", build_pdf(zlib.compress(b"BT /F 9 Tf (hello) Tj ET"), b"/FlateDecode"), MediaType.PDF),
    Hostile("png", write_picture("PNG"), MediaType.PNG),
    Hostile("jpeg", write_picture("JPEG"), MediaType.JPEG),
    Hostile("gif", write_picture("GIF"), MediaType.GIF),
    Hostile("webp", write_picture("WEBP"), MediaType.WEBP),
    Hostile("csv", "name,count\nx,1\n\u00e9,2\n".encode() * 50, MediaType.CSV),
    Hostile("utf-16", "one\ntwo\n\u65e5".encode("utf-16"), MediaType.TEXT),
    Hostile("markdown", b"# Title\n\nSome *text*.\n" * 40, MediaType.MARKDOWN),
)
_SPITE = (
    b"\x00",
    b"\xff" * 4,
    b"99999999999",
    b"-1",
    b"<!DOCTYPE a>",
    b"&#0;",
    b"%PDF-",
    b"PK\x03\x04",
    b"]]>",
    b"../",
)


def damaged(dice: random.Random, count: int) -> Iterator[Hostile]:
    """So many files, each wrong in one way or several."""
    for _ in range(count):
        sample = dice.choice(SAMPLES)
        deeds = dice.choices(DEEDS, k=dice.choice((1, 1, 2, 3)))
        data = sample.data
        for deed in deeds:
            data = deed(dice, data)
        yield Hostile(f"{sample.title}: {', '.join(deed.__name__ for deed in deeds)}", data, sample.kind)


def flip(dice: random.Random, data: bytes) -> bytes:
    """Some bytes are others."""
    out = bytearray(data)
    for _ in range(dice.choice((1, 3, 20))):
        if out:
            out[dice.randrange(len(out))] = dice.randrange(256)
    return bytes(out)


def truncate(dice: random.Random, data: bytes) -> bytes:
    """The end is missing."""
    return data[: dice.randrange(len(data) + 1)]


def repeat(dice: random.Random, data: bytes) -> bytes:
    """A stretch is there twice."""
    start = dice.randrange(len(data) + 1)
    return data[:start] + data[max(0, start - dice.randrange(200)) :]


def plant(dice: random.Random, data: bytes) -> bytes:
    """Something nasty is put in."""
    start = dice.randrange(len(data) + 1)
    return data[:start] + dice.choice(_SPITE) + data[start:]


def renumber(dice: random.Random, data: bytes) -> bytes:
    """A digit is another, or many: sizes, places and references that are wrong."""
    digits = [place for place, byte in enumerate(data) if 48 <= byte <= 57]
    if not digits:
        return data
    place = dice.choice(digits)
    return data[:place] + dice.choice((b"0", b"1", b"9", b"999999999", b"-1")) + data[place + 1 :]


def inside(dice: random.Random, data: bytes) -> bytes:
    """One file of the archive is damaged, the archive around it is not."""
    if not data.startswith(b"PK\x03\x04"):
        return flip(dice, data)
    try:
        members = unpack(data)
    except Exception:  # noqa: BLE001
        return data
    name = dice.choice(sorted(members) or ["x"])
    deed = dice.choice((truncate, repeat, plant, renumber, flip))
    return pack(members | {name: deed(dice, members.get(name, b""))})


def both(dice: random.Random, data: bytes) -> bytes:
    """Two files in one."""
    return dice.choice((data + dice.choice(SAMPLES).data, dice.choice(SAMPLES).data + data))


def noise(dice: random.Random, data: bytes) -> bytes:
    """The first bytes promise something that nothing follows up on."""
    return data[: dice.choice((0, 4, 16, 64))] + dice.randbytes(dice.randrange(2_000))


DEEDS: tuple[Callable[[random.Random, bytes], bytes], ...] = (
    flip, truncate, repeat, plant, renumber, renumber, inside, inside, inside, both, noise,
)  # fmt: skip


class Watch:
    """Notes what the process asks of the machine."""

    def __init__(self) -> None:
        self.asked: set[str] = set()
        self.homes = tuple({sys.prefix, sys.base_prefix, *sys.path})
        sys.addaudithook(self._note)
        self._prove()

    def _prove(self) -> None:
        """A watch that sees nothing would prove nothing."""
        with suppress(OSError):
            Path("/outside/of/everything").read_bytes()
        with suppress(OSError):
            Path("/outside/of/everything").mkdir()
        assert len(self.asked) == 2, self.asked
        self.asked.clear()

    def _note(self, event: str, details: tuple[Any, ...]) -> None:
        if event == "open":
            path, mode, flags = details
            is_written = bool(flags & 3) or (mode and set(str(mode)) & set("wax+"))
            if is_written or not (isinstance(path, int) or str(path).startswith(self.homes)):
                self.asked.add(f"open {path} {mode}")
        elif event.startswith(_ASKING) and event not in _FINDING:
            self.asked.add(f"{event} {details}")


def check(case: Hostile, name: str) -> str:
    """How it went with one file; anything that is not a named outcome is raised."""
    shown = clean_name(name)
    assert is_harmless(shown), name
    try:
        kind = sniff(case.data, shown)
    except UnsupportedFile:
        kind = case.kind
    found = orjson.loads(answer(case.data, kind))
    if "why" in found:
        assert "/" not in found["why"]
        return str(found["why"])
    if "pages" in found:
        pages = [ExtractedPage(**page) for page in found["pages"]]
        texts = {page.number: page.text for page in pages}
        assert all("\x00" not in text and text.encode() for text in texts.values() if text)
        assert all(texts[chunk.page][chunk.start : chunk.end] == chunk.text for chunk in cut(pages))
    return "read"


class TooSlow(BaseException):
    """One file takes for ever."""


def too_slow(*_: object) -> None:
    """Rings when one file has taken too long."""
    raise TooSlow


def main(count: int, seed: int) -> None:
    """Try so many, and say how it went."""
    warnings.simplefilter("ignore")
    logging.disable()
    dice = random.Random(seed)
    for sample in SAMPLES:
        assert check(sample, "x") == "read", sample.title
    confine(cpu_seconds=600)
    signal.signal(signal.SIGALRM, too_slow)
    watch = Watch()
    outcomes: Counter[str] = Counter()
    slowest, slowest_title = 0.0, ""
    for case in damaged(dice, count):
        begun = time.monotonic()
        signal.alarm(SECONDS_EACH)
        outcomes[check(case, "".join(dice.choices(NAMES, k=dice.choice((1, 2)))))] += 1
        signal.alarm(0)
        slowest, slowest_title = max((slowest, slowest_title), (time.monotonic() - begun, case.title))
    asked = sorted(watch.asked)
    report = {"outcomes": outcomes, "slowest": slowest, "slowest_title": slowest_title, "asked": asked}
    print(json.dumps(report | {"peak_mib": measure_peak()}))


def measure_peak() -> int:
    """The most memory this program had in use at one time, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
