"""What was sent, what was left out, in which phase, and what was quoted."""

from typing import Any

import pytest

from antiphon.conversation.payload import Message
from antiphon.evals.checks.phase import find_questions
from antiphon.evals.grading import check
from tests.evals.evidence import build_evidence, hold, want

SENT = (
    Message("system", "You are The Builder.", "system"),
    Message("user", "May I?", "turn"),
    Message("assistant", "Begin on Monday.", "reply"),
    Message("user", "[For reference. The Skeptic: You have not told me who counted the money.]", "reference"),
    Message("user", "[Your turn 3.]", "state"),
    Message("user", "[2026-01-05T09:03] So?", "human"),
)


@pytest.mark.parametrize(
    ("options", "holds"),
    [
        ({"roles": ["system", "user", "assistant", "user", "user", "user"]}, True),
        ({"roles": ["system", "user"]}, False),
        ({"roles": ["system", "...", "user"]}, True),
        ({"kinds": ["system", "turn", "reply", "reference", "state", "human"]}, True),
        ({"kinds": ["system", "...", "reference", "...", "human"]}, True),
        ({"kinds": ["...", "human", "state"]}, False),
        ({"hash": "sha256:ABC"}, True),
        ({"hash": "abd"}, False),
        ({"present": "may i?"}, True),
        ({"present": [{"text": "May I?", "within": "human"}]}, False),
        ({"absent": ["4711"]}, True),
        ({"absent": ["counted the money"]}, False),
        ({"absent": ["counted the money"], "within": ["assistant", "system"]}, True),
        ({"assistant_only_own": True}, True),
    ],
)
def test_a_payload_is_held_to_what_is_said_about_it(options: dict[str, Any], holds: bool) -> None:
    evidence = hold("Yes.", SENT, sha256="abc")

    assert check(evidence, want("payload", **options)).score == float(holds)


def test_words_that_must_be_absent_are_shown_where_they_stand() -> None:
    (spot,) = check(hold("Yes.", SENT), want("payload", absent="who counted")).spots

    assert (spot.where, spot.quote) == ("messages[3]", "who counted")
    assert SENT[3].content[spot.start : spot.end] == "who counted"


def test_an_assistant_message_nobody_has_said_is_found() -> None:
    """U-08."""
    sent = (*SENT[:2], Message("assistant", "Never begin.", "reply"), *SENT[3:])

    found = check(hold("Yes.", sent), want("payload", assistant_only_own=True))

    assert (found.score, found.spots[0].quote) == (0, "Never begin.")


def test_numbers_are_found_whole_or_not_at_all() -> None:
    sent = (Message("user", "The code is 147110.", "turn"),)

    assert check(hold("Yes.", sent), want("payload", absent="4711")).score == 1


@pytest.mark.parametrize(
    ("dropped", "options", "score"),
    [
        (2, {"at_least": 1, "at_most": 3}, 1),
        (0, {"at_least": 1}, 0),
        (4, {"at_most": 3}, 0),
        (2, {"kept": "May I?"}, 1),
        (2, {"kept": "The pinned one"}, 0),
        (2, {"gone": "May I?"}, 0),
    ],
)
def test_trimming_is_counted_and_what_is_pinned_is_looked_for(
    dropped: int, options: dict[str, Any], score: float
) -> None:
    evidence = hold("Yes.", SENT, dropped=dropped)

    assert check(evidence, want("trim", **options)).score == score


def test_a_newest_message_that_was_cut_is_found() -> None:
    found = check(hold("Yes.", SENT, "So, what do you say?"), want("trim"))

    assert (found.score, found.reason) == (0, "the newest message is not whole")


@pytest.mark.parametrize(
    ("answer", "questions"),
    [
        ("What did they say?", 1),
        ("What?! Really??", 2),
        ("No question here.", 0),
        ("他们说了什么\uff1f你呢\uff1f", 2),
        ("ماذا قالوا؟", 1),
        ("¿Qué dijeron?", 1),
        ('You asked "Should I go?" and I ask: why?', 1),
        ("You said “Is it worth it?” twice. What is?", 1),
        ('"What did they say when you told them?"', 1),
        ("> Should I go?\n\nWhen?", 1),
        ("Look at https://example.org/?a=1 and tell me: who?", 1),
        ("`a ? b : c` and\n```\nif x?\n```\nWhere?", 1),
        ("Which one (the first or the second?) is yours?", 2),
    ],
)
def test_questions_are_counted_in_the_scripts_that_mark_them(answer: str, questions: int) -> None:
    assert len(find_questions(answer)) == questions


@pytest.mark.parametrize(
    ("answer", "options", "score"),
    [
        ("Why?", {"name": "early", "questions": 1}, 1),
        ("Why? How?", {"name": "early", "questions": 1}, 0),
        ("Why? How?", {"questions": {"at_least": 1, "at_most": 3}}, 1),
        ("Why?", {"name": "ongoing"}, 0),
        ("Why?", {"turn": 2}, 1),
        ("Why?", {"turn": 3}, 0),
        ("Why?", {}, None),
    ],
)
def test_a_phase_is_its_name_its_turn_and_its_questions(
    answer: str, options: dict[str, Any], score: float | None
) -> None:
    evidence = build_evidence(answer, phase="early", phase_turn=2)

    assert check(evidence, want("phase", **options)).score == score


def test_a_quotation_must_have_been_said() -> None:
    answer = 'You wrote “the rent is low” and then "the oven never breaks".'

    found = check(build_evidence(answer), want("cites", "The rent is high. No: the rent is low, the oven is broken."))

    assert (found.score, found.hits, found.misses) == (0.5, ("the rent is low",), ("the oven never breaks",))
    assert answer[found.spots[0].start : found.spots[0].end] == "the oven never breaks"


def test_quotations_are_looked_for_in_what_was_sent() -> None:
    assert check(hold("> who counted the money", SENT), want("cites")).score == 1
    assert check(hold("Nobody has quoted anybody.", SENT), want("cites")).score == 0
    assert check(hold("Nobody has quoted anybody.", SENT), want("cites", at_least=0)).score == 1
