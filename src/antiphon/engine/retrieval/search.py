"""Searching documents by their words and by their meaning, and keeping the vectors that the latter needs."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from antiphon.access.principal import Principal
from antiphon.conversation.errors import ProviderError
from antiphon.conversation.ids import ConversationId, PrincipalId, WorkspaceId
from antiphon.conversation.passage import FoundPassage
from antiphon.retrieval.embedder import Embedder
from antiphon.retrieval.fuse import Fused, fuse
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.nearest import find_nearest
from antiphon.store.reads.retrieval import (
    Vectors,
    read_passages,
    read_searched,
    read_vectors,
    read_vectors_version,
)
from antiphon.store.reads.words import WordHit, find_by_words
from antiphon.store.search_words import read_search_words
from antiphon.store.unit import Store, Unit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from antiphon.retrieval.matrix import Matrix

logger = logging.getLogger(__name__)

Way = Literal["words", "meaning"]
WAYS: tuple[Way, ...] = ("words", "meaning")
# How far down each ranking goes into the common one: what is deeper in both would not come up.
_DEPTH = 50
# A piece counts as found by words when it has at least half of what was asked, rare words counting for more. Without
# this, words that stand in the question by chance outvote the meaning: hit@5 was 0.66 then, and is the same, 0.94, for
# any share from 0.3 to 0.7.
_TELLING = 0.5
# Fifty thousand pieces of 384 numbers take 77 MB.
_MOST_READERS = 4


class _ByWords(NamedTuple):
    document_ids: tuple[str, ...]
    hits: tuple[WordHit, ...]


@dataclass(frozen=True, slots=True)
class Search:
    """What to look for and where; without a conversation in everything the person has."""

    question: str
    conversation_id: ConversationId | None = None
    limit: int = 8
    ways: tuple[Way, ...] = WAYS


class Retrieval:
    """The search room: without an embedder it finds words alone."""

    def __init__(self, store: Store, embedder: Embedder | None) -> None:
        self.store = store
        self.embedder = embedder
        # Whether the database compares vectors itself; the job that makes vectors finds out.
        self.has_pgvector = False
        self._matrices: OrderedDict[tuple[WorkspaceId, PrincipalId], tuple[Vectors, Matrix]] = OrderedDict()
        self._loading = asyncio.Lock()

    async def search(self, principal: Principal, search: Search) -> tuple[FoundPassage, ...]:
        """The passages that answer best, best first. `NotFound` for a conversation that is not there.

        While the embedder cannot be reached, and for pieces it has not read yet, words alone decide.
        """
        by_words = await self.store.read(principal, _find_words, search)
        meaning: Sequence[int] = ()
        if "meaning" in search.ways and self.embedder is not None and by_words.document_ids:
            meaning = await self._find_meaning(self.embedder, principal, search, by_words.document_ids)
        # A question that shares a stray word with a page was not answered by it.
        words = [hit.chunk_id for hit in by_words.hits if hit.share >= _TELLING or not meaning]
        fused = fuse({"words": words, "meaning": meaning}, search.limit)
        return await self.store.read(principal, _read_found, fused)

    async def close(self) -> None:
        """Let go of the embedder."""
        if self.embedder is not None:
            await self.embedder.close()

    async def _find_meaning(
        self, embedder: Embedder, principal: Principal, search: Search, document_ids: tuple[str, ...]
    ) -> Sequence[int]:
        if not search.question.strip():
            return ()
        try:
            [question] = await embedder.embed([search.question], "query")
        except ProviderError as error:
            logger.warning("embedder_away", extra={"embedder": embedder.name, "code": error.code})
            return ()
        if self.has_pgvector:
            return await self._ask_pgvector(embedder.name, principal, question, document_ids)
        matrix = await self._load_matrix(embedder.name, principal)
        near = await asyncio.to_thread(matrix.find_nearest, question, document_ids, _DEPTH)
        return [each.chunk_id for each in near]

    async def _ask_pgvector(
        self, name: str, principal: Principal, question: "NDArray[np.float32]", document_ids: tuple[str, ...]
    ) -> Sequence[int]:
        written = "[" + ",".join(map(str, question.tolist())) + "]"
        return await self.store.read(principal, find_nearest, name, written, len(question), document_ids, _DEPTH)

    async def _load_matrix(self, name: str, principal: Principal) -> "Matrix":
        """The person's vectors, read anew when some have come or gone."""
        from antiphon.retrieval.matrix import Matrix, VectorRow

        reader = (principal.workspace_id, principal.id)
        async with self._loading:
            version = await self.store.read(principal, read_vectors_version, name)
            known = self._matrices.get(reader)
            if known is None or known[0] != version:
                rows = await self.store.read(principal, read_vectors, name)
                matrix = await asyncio.to_thread(lambda: Matrix([VectorRow(*row) for row in rows]))
                known = self._matrices[reader] = (version, matrix)
            self._matrices.move_to_end(reader)
            while len(self._matrices) > _MOST_READERS:
                self._matrices.popitem(last=False)
            return known[1]


def _find_words(unit: Unit, search: Search) -> _ByWords:
    """Where to look, and what the words find there."""
    if search.conversation_id is not None:
        read_conversation(unit, search.conversation_id)
    document_ids = read_searched(unit, search.conversation_id)
    asked = read_search_words(search.question)
    found = find_by_words(unit, asked, document_ids, _DEPTH) if "words" in search.ways else ()
    return _ByWords(document_ids, found)


def _read_found(unit: Unit, fused: tuple[Fused, ...]) -> tuple[FoundPassage, ...]:
    passages = read_passages(unit, [each.chunk_id for each in fused])
    return tuple(
        FoundPassage(*passages[each.chunk_id][1:], score=each.score, by=each.by)
        for each in fused
        if each.chunk_id in passages
    )
