"""`antiphon title` and `antiphon search` in front of the whole application."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from antiphon.advisors.prompt import load_title_prompt
from tests.cli.house import Person
from tests.fakes.model_server import Script, answer

OPENING = load_title_prompt()[:60]


@pytest.fixture
def namer(person: Person) -> Iterator[list[str]]:
    """What the model that names conversations answers, in order; filled by the test."""
    waiting: list[str] = []
    advisors = person.voices.choose

    def choose(body: dict[str, Any]) -> Script:
        named = body["messages"][0]["content"].startswith(OPENING)
        return answer(waiting.pop(0)) if named else advisors(body)

    person.voices.server.handler = choose
    yield waiting
    person.voices.server.handler = advisors


def test_a_conversation_is_named_and_found_by_its_name(person: Person, namer: list[str]) -> None:
    [turn] = person.talks("Do I hire a second engineer?")
    namer.append(json.dumps({"title": "Growing the team", "tags": ["hiring"]}))

    assert person.types("title", turn["conversation_id"]).out == "Growing the team\ntags of the newest turn: hiring\n"
    found = person.types("search", "growing THE")

    assert found.out == f"{turn['conversation_id']}  title  you  Growing the team\n"


def test_a_title_that_was_not_found_is_an_error_with_its_reason(person: Person, namer: list[str]) -> None:
    [turn] = person.talks("Do I hire?")
    namer.extend(["no", "no"])

    done = person.types("title", turn["conversation_id"])

    assert done.code == 1
    assert "could not be read" in done.err


def test_what_is_worth_most_can_come_first(person: Person) -> None:
    """The newest would be the greeting; what names a limit is worth more, and says how much."""
    person.talks("The lighthouse must cost 900 at most.")
    person.talks("Hello lighthouse")

    found = person.types("search", "lighthouse", "--important", "--limit", "1")

    *_, shown, passed = found.out.splitlines()
    assert "  turn 1  0.90  you  The lighthouse must cost 900 at most." in shown
    assert passed == "Passed over: 1 place worth less than these."


def test_words_that_were_never_said_say_so(person: Person) -> None:
    done = person.types("search", "xyzzy")

    assert (done.code, done.out) == (1, "Nothing was found.\n")
