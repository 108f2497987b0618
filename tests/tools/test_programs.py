"""Servers that are programs: what they answer, and what is left when they misbehave."""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator

import psutil
import pytest

from antiphon.conversation.errors import ToolFailed, ToolServerUnavailable, ToolTimedOut
from antiphon.conversation.tool import ToolResult
from antiphon.tools.result import build_result
from antiphon.tools.servers import ServerKey, StdioServer
from antiphon.tools.toolbox import Toolbox
from tests.tools.conftest import FAKES, Notes


@pytest.fixture(autouse=True)
def _nothing_is_left_behind() -> Iterator[None]:
    """Every program a test has started is gone when its toolbox is closed."""
    yield
    left = [each for each in psutil.Process().children(recursive=True) if "mcp_" in " ".join(each.cmdline())]
    assert left == []


def _find_program(name: str = "mcp_notes.py") -> psutil.Process:
    found = [each for each in psutil.Process().children() if any(name in part for part in each.cmdline())]
    return found[-1]


async def test_tools_are_listed_as_the_server_describes_them(box: Toolbox, notes: Notes) -> None:
    await box.open([notes.plan()])

    found = {each.name: each for each in await box.discover(ServerKey(None, "notes"))}

    assert found["add_note"].description == "Write a note down."
    assert found["add_note"].schema["properties"]["text"]["type"] == "string"
    assert found["list_notes"].title == "All notes"
    assert found["list_notes"].wire_name == "notes__list_notes"


async def test_a_hint_is_believed_of_trusted_servers_only(box: Toolbox, notes: Notes) -> None:
    await box.open([notes.plan(name="known", trusted=True), notes.plan(name="new")])

    known = {each.name: each.read_only for each in await box.discover(ServerKey(None, "known"))}
    new = {each.name: each.read_only for each in await box.discover(ServerKey(None, "new"))}

    assert (known["list_notes"], known["add_note"]) == (True, False)
    assert not any(new.values())


async def test_a_call_is_carried_out_once(box: Toolbox, notes: Notes) -> None:
    await box.open([notes.plan()])

    result = await box.call(ServerKey(None, "notes"), "add_note", {"text": "milk"}, 10)

    assert result == ToolResult(ok=True, text="noted: milk")
    assert notes.read() == ["milk"]


async def test_a_tool_that_says_it_failed_is_heard(box: Toolbox, notes: Notes) -> None:
    """M18, M21, M24."""
    await box.open([notes.plan()])

    result = await box.call(ServerKey(None, "notes"), "fail", {}, 10)

    assert not result.ok
    assert "fail" in result.text


async def test_a_picture_is_handed_over_as_it_came(box: Toolbox, notes: Notes) -> None:
    await box.open([notes.plan()])

    result = await box.call(ServerKey(None, "notes"), "picture", {}, 10)

    assert (result.text, [each.data for each in result.pictures]) == ("", [b"not really"])


def test_what_is_neither_text_nor_a_picture_is_described() -> None:
    blocks = [
        {"type": "audio", "data": "bm90IHJlYWxseQ==", "mimeType": "audio/wav"},
        {"type": "image", "data": "not base64!", "mimeType": "image/png"},
        {"type": "image", "data": "n\u00e9", "mimeType": "image/png"},
        {"type": "resource", "resource": {"uri": "a:b", "blob": "bm90IHJlYWxseQ==", "mimeType": "image/png"}},
        {"type": "resource", "resource": {"uri": "c:d", "blob": "bm90IHJlYWxseQ=="}},
    ]

    result = build_result({"content": blocks}, 1_000)

    assert result.text.splitlines() == [
        "[audio, audio/wav, 10 bytes: not shown]",
        "[image, image/png, 8 bytes: not shown]",
        "[image, image/png, 1 bytes: not shown]",
        "[resource c:d, 10 bytes: not shown]",
    ]
    assert [each.data for each in result.pictures] == [b"not really"]


