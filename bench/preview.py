"""How long a preview of five advisors takes in a long conversation, cold and at every keystroke.

Beside it the bare part: reading the same words with the plain driver and writing them as five JSON bodies. Cold means
that nothing is remembered: the server has just drawn no boundary for this conversation and filter.
"""

import argparse
import asyncio
import time
from collections.abc import Awaitable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import aiohttp
import orjson
import psycopg
from sqlalchemy import create_engine, text

from antiphon.app import run_in_process
from antiphon.settings import ProviderSettings, Settings
from bench.past import fill
from bench.report import find_quantile, write_results
from tests.fakes.model_server import ModelServer
from tests.fakes.servers import Stores, make_folder, run_stores

ADVISORS = ("skeptic", "builder", "historian", "confidant", "contrarian")
FILTERS = ("", "s0", "c'while ago'", "!b & a'skeptic'")


@dataclass(frozen=True, slots=True)
class Figure:
    """Milliseconds of one kind of preview."""

    database: str
    turns: int
    kind: str
    filter: str
    samples: int
    p50: float
    p95: float
    included: int
    visible: int


async def measure(settings: Settings, turns: int, samples: int) -> list[Figure]:
    """Every figure on one database."""
    database = "sqlite" if settings.is_sqlite else "postgresql"
    figures: list[Figure] = []
    async with run_in_process(settings) as url, aiohttp.ClientSession() as session:
        conversation = (await _post(session, f"{url}/v1/conversations", {}))["id"]
        fill(settings.database_url or f"sqlite:///{settings.sqlite_path}", conversation, turns)
        await _look(session, url, conversation, "", 0)
        for line in FILTERS:
            cold = [await _timed(_cold(session, url, conversation, line)) for _ in range(samples)]
            warm = [await _timed(_look(session, url, conversation, line, number)) for number in range(4 * samples)]
            figures.append(_figure(database, turns, "cold", line, cold))
            figures.append(_figure(database, turns, "keystroke", line, warm))
            if any(answer["recomputed"] for _, answer in warm[1:]):
                raise SystemExit(f"a keystroke drew a boundary: {line!r}")
    return figures


async def _cold(session: aiohttp.ClientSession, url: str, conversation: str, line: str) -> dict[str, Any]:
    """A look after the one mark that dirties every boundary was set anew."""
    return await _post(
        session,
        f"{url}/v1/conversations/{conversation}/preview",
        {"text": "Should I?", "choice": {"filter": line, "leave_out": [f"nobody-{time.monotonic_ns()}"]}},
    )


async def _look(session: aiohttp.ClientSession, url: str, conversation: str, line: str, number: int) -> dict[str, Any]:
    draft = {"text": "Should I take it?"[: number % 17 + 1], "choice": {"filter": line}}
    return await _post(session, f"{url}/v1/conversations/{conversation}/preview", draft)


async def _post(session: aiohttp.ClientSession, url: str, body: object) -> dict[str, Any]:
    async with session.post(url, data=orjson.dumps(body), headers={"Content-Type": "application/json"}) as response:
        answer: dict[str, Any] = orjson.loads(await response.read())
        if response.status >= 400:
            raise SystemExit(f"{url} answered {response.status}: {answer}")
        return answer


async def _timed(deed: Awaitable[dict[str, Any]]) -> tuple[float, dict[str, Any]]:
    started = time.perf_counter()
    answer = await deed
    return (time.perf_counter() - started) * 1000, answer


def _figure(database: str, turns: int, kind: str, line: str, taken: list[tuple[float, dict[str, Any]]]) -> Figure:
    times = [milliseconds for milliseconds, _ in taken]
    answer = taken[-1][1]
    p50, p95 = find_quantile(times, 0.5), find_quantile(times, 0.95)
    return Figure(database, turns, kind, line, len(times), p50, p95, answer["included"], answer["visible"])


def measure_bare(url: str, included: int, samples: int) -> float:
    """Milliseconds to read as many turns with the plain driver and to write five bodies of them."""
    address = url.replace("postgresql+psycopg://", "postgresql://")
    times = []
    with psycopg.connect(address) as connection:
        for _ in range(samples):
            started = time.perf_counter()
            rows = connection.execute(
                "SELECT t.position, t.text, r.advisor_id, r.text FROM turns t JOIN replies r ON r.turn_id = t.id"
                " WHERE t.position > (SELECT max(position) FROM turns) - %s ORDER BY t.position",
                (included,),
            ).fetchall()
            for advisor in ADVISORS:
                orjson.dumps([{"role": "user", "content": said} for _, said, who, _ in rows if who == advisor])
            times.append((time.perf_counter() - started) * 1000)
    return find_quantile(times, 0.5)


def _settings(folder: Path, server: ModelServer, stores: Stores | None) -> Settings:
    provider = ProviderSettings(base_url=server.base_url)
    more: dict[str, Any] = {} if stores is None else {"database_url": stores.create_database("preview")}
    return Settings(
        data_dir=folder / ("sqlite" if stores is None else "postgresql"),
        default_model="fake:m",
        providers={"fake": provider},
        log_level="ERROR",
        **more,
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--samples", type=int, default=15)
    options = parser.parse_args()
    figures: list[Figure] = []
    with make_folder() as folder, ModelServer() as server, run_stores() as stores:
        figures += asyncio.run(measure(_settings(folder, server, None), options.turns, options.samples))
        hosted = _settings(folder, server, stores)
        figures += asyncio.run(measure(hosted, options.turns, options.samples))
        url = hosted.database_url or ""
        bare = measure_bare(url, figures[-2].included or 1, options.samples)
        with create_engine(url).connect() as connection:
            size = connection.execute(text("SELECT pg_size_pretty(pg_database_size(current_database()))")).scalar_one()
    print(f"five advisors, {options.turns} turns ({size}); bare read and five bodies: {bare:.1f} ms")
    for each in figures:
        print(
            f"{each.database:10} {each.kind:9} {each.filter or '(no filter)':18} p50 {each.p50:7.1f} ms"
            f"  p95 {each.p95:7.1f} ms  {each.p50 / bare:5.1f}x bare  {each.included} / {each.visible}"
        )
    write_results("preview", {"bare_ms": bare, "figures": [asdict(each) for each in figures]})


if __name__ == "__main__":
    main()
