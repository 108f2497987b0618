"""Stories with a known ending: what exactly is sent, from the first message to the last overflow."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given

from antiphon.advisors.phase import EARLY, ONGOING, Phase, usual_phases
from antiphon.advisors.prompt import compose_system
from antiphon.context.build import Composition
from antiphon.context.choice import ITEMS, Choice
from antiphon.context.frame import FrameInput
from antiphon.context.telemetry import build_telemetry
from antiphon.context.trim import RefusedSize, Shrunk, shrink
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.past import PastTurn
from antiphon.conversation.payload import Message
from antiphon.providers.chat_body import build_chat_body
from antiphon.providers.profile import AS_IS, GENERIC, Profile
from antiphon.providers.shape import shape
from tests.context.scenes import (
    ANN,
    BEN,
    MARTIN,
    NOON,
    PROMPTS,
    QUIET,
    Drawn,
    compose,
    leave_room,
    past,
    remind,
    scenes,
    seat,
    spoken,
)

MOMENTS = [NOON + timedelta(minutes=10 * number) for number in range(3)]
TALK = [
    past(1, "My brother and I fell out.", at=MOMENTS[0], ann="What was said?", martin="When?", ben="How often?"),
    past(2, "He called me a liar.", at=MOMENTS[1], ann="Was it true?", martin="Who heard it?", ben="Just once?"),
    past(3, "My mother.", at=MOMENTS[2], ann="And she?\nSays nothing?", martin="Is he older?", ben="[sighs] Twice?"),
]
FOURTH = FrameInput("What shall I do?", at=MOMENTS[2] + timedelta(hours=2), last=TALK[-1])
BARE = replace(QUIET, choice=Choice(off=frozenset(ITEMS)))


def test_turn_four_of_three_advisors() -> None:
    """P29: the golden case; P20, P21, P22, P23, P24, P26, P28, P38."""
    payload = compose(FOURTH, seat(MARTIN, turns_taken=3), TALK).payload()

    assert payload.messages[0] == Message("system", compose_system(MARTIN, ONGOING, PROMPTS), "system")
    assert [(message.role, message.content) for message in payload.messages[1:]] == [
        ("user", "[2026-03-01T12:00] My brother and I fell out."),
        ("assistant", "When?"),
        ("user", "[2026-03-01T12:10] He called me a liar."),
        ("assistant", "Who heard it?"),
        ("user", "[2026-03-01T12:20] My mother."),
        ("assistant", "Is he older?"),
        ("user", f"[{PROMPTS.reference}\n\nAnn: And she?\n  Says nothing?\n\nBen: ⟦sighs⟧ Twice?]"),
        ("user", "[Your turn 4 in this conversation. The person last wrote 2 hours earlier.]"),
        ("user", "[2026-03-01T14:20] What shall I do?"),
    ]


def test_an_advisor_that_joins_late_starts_with_its_own_first_turn() -> None:
    """P17, P26, D4: it reads all the person said, and of the others no more than their last words."""
    dora = replace(ANN, id=AdvisorId("dora"), name="Dora")

    said = spoken(compose(FOURTH, seat(dora), TALK))

    assert [role for role, _ in said] == ["user"] * 6
    assert [content for _, content in said[:3]] == [
        "[2026-03-01T12:00] My brother and I fell out.",
        "[2026-03-01T12:10] He called me a liar.",
        "[2026-03-01T12:20] My mother.",
    ]
    assert said[3][1].endswith("\n\nAnn: And she?\n  Says nothing?\n\nMartin: Is he older?\n\nBen: ⟦sighs⟧ Twice?]")
    assert said[4][1] == "[Your turn 1 of 3: one question. The person last wrote 2 hours earlier.]"


@pytest.mark.parametrize("asked_before", ["What shall I do?", "Something else"])
def test_the_current_message_is_never_sent_twice(asked_before: str) -> None:
    """H8, H9, reg-02, reg-19: and what was said before stays, also when it was said in the same words."""
    turns = [past(1, asked_before, ann="Wait."), past(2, asked_before, ann="Wait longer.")]

    said = spoken(compose(replace(BARE, human_text="What shall I do?"), seat(), turns))

    assert said == [
        ("user", asked_before),
        ("assistant", "Wait."),
        ("user", asked_before),
        ("assistant", "Wait longer."),
        ("user", "What shall I do?"),
    ]


def test_everything_that_may_stand_before_the_message_does_so_in_order() -> None:
    """D5, M11, M14, reg-29."""
    frame_input = replace(
        FOURTH, prelude="This is about family.", reminders=remind("Be brief.", "Call him", "will.pdf", "Has a brother.")
    )

    one = compose(frame_input, seat(MARTIN, turns_taken=3), TALK)

    assert [message.kind for message in one.frame.tail] == [
        "reference",
        "state",
        "memory",
        "instructions",
        "todo",
        "documents",
        "human",
    ]
    assert one.frame.head.content.endswith("\n\nThis is about family.")


@given(scenes())
def test_the_first_attempt_differs_from_the_prediction_by_the_message_alone(drawn: Drawn) -> None:
    """W49, W47, reg-24: total = predicted total + AUT - URA."""
    for one in drawn.compositions():
        record = build_telemetry(one, one.predict(), attempt=1)

        assert (
            record.attempt_total_tokens
            == record.predicted_total_tokens + record.request_tokens - record.request_allowance
        )
        assert record.attempt_history_tokens == record.predicted_history_tokens
        assert record.predicted_total_tokens == (
            record.predicted_history_tokens + record.fixed_tokens + record.request_allowance
        )


def test_from_the_prediction_to_the_last_overflow() -> None:
    """W53, W50, W55, D17, I-30: one oldest turn per overflow, then the reference block, then nothing more."""
    one = compose(FOURTH, leave_room(FOURTH, seat(MARTIN, turns_taken=3), 1_000), TALK)
    prediction = one.predict()
    too_much = RefusedSize()

    steps: list[Shrunk] = []
    now: Shrunk | None = Shrunk(one)
    while now is not None:
        steps.append(now)
        now = shrink(now, too_much, 10)

    records = [
        build_telemetry(each.composition, prediction, attempt=number, trimmed=each.trimmed)
        for number, each in enumerate(steps, 1)
    ]
    assert prediction.turns == 3
    assert [each.trimmed for each in steps] == [
        (),
        ("t_1",),
        ("t_1", "t_2"),
        ("t_1", "t_2", "t_3"),
        ("t_1", "t_2", "t_3"),
    ]
    assert [each.dropped_reference for each in steps] == [False, False, False, False, True]
    assert [each.sent_count for each in records] == [3, 2, 1, 0, 0]
    assert [len(each.messages) for each in records] == [10, 8, 6, 4, 3]
    assert [message.kind for message in records[-1].messages] == ["system", "state", "human"]
    assert {each.predicted_total_tokens for each in records} == {prediction.total_tokens}


def test_a_message_too_large_by_itself_is_never_tried() -> None:
    """W53, W48, W62: known before anything is sent, whatever the history."""
    long = replace(FOURTH, human_text="word " * 2_000)
    narrow = leave_room(FOURTH, seat(MARTIN), 500)

    assert compose(long, narrow, TALK).is_too_large
    assert compose(long, narrow, []).is_too_large
    assert not compose(FOURTH, narrow, TALK).is_too_large


def test_a_message_larger_than_its_allowance_is_tried_with_the_predicted_turns() -> None:
    """W42, W44: the boundary does not shrink because of what was typed at the last second."""
    long = replace(FOURTH, human_text="word " * 120)
    narrow = leave_room(FOURTH, seat(MARTIN, turns_taken=3), 60)

    usual, tried = compose(FOURTH, narrow, TALK), compose(long, narrow, TALK)

    assert 0 < len(usual.history) == len(tried.history)
    assert tried.total_tokens > (narrow.budget.limit or 0)
    assert not tried.is_too_large


def test_speaking_unasked_ends_with_ones_own_last_words() -> None:
    """H13, H14: whether to reach out stands in the system prompt, with how often one has spoken into the silence."""
    frame_input = replace(FOURTH, human_text=None, unanswered=2, reminders=remind("Be brief."))

    messages = compose(frame_input, seat(MARTIN, turns_taken=3), TALK).payload().messages

    system = compose_system(MARTIN, ONGOING, PROMPTS)
    assert messages[0].content == (
        f"{system}\n\n{PROMPTS.heartbeat}\n\nYou have spoken 2 times since the person last wrote."
    )
    assert messages[-1] == Message("assistant", "Is he older?", "reply", TALK[-1].id)
    assert [message.role for message in messages] == ["system", *["user", "assistant"] * 3]


def test_where_the_person_must_have_the_last_word_a_bracket_stands_for_them() -> None:
    """D10, H19, reg-18: a nudge of the house, and no invented words of anybody."""
    frame_input = replace(FOURTH, human_text=None, unanswered=1)
    messages = compose(frame_input, seat(MARTIN, turns_taken=3), TALK).payload().messages

    strict, as_it_is = shape(messages, GENERIC), shape(messages, AS_IS)

    assert as_it_is == messages
    assert strict[:-1] == messages
    assert (strict[-1].role, strict[-1].kind) == ("user", "nudge")
    assert strict[-1].content.startswith("[")
    assert strict[-1].content.endswith("]")


def settled_bytes(one: Composition, profile: Profile) -> bytes:
    """Every byte before the turn's own messages: the request as it begins, without the end of the last text."""
    settled = replace(one.payload(), messages=(one.frame.head, *one.thread))
    body = build_chat_body(settled, replace(profile, must_end_with_user=False))
    return body[: body.rindex(b'"}],')]


