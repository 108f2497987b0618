"""Memories beside something that was found: the nearest in meaning are among those that are compared."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from antiphon.analysis.extraction import MOST_KNOWN, Found, choose_known
from antiphon.conversation.errors import ProviderTimeout
from antiphon.conversation.ids import TurnId
from antiphon.conversation.memory import MemoryItem
from antiphon.engine.analyses import near_memories
from antiphon.engine.analyses.near_memories import NearMemories
from antiphon.retrieval.embedder import Kind

FOUND = Found("fact", "His girl starts school.", "girl", TurnId("t"))
ITEMS = [MemoryItem(f"m{at}", "fact", f"His girl number {at}") for at in range(30)]
SAME = MemoryItem("same", "fact", "A daughter, aged seven")


class Reader:
    """Everything about children points one way, all else another; or nobody can reach it."""

    name = "reader"

    def __init__(self, *, away: bool = False) -> None:
        self.away = away
        self.read: list[str] = []

    async def embed(self, texts: Sequence[str], kind: Kind) -> NDArray[np.float32]:
        """A vector for each."""
        assert kind == "passage"
        if self.away:
            raise ProviderTimeout("reader")
        self.read += texts
        child = [1.0 if "school" in text or "daughter" in text else 0.1 for text in texts]
        return np.array([[each, 1 - each] for each in child], dtype=np.float32)

    async def close(self) -> None:
        """Nothing is held."""


async def test_what_says_the_same_in_other_words_is_found_by_its_meaning() -> None:
    near = NearMemories(Reader())

    nearness = await near.compare(FOUND.text, [*ITEMS, SAME])

    assert SAME not in choose_known(FOUND, [*ITEMS, SAME])
    chosen = choose_known(FOUND, [*ITEMS, SAME], nearness)
    assert chosen[0] == SAME
    assert len(chosen) == len(set(chosen)) == MOST_KNOWN
    assert set(choose_known(FOUND, ITEMS)[:9]) <= set(chosen)


async def test_each_memory_is_read_once() -> None:
    reader = Reader()
    near = NearMemories(reader)

    for _ in range(2):
        await near.compare(FOUND.text, [*ITEMS, SAME])

    assert len(reader.read) == len(set(reader.read)) == len(ITEMS) + 2


async def test_whoever_compares_meanwhile_takes_nothing_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is room for few, and while one waits for its vectors another has all forgotten."""
    monkeypatch.setattr(near_memories, "_MOST_KEPT", 5)
    reader = Reader()
    near = NearMemories(reader)
    await near.compare(FOUND.text, ITEMS)
    read, others = reader.embed, [MemoryItem(f"o{at}", "fact", f"Another {at}") for at in range(9)]

    async def embed(texts: Sequence[str], kind: Kind) -> NDArray[np.float32]:
        if SAME.text in texts:
            await near.compare("Another", others)
        return await read(texts, kind)

    reader.embed = embed  # type: ignore[method-assign]
    nearness = await near.compare(FOUND.text, [*ITEMS, SAME])

    assert nearness is not None
    assert set(nearness) == {each.id for each in [*ITEMS, SAME]}


async def test_without_a_model_or_when_it_is_away_words_decide() -> None:
    assert await NearMemories(None).compare(FOUND.text, ITEMS) is None
    assert await NearMemories(Reader(away=True)).compare(FOUND.text, ITEMS) is None
