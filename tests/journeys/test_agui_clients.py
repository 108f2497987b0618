"""The panel run with the protocol's own package for Node, of 1.0 and of before; `just test-clients` fetches it."""

import shutil
from pathlib import Path

import pytest

from tests.fakes.model_server import answer, fail, hang, say
from tests.fakes.voices import VOICES
from tests.journeys.conftest import House
from tests.journeys.test_openai_clients import run
from tests.journeys.test_tools import add, calls, equip, lines, notes, settings

__all__ = ["notes", "settings"]

pytestmark = [pytest.mark.clients, pytest.mark.both_databases, pytest.mark.timeout(600)]
PACKAGES = Path(__file__).parent.parent / "clients" / "agui"


@pytest.mark.parametrize("package", ["@ag-ui/client", "before"])
async def test_the_package_runs_resumes_is_refused_and_leaves(house: House, notes: Path, package: str) -> None:
    await equip(house)
    for voice in VOICES:
        house.voices.script(voice, answer(f"Yes from {voice}.", pieces=3), answer(f"Then {voice}."))
    house.voices.script("skeptic", calls(add("call mother"), before="Let me note it."), answer("Noted."))
    house.voices.script("builder", fail(401, {"error": {"message": "no"}}), say("I would") + hang())

    saw = await run(shutil.which("node") or "node", "ask.mjs", f"{house.url}/agui", package, folder=PACKAGES)

    is_new = package != "before"
    heads = {voice: "" if is_new else f"### The {voice.title()}\n\n" for voice in VOICES}
    assert sorted(saw["words"]) == sorted(f"{heads[voice]}Yes from {voice}." for voice in VOICES)
    assert sorted(saw["secondWords"]) == sorted(f"{heads[voice]}Then {voice}." for voice in VOICES)
    assert sorted(saw["names"]) == sorted(f"The {voice.title()}" for voice in VOICES)
    assert saw["panel"]["outcome"] == {"type": "success"}
    assert ("SUBAGENT_STARTED" in saw["panel"]["events"]) == is_new
    assert saw["noted"] == [f"{heads['skeptic']}Let me note it.", f"{heads['skeptic']}Noted."]
    assert (len(saw["results"]), lines(notes)) == (1, ["call mother"])
    assert "404" in saw["refused"]["thrown"]
    assert saw["failing"]["error"] == "all_voices_failed"
    left = await house.api.settled(house.url, saw["left"])
    assert [reply.state for reply in left.replies] == ["stopped"]
