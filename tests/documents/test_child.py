"""A file is parsed by a child that may die, hang or talk nonsense."""

import asyncio
import sys
import threading
import time
from pathlib import Path

import orjson
import psutil
import pytest

from antiphon.conversation.errors import UnreadableFile
from antiphon.documents import door
from antiphon.documents.door import read_document, read_image
from antiphon.documents.media import MediaType
from antiphon.documents.page import ExtractedPage
from tests.documents.samples import write_pdf, write_picture, write_sheets, write_word


def replace_child(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    """From now on the child is this program."""
    monkeypatch.setattr(door, "_COMMAND", (sys.executable, "-I", "-c", program))


def children() -> list[psutil.Process]:
    """The processes of ours that are still there."""
    return [each for each in psutil.Process().children() if "-I" in each.cmdline()]


@pytest.mark.parametrize(
    ("data", "kind", "text"),
    [
        (write_pdf(["Hello"]), MediaType.PDF, "Hello"),
        (write_word([["Hello"]]), MediaType.DOCX, "Hello"),
        (write_sheets(One=[["Hello"]]), MediaType.XLSX, "Hello"),
        ("Grüße".encode(), MediaType.TEXT, "Grüße"),
    ],
    ids=["pdf", "docx", "xlsx", "text"],
)
async def test_a_document_comes_back_as_pages(data: bytes, kind: MediaType, text: str) -> None:
    found = await read_document(data, kind, "hello")

    assert [page.text.strip() for page in found.pages] == [text]
    assert isinstance(found.pages[0], ExtractedPage)


async def test_a_picture_comes_back_as_a_picture() -> None:
    """X-06."""
    image = await read_image(write_picture("GIF"), MediaType.GIF, "photo.gif")

    assert (image.media_type, image.width, image.height) == (MediaType.PNG, 40, 30)
    assert image.data.startswith(b"\x89PNG")


async def test_everything_else_goes_on_while_a_long_answer_is_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop belongs to everybody."""
    loads = orjson.loads
    begun = threading.Event()
    noticed = threading.Event()

    def take_long(said: bytes) -> object:
        begun.set()
        assert noticed.wait(10), "the loop stood still"
        return loads(said)

    monkeypatch.setattr(orjson, "loads", take_long)
    reading = asyncio.create_task(read_document(b"Hello", MediaType.TEXT))
    while not begun.is_set():
        await asyncio.sleep(0.01)
    noticed.set()

    assert (await reading).pages[0].text == "Hello"


async def test_a_large_file_passes_through_whole() -> None:
    lines = "".join(f"{number}\n" for number in range(600_000))

    found = await read_document(lines.encode(), MediaType.CSV, "numbers.csv")

    assert "".join(page.text for page in found.pages) == lines


async def test_a_damaged_file_is_refused_by_its_name() -> None:
    with pytest.raises(UnreadableFile, match=r"plan\.pdf cannot be read: it is damaged"):
        await read_document(b"%PDF-1.7 and nothing", MediaType.PDF, "plan.pdf")


@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("import os; os.abort()", "did not come to an end"),
        ("import sys; sys.stdin.buffer.read(); print('{\"pages\": [')", "did not come to an end"),
        ("import time; time.sleep(60)", "takes too long"),
        ("import sys\nwhile True: sys.stdin.buffer.read()", "takes too long"),
        ("import sys\nwhile True: sys.stdout.buffer.write(bytes(1 << 20))", "too long"),
    ],
    ids=["dies", "stops in mid-sentence", "hangs", "runs for ever", "talks for ever"],
)
@pytest.mark.measured
async def test_a_child_that_misbehaves_is_a_file_that_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch, program: str, why: str
) -> None:
    """D-02: and nobody is left behind."""
    monkeypatch.setattr(door, "WALL_SECONDS", 3.0)
    replace_child(monkeypatch, program)

    begun = time.monotonic()
    with pytest.raises(UnreadableFile, match=why):
        await read_document(b"x" * 3_000_000, MediaType.TEXT, "it")

    assert time.monotonic() - begun < 30
    assert children() == []


async def test_words_nobody_came_to_hear_keep_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """D-02: the time is up while more has arrived than is taken in at once, as on a busy machine."""
    monkeypatch.setattr(door, "WALL_SECONDS", 1.0)
    monkeypatch.setattr(door, "_listen", lambda child: asyncio.sleep(60))
    replace_child(monkeypatch, "import sys\nwhile True: sys.stdout.buffer.write(bytes(1 << 20))")

    async with asyncio.timeout(30):
        with pytest.raises(UnreadableFile, match="takes too long"):
            await read_document(b"x", MediaType.TEXT, "it")

    assert children() == []


async def test_being_cancelled_ends_the_child(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_child(monkeypatch, "import time; time.sleep(60)")
    reading = asyncio.create_task(read_document(b"x", MediaType.TEXT, "it"))
    while not children():
        await asyncio.sleep(0.01)

    reading.cancel()

    with pytest.raises(asyncio.CancelledError):
        await reading
    assert children() == []


@pytest.mark.skipif(sys.platform != "linux", reason="limits are the kernel's")
@pytest.mark.parametrize(
    ("deed", "failure"),
    [
        ("bytearray(1 << 30)", "MemoryError"),
        ("open({path!r}, 'w').write('x' * 99999)", "OSError|PermissionError"),
        ("os.environ['SECRET']", "KeyError"),
    ],
)
async def test_a_child_has_little_memory_no_file_and_no_secret(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, deed: str, failure: str
) -> None:
    """F-01, D-02."""
    monkeypatch.setenv("SECRET", "sesame")
    path = tmp_path / "outside"
    program = "\n".join(
        (
            "import os",
            "from antiphon.documents.confine import confine",
            "confine()",
            "try:",
            f"    {deed.format(path=str(path))}",
            "except Exception as error:",
            """    print('{"why": "%s"}' % type(error).__name__)""",
        )
    )
    replace_child(monkeypatch, program)

    with pytest.raises(UnreadableFile, match=failure):
        await read_document(b"x", MediaType.TEXT, "it")

    assert not path.exists() or path.stat().st_size == 0
