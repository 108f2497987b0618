"""How much a turn of five adds to the database, table by table, and how long sending takes as the past grows.

Conversations of thirty turns with the starter panel: questions of about 300 characters, answers of about 1,850, in
English prose. Beside it stands what the same receipts would take if each kept its whole body.
"""

import argparse
import asyncio
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

import aiohttp
import orjson
from sqlalchemy import Connection, create_engine, text

from antiphon.app import run_in_process
from antiphon.settings import ProviderSettings, Settings
from bench.report import find_quantile, write_results
from tests.fakes.model_server import ModelServer, answer
from tests.fakes.reader import Api
from tests.fakes.servers import Stores, make_folder, run_stores

# A turn may add this much in conversations of thirty turns.
AIM_BYTES: Final = 60_000
QUESTION, ANSWER = 300, 1_850
_LIBRARY = Path(__file__).parents[1] / "tests" / "retrieval" / "library"
_SQLITE_SIZES = "SELECT name, sum(pgsize) FROM dbstat GROUP BY name"
_POSTGRES_SIZES = """
SELECT c.relname, CASE WHEN c.relkind = 'r' THEN pg_table_size(c.oid) ELSE pg_relation_size(c.oid) END
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public' WHERE c.relkind IN ('r', 'i')
"""


@dataclass(frozen=True, slots=True)
class Growth:
    """What one database grew by, and how long the last ten turns of each conversation took, in milliseconds."""

    database: str
    turns: int
    bytes_per_turn: float
    whole_bodies: float
    by_table: Mapping[str, float]
    send_p50: float
    preview_p50: float


def speak(seed: str, length: int) -> str:
    """Prose of about this length: sentences of a small library, always the same for the same seed."""
    random, said = Random(seed), ""
    sentences = _read_sentences()
    while len(said) < length:
        said += random.choice(sentences) + random.choice((" ", " ", " ", "\n\n"))
    return said[: said.rindex(".", 0, length + 200) + 1] or said


def _read_sentences() -> list[str]:
    pages = (each.read_text(encoding="utf-8") for each in sorted(_LIBRARY.glob("*.md")))
    lines = (line for page in pages for line in page.splitlines() if line and line[0] not in "#|-")
    return [each.strip(" .") + "." for line in lines for each in line.split(". ") if len(each) > 40]


async def measure(settings: Settings, conversations: int, turns: int) -> Growth:
    """Ask, wait, ask again; then weigh what is there against what was there before."""
    url = settings.database_url or f"sqlite:///{settings.sqlite_path}"
    sends: list[float] = []
    previews: list[float] = []
    sent = 0
    async with run_in_process(settings) as address, aiohttp.ClientSession() as session:
        api = Api(session)
        before = weigh(url)
        for number in range(conversations):
            here = await api.create(address)
            for turn in range(turns):
                question = speak(f"{number}-{turn}", QUESTION)
                previewed = await _time(_preview(session, address, here, question), previews)
                sent += sum(each["size"] for each in previewed["advisors"])
                asked = await _time(api.send(address, here, question, f"{number}-{turn}"), sends)
                await api.settled(address, asked["turn"]["id"])
                if turn < turns - 10:
                    sends.pop(), previews.pop()
        after = weigh(url)
    grown = {name: (size - before.get(name, 0)) / conversations / turns for name, size in after.items()}
    return Growth(
        database="sqlite" if settings.is_sqlite else "postgresql",
        turns=conversations * turns,
        bytes_per_turn=sum(grown.values()),
        whole_bodies=sent / conversations / turns,
        by_table={name: size for name, size in sorted(grown.items(), key=lambda each: -each[1]) if size >= 100},
        send_p50=find_quantile(sends, 0.5),
        preview_p50=find_quantile(previews, 0.5),
    )


async def _preview(session: aiohttp.ClientSession, address: str, conversation: str, question: str) -> dict[str, Any]:
    async with session.post(f"{address}/v1/conversations/{conversation}/preview", json={"text": question}) as response:
        response.raise_for_status()
        found: dict[str, Any] = orjson.loads(await response.read())
        return found


async def _time(deed: Any, times: list[float]) -> Any:
    started = time.perf_counter()
    done = await deed
    times.append((time.perf_counter() - started) * 1000)
    return done


def weigh(url: str) -> dict[str, int]:
    """Bytes on disk by table and index, once everything is written and what is dead is swept."""
    engine = create_engine(url)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        found = _weigh_postgres(connection) if engine.dialect.name == "postgresql" else _weigh_sqlite(connection)
    engine.dispose()
    return found


def _weigh_sqlite(connection: Connection) -> dict[str, int]:
    return {name: int(size) for name, size in connection.execute(text(_SQLITE_SIZES))}


def _weigh_postgres(connection: Connection) -> dict[str, int]:
    connection.execute(text("VACUUM"))
    return {name: int(size) for name, size in connection.execute(text(_POSTGRES_SIZES))}


@contextmanager
def run_prose() -> Iterator[ModelServer]:
    """Models that answer at length, never twice the same."""
    numbers = count(1)
    with ModelServer() as server:
        server.handler = lambda _: answer(speak(f"answer {next(numbers)}", ANSWER), pieces=4)
        yield server


def build_settings(folder: Path, server: ModelServer, stores: Stores | None) -> Settings:
    """An installation as it comes, with one provider."""
    more: dict[str, Any] = {} if stores is None else {"database_url": stores.create_database("growth")}
    return Settings(
        data_dir=folder / ("sqlite" if stores is None else "postgresql"),
        default_model="fake:m",
        providers={"fake": ProviderSettings(base_url=server.base_url)},
        log_level="ERROR",
        **more,
    )


def describe(growth: Growth) -> str:
    """The figures of one database as a person reads them."""
    verdict = "met" if growth.bytes_per_turn <= AIM_BYTES else "missed"
    lines = [
        f"{growth.database}: {growth.bytes_per_turn / 1000:.1f} KB per turn, aim {AIM_BYTES // 1000} KB {verdict}",
        f"  {growth.turns} turns; whole bodies alone would be {growth.whole_bodies / 1000:.1f} KB",
        f"  send p50 {growth.send_p50:.1f} ms, preview p50 {growth.preview_p50:.1f} ms (last ten turns)",
        *(f"  {name:50} {size / 1000:7.2f} KB" for name, size in growth.by_table.items()),
    ]
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--conversations", type=int, default=3)
    parser.add_argument("--turns", type=int, default=30)
    parser.add_argument("--databases", default="sqlite,postgresql")
    options = parser.parse_args()
    wanted, found = options.databases.split(","), []
    with make_folder() as folder, run_prose() as server:
        if "sqlite" in wanted:
            settings = build_settings(folder, server, None)
            found.append(asyncio.run(measure(settings, options.conversations, options.turns)))
        if "postgresql" in wanted:
            with run_stores() as stores:
                settings = build_settings(folder, server, stores)
                found.append(asyncio.run(measure(settings, options.conversations, options.turns)))
    for each in found:
        print(describe(each))
    write_results("growth", {"figures": [asdict(each) for each in found]})


if __name__ == "__main__":
    main()