@pytest.mark.parametrize("profile", [AS_IS, GENERIC], ids=lambda profile: profile.name)
@pytest.mark.parametrize("answered", ["always", "seldom"])
def test_the_next_payload_begins_with_the_bytes_of_this_one(profile: Profile, answered: str) -> None:
    """H17, D8: everything before turn n's message is shared, and the message itself is repeated as it was sent."""
    turns: list[PastTurn] = []
    before: Composition | None = None

    for number in range(1, 9):
        frame_input = FrameInput(
            f"Question {number}",
            at=NOON + timedelta(hours=number),
            phases=usual_phases(0),
            last=turns[-1] if turns else None,
            reminders=remind(todo=f"Item {number}"),
        )
        now = compose(frame_input, seat(turns_taken=number - 1), turns)
        if before is not None:
            shared = settled_bytes(before, profile)
            assert build_chat_body(before.payload(), profile).startswith(shared)
            assert build_chat_body(now.payload(), profile).startswith(shared)
            assert before.frame.human is not None
            assert now.thread[len(before.thread)].content == before.frame.human.content
        before = now
        replies = {"ann": f"Answer {number}"} if answered == "always" or number % 3 == 0 else {}
        turns.append(past(number, f"Question {number}", at=frame_input.at, **replies, ben=f"Count {number}"))


