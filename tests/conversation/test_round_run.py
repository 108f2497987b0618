"""A ceiling is kept to the last billionth of a dollar."""

from datetime import UTC, datetime

import pytest

from antiphon.conversation.ids import ConversationId, PrincipalId, TurnId
from antiphon.conversation.round import Round, RoundRun

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def run(ceiling: float | None, *costs: float | None, forecast: float | None = None, open_: bool = False) -> RoundRun:
    """A run whose rounds cost this much."""
    ended = tuple(
        Round(number, TurnId(f"t_{number}"), forecast, cost, ended=True) for number, cost in enumerate(costs, 1)
    )
    going = (Round(len(costs) + 1, TurnId("t_now"), forecast),) if open_ else ()
    return RoundRun(
        id="rr_1",
        conversation_id=ConversationId("c_1"),
        owner_id=PrincipalId("local"),
        planned=9,
        text="Go on.",
        created_at=NOON,
        ceiling=ceiling,
        rounds=(*ended, *going),
    )


@pytest.mark.parametrize(
    ("ceiling", "costs", "forecast", "covers"),
    [
        (None, (5.0,), 1e9, True),
        (0.3, (0.1,), 0.2, True),  # as floats 0.1 + 0.2 is more than 0.3
        (0.3, (0.1,), 0.200000001, False),
        (0.3, (0.1, 0.1), 0.1, True),
        (0.3, (0.1, 0.1, 0.1), 0.0, True),
        (0.3, (0.1, 0.1, 0.1), 0.000000001, False),
        (0.0, (), 0.0, True),
        (0.0, (), 0.000000001, False),
        (1.0, (0.7,), 0.3, True),
        (0.07, (0.01, 0.02, 0.03), 0.01, True),
        (0.07, (0.01, 0.02, 0.03), 0.010000002, False),
    ],
)
def test_a_round_is_covered_up_to_and_with_the_ceiling(
    ceiling: float | None, costs: tuple[float, ...], forecast: float, covers: bool
) -> None:
    """P62: exactly the ceiling is within."""
    assert run(ceiling, *costs).covers(forecast) is covers


def test_what_is_not_known_counts_as_forecast() -> None:
    """P62: and what nobody could forecast either counts for nothing, because then there is no ceiling."""
    assert run(1.0, 0.1, None, forecast=0.25).spent == pytest.approx(0.35)
    assert run(None, None).spent == 0


def test_a_round_under_way_is_not_spent_yet() -> None:
    """P62."""
    assert run(1.0, 0.1, forecast=0.5, open_=True).spent == pytest.approx(0.1)
