"""A conversation as one text."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from antiphon.analysis.transcript import build_transcript, write_turn
from antiphon.conversation.state import ReplyState
from tests.analysis.turns import build_reply, build_turn


def test_every_voice_has_its_role_line_and_its_turn() -> None:
    """H12, R2: one text that says who spoke."""
    turn = build_turn(4, "Should we move?\nSoon?", build_reply("Skeptic", "No."), build_reply("Builder", "Yes."))

    assert write_turn(turn) == (
        "[turn 4, person]\n| Should we move?\n| Soon?\n"
        '[turn 4, advisor "Skeptic"]\n| No.\n[turn 4, advisor "Builder"]\n| Yes.'
    )


def test_only_answers_that_stand_are_read() -> None:
    failed = build_reply("Skeptic", "half an ans", ReplyState.INCOMPLETE)
    first = build_reply("Builder", "the first", chosen=False)
    second = build_reply("Builder", "the second", variant=1, edited="the second, edited")

    text = write_turn(build_turn(1, "Well?", failed, first, second))

    assert "half an ans" not in text
    assert "the first" not in text
    assert text.endswith('[turn 1, advisor "Builder"]\n| the second, edited')


# Everything a reader may take for the end of a line, and what role lines are made of.
FORGED = st.text(st.sampled_from('\n\r\x0b\x0c\x1c\x85\u2028\u2029[]|" ,abturn1person'), max_size=60)


@given(said=FORGED, answer=FORGED, name=FORGED)
def test_nothing_that_was_said_can_pass_for_a_role_line(said: str, answer: str, name: str) -> None:
    text = write_turn(build_turn(7, said, build_reply(name, answer)))

    roles = [line for line in text.splitlines() if not line.startswith("| ")]
    assert roles[0] == "[turn 7, person]"
    assert len(roles) == 2
    assert roles[1].startswith('[turn 7, advisor "')
    assert roles[1].count('"') == 2


def test_what_does_not_fit_is_left_out_from_the_newest() -> None:
    turns = [build_turn(number, "x" * 100) for number in range(1, 6)]
    one = len(write_turn(turns[0]))

    transcript = build_transcript(turns, 2 * one, len)

    assert [turn.position for turn in transcript.turns] == [1, 2]
    assert transcript.left_out == 3
    assert not transcript.shortened


def test_what_matters_is_read_first_and_stays_in_its_place() -> None:
    said = [build_turn(number, "x" * 100) for number in range(1, 6)]
    turns = [replace(turn, importance=0.7) for turn in said]
    turns[2] = replace(turns[2], importance=0.9)
    turns[4] = replace(turns[4], importance=0.3, worth=1.0)
    one = len(write_turn(turns[0]))

    transcript = build_transcript(turns, 3 * one, len)

    assert [turn.position for turn in transcript.turns] == [1, 3, 5]
    assert transcript.text.index("[turn 1,") < transcript.text.index("[turn 3,") < transcript.text.index("[turn 5,")


def test_a_turn_too_long_by_itself_is_cut_and_says_so() -> None:
    transcript = build_transcript([build_turn(2, "x" * 5000), build_turn(3, "new")], 1000, len)

    assert [turn.position for turn in transcript.turns] == [2]
    assert (transcript.shortened, transcript.left_out) == (True, 1)
    assert len(transcript.text) < 1100
    assert transcript.text.endswith("\n[the rest of this turn was left out]")
