"""The panel asked with the packages that other programs are made of; `just test-clients` fetches and runs them."""

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.model_server import answer, hang, say
from tests.fakes.voices import VOICES
from tests.journeys.conftest import House

pytestmark = [pytest.mark.clients, pytest.mark.both_databases, pytest.mark.timeout(600)]
PACKAGES = Path(__file__).parent.parent / "clients" / "openai"
WHOLE = "".join(f"## The {voice.title()}\n\nYes from {voice}.\n\n" for voice in VOICES)


async def run(program: str, *arguments: str, folder: Path = PACKAGES) -> dict[str, Any]:
    """What a program prints; it must not fail."""
    process = await asyncio.create_subprocess_exec(
        program, *arguments, cwd=folder, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    out, err = await process.communicate()
    assert process.returncode == 0, err.decode()
    saw: dict[str, Any] = json.loads(out.decode().splitlines()[-1])
    return saw


def script(house: House, *, stopped_at: int | None = None, times: int = 16) -> None:
    """Every voice says the same each time; the one question that is stopped is not answered to its end."""
    for voice in VOICES:
        said = [answer(f"Yes from {voice}.", pieces=3) for _ in range(times)]
        if stopped_at is not None:
            said[stopped_at] = say("I would", pieces=1) + hang()
        house.voices.script(voice, *said)


async def test_the_packages_for_node_list_ask_stream_are_refused_and_stop(house: House) -> None:
    script(house, stopped_at=3)

    saw = await run(shutil.which("node") or "node", "ask.mjs", f"{house.url}/openai/v1")

    assert saw["retrieved"] in saw["listed"]
    assert [saw[each].strip() for each in ("whole", "helped", "generated", "streamed")] == [WHOLE.strip()] * 4
    assert saw["choices"] == [f"Yes from {voice}." for voice in VOICES]
    assert saw["refused"] == "404 model_not_found"
    assert "nobody here answers to" in saw["failed"]
    assert saw["finish"] == "stop"
    whole = ("response", "helpedResponse", "events", "generatedResponse", "streamedResponse")
    assert {name: saw[name].strip() for name in whole} == dict.fromkeys(whole, WHOLE.strip())
    assert (saw["items"], saw["metadata"]) == (list(VOICES), {"case": "7"})
    assert (len(saw["resumed"]) > 3, set(saw["resumed"]), saw["sameConversation"]) == (True, {True}, True)
    stopped = await house.api.settled(house.url, saw["stopped"])
    assert {reply.state for reply in stopped.replies} == {"stopped"}


async def test_langchain_and_litellm_ask_stream_and_are_refused(house: House) -> None:
    script(house)

    saw = await run(str(PACKAGES / ".venv" / "bin" / "python"), "ask.py", f"{house.url}/openai/v1")

    assert [saw[each] for each in ("invoked", "chained", "completed", "pieces")] == [WHOLE] * 4
    assert "nobody here answers to" in saw["refused"]
