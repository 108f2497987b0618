"""Whether a thread has stayed its advisor's own."""

from dataclasses import replace

import pytest

from antiphon.conversation.payload import Kind, Message, Role
from antiphon.evals.case import CaseTurn
from antiphon.evals.checks.finding import Finding
from antiphon.evals.grading import check
from tests.evals.evidence import build_exchange, hold, want

CLEAN = (
    Message("system", "You are The Builder.", "system"),
    Message("user", "May I?", "turn"),
    Message("assistant", "Begin on Monday.", "reply"),
    Message("user", "And now?", "turn"),
    Message("assistant", "Then on Tuesday.", "reply"),
    Message("user", "[For reference.\n\nThe Skeptic: You have not told me who counted the money.]", "reference"),
    Message("user", "So?", "human"),
)
SECRET = "The code of the safe is 4711 and nobody else knows it."


def judge(answer: str = "Go on.", *more: Message, messages: tuple[Message, ...] = CLEAN) -> Finding:
    """What is found in this answer and these messages."""
    return check(hold(answer, (*messages[:-1], *more, messages[-1])), want("contamination"))


def test_the_last_turn_may_be_quoted() -> None:
    assert judge().score == 1


@pytest.mark.parametrize(
    ("role", "kind"),
    [
        ("assistant", "reply"),
        ("user", "turn"),
        ("user", "reference"),
        ("user", "memory"),
        ("tool", "tool"),
        ("system", "system"),
    ],
)
def test_an_older_fact_of_another_is_found_wherever_it_stands(role: Role, kind: Kind) -> None:
    """U-08: with the span it stands in."""
    found = judge("Go on.", Message(role, f"As I said: {SECRET}", kind))

    assert found.score == 0
    spot = found.spots[0]
    assert (spot.where, spot.start, spot.end, spot.quote) == ("messages[6]", 35, 39, "4711")
    assert "The Skeptic" in found.reason


def test_what_somebody_repeats_in_the_last_turn_may_be_quoted_again() -> None:
    """A small model had repeated another's older sentence, and the block that quoted it was blamed."""
    again = build_exchange(f"As the Skeptic said: {SECRET}", "historian", 2)
    sent = (*CLEAN[:-2], Message("user", f"[The Historian: As the Skeptic said: {SECRET}]", "reference"), CLEAN[-1])
    evidence = hold("Go on.", sent)

    assert check(evidence, want("contamination")).score == 0
    assert check(replace(evidence, others=(*evidence.others, again)), want("contamination")).score == 1


@pytest.mark.parametrize("kind", ["state", "system", "reference"])
def test_what_the_house_says_to_everybody_is_nobodys_words(kind: Kind) -> None:
    """Small models repeat the frame they are sent."""
    frame = "[Your turn 1 of 3: ask exactly one question."
    evidence = hold("Go on.", (*CLEAN[:-1], Message("user", f"{frame}\n\n]", kind), CLEAN[-1]))
    parrot = build_exchange(f"Well. {frame} Yes.", "historian", 1)

    assert check(replace(evidence, others=(*evidence.others, parrot)), want("contamination")).score == 1


def test_a_sentence_of_another_needs_no_planted_fact() -> None:
    found = judge("Go on.", Message("user", "Remember: You have not told me  who counted the money.", "turn"))

    assert found.score == 0
    assert found.spots[0].quote == "You have not told me  who counted the money."


def test_words_in_its_own_role_that_it_never_said_are_found() -> None:
    found = judge("Go on.", Message("assistant", "Wait for spring.", "reply"))

    assert (found.score, found.spots[0].where, found.spots[0].quote) == (0, "messages[6]", "Wait for spring.")


def test_a_fact_in_the_answer_is_found() -> None:
    found = judge("Open it: 4711.")

    assert [(spot.where, spot.start, spot.end) for spot in found.spots] == [("answer", 9, 13)]


def test_what_the_person_says_everybody_may_know() -> None:
    evidence = hold("4711, then.", (*CLEAN[:-1], Message("user", "Is it 4711?", "human")), "Is it 4711?")

    assert check(evidence, want("contamination")).score == 1


def test_what_the_person_says_later_excuses_nobody_now() -> None:
    evidence = hold("4711, then.", CLEAN)
    turns = (*evidence.case.turns, CaseTurn("It was 4711."))

    assert check(replace(evidence, case=replace(evidence.case, turns=turns)), want("contamination")).score == 0


def test_speaking_as_another_is_found_and_can_be_left_to_others() -> None:
    messages = CLEAN

    found = judge("As The Skeptic, I doubt it.", messages=messages)

    assert (found.score, found.spots[0].quote) == (0, "As The Skeptic, I")
    assert check(hold("As The Skeptic, I doubt it.", messages), want("contamination", mimicry=False)).score == 1


def test_naming_another_is_no_contamination() -> None:
    assert judge("The Skeptic is right about the money.").score == 1


def test_what_was_ticked_may_be_shown() -> None:
    assert judge("Go on.", Message("user", f"The synthesis you ticked: {SECRET}", "synthesis")).score == 1
