"""A few kilobytes that take for ever to read, and everybody else's files."""

import asyncio
import time
import zlib
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from antiphon.app import run_in_process
from antiphon.documents import door
from antiphon.settings import Settings

WORDS = 700_000


def write_slow_pdf(number: int) -> bytes:
    """Eight kilobytes that unpack to a page of so many words of one letter."""
    page = zlib.compress(b"BT /F1 12 Tf " + b"(x) Tj " * WORDS + b"ET", 9)
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(page), page),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    )
    written, places = b"%%PDF-1.4\n%% %d\n" % number, []
    for position, each in enumerate(objects, 1):
        places.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (position, each)
    listed = b"".join(b"%010d 00000 n \n" % place for place in places)
    start = len(written)
    written += b"xref\n0 6\n0000000000 65535 f \n%s" % listed
    return written + b"trailer\n<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % start


@pytest.fixture
async def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    # Patience for one file, so that the test does not need a minute's.
    monkeypatch.setattr(door, "WALL_SECONDS", 4.0)
    async with run_in_process(Settings(data_dir=tmp_path / "data")) as address:
        yield address


@pytest.mark.measured
async def test_a_text_is_not_kept_waiting_by_files_that_take_for_ever(url: str) -> None:
    """A line of text beside four of them is read while they are."""
    async with aiohttp.ClientSession() as session:

        async def bring(name: str, data: bytes) -> tuple[int, str, float]:
            begun = time.monotonic()
            async with session.post(f"{url}/v1/documents", params={"name": name}, data=data) as answer:
                body = await answer.json()
            return answer.status, body.get("detail", ""), time.monotonic() - begun

        _, _, alone = await bring("alone.txt", b"and nobody else is here")
        slow = [asyncio.create_task(bring(f"{number}.pdf", write_slow_pdf(number))) for number in range(4)]
        await asyncio.sleep(0.5)
        status, _, waited = await bring("note.txt", b"nineteen bytes here")
        before = [each.done() for each in slow]
        first = await slow[0]
        for each in slow:
            each.cancel()
        await asyncio.gather(*slow, return_exceptions=True)

    assert len(write_slow_pdf(0)) < 8_000
    assert (status, before) == (201, [False] * 4)
    assert waited < max(2, 4 * alone)
    assert first[:2] == (422, "0.pdf cannot be read: reading it takes too long")
