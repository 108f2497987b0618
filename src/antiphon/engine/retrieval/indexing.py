"""Pieces of documents are given vectors, a few at a time, as long as some have none.

Nothing remembers how far this has come but the pieces themselves: one that has no vector of the current model is found,
after a crash as after an upload or a change of model. Two nodes at it together do some work twice and harm nothing.
"""

import asyncio
import logging
import re
from collections import defaultdict
from collections.abc import Sequence

from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import Principal, system_principal
from antiphon.conversation.errors import ProviderError, RequestRejected, StoreUnavailable
from antiphon.conversation.ids import WorkspaceId
from antiphon.engine.retrieval.search import Retrieval
from antiphon.retrieval.embedder import Embedder
from antiphon.store.reads.retrieval import Waiting, read_waiting
from antiphon.store.writes.pgvector import copy_vectors, ready_pgvector
from antiphon.store.writes.vectors import keep_vectors

logger = logging.getLogger(__name__)

POLICY = Policy(Verb.OPERATE, "recall")
# As many as are lost when the process dies: some seconds of a small model's work.
AT_ONCE = 32
_COPIED_AT_ONCE = 500
# Uploads wake this up; only what another node took in and left is found by looking.
_IDLE_SECONDS = 60.0
_AWAY_SECONDS = 30.0
_EXTENSION = re.compile(r"\.[A-Za-z0-9]{1,5}$")
_SEPARATORS = re.compile(r"[\s_-]+")


class Indexing:
    """The work of giving vectors, for as long as the node lives."""

    def __init__(self, retrieval: Retrieval, principal: Principal) -> None:
        self._retrieval = retrieval
        self._principal = principal
        self._woken = asyncio.Event()
        self._is_ready = False

    def wake(self) -> None:
        """There is something new: do not wait."""
        self._woken.set()

    async def run_for_ever(self) -> None:
        """Give vectors whenever there is something to give them to."""
        embedder = self._retrieval.embedder
        if embedder is None:
            await asyncio.Event().wait()
            return
        while True:
            self._woken.clear()
            pause = _IDLE_SECONDS
            try:
                await self.catch_up(embedder)
            except StoreUnavailable:
                logger.warning("indexing_waits", extra={"code": StoreUnavailable.code})
            except ProviderError as error:
                logger.warning("indexing_waits", extra={"embedder": embedder.name, "code": error.code})
                pause = _AWAY_SECONDS
            await self._pause(pause)

    async def catch_up(self, embedder: Embedder) -> int:
        """Do all that is there to be done; how many pieces got a vector."""
        done = 0
        if not self._is_ready:
            self._retrieval.has_pgvector = await self._retrieval.store.write(self._principal, ready_pgvector)
            self._is_ready = True
        while waiting := await self._retrieval.store.read(self._principal, read_waiting, embedder.name, AT_ONCE):
            vectors = await _embed(embedder, waiting)
            await self._keep(embedder.name, waiting, vectors)
            done += len(waiting)
        if self._retrieval.has_pgvector:
            while await self._retrieval.store.write(self._principal, copy_vectors, _COPIED_AT_ONCE):
                continue
        if done:
            logger.info("indexed", extra={"pieces": done, "embedder": embedder.name})
        return done

    async def _keep(self, name: str, waiting: Sequence[Waiting], vectors: Sequence[bytes | None]) -> None:
        by_workspace: defaultdict[str, list[tuple[int, bytes | None]]] = defaultdict(list)
        for piece, vector in zip(waiting, vectors, strict=True):
            by_workspace[piece.workspace_id].append((piece.chunk_id, vector))
        for workspace_id, made in by_workspace.items():
            await self._retrieval.store.write(system_principal(WorkspaceId(workspace_id)), keep_vectors, name, made)

    async def _pause(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._woken.wait()
        except TimeoutError:
            return


async def _embed(embedder: Embedder, waiting: Sequence[Waiting]) -> list[bytes | None]:
    """A vector for each piece; none for those that are refused even alone, lest one of them hold up all others."""
    try:
        return await _encode(embedder, [_introduce(piece) for piece in waiting])
    except RequestRejected:
        if len(waiting) == 1:
            logger.warning("piece_refused", extra={"embedder": embedder.name, "piece": waiting[0].chunk_id})
            return [None]
    return [vector for piece in waiting for vector in await _embed(embedder, [piece])]


def _introduce(piece: Waiting) -> str:
    """The piece under its document's name: a page seldom repeats what the whole is about."""
    name = _SEPARATORS.sub(" ", _EXTENSION.sub("", piece.document)).strip()
    return f"{name}\n{piece.text}"


async def _encode(embedder: Embedder, texts: Sequence[str]) -> list[bytes | None]:
    from antiphon.retrieval.matrix import encode_vector

    return [encode_vector(row) for row in await embedder.embed(texts, "passage")]
