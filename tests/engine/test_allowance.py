"""What one look may use."""

import asyncio

import pytest

from antiphon.conversation.errors import AnalysisBudget
from antiphon.engine.analyses.allowance import Allowance


async def test_a_question_that_could_go_too_far_is_refused_with_its_figures() -> None:
    allowance = Allowance(most_calls=9, most_tokens=1000)
    await allowance.take(600)
    allowance.settle(600, 450)

    with pytest.raises(AnalysisBudget) as refused:
        await allowance.take(551)

    assert dict(refused.value.facts) == {"unit": "tokens", "limit": 1000, "used": 450, "needed": 551}
    await allowance.take(550)


async def test_calls_are_counted_too_and_do_not_come_back() -> None:
    allowance = Allowance(most_calls=1)
    await allowance.take(10**9)
    allowance.settle(10**9, 0)

    with pytest.raises(AnalysisBudget) as refused:
        await allowance.take(1)

    assert (refused.value.unit, refused.value.limit, allowance.calls_left) == ("calls", 1, 0)


async def test_who_asks_at_once_waits_for_what_the_others_give_back() -> None:
    """Four questions of at most 400 tokens fit into 1,000 when each of them takes 200."""
    allowance = Allowance(most_calls=9, most_tokens=1000)

    async def ask() -> None:
        await allowance.take(400)
        await asyncio.sleep(0)
        allowance.settle(400, 200)

    await asyncio.gather(*(ask() for _ in range(4)))

    assert (allowance.used, allowance.aside) == (800, 0)


async def test_nobody_waits_for_what_will_never_fit() -> None:
    allowance = Allowance(most_calls=9, most_tokens=1000)
    await allowance.take(900)
    waiting = asyncio.create_task(allowance.take(200))
    await asyncio.sleep(0)
    allowance.settle(900, 900)

    with pytest.raises(AnalysisBudget):
        await waiting


async def test_no_limit_is_no_limit() -> None:
    allowance = Allowance(most_calls=2, most_tokens=0)

    await allowance.take(10**12)

    assert allowance.calls_left == 1
