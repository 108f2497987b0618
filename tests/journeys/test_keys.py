"""What costs money is asked for twice with one key and done once: at once, later, and after a restart."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import pytest

from antiphon.app import run_in_process
from antiphon.client import AsyncClient
from antiphon.settings import Settings
from tests.fakes.model_server import Script, answer, fail
from tests.fakes.reader import Api, wait_until
from tests.fakes.voices import Voices
from tests.journeys.conftest import House

pytestmark = pytest.mark.timeout(180)

Json = dict[str, Any]
PAIR = {"advisor_ids": ["skeptic", "builder"]}
ASKS = {"asserts": [{"type": "contains", "value": "?"}]}


@dataclass(frozen=True, slots=True)
class Wish:
    """Something that costs: where it is asked for, where its end can be seen, and another wish the key is not for."""

    path: str
    watch: str
    body: Json = field(default_factory=dict)
    other: Json | None = None


async def retry(house: House) -> Wish:
    """An answer that failed is asked for again."""
    house.voices.script("skeptic", fail(400, {"error": {"message": "no", "code": "bad"}}))
    return Wish(f"/v1/replies/{await answered(house)}/retry", "/v1/turns/{turn_id}")


async def replay(house: House) -> Wish:
    """Another context for the same question."""
    path = f"/v1/replies/{await answered(house)}/replay"
    return Wish(path, "/v1/turns/{turn_id}", other={"model": "fake:other"})


async def rounds(house: House) -> Wish:
    """Two answer each other once."""
    turn = await house.ask("Should I?", **PAIR)
    body = {"count": 1, **PAIR}
    return Wish(f"/v1/conversations/{turn.conversation_id}/rounds", "/v1/rounds/{id}", body, body | {"count": 2})


async def next_round(house: House) -> Wish:
    """Two have answered each other and wait for a word."""
    turn = await house.ask("Should I?", **PAIR)
    body = {"count": 3, "asks": True, **PAIR}
    _, run = await house.post(f"/v1/conversations/{turn.conversation_id}/rounds", body)
    await settle(house, f"/v1/rounds/{run['id']}")
    return Wish(f"/v1/rounds/{run['id']}/next", "/v1/rounds/{id}")


async def map_(house: House) -> Wish:
    """The map of a turn."""
    turn = await house.ask("Should I?", **PAIR)
    return Wish(f"/v1/turns/{turn.id}/map", "/v1/analyses/{id}", other={"model": "fake:other"})


async def synthesis(house: House) -> Wish:
    """One text out of a turn."""
    turn = await house.ask("Should I?", **PAIR)
    return Wish(f"/v1/turns/{turn.id}/synthesis", "/v1/analyses/{id}", {"mode": "fuse"}, {"mode": "compare"})


async def title(house: House) -> Wish:
    """A name for a conversation."""
    turn = await house.ask("Should I?", **PAIR)
    path = f"/v1/conversations/{turn.conversation_id}/title"
    return Wish(path, "/v1/analyses/{analysis[id]}", other={"model": "fake:other"})


async def scan(house: House) -> Wish:
    """A conversation read for things to remember."""
    turn = await house.ask("Should I?", **PAIR)
    path = f"/v1/conversations/{turn.conversation_id}/memories/scan"
    return Wish(path, "/v1/analyses/{id}", other={"turn_ids": [turn.id]})


async def evals(house: House) -> Wish:
    """A case of the skeptic played."""
    body = {"advisor_id": "skeptic", "case_ids": [await kept(house)]}
    return Wish("/v1/evals/runs", "/v1/evals/runs/{id}", body, body | {"repeat": 2})


async def resume(house: House) -> Wish:
    """A run that somebody stopped."""
    wish = await evals(house)
    server, before = house.voices.server, len(house.voices.server.requests)
    server.hold("m")
    _, run = await house.post(wish.path, wish.body)
    await server.wait_for_requests(before + 1, seconds=20)
    await house.post(f"/v1/evals/runs/{run['id']}/stop")
    server.release("m")
    await settle(house, f"/v1/evals/runs/{run['id']}")
    return Wish(f"/v1/evals/runs/{run['id']}/resume", "/v1/evals/runs/{id}")


async def improve(house: House) -> Wish:
    """Better words for the skeptic."""
    body = {"case_ids": [await kept(house)], "rounds": 1}
    return Wish("/v1/advisors/skeptic/improvements", "/v1/improvements/{id}", body, body | {"rounds": 2})


PAID: list[Callable[[House], Awaitable[Wish]]] = [
    retry,
    replay,
    rounds,
    next_round,
    map_,
    synthesis,
    title,
    scan,
    evals,
    resume,
    improve,
]


# One of each kind of transaction that takes a key; what the two databases do differently shows in these.
EACH_KIND = [retry, next_round, title, resume]


async def answered(house: House) -> str:
    """The id of the skeptic's reply to a question."""
    return (await house.ask("Should I?", advisor_ids=["skeptic"])).replies[0].id


