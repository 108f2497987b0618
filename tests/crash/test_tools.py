"""A call waits for leave, the house falls down and stands up again, and the call is made once."""

import asyncio
import contextlib
import json
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from antiphon.conversation.turn import Turn
from antiphon.engine.runtime.failpoint import TOOL_NAMES
from tests.crash.conftest import Scene
from tests.fakes.model_server import Script, answer, call_tool, done, finish, say, usage
from tests.fakes.reader import Reader, all_ended
from tests.fakes.servers import find_free_port

pytestmark = [pytest.mark.crash, pytest.mark.timeout(150)]
FAKES = Path(__file__).parent.parent / "fakes"


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A line per call that was really made."""
    return tmp_path / "notes.txt"


@pytest.fixture
def clock(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A server of tools over HTTP that outlives the house, and its log."""
    port, log = find_free_port(), tmp_path / "clock.jsonl"
    process = subprocess.Popen([sys.executable, str(FAKES / "mcp_clock.py"), str(port), str(log)])
    try:
        _wait_for_port(port)
        yield f"http://127.0.0.1:{port}/mcp", log
    finally:
        process.kill()
        process.wait()


def _wait_for_port(port: int) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=1)
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.1)


def with_tools(tmp_path: Path, notes: Path, clock_url: str) -> str:
    """The operator's file, in the usual convention: a program and an address."""
    program = {"command": sys.executable, "args": [str(FAKES / "mcp_notes.py")], "env": {"NOTES": str(notes)}}
    path = tmp_path / "mcp.json"
    path.write_text(json.dumps({"mcpServers": {"notes": program, "clock": {"url": clock_url}}}))
    return str(path)


CALLS = {
    "notes": call_tool("notes__add_note", json.dumps({"text": "exactly this"})),
    "clock": call_tool("clock__set_alarm", json.dumps({"minutes": 0.0})),
}


def play(scene: Scene, server: str) -> None:
    """The model says something, calls one tool, and answers once it has a result."""

    def choose(body: dict[str, Any]) -> Script:
        if any(message["role"] == "tool" for message in body["messages"]):
            return answer("It is done.")
        return say("One moment. ") + CALLS[server] + finish("tool_calls") + usage(9, 9) + done()

    scene.model.server.handler = choose


async def ask(scene: Scene, server: str) -> str:
    """Let the skeptic use a server, and ask it something; returns the turn."""
    await _until(lambda: _has_tools(scene, server))
    status, body = await scene.api.patch(f"{scene.first.url}/v1/advisors/skeptic", {"tools": [server]})
    assert status == 200, body
    conversation = await scene.api.create(scene.first.url)
    sent = await scene.api.send(scene.first.url, conversation, "Please.", "key", advisor_ids=["skeptic"])
    return str(sent["turn"]["id"])


async def _has_tools(scene: Scene, server: str) -> bool:
    servers = (await scene.api.get(f"{scene.first.url}/v1/tools"))["items"]
    return any(each["tools"] for each in servers if each["name"] == server)


async def _until(holds: Callable[[], Any], seconds: float = 40) -> Any:
    async with asyncio.timeout(seconds):
        while True:
            try:
                if found := await holds():
                    return found
            except (OSError, AssertionError):
                pass
            await asyncio.sleep(0.1)


async def question(scene: Scene) -> dict[str, Any]:
    """The one call that waits for leave."""
    url = scene.survivor.url
    (pending,) = await _until(lambda: _pending(scene, url))
    return dict(pending)


async def _pending(scene: Scene, url: str) -> list[dict[str, Any]]:
    return list((await scene.api.get(f"{url}/v1/approvals"))["items"])


async def allow(scene: Scene, asked: dict[str, Any]) -> int:
    """Say yes to exactly this call."""
    body = {"decision": "allow", "expect": asked["call_sha256"]}
    return (await scene.api.post(f"{scene.survivor.url}/v1/approvals/{asked['id']}", body))[0]


