"""`antiphon heartbeats` in front of the whole application."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.cli.house import Person
from tests.fakes.model_server import Script, answer
from tests.journeys.test_heartbeats import HEADING


@pytest.fixture
def speaking(person: Person) -> Iterator[Person]:
    """The model decides to speak whenever it is asked."""
    verdict = json.dumps({"reach_out": True, "why": "It is time.", "message": "Friday is tomorrow."})

    def choose(body: dict[str, Any]) -> Script:
        return answer(verdict) if HEADING in body["messages"][0]["content"] else person.voices.choose(body)

    person.voices.server.handler = choose
    yield person
    person.voices.server.handler = person.voices.choose


def test_leave_is_given_listed_and_taken_back(speaking: Person) -> None:
    """D45."""
    conversation = speaking.asks("Should I go?")["conversation_id"]

    given = speaking.types("heartbeats", "set", conversation, "skeptic", "--every", "60", "--quiet", "22:00-08:00")
    listed = speaking.types("heartbeats", "list", conversation)
    taken = speaking.types("heartbeats", "off", conversation, "skeptic")
    after = speaking.types("heartbeats", "list", conversation)

    assert given.code == 0, given.err
    assert "every 60 minutes, quiet 22:00 to 08:00, next " in given.out
    assert [line.split("\t")[2].partition(",")[0] for line in listed.out.splitlines()] == [
        "every 60 minutes",
        *["off"] * 4,
    ]
    assert taken.out.strip() == "skeptic waits to be asked again"
    assert [line.split("\t")[2] for line in after.out.splitlines()] == ["off"] * 5


def test_leave_that_makes_no_sense_is_refused_in_one_sentence(speaking: Person) -> None:
    conversation = speaking.asks("Should I go?")["conversation_id"]

    refused = speaking.types("heartbeats", "set", conversation, "skeptic", "--quiet", "late")

    assert refused.code == 1
    assert "quiet hours are two different times of the day" in refused.err


def test_the_log_is_empty_until_an_occasion_came(speaking: Person) -> None:
    conversation = speaking.asks("Should I go?")["conversation_id"]

    log = speaking.types("heartbeats", "log", conversation)

    assert (log.code, log.out) == (0, "")
