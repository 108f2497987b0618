"""`antiphon memory` in front of the whole application."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from antiphon.advisors.prompt import load_memory_prompts
from antiphon.cli.memory import describe_scan
from antiphon.client.answers.base import Failure
from antiphon.client.answers.memory import MemoryScan
from tests.cli.house import Person
from tests.fakes.model_server import Script, answer

SCAN = load_memory_prompts().scan[:80]


@pytest.fixture
def finds(person: Person) -> Iterator[list[object]]:
    """What scans find, in order; filled by the test."""
    waiting: list[object] = []
    advisors = person.voices.choose

    def choose(body: dict[str, Any]) -> Script:
        if body["messages"][0]["content"].startswith(SCAN):
            return answer(json.dumps(waiting.pop(0)))
        return advisors(body)

    person.voices.server.handler = choose
    yield waiting
    person.voices.server.handler = advisors


def test_what_a_scan_finds_is_accepted_worded_anew_and_forgotten(person: Person, finds: list[object]) -> None:
    """D46: by the command line alone."""
    [turn] = person.talks("I keep bees, and I dislike honey.")
    conversation = turn["conversation_id"]
    finds.append(
        [
            {"kind": "fact", "text": "Keeps bees.", "quote": "I keep bees", "turn": 1},
            {"kind": "preference", "text": "Dislikes honey.", "quote": "I dislike honey", "turn": 1},
        ]
    )

    scanned = person.types("memory", "scan", conversation)

    first, *rows = [line.split("\t") for line in scanned.out.splitlines()]
    assert first == ["fake:m read turn 1 and proposes 2"]
    assert [row[1:] for row in rows] == [
        ["proposed", "fact", "Keeps bees.", "turn 1"],
        ["proposed", "preference", "Dislikes honey.", "turn 1"],
    ]
    bees, honey = (row[0] for row in rows)
    assert (
        person.types("memory", "accept", bees, "--text", "Keeps three hives.").out == "accepted: Keeps three hives.\n"
    )
    assert person.types("memory", "decline", honey).out == "declined: Dislikes honey.\n"
    assert person.types("memory", "list", "--status", "proposed").out == ""
    assert person.types("memory", "forget", bees).out == f"{bees} is forgotten\n"
    assert bees not in person.types("memory", "list").out


def test_something_is_written_down_by_hand(person: Person) -> None:
    added = person.types("memory", "add", "Sails on Sundays.", "--kind", "preference")

    memory_id = added.out.split()[0]
    [row] = [line for line in person.types("memory", "list").out.splitlines() if memory_id in line]
    assert row.split("\t")[1:4] == ["accepted", "preference", "Sails on Sundays."]
    person.types("memory", "forget", memory_id)


def test_a_scan_that_finds_nothing_to_read_says_so(person: Person, finds: list[object]) -> None:
    [turn] = person.talks("Hello.")
    conversation = turn["conversation_id"]
    finds.append([])
    assert person.types("memory", "scan", conversation).out.endswith("read turn 1 and proposes nothing\n")

    refused = person.types("memory", "scan", conversation)

    assert refused.code == 1
    assert "there is nothing new to read" in refused.err


def test_a_failed_scan_tells_why() -> None:
    error = Failure(code="answer_cut", message="the model's answer was cut off after 2048 tokens")
    scan = MemoryScan(
        id="an_1", status="failed", first_position=2, last_position=5, model="fake:m", counts={}, error=error
    )

    assert describe_scan(scan) == f"turns 2 to 5 could not be read: {error.message}"