def count_calls(server: str, notes: Path, log: Path) -> int:
    """How often the tool was really used, by the server's own books."""
    if server == "notes":
        return notes.read_text().splitlines().count("exactly this") if notes.exists() else 0
    return sum("tools/call" in line for line in log.read_text().splitlines()) if log.exists() else 0


def reply_of(turn: Turn) -> Any:
    """The one reply."""
    (reply,) = turn.replies
    return reply


@pytest.mark.parametrize("server", ["notes", "clock"])
async def test_leave_given_after_a_crash_runs_the_tool_once(
    make_scene: Callable[..., Scene], tmp_path: Path, notes: Path, clock: tuple[str, Path], server: str
) -> None:
    """I-55, XC06: asked, killed, started again, allowed: once, with the arguments that were shown."""
    scene = make_scene(ANTIPHON_MCP_CONFIG=with_tools(tmp_path, notes, clock[0]))
    play(scene, server)
    turn_id = await ask(scene, server)
    before = await question(scene)
    reader = Reader(before["conversation_id"])

    scene.first.kill()
    scene.recover()
    after = await question(scene)
    made_before_leave = count_calls(server, notes, clock[1])
    status = await allow(scene, after)
    await reader.read_until([scene.survivor.url], all_ended)
    turn = await scene.api.settled(scene.survivor.url, turn_id)

    assert after == before, "the same question, still open"
    assert (made_before_leave, status) == (0, 200)
    assert count_calls(server, notes, clock[1]) == 1
    reply = reply_of(turn)
    assert (reply.state, reply.text, reply.epoch) == ("complete", "One moment.\n\nIt is done.", 2)
    assert [use.status for use in reply.tools] == ["success"]
    reader.check_against(turn)


@pytest.mark.parametrize("failpoint", TOOL_NAMES)
async def test_a_crash_around_a_call_never_makes_it_twice(
    make_scene: Callable[..., Scene], tmp_path: Path, notes: Path, clock: tuple[str, Path], failpoint: str
) -> None:
    """I-55, XK02: before the call it goes on, after its start it is not made again, after its result it is kept."""
    config = with_tools(tmp_path, notes, clock[0])
    scene = make_scene(first={"ANTIPHON_FAILPOINT": failpoint}, ANTIPHON_MCP_CONFIG=config)
    play(scene, "notes")
    turn_id = await ask(scene, "notes")
    if failpoint != "after_tool_calls":
        await allow_anywhere(scene, await question(scene))
    scene.first.wait()
    scene.recover()
    if failpoint == "after_tool_calls":
        await allow(scene, await question(scene))

    turn = await scene.api.settled(scene.survivor.url, turn_id)

    (use,) = reply_of(turn).tools
    made = count_calls("notes", notes, clock[1])
    expected = {
        "after_tool_calls": ("success", 1),
        "after_tool_started": ("error", 0),
        "after_tool_result": ("success", 1),
    }
    assert (use.status, made) == expected[failpoint]
    assert reply_of(turn).text == "One moment.\n\nIt is done."


async def allow_anywhere(scene: Scene, asked: dict[str, Any]) -> None:
    """Say yes; the node may die of it before it answers."""
    with contextlib.suppress(OSError):
        await allow(scene, asked)


async def test_any_number_of_restarts_may_pass_while_a_call_waits(
    make_scene: Callable[..., Scene], tmp_path: Path, notes: Path, clock: tuple[str, Path]
) -> None:
    """Waiting for a person is not failing: more restarts than a reply may crash, and it still goes on."""
    scene = make_scene(ANTIPHON_MCP_CONFIG=with_tools(tmp_path, notes, clock[0]), ANTIPHON_MAX_EPOCHS="2")
    if scene.kind != "sqlite":
        pytest.skip("one process started again and again")
    play(scene, "notes")
    turn_id = await ask(scene, "notes")
    for _ in range(4):
        await question(scene)
        scene.first.kill()
        scene.recover()

    await allow(scene, await question(scene))
    turn = await scene.api.settled(scene.survivor.url, turn_id)

    assert reply_of(turn).state == "complete"
    assert count_calls("notes", notes, clock[1]) == 1
