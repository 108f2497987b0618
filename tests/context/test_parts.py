"""What was sent, in parts: each can be left out, and with none left out not a byte is different."""

import pytest

from antiphon.context.parts import SentParts, cut_parts
from antiphon.context.quotes import Quote
from antiphon.context.reference import build_reference
from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.payload import Message

LIST = (
    "<system-reminder>\n<memoryList>\nUse it where it helps.\n- fact: Lives in Turin. (a)\n- fact: Has a knee. (b)\n"
    "</memoryList>\n</system-reminder>"
)
QUOTES = build_reference(
    [
        Quote(AdvisorId("builder"), "The Builder", "Sign it.\n\nNow: really.", "whole", 0),
        Quote(AdvisorId("historian"), "The Historian", "Wait [a year].", "whole", 0),
    ],
    "What the others said.",
)
HUMAN = "[2026-01-31T23:59] Shall I?\n\n=== a.txt ===\nOne.\n\nTwo.\n\n=== b.txt ===\nThree."
MESSAGES = (
    Message("system", "You doubt.", "system"),
    Message("user", "First words.", "turn", TurnId("t_1")),
    Message("assistant", "My first answer.", "reply", TurnId("t_1")),
    Message("user", "Second words.", "turn", TurnId("t_2")),
    Message("user", QUOTES, "reference", TurnId("t_2")),
    Message("user", "[Your third turn.]", "state"),
    Message("user", LIST, "memory"),
    Message("user", "<system-reminder>\n<todoList>\n1 item.\n</todoList>\n</system-reminder>", "todo"),
    Message("user", HUMAN, "human"),
)


@pytest.fixture
def sent() -> SentParts:
    return cut_parts(MESSAGES, "Shall I?", [AdvisorId("builder"), AdvisorId("historian")])


def test_everything_a_person_knows_is_a_part_and_has_its_name(sent: SentParts) -> None:
    assert [(each.id, each.name, each.advisor_id) for each in sent.parts] == [
        ("turn:1", "", None),
        ("turn:2", "", None),
        ("quote:1", "The Builder", "builder"),
        ("quote:2", "The Historian", "historian"),
        ("memory:1", "fact: Lives in Turin. (a)", None),
        ("memory:2", "fact: Has a knee. (b)", None),
        ("todo:1", "", None),
        ("file:1", "a.txt", None),
        ("file:2", "b.txt", None),
    ]
    assert sent.parts[0].chars == len("First words.My first answer.")


def test_with_nothing_left_out_the_messages_are_the_very_ones(sent: SentParts) -> None:
    assert sent.leave_out([]) == MESSAGES


def test_a_turn_goes_with_the_answer_to_it(sent: SentParts) -> None:
    left = sent.leave_out(["turn:1"])

    assert left == (MESSAGES[0], *MESSAGES[3:])


@pytest.mark.parametrize(
    ("part", "place", "left"),
    [
        ("quote:1", 4, "[What the others said.\n\nThe Historian: Wait ⟦a year⟧.]"),
        ("quote:2", 4, "[What the others said.\n\nThe Builder: Sign it.\n\n  Now: really.]"),
        ("memory:1", 6, LIST.replace("- fact: Lives in Turin. (a)\n", "")),
        ("memory:2", 6, LIST.replace("\n- fact: Has a knee. (b)", "")),
        ("file:1", 8, "[2026-01-31T23:59] Shall I?\n\n=== b.txt ===\nThree."),
        ("file:2", 8, "[2026-01-31T23:59] Shall I?\n\n=== a.txt ===\nOne.\n\nTwo."),
    ],
)
def test_one_thing_goes_and_its_neighbours_stay_as_they_are(sent: SentParts, part: str, place: int, left: str) -> None:
    messages = sent.leave_out([part])

    assert messages[place].content == left
    assert [*messages[:place], *messages[place + 1 :]] == [*MESSAGES[:place], *MESSAGES[place + 1 :]]


def test_what_has_nothing_left_is_not_sent(sent: SentParts) -> None:
    kinds = [each.kind for each in sent.leave_out(["quote:1", "quote:2", "memory:1", "memory:2", "todo:1"])]

    assert kinds == ["system", "turn", "reply", "turn", "state", "human"]


def test_alone_a_part_stands_among_what_is_always_kept(sent: SentParts) -> None:
    messages = sent.keep_only(["memory:2"])

    assert [each.kind for each in messages] == ["system", "state", "memory", "human"]
    assert "Turin" not in messages[2].content
    assert "knee" in messages[2].content
    assert messages[3].content == "[2026-01-31T23:59] Shall I?"


def test_words_of_the_person_that_look_like_a_file_are_the_persons() -> None:
    said = "Look:\n\n=== mine ===\nmy words"
    sent = cut_parts((Message("user", f"{said}\n\n=== real.txt ===\nText.", "human"),), said)

    assert [each.name for each in sent.parts] == ["real.txt"]
    assert sent.leave_out(["file:1"])[0].content == said


def test_leaving_out_only_takes_words_away(sent: SentParts) -> None:
    """No role changes, and nothing is said that was not sent."""
    for part in sent.parts:
        for message in sent.leave_out([part.id]):
            whole = next(each for each in MESSAGES if (each.kind, each.turn_id) == (message.kind, message.turn_id))
            assert message.role == whole.role
            assert len(message.content) <= len(whole.content)
