"""A panel's phases, one after the other, for every advisor and every number of turns."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.advisors.panel import Panel
from antiphon.advisors.phase import (
    EARLY,
    ONGOING,
    Phase,
    PhaseTurn,
    check_phases,
    decode_phases,
    encode_phases,
    stand,
    usual_phases,
)
from antiphon.conversation.errors import Malformed
from antiphon.conversation.ids import PanelId

BARE = Panel(PanelId("p"), "P", ())
FACTS = Phase("facts", 2, "early")
DOUBT = Phase("doubt", 1, "Name the weakest point, and nothing else.", "Doubt {{turn}} of {{of}}.")
VIEW = Phase("view")

lengths = st.lists(st.integers(1, 50), max_size=6)


@given(turns_taken=st.integers(0, 1000), early_turns=st.integers(0, 1000))
def test_early_while_fewer_turns_were_taken_than_asked_for(turns_taken: int, early_turns: int) -> None:
    """P32, D31."""
    phase, turn = stand(usual_phases(early_turns), turns_taken)

    assert (phase.prompt == "early") is (turns_taken < early_turns)
    assert turn == turns_taken + 1 - (early_turns if phase is ONGOING else 0)


def test_three_turns_are_early_unless_said_otherwise() -> None:
    """P34, D31: turns 1 to 3."""
    phases = [stand(BARE.course, taken).phase for taken in range(5)]

    assert phases == [EARLY] * 3 + [ONGOING] * 2


def test_zero_switches_the_early_phase_off() -> None:
    """D31."""
    assert stand(usual_phases(0), 0) == PhaseTurn(ONGOING, 1)


def test_each_phase_lasts_its_turns_and_the_last_for_ever() -> None:
    """P61: the whole machine, state by state."""
    course = (FACTS, DOUBT, VIEW)

    stations = [(each.phase.name, each.turn) for each in (stand(course, taken) for taken in range(6))]

    assert stations == [("facts", 1), ("facts", 2), ("doubt", 1), ("view", 1), ("view", 2), ("view", 3)]


@given(lengths=lengths, steps=st.integers(0, 400))
def test_a_turn_is_either_the_next_of_its_phase_or_the_first_of_the_next_phase(lengths: list[int], steps: int) -> None:
    """P61: no phase is skipped, none comes back, none is longer than it says."""
    course = (*(Phase(f"phase {number}", turns) for number, turns in enumerate(lengths)), VIEW)
    before = stand(course, 0)
    assert before == PhaseTurn(course[0], 1)

    for taken in range(1, steps):
        now = stand(course, taken)
        if now.phase is before.phase:
            assert now.turn == before.turn + 1
            assert now.phase.turns is None or now.turn <= now.phase.turns
        else:
            assert now.turn == 1
            assert before.turn == before.phase.turns
            assert course.index(now.phase) == course.index(before.phase) + 1
        before = now


@pytest.mark.parametrize(
    "phases",
    [
        (FACTS,),
        (VIEW, VIEW),
        (Phase("none", 0), VIEW),
        (Phase("", 1), VIEW),
        (Phase("silent", 1, ""), VIEW),
        (Phase("x", 1, note="two\nlines"), VIEW),
        (Phase("x", 1, note="[framed]"), VIEW),
        (*(Phase(str(number), 1) for number in range(8)), VIEW),
    ],
)
def test_phases_that_lead_nowhere_are_refused(phases: tuple[Phase, ...]) -> None:
    """P61."""
    with pytest.raises(Malformed):
        check_phases(phases)


def test_early_turns_are_the_length_of_the_first_phase() -> None:
    """P61: one number, whichever way it is written."""
    own = BARE.arrange(phases=(FACTS, VIEW))
    longer = own.arrange(early_turns=5)
    usual = longer.arrange(phases=())

    assert (own.early_turns, longer.early_turns, usual.early_turns) == (2, 5, 5)
    assert longer.phases == (replace(FACTS, turns=5), VIEW)
    assert usual.course == usual_phases(5)
    assert BARE.arrange(early_turns=0).course == (ONGOING,)


@pytest.mark.parametrize(("phases", "turns"), [((VIEW,), 3), ((FACTS, VIEW), 0)])
def test_a_phase_that_cannot_have_that_length_is_left_alone(phases: tuple[Phase, ...], turns: int) -> None:
    """P61."""
    with pytest.raises(Malformed):
        BARE.arrange(phases=phases).arrange(early_turns=turns)


def test_phases_come_back_from_json_as_they_were() -> None:
    """P61."""
    assert decode_phases(encode_phases((FACTS, DOUBT, VIEW))) == (FACTS, DOUBT, VIEW)
