"""The way to the text and the pixels of a file: a child process parses it, and may fail at that in any way."""

import asyncio
import base64
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import orjson

from antiphon.conversation.errors import UnreadableFile
from antiphon.documents.image import Image
from antiphon.documents.limits import MIB, Unreadable, check_size
from antiphon.documents.media import MediaType
from antiphon.documents.page import Extracted, Page

WALL_SECONDS = 60.0
# Five million characters, each of them escaped, is the longest answer there is.
_LONGEST_ANSWER = 64 * MIB
_COMMAND = (sys.executable, "-I", "-B", "-X", "utf8", "-m", "antiphon.documents.reader")
# Numeric libraries set memory aside for every core they see.
_ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


async def read_document(data: bytes, media_type: MediaType, name: str = "the file") -> Extracted:
    """The text of a file, page by page; `UnreadableFile` if that cannot be had within the limits.

    Costs up to a gibibyte while it runs, so callers decide how many run at once. Cancelled, it ends the child.
    """
    found = await _ask(data, media_type, name)
    # Up to two thousand pages.
    pages = await asyncio.to_thread(lambda: tuple(Page(**page) for page in found["pages"]))
    return Extracted(pages, found["title"])


async def read_image(data: bytes, media_type: MediaType, name: str = "the file") -> Image:
    """A picture written anew, without metadata and not too large; `UnreadableFile` if it cannot be."""
    found = await _ask(data, media_type, name)
    pixels = await asyncio.to_thread(base64.b64decode, found["data"])
    return Image(pixels, MediaType(found["media_type"]), found["width"], found["height"])


async def _ask(data: bytes, media_type: MediaType, name: str) -> Mapping[str, Any]:
    try:
        check_size(len(data))
        said = await _converse(data, media_type)
        # Tens of millions of characters take a while, which is not the loop's to spend.
        found: dict[str, Any] = await asyncio.to_thread(orjson.loads, said)
    except TimeoutError:
        raise UnreadableFile(name, "reading it takes too long") from None
    except orjson.JSONDecodeError:
        raise UnreadableFile(name, "reading it did not come to an end") from None
    except Unreadable as reason:
        raise UnreadableFile(name, reason.why) from None
    if "why" in found:
        raise UnreadableFile(name, found["why"])
    return found


async def _converse(data: bytes, media_type: MediaType) -> bytearray:
    """All the child says; it is gone afterwards, whatever happens."""
    child = await asyncio.create_subprocess_exec(*_COMMAND, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=_ENVIRONMENT)
    telling = asyncio.create_task(_tell(child, data, media_type))
    try:
        async with asyncio.timeout(WALL_SECONDS):
            said = await _listen(child)
            await child.wait()
            return said
    finally:
        if child.returncode is None:
            child.kill()
        telling.cancel()
        await asyncio.wait((telling,))
        await child.wait()


async def _tell(child: Process, data: bytes, media_type: MediaType) -> None:
    """Hand the file over piece by piece; a child that has ended already does not want the rest."""
    assert child.stdin is not None, "it was asked for"  # noqa: S101
    with suppress(BrokenPipeError, ConnectionResetError):
        child.stdin.write(f"{media_type.value}\n".encode())
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
