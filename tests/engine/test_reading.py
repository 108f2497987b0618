"""Whose files are read when."""

import asyncio
import hashlib
import sys
import time
from pathlib import Path

import pytest

from antiphon.access.principal import LOCAL, Principal
from antiphon.conversation.errors import TooManyFiles, UnreadableFile
from antiphon.conversation.ids import PrincipalId, WorkspaceId
from antiphon.documents import door
from antiphon.documents.media import MediaType
from antiphon.engine.retrieval.reading import BroughtFile, DocumentReader

OTHER = Principal(PrincipalId("other"), WorkspaceId("other"), "owner")
# Reads for as long as the file says in seconds, and leaves a line for each time it is asked.
CHILD = """
import sys, time
sys.stdin.readline()
seconds, note = sys.stdin.readline().split()
open(note, "a").write("read\\n")
time.sleep(float(seconds))
print('{"why": "it is damaged"}' if float(seconds) < 0.01 else '{"pages": [], "title": ""}')
"""


@pytest.fixture
def note(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> str:
    monkeypatch.setattr(door, "_COMMAND", (sys.executable, "-I", "-c", CHILD))
    return str(tmp_path_factory.mktemp("notes") / "read")


def bring(seconds: float, note: str, media_type: MediaType = MediaType.PDF) -> BroughtFile:
    data = f"{seconds} {note}".encode()
    return BroughtFile(data, hashlib.sha256(data).hexdigest(), media_type, "plan.pdf")


@pytest.mark.measured
async def test_nobody_waits_behind_all_the_files_of_another(note: str) -> None:
    """While one person's files take their time, the next person's is read, and plain text of anybody."""
    reading = DocumentReader()
    slow = [asyncio.create_task(reading.read_text(LOCAL, bring(30 + number, note))) for number in range(4)]
    await asyncio.sleep(0.5)
    begun = time.monotonic()

    await asyncio.gather(
        reading.read_text(OTHER, bring(0.1, note)),
        reading.read_text(LOCAL, bring(0.1, note, MediaType.TEXT)),
    )

    assert time.monotonic() - begun < 15
    assert [each.done() for each in slow] == [False] * 4
    for each in slow:
        each.cancel()
    await asyncio.gather(*slow, return_exceptions=True)


async def test_a_file_that_could_not_be_read_is_not_tried_again_at_once(note: str) -> None:
    """Nor by those who waited with the same one; another workspace learns nothing of it."""
    reading = DocumentReader()
    file = bring(0, note)

    failed = await asyncio.gather(*(reading.read_text(LOCAL, file) for _ in range(5)), return_exceptions=True)
    with Path(note).open(encoding="utf-8") as lines:
        first = len(lines.readlines())
    with pytest.raises(UnreadableFile):
        await reading.read_text(OTHER, file)
    with Path(note).open(encoding="utf-8") as lines:
        second = len(lines.readlines())

    assert {str(each) for each in failed} == {"plan.pdf cannot be read: it is damaged"}
    assert first <= 2
    assert second == first + 1


async def test_only_so_many_files_are_under_way_at_once() -> None:
    """Refused before a byte is taken; another person is still let in, and afterwards so is this one."""
    reading = DocumentReader()
    admitted = [reading.admit(LOCAL) for _ in range(8)]
    for each in admitted:
        each.__enter__()

    with pytest.raises(TooManyFiles), reading.admit(LOCAL):
        pass
    with reading.admit(OTHER):
        pass
    for each in admitted:
        each.__exit__(None, None, None)

    with reading.admit(LOCAL):
        pass
