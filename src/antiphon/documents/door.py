"""The way to the text and the pixels of a file: a child process parses it, and may fail at that in any way."""

import asyncio
import base64
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import orjson

from antiphon.conversation.errors import UnreadableFile
from antiphon.documents.confine import Confinement
from antiphon.documents.limits import MIB, Unreadable, check_size
from antiphon.documents.media import MediaType
from antiphon.documents.page import Extracted, ExtractedPage
from antiphon.documents.picture import Image
from antiphon.documents.reader import ALWAYS, CARD, LOOK
from antiphon.programs.start import start_program

WALL_SECONDS = 60.0
# Five million characters, each of them escaped, is the longest answer there is.
_LONGEST_ANSWER = 64 * MIB
# How a child ends whose time ran out; nothing ends so where there is no such signal.
_OUT_OF_TIME = -getattr(signal, "SIGXCPU", 1000)
_COMMAND = (sys.executable, "-I", "-B", "-X", "utf8", "-m", "antiphon.documents.reader")
# Numeric libraries set memory aside for every core they see.
_ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


async def read_document(
    data: bytes, media_type: MediaType, name: str = "the file", *, always_confined: bool = False
) -> Extracted:
    """The text of a file, page by page; `UnreadableFile` if that cannot be had within the limits.

    Costs up to a gibibyte while it runs, so callers decide how many run at once. Cancelled, it ends the child. With
    `always_confined` nothing is read where the kernel does not cut the child off from everything else.
    """
    found = await _ask(data, media_type.value, name, always_confined=always_confined)
    # Up to two thousand pages.
    pages = await asyncio.to_thread(lambda: tuple(ExtractedPage(**page) for page in found["pages"]))
    return Extracted(pages, found["title"])


async def read_image(
    data: bytes, media_type: MediaType, name: str = "the file", *, always_confined: bool = False
) -> Image:
    """A picture written anew, without metadata and not too large; `UnreadableFile` if it cannot be."""
    found = await _ask(data, media_type.value, name, always_confined=always_confined)
    pixels = await asyncio.to_thread(base64.b64decode, found["data"])
    return Image(pixels, MediaType(found["media_type"]), found["width"], found["height"])


async def read_card(data: bytes, name: str = "the file", *, always_confined: bool = False) -> Mapping[str, Any]:
    """The character card in a file, and what it came in (`carrier`); `UnreadableFile` when there is none."""
    return await _ask(data, CARD, name, always_confined=always_confined)


async def look_at_confinement() -> Confinement:
    """What the kernel of this machine takes away from a child that reads files, seen by starting one."""
    try:
        facts: dict[str, Any] = orjson.loads(await _converse(LOOK, b""))
    except (TimeoutError, Unreadable, orjson.JSONDecodeError, OSError):
        return Confinement()
    return Confinement(**facts)


async def _ask(data: bytes, wanted: str, name: str, *, always_confined: bool) -> Mapping[str, Any]:
    try:
        check_size(len(data))
        said = await _converse(f"{wanted} {ALWAYS}" if always_confined else wanted, data)
        # Tens of millions of characters take a while, which is not the loop's to spend.
        found: dict[str, Any] = await asyncio.to_thread(orjson.loads, said)
    except TimeoutError:
        raise UnreadableFile(name, "reading it takes too long", is_lasting=False) from None
    except orjson.JSONDecodeError:
        raise UnreadableFile(name, "reading it did not come to an end", is_lasting=False) from None
    except Unreadable as reason:
        raise UnreadableFile(name, reason.why) from None
    if "why" in found:
        raise UnreadableFile(name, found["why"])
    return found


async def _converse(wanted: str, data: bytes) -> bytearray:
    """All the child says; it is gone afterwards, whatever happens."""
    child = await start_program(_COMMAND, _ENVIRONMENT)
    telling = asyncio.create_task(_tell(child, wanted, data))
    try:
        async with asyncio.timeout(WALL_SECONDS):
            said = await _listen(child)
            if await child.wait() == _OUT_OF_TIME:
                raise Unreadable("reading it takes too long")
            return said
    finally:
        if child.returncode is None:
            child.kill()
        telling.cancel()
        await asyncio.wait((telling,))
        await _hear_out(child)
        await child.wait()


async def _hear_out(child: Process) -> None:
    """Throw away what it had still said: before its last word is taken, the loop does not call it gone."""
    assert child.stdout is not None, "it was asked for"  # noqa: S101
    while await child.stdout.read(MIB):
        pass


async def _tell(child: Process, wanted: str, data: bytes) -> None:
    """Hand the file over piece by piece; a child that has ended already does not want the rest."""
    assert child.stdin is not None, "it was asked for"  # noqa: S101
    with suppress(BrokenPipeError, ConnectionResetError):
        child.stdin.write(f"{wanted}\n".encode())
        for start in range(0, len(data), MIB):
            child.stdin.write(data[start : start + MIB])
            await child.stdin.drain()
        child.stdin.write_eof()


async def _listen(child: Process) -> bytearray:
    assert child.stdout is not None, "it was asked for"  # noqa: S101
    said = bytearray()
    while piece := await child.stdout.read(MIB):
        said += piece
        if len(said) > _LONGEST_ANSWER:
            raise Unreadable("its text is too long")
    return said
