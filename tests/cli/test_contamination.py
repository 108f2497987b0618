"""`antiphon contamination` in front of the whole application."""

from tests.cli.house import Person
from tests.fakes.model_server import answer


def test_who_speaks_as_somebody_else_is_named_with_the_words(person: Person) -> None:
    person.voices.script("skeptic", answer("Wait.\n\n**Builder:** ship it."))
    turn = person.asks("Shall I sign?")

    told = person.types("contamination", turn["conversation_id"]).out.splitlines()

    assert told[0] == "A voice speaks as somebody else."
    assert told[1] == "turn 1  The Skeptic begins a line as a transcript does (The Builder): “**Builder:**”"
    assert told[3].startswith("How alike they sound")
    assert told[4].startswith("turn    1  ")


def test_a_conversation_without_leaks_says_so_first(person: Person) -> None:
    [turn] = person.talks("Shall I sign?")

    assert person.types("contamination", turn["conversation_id"]).out == "Each voice saw only its own thread.\n"
