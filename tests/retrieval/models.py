"""Embedders for tests: the real one, asked once for each text, and one that is told what to do."""

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from antiphon.conversation.errors import ProviderError, RequestRejected
from antiphon.retrieval.embedder import Embedder, Kind
from antiphon.retrieval.unit_length import to_unit_length


class Remembering:
    """Asks another embedder, and never twice for one text."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: dict[str, Any] = {}

    @property
    def name(self) -> str:
        """The other's name."""
        return self._embedder.name

    async def embed(self, texts: Sequence[str], kind: Kind) -> NDArray[np.float32]:
        """The other's vectors."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known |= dict(zip(new, await self._embedder.embed(new, kind), strict=True))
        return np.stack([self._known[text] for text in texts])

    async def close(self) -> None:
        """It is used again by the next test."""


class Told:
    """Gives each text a direction of its own; refuses what holds a word, and fails while it is told to."""

    def __init__(self, name: str = "told", *, refuses: str = "\0") -> None:
        self.name = name
        self.asked: list[str] = []
        self.failure: ProviderError | None = None
        self._refuses = refuses

    async def embed(self, texts: Sequence[str], kind: Kind) -> NDArray[np.float32]:
        """A vector for each text."""
        if self.failure is not None:
            raise self.failure
        if any(self._refuses in text for text in texts):
            raise RequestRejected(self.name, status=400)
        self.asked += texts
        return to_unit_length(np.stack([_direct(text) for text in texts]))

    async def close(self) -> None:
        """Nothing is open."""


def _direct(text: str) -> NDArray[np.float32]:
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
    return np.random.default_rng(seed).standard_normal(16).astype(np.float32)
