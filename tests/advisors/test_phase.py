"""First a question, then a view."""

from hypothesis import given
from hypothesis import strategies as st

from antiphon.advisors.panel import Panel
from antiphon.advisors.phase import Phase, phase_of
from antiphon.conversation.ids import PanelId


@given(turns_taken=st.integers(0, 1000), early_turns=st.integers(0, 1000))
def test_early_while_fewer_turns_were_taken_than_asked_for(turns_taken: int, early_turns: int) -> None:
    """P32, D31."""
    assert (phase_of(turns_taken, early_turns) is Phase.EARLY) is (turns_taken < early_turns)


def test_three_turns_are_early_unless_said_otherwise() -> None:
    """P34, D31: turns 1 to 3."""
    early_turns = Panel(PanelId("p"), "P", ()).early_turns

    phases = [phase_of(taken, early_turns) for taken in range(5)]

    assert phases == [Phase.EARLY] * 3 + [Phase.ONGOING] * 2


def test_zero_switches_the_early_phase_off() -> None:
    """D31."""
    assert phase_of(0, 0) is Phase.ONGOING
