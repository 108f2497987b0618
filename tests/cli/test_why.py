"""`antiphon why` in front of the whole application."""

import json

from antiphon.cli.replies.why_text import NOTHING
from tests.cli.house import Person

MODEL = ("--model", "scripted:weathervane")
SETTLES = "I keep thinking about the garden. What settles it: the letter from the bank."


def _talk(person: Person, first: str) -> str:
    """A reply of a voice that turns with one sentence."""
    person.asks(first, "--advisor", "skeptic", *MODEL)
    turn = person.asks("So what should I do?", "--continue", "--advisor", "skeptic", *MODEL)
    return str(turn["replies"][0]["id"])


def test_what_made_the_difference_is_foreseen_found_shown_again_and_thrown_away(person: Person) -> None:
    reply_id = _talk(person, SETTLES)

    foreseen = person.types("why", reply_id, "--forecast", "--json")
    (part,) = foreseen.json["parts"]
    without = person.types("why", reply_id, "--bytes-without", part["id"])
    found = person.types("why", reply_id, "--yes")
    again = person.types("why", reply_id, "--json")

    assert (part["kind"], part["position"]) == ("turn", 1)
    assert SETTLES not in without.out
    assert "So what should I do?" in json.loads(without.raw)["messages"][-1]["content"]
    assert found.code == 0, found.err
    assert found.out.startswith("turn 1: flips the answer")
    assert [each["verdict"] for each in again.json["found"]["findings"]] == ["flipped"]
    gone = person.types("why", reply_id, "--forget")
    assert gone.code == 0
    assert person.types("why", reply_id, "--forget", "--again").code != 0


def test_nothing_is_called_a_difference_that_chance_would_do(person: Person) -> None:
    reply_id = _talk(person, "I keep thinking about the garden.")

    found = person.types("why", reply_id, "--yes")

    assert found.code == 0, found.err
    assert found.out.startswith(NOTHING)


def test_a_reply_that_is_not_there_is_refused(person: Person) -> None:
    refused = person.types("why", "r_none", "--yes")

    assert refused.code == 1
    assert "r_none" in refused.err
