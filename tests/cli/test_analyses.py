"""`antiphon analyses` in front of the whole application."""

import hashlib
import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from rich.console import Console

from antiphon.advisors.prompt import load_memory_prompts
from antiphon.cli.analyses.lines import EMPTY, print_analyses
from antiphon.client.answers.analyses import Analysis
from antiphon.client.paging import read_page
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


def test_analyses_are_listed_with_what_they_used(person: Person, scanned: dict[str, Any]) -> None:
    """Of every kind, of one kind, and of the newest conversation without being told which."""
    listed = person.types("analyses", scanned["conversation_id"]).out

    [row] = [line.split("\t") for line in listed.splitlines()]
    assert row[0].startswith("an_")
    assert row[1:7] == ["memory", "done", "turn 1", "fake:m", "2 calls", "20 in, 2 out"]
    assert person.types("analyses").out == listed
    assert person.types("analyses", "--kind", "map").out == ""


def test_one_analysis_is_shown_with_every_call(person: Person, scanned: dict[str, Any]) -> None:
    """R1: the outcome, the fingerprint, the bytes laid out and the answer of each."""
    analysis_id = person.types("analyses").out.split("\t")[0]

    shown = person.types("analyses", analysis_id).out

    assert "call 1: scan" in shown
    assert "outcome   answer_unreadable" in shown
    assert "outcome   answered" in shown
    assert shown.count("(fits the body)") == 2
    assert '"response_format"' in shown
    assert "answer\nSure!" in shown
    assert "call 2" not in person.types("analyses", analysis_id, "--call", "1").out
    assert "call 2: scan" in person.types("analyses", analysis_id, "--call", "2").out


def test_the_bytes_of_a_call_go_into_a_pipe(person: Person, scanned: dict[str, Any]) -> None:
    """R1: nothing before them, nothing behind."""
    analysis_id = person.types("analyses").out.split("\t")[0]
    first, last = (person.types("analyses", analysis_id, "--bytes", *each).raw for each in (("--call", "1"), ()))

    shown = person.types("analyses", analysis_id).out

    assert hashlib.sha256(first).hexdigest() in shown
    assert hashlib.sha256(last).hexdigest() in shown
    sent = [each.body for each in person.voices.server.requests if SCAN in each.json["messages"][0]["content"]]
    assert [first, last] == sent[-2:]


def test_what_cannot_be_shown_is_said(person: Person, scanned: dict[str, Any]) -> None:
    analysis_id = person.types("analyses").out.split("\t")[0]

    assert "there is no call 3" in person.types("analyses", analysis_id, "--call", "3").err
    assert "need an analysis" in person.types("analyses", "--bytes").err
    assert person.types("analyses", "an_none").code == 1


def test_every_command_of_the_page_runs(person: Person, scanned: dict[str, Any]) -> None:
    """In the order of the page."""
    known = {"CONVERSATION_ID": scanned["conversation_id"], "ANALYSIS_ID": person.types("analyses").out.split("\t")[0]}

    done = [person.types(*(known.get(word, word) for word in words)) for words in list_commands("how-to/analyses.md")]

    *done, stopping = done
    assert len(done) == 6
    assert all(each.code == 0 for each in done)
    assert all(each.raw for each in done[:4])
    assert stopping.code == 1, "there is none of that name"


def test_an_empty_list_says_what_to_do_and_a_long_one_how_to_go_on() -> None:
    console = Console(file=io.StringIO(), force_terminal=True, width=200, color_system=None)
    analysis = {
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

    for listed in ([], [analysis]):
        page = {"items": listed, "next": "an_1" if listed else None}
        print_analyses(console, read_page(json.loads(json.dumps(page)), Analysis.read))

    printed = console.file.getvalue()  # type: ignore[attr-defined] # it is the one made above
    assert printed.startswith(EMPTY)
    assert "turns 2 to 4" in printed
    assert "antiphon analyses c_1 --before an_1" in printed
