"""`antiphon looks` in front of the whole application."""

import hashlib
import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from rich.console import Console

from antiphon.advisors.prompt import load_memory_prompts
from antiphon.cli.look_calls import Looks
from antiphon.cli.look_lines import EMPTY, print_looks
from tests.cli.house import Person
from tests.cli.test_pages import list_commands
from tests.fakes.model_server import Script, answer

SCAN = load_memory_prompts().scan[:80]


@pytest.fixture
def scanned(person: Person) -> Iterator[dict[str, Any]]:
    """A conversation that was read once: the first answer was no JSON, the second was."""
    advisors = person.voices.choose
    answers = ["Sure!", "[]"]

    def choose(body: dict[str, Any]) -> Script:
        is_scan = body["messages"][0]["content"].startswith(SCAN)
        return answer(answers.pop(0)) if is_scan else advisors(body)

    person.voices.server.handler = choose
    [turn] = person.talks("I keep bees.")
    assert person.types("memory", "scan", turn["conversation_id"]).code == 0
    yield turn
    person.voices.server.handler = advisors


def test_looks_are_listed_with_what_they_used(person: Person, scanned: dict[str, Any]) -> None:
    """P59, H16: of every kind, of one kind, and of the newest conversation without being told which."""
    listed = person.types("looks", scanned["conversation_id"]).out

    [row] = [line.split("\t") for line in listed.splitlines()]
    assert row[0].startswith("an_")
    assert row[1:7] == ["memory", "done", "turn 1", "fake:m", "2 calls", "20 in, 2 out"]
    assert person.types("looks").out == listed
    assert person.types("looks", "--kind", "map").out == ""


def test_one_look_is_shown_with_every_call(person: Person, scanned: dict[str, Any]) -> None:
    """P59, R1: the outcome, the fingerprint, the bytes laid out and the answer of each."""
    look_id = person.types("looks").out.split("\t")[0]

    shown = person.types("looks", look_id).out

    assert "call 1: scan" in shown
    assert "outcome   answer_unreadable" in shown
    assert "outcome   answered" in shown
    assert shown.count("(fits the body)") == 2
    assert '"response_format"' in shown
    assert "answer\nSure!" in shown
    assert "call 2" not in person.types("looks", look_id, "--call", "1").out


def test_the_bytes_of_a_call_go_into_a_pipe(person: Person, scanned: dict[str, Any]) -> None:
    """R1: nothing before them, nothing behind."""
    look_id = person.types("looks").out.split("\t")[0]
    first, last = (person.types("looks", look_id, "--bytes", *each).raw for each in (("--call", "1"), ()))

    shown = person.types("looks", look_id).out

    assert hashlib.sha256(first).hexdigest() in shown
    assert hashlib.sha256(last).hexdigest() in shown
    sent = [each.body for each in person.voices.server.requests if SCAN in each.json["messages"][0]["content"]]
    assert [first, last] == sent[-2:]


def test_what_cannot_be_shown_is_said(person: Person, scanned: dict[str, Any]) -> None:
    look_id = person.types("looks").out.split("\t")[0]

    assert "there is no call 3" in person.types("looks", look_id, "--call", "3").err
    assert "need a look" in person.types("looks", "--bytes").err
    assert person.types("looks", "an_none").code == 1


def test_every_command_of_the_page_runs(person: Person, scanned: dict[str, Any]) -> None:
    """I-60: in the order of the page."""
    known = {"CONVERSATION_ID": scanned["conversation_id"], "LOOK_ID": person.types("looks").out.split("\t")[0]}

    done = [person.types(*(known.get(word, word) for word in words)) for words in list_commands("how-to/looks.md")]

    assert len(done) == 4
    assert all(each.code == 0 and each.raw for each in done)


def test_an_empty_list_says_what_to_do_and_a_long_one_how_to_go_on() -> None:
    console = Console(file=io.StringIO(), force_terminal=True, width=200, color_system=None)
    look = {
        "id": "an_1",
        "conversation_id": "c_1",
        "kind": "map",
        "model": "fake:m",
        "status": "running",
        "first_position": 2,
        "last_position": 4,
        "created_at": "2026-03-01T12:00:00.000Z",
        "error": None,
        "usage": {},
        "cost": None,
    }

    for listed in ([], [look]):
        page = {"analyses": listed, "has_older": bool(listed)}
        print_looks(console, Looks.model_validate(json.loads(json.dumps(page))))

    printed = console.file.getvalue()  # type: ignore[attr-defined] # it is the one made above
    assert printed.startswith(EMPTY)
    assert "turns 2 to 4" in printed
    assert "antiphon looks c_1 --before an_1" in printed
