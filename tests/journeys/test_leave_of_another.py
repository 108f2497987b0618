"""What an advisor may do is for the person whose question it answers to say, and for nobody else."""

from pathlib import Path

import pytest

from antiphon.settings import Settings, override_settings
from tests.fakes.accounts import OURS, open_place
from tests.fakes.model_server import answer
from tests.fakes.reader import Api
from tests.fakes.voices import Voices
from tests.journeys.conftest import House
from tests.journeys.test_tools import ONE, add, calls, decide, equip, lines, notes, run_notes, wait_for_questions

__all__ = ["notes"]


@pytest.fixture
def settings(settings: Settings, notes: Path) -> Settings:
    """With the server of notes, and accounts."""
    return override_settings(settings, accounts="on", mcp_servers={"notes": run_notes(notes)})


@pytest.mark.both_databases
async def test_nobody_gives_leave_in_anothers_place(
    settings: Settings, voices: Voices, notes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """R-10, between people: not even the owner of the installation, who learns nothing of the question either."""
    async with open_place(settings, capsys) as place:
        ada = await place.own()
        bob = await place.join(ada, "Bob")
        for somebody in (ada, bob):
            somebody.session.headers.update(OURS)
        house = House(place.url, voices, Api(bob.session), settings.data_dir)
        await equip(House(place.url, voices, Api(ada.session), settings.data_dir))
        voices.script("skeptic", calls(add("bob's own")), answer("Noted."))
        sent = await house.send("Please note it.", conversation=await house.converse(), **ONE)
        (question,) = await wait_for_questions(house)

        _, seen = await ada.ask("GET", "/v1/approvals")
        leave = {"decision": "allow", "expect": question["call_sha256"], "always": True}
        refused = [await ada.ask("POST", f"/v1/approvals/{each}", leave) for each in (question["id"], "ap_nothing")]
        before = lines(notes)
        decided = await decide(house, question)
        await house.api.settled(house.url, sent["turn"]["id"])

    assert seen["items"] == []
    assert [(status, problem["code"]) for status, problem in refused] == [(404, "not_found")] * 2
    assert (before, decided, lines(notes)) == ([], 200, ["bob's own"])
