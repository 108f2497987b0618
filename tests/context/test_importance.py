"""What weighs more, and what is kept without asking."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.context.importance import Reason, add_up, explain_human, explain_reply, score_human, score_reply
from antiphon.context.lexicon import fold_words, split_words
from antiphon.conversation.turn import is_pinned_by_default


def filled(text: str, length: int) -> str:
    """The text with a tail that says nothing, exactly this long."""
    return f"{text} {'x' * (length - len(text) - 1)}"


def test_a_message_without_anything_special_has_the_base_score() -> None:
    """M30."""
    assert score_human("The cat sat on the mat.") == 0.7
    assert score_reply("The cat sat on the mat.") == 0.5
    assert (score_human(""), score_reply("")) == (0.7, 0.5)


@pytest.mark.parametrize(
    "text", ["Which one?", "Really? Then let us see.", 'She said "why?" twice.', "是吗\uff1f好", "Quoi ?"]
)
def test_a_reply_that_asks_weighs_more(text: str) -> None:
    """M31."""
    assert score_reply(text) == 0.85


@pytest.mark.parametrize("text", ["See https://example.org/a?b=1 for the list.", "The pattern is a?b here."])
def test_a_question_mark_inside_an_address_asks_nothing(text: str) -> None:
    """M31."""
    assert score_reply(text) == 0.5


def test_a_question_does_not_lift_what_a_person_says() -> None:
    """M31: replies alone."""
    assert score_human("Which colour would you take?") == 0.7


@pytest.mark.parametrize(
    "text",
    [
        "It must run on Windows.",
        "MUST fit on one page",
        "The deadline is Friday.",
        "Our budget is small.",
        "It is limited to 20 people.",
        "You mustn’t call me.",  # noqa: RUF001
        "At least\nthree of them.",
        "Es muss auf Windows laufen.",
        "Das darf nicht passieren.",
        "Il faut un ordinateur.",
        "C'est limité à vingt personnes.",
        "Debe funcionar sin red.",
        "Como máximo tres.",
    ],
)
def test_a_constraint_weighs_most_on_either_side(text: str) -> None:
    """M32."""
    assert score_human(text) == 0.9
    assert score_reply(text) == 0.9


@pytest.mark.parametrize(
    "text",
    [
        "Yes.",
        "ok",
        "Let’s go with the second one.",  # noqa: RUF001
        "Sure, the blue one.",
        "No!",
        "Agreed",
        "Ja, der zweite.",
        "Einverstanden.",
        "D'accord.",
        "Sí.",
        "Vale.",
        "Trato hecho",
    ],
)
def test_a_short_decision_weighs_more(text: str) -> None:
    """M33."""
    assert score_human(text) == 0.85
    assert score_reply(text) == 0.85


@pytest.mark.parametrize(
    "text",
    [
        "I saw it yesterday.",
        "They sell a limited edition.",
        "The unlimited plan and the mustard.",
        "It was confirmedly odd.",
        "I am not sure about it.",
        "Das ist ja schön.",
        "Eso vale la pena.",
        "The token okayed_by is new.",
        "A decidedly prioritised2 name.",
    ],
)
def test_parts_of_other_words_mean_nothing(text: str) -> None:
    """reg-11: "yesterday" is no decision and "limited edition" no constraint."""
    assert score_human(text) == 0.7
    assert score_reply(text) == 0.5


@pytest.mark.parametrize(("length", "score"), [(199, 0.85), (200, 0.7), (201, 0.7)])
def test_a_decision_is_shorter_than_two_hundred_characters(length: int, score: float) -> None:
    """M33, M37: exactly 200 is no decision."""
    assert score_human(filled("Agreed.", length)) == score


@pytest.mark.parametrize(
    "text",
    [
        "The most important thing is peace.",
        "Focus on the roof.",
        "Das Wichtigste ist Ruhe.",
        "Surtout le toit.",
        "Es urgente.",
    ],
)
def test_a_priority_weighs_more_at_any_length(text: str) -> None:
    """M34."""
    assert score_human(text) == 0.85
    assert score_reply(filled(text, 250)) == 0.85


@pytest.mark.parametrize(
    "text",
    [
        "Hi!",
        "Thanks so much, that was great",
        "Good morning everyone, how are you?",
        "Thank you for your help 🙂",
        "Vielen Dank!",
        "Merci beaucoup",
        "¡Hola! ¿Qué tal?",
    ],
)
def test_small_talk_weighs_little_even_when_it_asks(text: str) -> None:
    """M35: it overrides what was found before."""
    assert score_human(text) == 0.3
    assert score_reply(text) == 0.3


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("Thanks, but it must be blue.", 0.9),
        ("Hello, I have a horse.", 0.7),
        ("Thanks. Yes.", 0.85),
        ("No thanks.", 0.85),
    ],
)
def test_a_greeting_before_something_else_is_no_small_talk(text: str, score: float) -> None:
    """M35."""
    assert score_human(text) == score


@pytest.mark.parametrize(("length", "score"), [(300, 0.7), (301, 0.8)])
def test_a_person_who_writes_more_than_three_hundred_characters_is_heard(length: int, score: float) -> None:
    """M36, M37: exactly 300 is not yet long."""
    assert score_human(filled("Once upon", length)) == score


def test_the_bonus_comes_last_and_stops_at_one() -> None:
    """M36: long small talk has 0.4, a long constraint 1.0."""
    assert score_human("haha " * 61) == 0.4
    assert score_human(filled("It must be blue.", 301)) == 1.0
    assert score_reply(filled("Once upon", 301)) == 0.5


@pytest.mark.parametrize(("position", "pinned"), [(1, True), (2, True), (3, True), (4, False), (100, False)])
def test_the_first_three_messages_are_pinned(position: int, pinned: bool) -> None:
    """M39, M40, D31."""
    assert is_pinned_by_default(position, None) is pinned


@given(st.integers(1, 10), st.booleans())
def test_somebody_who_says_so_decides(position: int, explicit: bool) -> None:
    """M39: in both directions."""
    assert is_pinned_by_default(position, explicit) is explicit


@given(st.text())
def test_scores_lie_between_zero_and_one(text: str) -> None:
    """M22."""
    assert 0 <= score_human(text) <= 1
    assert 0 <= score_reply(text) <= 1


# Words of every table among anything else, so that rules meet.
spoken = st.lists(
    st.sampled_from(["must", "Yes.", "at least", "priority", "Hi!", "thanks", "Why?", "no", "e\u0301té", "x" * 120])
    | st.text(),
    max_size=6,
).map(" ".join)


@given(spoken)
def test_what_explains_a_score_adds_up_to_it(text: str) -> None:
    """M30-M36."""
    assert add_up(explain_human(text)) == score_human(text)
    assert add_up(explain_reply(text)) == score_reply(text)


@given(spoken)
def test_words_are_found_where_they_stand(text: str) -> None:
    """Composing and folding change lengths; the places are those of the text as it was typed."""
    folded = fold_words(text)

    assert list(folded.words) == split_words(text)
    assert [split_words(text[start:end]) for start, end in folded.spans] == [[word] for word in folded.words]


@given(spoken)
def test_every_rule_but_the_plain_ones_names_its_words(text: str) -> None:
    for reason in (*explain_human(text), *explain_reply(text)):
        assert (reason.span is None) == (reason.rule in {"human", "reply", "long"})


@pytest.mark.parametrize(
    ("text", "rule", "words"),
    [
        ("We agree. It MUST run, at least here.", "constraint", "MUST"),
        ("Well, you mustn’t.", "constraint", "mustn’t"),  # noqa: RUF001
        ("Das mu\u0308ssen wir.", "constraint", "mu\u0308ssen"),
        ("Under   no circumstances", "constraint", "Under   no circumstances"),
        ("Right, then.", "decision", "Right"),
        ("So let's go with blue.", "decision", "let's go with"),
        ("Straße: am Wichtigsten", "priority", "am Wichtigsten"),
        ("Hello there", "small_talk", "Hello"),
        ("It rains. Do you mind? I do.", "question", "Do you mind?"),
    ],
)
def test_a_reason_quotes_the_words_it_was_found_in(text: str, rule: str, words: str) -> None:
    found = next(each for each in explain_reply(text) if each.rule == rule)

    assert found.span is not None
    assert text[slice(*found.span)] == words


def test_small_talk_that_asks_is_told_rule_by_rule() -> None:
    """M31, M35, M36: each with what it does, in the order it counts."""
    assert explain_reply("Hi! How are you?") == (
        Reason("reply", "is", 0.5),
        Reason("question", "at_least", 0.85, (4, 16)),
        Reason("small_talk", "is", 0.3, (0, 2)),
    )
    assert [(each.rule, each.amount) for each in explain_human("haha " * 61)] == [
        ("human", 0.7),
        ("small_talk", 0.3),
        ("long", 0.1),
    ]


@pytest.mark.parametrize("text", ["a'" * 150_000, " " * 300_000, "no more " * 40_000, "must" * 75_000, "? " * 150_000])
@pytest.mark.measured
def test_a_long_text_is_judged_in_one_go(text: str) -> None:
    started = process_time()

    score_human(text)
    score_reply(text)
    explain_reply(text)

    assert process_time() - started < 3
