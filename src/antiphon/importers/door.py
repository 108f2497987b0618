"""The way to what is in an export: a child process reads it, and may fail at that in any way."""

import asyncio
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, BinaryIO, Final

import orjson

from antiphon.conversation.errors import UnreadableFile
from antiphon.documents.limits import MIB
from antiphon.importers.fold import FoldedConversation
from antiphon.importers.frame import HEAD, decode_conversation, read_moment
from antiphon.programs.start import start_program

# Nothing was said for so long: one conversation takes a second at most, and looking through an archive a few.
_IDLE_SECONDS: Final = 120.0
_LARGEST_FRAME: Final = 256 * MIB
_COMMAND: Final = (sys.executable, "-I", "-B", "-X", "utf8", "-m", "antiphon.importers.reader")


@dataclass(frozen=True, slots=True)
class FoundSource:
    """Whose export it is, and which version of which importer reads it."""

    importer: str
    label: str
    version: int


@dataclass(frozen=True, slots=True)
class ReadConversation:
    """One conversation, and the packed bytes it was read from; none with a branch."""

    folded: FoldedConversation
    original: bytes


@dataclass(frozen=True, slots=True)
class ReadPart:
    """One part of an archive of our own, and its packed records."""

    key: str
    title: str
    began_at: datetime | None
    turns: int
    replies: int
    is_conversation: bool
    records: bytes


@dataclass(frozen=True, slots=True)
class ReadEnd:
    """Everything was read, and this is what came of it."""

    report: dict[str, Any]


Told = FoundSource | ReadConversation | ReadPart | ReadEnd


async def read_export(file: BinaryIO, name: str, packages: Collection[str] = ()) -> AsyncIterator[Told]:
    """What is in the file: first whose it is, then every conversation, then the report.

    `UnreadableFile` when it cannot be read, before or after the first conversation. Left early, it ends the child.
    """
    file.seek(0)
    child = await start_program((*_COMMAND, name or "file", *packages), {}, stdin=file.fileno())
    try:
        while True:
            body, data = await _hear(child, name)
            told = _understand(body, data, name)
            yield told
            if isinstance(told, ReadEnd):
                return
    finally:
        await _end(child)


async def _hear(child: Process, name: str) -> tuple[dict[str, Any], bytes]:
    assert child.stdout is not None, "it was asked for"  # noqa: S101
    try:
        async with asyncio.timeout(_IDLE_SECONDS):
            said, more = HEAD.unpack(await child.stdout.readexactly(HEAD.size))
            if said + more > _LARGEST_FRAME:
                raise UnreadableFile(name, "one part of it is too large")
            body = await child.stdout.readexactly(said)
            data = await child.stdout.readexactly(more)
    except TimeoutError:
        raise UnreadableFile(name, "reading it takes too long", is_lasting=False) from None
    except asyncio.IncompleteReadError:
        raise UnreadableFile(name, "reading it did not come to an end", is_lasting=False) from None
    return await asyncio.to_thread(orjson.loads, body) if said > MIB else orjson.loads(body), data


def _understand(body: dict[str, Any], data: bytes, name: str) -> Told:
    match body["kind"]:
        case "source":
            return FoundSource(body["importer"], body["label"], body["version"])
        case "conversation":
            return ReadConversation(decode_conversation(body["conversation"]), data)
        case "part":
            return ReadPart(**body["part"] | {"began_at": read_moment(body["part"]["began_at"]), "records": data})
        case "end":
            return ReadEnd(body["report"])
        case _:
            raise UnreadableFile(name, body.get("why", "it is damaged"))


async def _end(child: Process) -> None:
    """It is gone afterwards, whatever happens."""
    assert child.stdout is not None, "it was asked for"  # noqa: S101
    if child.returncode is None:
        child.kill()
    while await child.stdout.read(MIB):
        pass
    await child.wait()
