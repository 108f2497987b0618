"""Which statements of answers are compared at a glance, and what is said of them."""

from antiphon.analysis.glance import build_glance, choose_statements, is_plain_latin, limit_statements
from antiphon.analysis.voices import LetteredAnswer
from antiphon.conversation.ids import AdvisorId, ReplyId
from antiphon.engine.analyses.see_turn import TurnViewer

ASKED = (
    "## Short\n\nWhat do you want?\n\n- **Sign** the lease on Friday.\n- Ok\n\n```\ncode = 1\n```\n\nBring a lawyer."
)


def speak(letter: str, text: str) -> LetteredAnswer:
    """One voice."""
    return LetteredAnswer(letter, AdvisorId(letter.lower()), ReplyId(f"r_{letter}"), text)


def test_statements_are_chosen_by_a_rule_and_stand_where_they_say() -> None:
    voice = speak("A", ASKED)

    said = choose_statements(voice)

    assert [each.text for each in said] == ["Sign the lease on Friday.", "Bring a lawyer."]
    assert [each.quote for each in said] == ["**Sign** the lease on Friday.", "Bring a lawyer."]


def test_an_answer_without_a_statement_has_none() -> None:
    assert choose_statements(speak("A", "Why?\n\n| a | b |\n|---|---|")) == ()


def test_the_persons_own_words_said_back_are_no_statement() -> None:
    text = 'For "Should we drop  the FREE tier?" I give it four hours. We should drop the free tier. The free tier?'

    said = choose_statements(speak("A", text), "Should we drop the free tier?")

    assert [each.text for each in said] == ["I give it four hours.", "We should drop the free tier."]
    assert len(choose_statements(speak("A", "I would wait a day."), "Wait?")) == 1


def test_a_large_panel_is_looked_at_less_closely_and_nobody_is_left_out() -> None:
    text = " ".join(f"This is the statement number {number}." for number in range(9))
    chosen = [choose_statements(speak(letter, text)) for letter in "ABCDEFGHIJKLMNOP"]

    said = limit_statements(chosen)

    assert {each.voice.letter for each in said} == set("ABCDEFGHIJKLMNOP")
    assert len(said) <= 24


def test_voices_that_share_rare_words_speak_to_one_point_and_no_side_is_read() -> None:
    voices = [
        speak("A", "The lease in Bergstrasse ends too late."),
        speak("B", "Coffee needs a second grinder."),
        speak("C", "No: the lease in Bergstrasse ends early enough."),
    ]

    seen = TurnViewer().see(voices)

    [point] = seen.points
    assert (seen.way, point.label, len(seen.heard)) == ("words", "near", 3)
    assert {each.stand for each in point.stances} == {"speaks"}
    assert [each.advisor_id for each in point.stances] == ["a", "c"]


def test_one_voice_alone_and_voices_with_nothing_in_common_have_no_line() -> None:
    alone = speak("A", "The lease ends too late.")

    assert TurnViewer().see([alone]).points == ()
    assert TurnViewer().see([alone, speak("B", "Coffee needs a grinder.")]).points == ()
    assert TurnViewer().see([]).points == ()


def test_letters_of_another_script_are_left_to_the_words() -> None:
    arabic = choose_statements(speak("A", "ينتهي عقد الإيجار متأخرا جدا."))

    assert not is_plain_latin(arabic)
    assert is_plain_latin(choose_statements(speak("B", "The lease ends too late.")))


def test_products_of_vectors_put_together_what_points_the_same_way() -> None:
    voices = [speak("A", "The rent is high. We need light."), speak("B", "It costs a lot. The sun comes late.")]
    said = limit_statements([choose_statements(voice) for voice in voices])
    products = [[1.0, 0.0, 0.9, 0.0], [0.0, 1.0, 0.0, 0.1], [0.9, 0.0, 1.0, 0.0], [0.0, 0.1, 0.0, 1.0]]

    seen = build_glance(voices, said, products)

    assert [[each.quote for each in point.stances] for point in seen.points] == [
        ["The rent is high.", "It costs a lot."]
    ]
    assert seen.way == "meaning"
