"""What somebody reads in the log who asked for all of it."""

import json
import logging
from typing import Any

import pytest

from antiphon.settings import Settings
from tests.fakes.model_server import answer, fail
from tests.journeys.conftest import House

TWO = {"advisor_ids": ["skeptic", "builder"]}


@pytest.fixture
def is_debugged() -> bool:
    return True


@pytest.fixture
def settings(settings: Settings, is_debugged: bool) -> Settings:
    return settings.model_copy(update={"debug_mode": is_debugged})


def list_calls(caplog: pytest.LogCaptureFixture, message: str) -> dict[str, Any]:
    """The lines of this name, by advisor."""
    return {each.__dict__["advisor"]: each for each in caplog.records if each.message == message}


async def test_the_log_says_what_each_was_sent_and_how_that_ended(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """P57."""
    house.voices.script("skeptic", answer("No."), answer("Still no."))
    house.voices.script("builder", answer("Yes."), fail(401, {"error": {"message": "no"}}))
    conversation = await house.converse()
    await house.ask("Shall we?", conversation=conversation, **TWO)
    caplog.clear()
    caplog.set_level(logging.DEBUG, "antiphon.engine")

    await house.ask("And now?", conversation=conversation, **TWO)

    sent, ended = list_calls(caplog, "payload"), list_calls(caplog, "response")
    assert set(sent) == set(ended) == {"skeptic", "builder"}
    for voice, line in sent.items():
        assert json.loads(line.body) == house.voices.requests(voice)[-1].json
        assert line.turns == 1
        assert 0 < line.system_tokens < line.input_tokens
    assert (ended["skeptic"].ok, ended["skeptic"].status, ended["skeptic"].finish_reason) == (True, 200, "stop")
    assert (ended["builder"].ok, ended["builder"].status, ended["builder"].code) == (False, 401, "auth")
    assert ended["builder"].reply != ended["skeptic"].reply


@pytest.mark.parametrize("is_debugged", [False])
async def test_without_it_nothing_of_that_is_logged(house: House, caplog: pytest.LogCaptureFixture) -> None:
    house.voices.script("skeptic", answer("No."))
    caplog.set_level(logging.DEBUG, "antiphon")

    await house.ask("Shall we?", advisor_ids=["skeptic"])

    assert list_calls(caplog, "payload") == list_calls(caplog, "response") == {}
