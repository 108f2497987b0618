"""How much a provider is asked at once and per minute."""

import asyncio

import pytest

from antiphon.conversation.errors import RateLimited
from antiphon.conversation.ids import DocumentId
from antiphon.conversation.payload import ImageData
from antiphon.engine.runtime.limits import Limit, Limits


async def test_only_so_many_are_open_at_once() -> None:
    """D13: the fifth waits until one of four has ended."""
    limits = Limits({"p": Limit(concurrency=4)})
    open_now, most = 0, 0

    async def ask() -> None:
        nonlocal open_now, most
        async with limits.place("p", 100):
            open_now += 1
            most = max(most, open_now)
            await asyncio.sleep(0.01)
            open_now -= 1

    await asyncio.gather(*(ask() for _ in range(12)))

    assert most == 4


@pytest.mark.measured
async def test_full_minute_makes_the_next_one_wait() -> None:
    """W76: the third of two a minute gets no place now."""
    limits = Limits({"p": Limit(requests_per_minute=2)})
    for _ in range(2):
        async with limits.place("p", 100):
            pass

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.3), limits.place("p", 100):
            pass


@pytest.mark.measured
async def test_what_is_sent_again_from_its_place_fills_the_minute() -> None:
    """What nobody answered is not paid for: the day has room for it still."""
    limits = Limits({"p": Limit(requests_per_minute=2, tokens_per_day=100)})
    async with limits.place("p", 350):
        await limits.count("p", 350)

        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.3):
                await limits.count("p", 350)


@pytest.mark.measured
async def test_whoever_gives_up_while_waiting_takes_nothing_from_the_day() -> None:
    limits = Limits({"p": Limit(requests_per_minute=1, tokens_per_day=200)})
    async with limits.place("p", 350):
        pass
    for _ in range(3):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05), limits.place("p", 350):
                pass

    limits.replace({"p": Limit(tokens_per_day=200)})

    async with limits.place("p", 350):
        pass


@pytest.mark.measured
async def test_tokens_are_counted_too() -> None:
    """Characters at 3.5 a token: two of 350 fill two hundred tokens."""
    limits = Limits({"p": Limit(tokens_per_minute=200)})
    for _ in range(2):
        async with limits.place("p", 350):
            pass

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.3), limits.place("p", 350):
            pass


async def test_a_day_has_so_many_tokens_and_nobody_waits_for_the_next(redis_url: str) -> None:
    """W76: what does not fit is refused at once, says when to come back, and takes nothing from what still fits."""
    nodes = [Limits({"p": Limit(tokens_per_day=200)}, redis_url) for _ in range(2)]
    async with nodes[0].place("p", 350):
        pass

    with pytest.raises(RateLimited) as refused:
        async with nodes[1].place("p", 700):
            pass
    async with nodes[1].place("p", 350):
        pass
    with pytest.raises(RateLimited):
        async with nodes[0].place("p", 35):
            pass

    assert 86_000 < (refused.value.retry_after or 0) <= 86_400
    for node in nodes:
        await node.close()


async def test_a_picture_counts_as_what_it_is_reckoned_to_take(redis_url: str) -> None:
    """Three million bytes are four million letters of the body, and no million tokens."""
    limits = Limits({"p": Limit(tokens_per_day=3_000, tokens_per_minute=100_000)}, redis_url)
    picture = ImageData(DocumentId("d"), "image/png", 900, 900, "a.png", bytes(3_000_000), tokens=1_000)

    for _ in range(2):
        async with limits.place("p", 4_000_000 + 350, images=lambda: [picture]):
            pass
    with pytest.raises(RateLimited):
        async with limits.place("p", 4_000_000 + 350, images=lambda: [picture]):
            pass

    await limits.close()


async def test_days_are_counted_here_when_redis_is_gone() -> None:
    limits = Limits({"p": Limit(tokens_per_day=100)}, "redis://127.0.0.1:1/0")
    async with limits.place("p", 350):
        pass

    with pytest.raises(RateLimited):
        async with limits.place("p", 35):
            pass
    await limits.close()


@pytest.mark.measured
async def test_nodes_share_one_count_through_redis(redis_url: str) -> None:
    """Two nodes, one key: what one has used the other has not."""
    nodes = [Limits({"p": Limit(requests_per_minute=3)}, redis_url) for _ in range(2)]
    for number in range(3):
        async with nodes[number % 2].place("p", 10):
            pass

    for node in nodes:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.3), node.place("p", 10):
                pass
        await node.close()


@pytest.mark.measured
async def test_count_goes_on_here_when_redis_is_gone() -> None:
    """XD04: no Redis, no shared count, but still a count."""
    limits = Limits({"p": Limit(requests_per_minute=1)}, "redis://127.0.0.1:1/0")
    async with limits.place("p", 10):
        pass

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(1), limits.place("p", 10):
            pass
    await limits.close()


async def test_provider_without_limits_is_not_held_up() -> None:
    """The rehearsal has none."""
    limits = Limits({})

    async with limits.place("scripted", 10**9):
        pass