async def test_a_program_gets_no_environment_but_its_own(
    box: Toolbox, notes: Notes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R-09: keys in our environment do not reach other people's programs."""
    monkeypatch.setenv("OPENAI_API_KEY", "canary-4711")
    await box.open([notes.plan()])

    result = await box.call(ServerKey(None, "notes"), "environment", {}, 10)

    assert json.loads(result.text)["NOTES"] == str(notes.file)
    assert set(json.loads(result.text)) <= {"NOTES", "LC_CTYPE"}


@pytest.mark.measured
async def test_calls_run_side_by_side(box: Toolbox, notes: Notes) -> None:
    await box.open([notes.plan()])
    await box.discover(ServerKey(None, "notes"))
    started = time.monotonic()

    results = await asyncio.gather(*(box.call(ServerKey(None, "notes"), "slow", {"seconds": 1}, 10) for _ in range(8)))

    assert [each.text for each in results] == ["at last"] * 8
    assert time.monotonic() - started < 6
    assert len([each for each in psutil.Process().children() if "mcp_notes" in " ".join(each.cmdline())]) == 1


async def test_a_program_that_dies_is_started_again_for_the_next_call(box: Toolbox, notes: Notes) -> None:
    await box.open([notes.plan()])

    with pytest.raises(ToolFailed, match="its program ended"):
        await box.call(ServerKey(None, "notes"), "crash", {}, 10)
    result = await box.call(ServerKey(None, "notes"), "list_notes", {}, 10)

    assert result.text.splitlines() == ["crash"]


async def test_a_call_that_may_have_been_made_is_never_made_again(box: Toolbox, notes: Notes) -> None:
    """I-55: the program dies while it works; the work is not started a second time."""
    await box.open([notes.plan()])
    call = asyncio.create_task(box.call(ServerKey(None, "notes"), "slow", {"seconds": 30}, 60))
    await _wait_for(notes, "slow begins")

    _find_program().kill()
    with pytest.raises(ToolFailed):
        await call
    await box.discover(ServerKey(None, "notes"))

    assert notes.read() == ["slow begins"]


@pytest.mark.measured
async def test_a_call_takes_no_longer_than_allowed(box: Toolbox, notes: Notes) -> None:
    await box.open([notes.plan()])
    await box.discover(ServerKey(None, "notes"))
    started = time.monotonic()

    with pytest.raises(ToolTimedOut):
        await box.call(ServerKey(None, "notes"), "slow", {"seconds": 30}, 0.5)

    assert time.monotonic() - started < 10
    assert (await box.call(ServerKey(None, "notes"), "add_note", {"text": "still here"}, 10)).ok


async def test_a_cancelled_call_ends_at_once_and_the_server_hears_of_it(box: Toolbox, notes: Notes) -> None:
    await box.open([notes.plan()])
    call = asyncio.create_task(box.call(ServerKey(None, "notes"), "slow", {"seconds": 1}, 60))
    await _wait_for(notes, "slow begins")

    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    await asyncio.sleep(1.5)

    assert notes.read() == ["slow begins"]
    assert (await box.call(ServerKey(None, "notes"), "add_note", {"text": "still here"}, 10)).ok


async def test_a_caller_who_leaves_while_the_server_starts_takes_nobody_along(box: Toolbox, notes: Notes) -> None:
    await box.open([notes.plan()])
    leaving = asyncio.create_task(box.discover(ServerKey(None, "notes")))
    staying = asyncio.create_task(box.discover(ServerKey(None, "notes")))
    await asyncio.sleep(0.3)

    leaving.cancel()

    assert len(await staying) == 10


async def test_an_answer_too_large_to_read_is_a_failure_and_not_the_end(box: Toolbox, notes: Notes) -> None:
    await box.open([notes.plan()])

    with pytest.raises(ToolFailed, match="more than 4 MiB"):
        await box.call(ServerKey(None, "notes"), "huge", {"chars": 10_000_000}, 30)

    assert (await box.call(ServerKey(None, "notes"), "list_notes", {}, 10)).text.splitlines() == ["huge"]


async def test_a_long_answer_says_how_much_is_missing(notes: Notes) -> None:
    box = Toolbox(limit=1000)
    await box.open([notes.plan()])

    result = await box.call(ServerKey(None, "notes"), "huge", {"chars": 5000}, 10)
    await box.close()

    assert result.text == "x" * 1000 + "\n[The answer goes on for another 4,000 characters, which are left out.]"


async def test_stray_lines_before_the_protocol_are_forgiven(box: Toolbox, notes: Notes) -> None:
    await box.open([notes.plan("--rubbish")])

    assert (await box.call(ServerKey(None, "notes"), "add_note", {"text": "milk"}, 10)).ok


async def test_stray_lines_between_answers_are_forgiven_for_good(box: Toolbox) -> None:
    await box.open([StdioServer("old", sys.executable, (str(FAKES / "mcp_old.py"), "--chatty"))])

    said = [(await box.call(ServerKey(None, "old"), "echo.0", {}, 10)).text for _ in range(3)]

    assert said == ["ab {}"] * 3


async def test_a_program_that_prints_nothing_but_rubbish_is_given_up(box: Toolbox, notes: Notes) -> None:
    await box.open([notes.plan("--endless")])

    with pytest.raises(ToolServerUnavailable, match="prints what is not the protocol"):
        await box.discover(ServerKey(None, "notes"))


async def test_a_program_that_never_answers_is_given_up(notes: Notes) -> None:
    box = Toolbox(start_seconds=1.5)
    await box.open([notes.plan("--deaf")])

    with pytest.raises(ToolServerUnavailable, match=r"did not start within 1\.5 seconds"):
        await box.call(ServerKey(None, "notes"), "add_note", {"text": "milk"}, 10)
    await box.close()

    assert notes.read() == []


async def test_a_program_that_does_not_exist_is_told_so(box: Toolbox) -> None:
    await box.open([StdioServer("none", "/nowhere/at-all")])

    with pytest.raises(ToolServerUnavailable, match="could not be started: No such file"):
        await box.discover(ServerKey(None, "none"))

    assert [(each.connected, each.problem) for each in box.status()] == [
        (False, "it could not be started: No such file or directory")
    ]


async def test_a_program_that_ends_at_once_is_told_so(box: Toolbox) -> None:
    await box.open([StdioServer("brief", sys.executable, ("-c", "raise SystemExit(1)"))])

    with pytest.raises(ToolServerUnavailable, match="its program ended"):
        await box.discover(ServerKey(None, "brief"))


async def test_a_stubborn_program_is_gone_after_closing(notes: Notes) -> None:
    box = Toolbox()
    await box.open([notes.plan("--stubborn")])
    await box.discover(ServerKey(None, "notes"))
    program = _find_program()

    await box.close()

    assert not program.is_running()


async def test_a_frozen_program_holds_nobody_up(notes: Notes) -> None:
    box = Toolbox()
    await box.open([notes.plan()])
    await box.discover(ServerKey(None, "notes"))
    program = _find_program()
    program.suspend()

    with pytest.raises(ToolTimedOut):
        await box.call(ServerKey(None, "notes"), "add_note", {"text": "milk"}, 0.5)
    await box.close()

    assert not program.is_running()


async def test_what_a_program_has_started_goes_with_it(notes: Notes) -> None:
    box = Toolbox()
    await box.open([notes.plan("--family")])
    await box.discover(ServerKey(None, "notes"))
    child = int(notes.read()[0].removeprefix("child "))
    assert psutil.pid_exists(child)

    await box.close()

    await _wait_until_gone(child)


async def test_a_removed_server_is_gone_and_unknown(box: Toolbox, notes: Notes) -> None:
    await box.open([notes.plan()])
    await box.discover(ServerKey(None, "notes"))
    program = _find_program()

    await box.remove(ServerKey(None, "notes"))

    assert not program.is_running()
    with pytest.raises(ToolServerUnavailable, match="no server of this name"):
        await box.call(ServerKey(None, "notes"), "add_note", {"text": "milk"}, 10)


async def test_nothing_is_started_before_it_is_needed(box: Toolbox, notes: Notes) -> None:
    before = psutil.Process().children()
    await box.open([notes.plan()])

    assert [each.connected for each in box.status()] == [False]
    assert psutil.Process().children() == before


@pytest.mark.parametrize("switches", [(), ("--strict",)], ids=["patient", "strict"])
async def test_older_servers_are_understood(box: Toolbox, switches: tuple[str, ...]) -> None:
    await box.open([StdioServer("old", sys.executable, (str(FAKES / "mcp_old.py"), *switches), trusted=True)])

    found = await box.discover(ServerKey(None, "old"))

    assert [(each.protocol, each.problem) for each in box.status()] == [("2025-11-25", "")]
    assert (len(found), found[0].read_only, found[0].title) == (200, True, "Say it again")
    assert "echo.1" not in {each.name for each in found}
    assert {len(each.description) for each in found} == {4000}


@pytest.mark.parametrize(
    ("tool", "text"),
    [
        ("echo.0", "ab {'text': 'hi'}"),
        ("echo.2", "[link to a file: file:///a]\n[resource file:///b]\ninside"),
        ("echo.3", '{\n "answer": 42\n}'),
    ],
    ids=["without NUL", "resources", "structured"],
)
async def test_every_kind_of_content_becomes_text(box: Toolbox, tool: str, text: str) -> None:
    await box.open([StdioServer("old", sys.executable, (str(FAKES / "mcp_old.py"),))])

    assert await box.call(ServerKey(None, "old"), tool, {"text": "hi"}, 10) == ToolResult(ok=True, text=text)


async def test_an_answer_that_breaks_the_protocol_is_a_failure(box: Toolbox) -> None:
    await box.open([StdioServer("old", sys.executable, (str(FAKES / "mcp_old.py"),))])

    with pytest.raises(ToolFailed, match="could not be understood"):
        await box.call(ServerKey(None, "old"), "echo.4", {}, 10)


async def test_a_tool_that_wants_to_ask_somebody_is_a_failure(box: Toolbox, notes: Notes) -> None:
    """There is nobody to ask in the middle of a call, and answering would be a second call."""
    await box.open([notes.plan()])

    with pytest.raises(ToolFailed, match="wants to ask somebody"):
        await box.call(ServerKey(None, "notes"), "ask", {}, 10)


@pytest.mark.parametrize("text", ["\ud800", float("nan"), {1, 2}], ids=["half a character", "no number", "no JSON"])
async def test_what_json_has_no_words_for_is_not_sent(box: Toolbox, notes: Notes, text: object) -> None:
    await box.open([notes.plan()])

    with pytest.raises(ToolFailed, match="it was not asked"):
        await box.call(ServerKey(None, "notes"), "add_note", {"text": text}, 5)

    assert (await box.call(ServerKey(None, "notes"), "add_note", {"text": "milk"}, 5)).ok
    assert notes.read() == ["milk"]


@pytest.mark.slow
async def test_a_published_server_of_the_older_library_works(box: Toolbox) -> None:
    """Needs the package index: the first generation of the library in a place of its own."""
    program = ("tool", "run", "--with", "mcp<2", "mcp-server-time@2025.9.25", "--local-timezone=UTC")
    subprocess.run(["uv", *program, "--help"], check=True, capture_output=True, timeout=50)
    await box.open([StdioServer("time", "uv", program, env=dict(os.environ))])

    result = await box.call(ServerKey(None, "time"), "get_current_time", {"timezone": "Europe/Athens"}, 20)

    assert [each.protocol for each in box.status()] == ["2025-11-25"]
    assert json.loads(result.text)["timezone"] == "Europe/Athens"


async def test_a_published_server_works(box: Toolbox) -> None:
    """The time server of the protocol's own collection."""
    await box.open([StdioServer("time", sys.executable, ("-m", "mcp_server_time"), trusted=True)])

    names = {each.wire_name for each in await box.discover(ServerKey(None, "time"))}
    result = await box.call(ServerKey(None, "time"), "get_current_time", {"timezone": "Europe/Athens"}, 20)

    assert names == {"time__get_current_time", "time__convert_time"}
    assert result.ok
    assert json.loads(result.text)["timezone"] == "Europe/Athens"


async def _wait_for(notes: Notes, line: str) -> None:
    async with asyncio.timeout(20):
        while line not in notes.read():
            await asyncio.sleep(0.02)


async def _wait_until_gone(pid: int) -> None:
    async with asyncio.timeout(5):
        while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
            await asyncio.sleep(0.02)
