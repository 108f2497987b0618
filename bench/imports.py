"""How much memory and time an export takes that is a gibibyte: `just bench imports [MIB]`.

A file in the shape of ChatGPT's is written, packed as it is downloaded, and read by the child that reads exports; then
the same through the whole application on SQLite: brought in pieces, read, written, taken back.
"""

import asyncio
import json
import random
import resource
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import psutil

from antiphon.access.principal import LOCAL
from antiphon.app.build import open_app
from antiphon.conversation.imports import ImportId
from antiphon.importers.door import ReadConversation, ReadEnd, read_export
from antiphon.settings import load_settings
from antiphon.store.reads.imports import read_import

_MIB = 1024 * 1024
_WORDS = ("the", "rent", "of", "house", "by", "sea", "is", "more", "than", "nurse", "would", "pay", "for", "room", "in")
_PIECE = 4 * _MIB
# What is asked of it.
_MOST_MIB = 300


def main() -> None:
    """Write the file, read it, and say what that took."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 1024
    whole = len(sys.argv) > 2 and sys.argv[2] == "whole"
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "export.zip"
        size, count = write_export(archive, wanted)
        print(
            f"{size / _MIB:,.0f} MiB of JSON, {count:,} conversations, {archive.stat().st_size / _MIB:,.0f} MiB packed"
        )
        asyncio.run(read_alone(archive))
        if whole:
            asyncio.run(read_whole(archive, Path(folder) / "data"))


def write_export(archive: Path, wanted: int) -> tuple[int, int]:
    """Conversations until there are so many MiB, in files of about 64 MiB as ChatGPT cuts them."""
    chance, size, count = random.Random(1), 0, 0
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as out:
        for number in range(10_000):
            with out.open(f"conversations-{number:03}.json", "w", force_zip64=True) as stream:
                stream.write(b"[")
                part = 0
                for record in _write_some(chance, 64 * _MIB):
                    stream.write(record if part == 0 else b"," + record)
                    part += len(record)
                    count += 1
                stream.write(b"]")
            size += part
            if size >= wanted * _MIB:
                break
    return size, count


def _write_some(chance: random.Random, most: int) -> Iterator[bytes]:
    written = 0
    while written < most:
        nodes: dict[str, object] = {"root": {"id": "root", "parent": None, "children": [], "message": None}}
        before = "root"
        for turn in range(chance.randint(2, 40)):
            role = "assistant" if turn % 2 else "user"
            key = f"{chance.getrandbits(64):016x}"
            text = " ".join(chance.choices(_WORDS, k=chance.randint(10, 600)))
            nodes[key] = {"id": key, "parent": before, "children": [], "message": _message(key, role, text, turn)}
            before = key
        record = json.dumps(
            {
                "id": f"{chance.getrandbits(64):016x}",
                "title": "Moving north",
                "create_time": 1_760_000_000.0,
                "update_time": 1_760_000_000.0,
                "mapping": nodes,
                "current_node": before,
                "default_model_slug": "gpt-4o",
            }
        ).encode()
        written += len(record)
        yield record


def _message(key: str, role: str, text: str, turn: int) -> dict[str, object]:
    return {
        "id": key,
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": 1_760_000_000.0 + turn,
        "content": {"content_type": "text", "parts": [text]},
        "status": "finished_successfully",
        "weight": 1.0,
        "metadata": {"model_slug": "gpt-4o"},
        "recipient": "all",
    }


async def read_alone(archive: Path) -> None:
    """The child that reads, and the most memory it ever had."""
    began, count = time.perf_counter(), 0
    with archive.open("rb") as file:
        async for told in read_export(file, archive.name):
            count += isinstance(told, ReadConversation)
            if isinstance(told, ReadEnd):
                assert told.report["conversations"] == count
    child = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(f"read: {count:,} conversations in {time.perf_counter() - began:,.0f} s; the child had {child} MiB at most")
    assert child < _MOST_MIB


async def read_whole(archive: Path, data_dir: Path) -> None:
    """Brought, read, written and taken back in the application, and the most memory it and its child had together."""
    settings = load_settings(environ={"ANTIPHON_DATA_DIR": str(data_dir)}).settings
    async with open_app(settings, lambda: None) as deps:
        process, most = psutil.Process(), 0

        async def watch() -> None:
            nonlocal most
            while True:
                with_child = [process, *process.children(recursive=True)]
                most = max(most, sum(each.memory_info().rss for each in with_child if each.is_running()))
                await asyncio.sleep(0.2)

        watching = asyncio.create_task(watch())
        import_id = await deps.imports.begin(LOCAL, archive.name)
        with archive.open("rb") as file:
            number = 0
            while data := file.read(_PIECE):
                await deps.imports.take_piece(LOCAL, import_id, number, data)
                number += 1
        await _time(deps.imports.arrived(LOCAL, import_id), deps, import_id, "looked at")
        await _time(deps.imports.start(LOCAL, import_id, ()), deps, import_id, "written")
        await _time(deps.imports.undo(LOCAL, import_id), deps, import_id, "taken back")
        watching.cancel()
        print(f"server and child together had {most / _MIB:,.0f} MiB at most")


async def _time(begin, deps, import_id: ImportId, what: str) -> None:  # type: ignore[no-untyped-def]
    began = time.perf_counter()
    await begin
    while (found := await deps.engine.store.read(LOCAL, read_import, import_id)).status in (
        "reading",
        "writing",
        "undoing",
    ):
        await asyncio.sleep(0.2)
    print(f"{what}: {time.perf_counter() - began:,.0f} s, {dict(found.counts)}")
    assert found.status != "failed", found.error


if __name__ == "__main__":
    main()
