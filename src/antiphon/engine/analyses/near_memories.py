"""How near memories are in meaning to something that was found; nobody is paid for it."""

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from antiphon.conversation.errors import ProviderError
from antiphon.conversation.memory import MemoryItem
from antiphon.retrieval.embedder import Embedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

logger = logging.getLogger(__name__)

# Vectors that are remembered, in memory: of a small model they take some eight megabytes.
_MOST_KEPT: Final = 5_000


class NearMemories:
    """Compares memories by their vectors; each text is read once while this lasts."""

    def __init__(self, embedder: Embedder | None) -> None:
        self._embedder = embedder
        self._kept: dict[str, NDArray[np.float32]] = {}

    async def compare(self, text: str, items: Sequence[MemoryItem]) -> dict[str, float] | None:
        """How near each item is, by id; none without a model for vectors, or when it cannot be reached."""
        if self._embedder is None:
            return None
        try:
            vectors = await self._read(self._embedder, [text, *(item.text for item in items)])
        except ProviderError as error:
            logger.warning("memories_without_vectors", extra={"code": error.code})
            return None
        wanted = vectors[text]
        return {item.id: float(wanted @ vectors[item.text]) for item in items}

    async def _read(self, embedder: Embedder, texts: Sequence[str]) -> "dict[str, NDArray[np.float32]]":
        """The vector of each, whatever others make this forget meanwhile."""
        vectors: dict[str, NDArray[np.float32]] = {text: self._kept[text] for text in texts if text in self._kept}
        unread = [text for text in dict.fromkeys(texts) if text not in vectors]
        if unread:
            vectors |= zip(unread, await embedder.embed(unread, "passage"), strict=True)
        if len(self._kept) > _MOST_KEPT:
            self._kept.clear()
        self._kept |= vectors
        return vectors