async def kept(house: House) -> str:
    """A case of the skeptic."""
    status, case = await house.post(f"/v1/replies/{await answered(house)}/cases", ASKS)
    assert status == 201, case
    return str(case["id"])


async def settle(house: House, path: str) -> None:
    """Return when nobody works on what stands there."""

    async def is_at_rest() -> bool:
        found = await house.get(path)
        replies = found.get("replies", ())
        return found.get("status") != "running" and all(each["completed"] for each in replies)

    await wait_until(is_at_rest)


async def ask(house: House, wish: Wish, key: str) -> tuple[int, Json]:
    """Ask for it with this key; without one, if it is empty."""
    return await house.post(wish.path, wish.body, **({"Idempotency-Key": key} if key else {}))


async def count(house: House, wish: Wish, *keys: str) -> tuple[int, list[tuple[int, Json]]]:
    """How many requests models get when somebody asks so often at once, and the answers."""
    before = len(house.voices.server.requests)
    answers = await asyncio.gather(*(ask(house, wish, key) for key in keys))
    for status, body in answers:
        assert status < 300, (wish.path, body)
    await settle(house, wish.watch.format_map(answers[0][1]))
    return len(house.voices.server.requests) - before, answers


def found_by(wish: Wish, body: Json) -> str:
    """Where what was made is."""
    return wish.watch.format_map(body) + str(body.get("reply", {}).get("id", ""))


@asynccontextmanager
async def opened(settings: Settings, voices: Voices) -> AsyncIterator[House]:
    """The application, with a model that says nothing useful about a conversation."""

    def choose(body: Json) -> Script:
        try:
            return voices.choose(body)
        except StopIteration:
            return answer("I would rather not.")

    voices.server.handler = choose
    timeout = aiohttp.ClientTimeout(total=60)
    async with run_in_process(settings) as url, aiohttp.ClientSession(timeout=timeout) as session:
        yield House(url, voices, Api(session), settings.data_dir)


Made = tuple[Wish, str, str]


async def ask_thrice(settings: Settings, voices: Voices) -> list[Made]:
    """What costs, asked for three times at once; each wish with its key, and where the one thing is."""
    made: list[Made] = []
    async with opened(settings, voices) as house:
        for prepare in PAID if settings.database_url is None else EACH_KIND:
            usual, _ = await count(house, await prepare(house), "")
            wish, key = await prepare(house), f"key of {prepare.__name__}"
            asked, answers = await count(house, wish, key, key, key)
            places = {found_by(wish, body) for _, body in answers}

            assert (prepare.__name__, asked, len(places)) == (prepare.__name__, usual, 1)
            assert len({status for status, _ in answers}) == 1
            made.append((wish, key, places.pop()))
    return made


async def ask_again(settings: Settings, voices: Voices, made: list[Made]) -> None:
    """The same once more, of an application that was started anew."""
    async with opened(settings, voices) as house:
        for wish, key, place in made:
            _, body = await ask(house, wish, key)

            assert found_by(wish, body) == place


@pytest.mark.both_databases
def test_one_key_asks_models_once_at_once_and_after_a_restart(settings: Settings, voices: Voices) -> None:
    made = asyncio.run(ask_thrice(settings, voices))
    before = len(voices.server.requests)

    asyncio.run(ask_again(settings, voices, made))

    assert len(voices.server.requests) == before


async def test_a_key_stands_for_one_wish_only(settings: Settings, voices: Voices) -> None:
    async with opened(settings, voices) as house:
        for prepare in PAID:
            wish, key = await prepare(house), f"key of {prepare.__name__}"
            await count(house, wish, key)
            before = len(voices.server.requests)

            elsewhere = wish if wish.other is not None else await prepare(house)
            asked = len(voices.server.requests) if wish.other is None else before
            status, problem = await house.post(elsewhere.path, wish.other or {}, **{"Idempotency-Key": key})

            assert (prepare.__name__, status, problem["code"]) == (prepare.__name__, 409, "key_reused")
            assert len(voices.server.requests) == asked


async def test_what_was_refused_has_used_no_key(settings: Settings, voices: Voices) -> None:
    async with opened(settings, voices) as house:
        empty = await house.converse()
        path = f"/v1/conversations/{empty}/title"

        refused, _ = await house.post(path, {}, **{"Idempotency-Key": "one"})
        await house.ask("Should I?", conversation=empty, advisor_ids=["skeptic"])
        accepted, found = await house.post(path, {}, **{"Idempotency-Key": "one"})

        assert (refused, accepted) == (409, 200), found


async def test_the_client_sends_its_key(settings: Settings, voices: Voices) -> None:
    async with opened(settings, voices) as house, AsyncClient(house.url) as client:
        reply = await answered(house)

        first = await client.replies.replay(reply, {}, key="mine")
        again = await client.replies.replay(reply, {}, key="mine")

        assert first == again