@given(scenes())
def test_what_changes_every_turn_comes_after_what_stays(drawn: Drawn) -> None:
    """D8: another message, another time, another turn of the same phase leave every byte before them alone."""
    frame_input = replace(drawn.frame_input, phases=usual_phases(0))
    later = replace(frame_input, human_text="Something else", at=NOON + timedelta(days=9), last=None)

    for place in drawn.seats:
        unlimited = replace(place, budget=replace(place.budget, limit=None))
        now = compose(frame_input, unlimited, drawn.turns)
        then = compose(later, replace(unlimited, turns_taken=place.turns_taken + 5), drawn.turns)

        assert build_chat_body(then.payload(), AS_IS).startswith(settled_bytes(now, AS_IS))


@pytest.mark.parametrize(
    ("taken", "early", "phase", "note"),
    [
        (0, 3, EARLY, "[Your turn 1 of 3: one question.]"),
        (2, 3, EARLY, "[Your turn 3 of 3: one question.]"),
        (3, 3, ONGOING, "[Your turn 4 in this conversation.]"),
        (0, 0, ONGOING, "[Your turn 1 in this conversation.]"),
        (4, 5, EARLY, "[Your turn 5 of 5: one question.]"),
        (5, 5, ONGOING, "[Your turn 6 in this conversation.]"),
    ],
)
def test_exactly_one_phase_is_spoken_of_and_the_turn_stands_in_the_note(
    taken: int, early: int, phase: Phase, note: str
) -> None:
    """P27, P32, P34, P38, P61, D31: the number never stands in the system prompt."""
    one = compose(FrameInput("Well?", phases=usual_phases(early)), seat(turns_taken=taken))

    system = one.frame.head.content
    assert (PROMPTS.early in system, PROMPTS.ongoing in system) == (phase is EARLY, phase is ONGOING)
    assert system == compose_system(ANN, phase, PROMPTS)
    assert [message.content for message in one.frame.tail] == [note, "Well?"]


def test_the_last_turn_in_which_one_advisor_failed() -> None:
    """P25, D24, D25, reg-03, reg-04: its error is nowhere, the others are quoted, its own thread goes on."""
    third = past(3, "My mother.", at=MOMENTS[2], ann="And she?", martin="Is he older?")
    frame_input = replace(FOURTH, last=third)
    turns = [*TALK[:2], third]

    martin, ben = (spoken(compose(frame_input, seat(each, turns_taken=3), turns)) for each in (MARTIN, BEN))

    assert martin[-3] == ("user", f"[{PROMPTS.reference}\n\nAnn: And she?]")
    assert ben[4:6] == [
        ("user", "[2026-03-01T12:20] My mother."),
        ("user", f"[{PROMPTS.reference}\n\nAnn: And she?\n\nMartin: Is he older?]"),
    ]
