"""The panel asked with the clients that other programs are made of; `just test-clients` fetches and runs them."""

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.model_server import answer, sleep
from tests.fakes.voices import VOICES
from tests.journeys.conftest import House

pytestmark = [pytest.mark.clients, pytest.mark.both_databases, pytest.mark.timeout(600)]
PACKAGES = Path(__file__).parent.parent / "clients" / "mcp"


async def run(*command: str) -> str:
    """What a program of the packages prints; it must not fail."""
    node = shutil.which("node")
    assert node is not None
    process = await asyncio.create_subprocess_exec(
        node, *command, cwd=PACKAGES, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    out, err = await process.communicate()
    assert process.returncode == 0, err.decode()
    return out.decode()


@pytest.mark.parametrize("era", ["2025", "2026"])
async def test_each_package_for_node_asks_is_refused_resumes_and_stops(house: House, era: str) -> None:
    for voice in VOICES:
        house.voices.script(voice, answer("One."), answer("Two."), sleep(15) + answer("Three."))

    saw: dict[str, Any] = json.loads(await run("ask.mjs", f"{house.url}/mcp", era))

    figures = [each["progress"] for each in saw["told"]]
    assert [each["text"] for each in saw["asked"]["structuredContent"]["voices"]] == ["One."] * 5
    assert len(figures) == 5
    assert figures == sorted(set(figures))
    assert saw["refused"]["isError"]
    assert saw["begun"]["structuredContent"]["status"] == "working"
    assert saw["resumed"]["structuredContent"]["status"] == "complete"
    assert saw["cancelled"] != "it was answered before it could be stopped"
    assert saw["kept"].count("Three.") == 5
    assert len(house.voices.server.requests) == 15


async def test_the_inspector_lists_asks_and_finds_nothing_to_object_to(house: House) -> None:
    inspector = str(PACKAGES / "node_modules" / "@modelcontextprotocol" / "inspector")
    bin_name = json.loads((Path(inspector) / "package.json").read_text())["bin"]["mcp-inspector"]
    inspect = (str(Path(inspector) / bin_name), "--cli", f"{house.url}/mcp", "--method")

    listed = json.loads(await run(*inspect, "tools/list", "--strict"))
    asked = json.loads(await run(*inspect, "tools/call", "--tool-name", "ask_panel", "--tool-arg", "question=Go?"))
    read = json.loads(await run(*inspect, "resources/read", "--uri", "antiphon://advisors/skeptic"))

    assert "ask_panel" in [each["name"] for each in listed["tools"]]
    assert len(asked["structuredContent"]["voices"]) == 5
    assert read["contents"][0]["text"].startswith("## The Skeptic (`skeptic`)")
