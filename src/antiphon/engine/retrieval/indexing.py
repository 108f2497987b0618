"""Pieces of documents are given vectors, a few at a time, as long as some have none.

Nothing remembers how far this has come but the pieces themselves: one that has no vector of the current model is
found, after a crash as after an upload or a change of model. It is one piece of work for each model, begun with every
upload, so that two nodes are not at it together.
"""

import logging
import re
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime

from antiphon.access.principal import Principal, on_behalf_of, system_principal
from antiphon.conversation.errors import ProviderError, RequestRejected
from antiphon.conversation.ids import WorkspaceId
from antiphon.conversation.reply import ReplyError
from antiphon.conversation.work import NewWork, Work
from antiphon.engine.retrieval.search import Retrieval
from antiphon.engine.runtime.identity import derive_id
from antiphon.engine.work.queue import Later, Worker, WorkQueue
from antiphon.retrieval.embedder import Embedder
from antiphon.store.reads.retrieval import Waiting, is_newest_waiting, read_waiting
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.pgvector import copy_vectors, ready_pgvector
from antiphon.store.writes.vectors import keep_vectors
from antiphon.store.writes.work import begin_work, check_held, end_work

logger = logging.getLogger(__name__)

# As many as are lost when the process dies: some seconds of a small model's work.
AT_ONCE = 32
_COPIED_AT_ONCE = 500
_AWAY_SECONDS = 30.0
# No model for texts refuses this one.
_PLAIN = "Harbour."
_EXTENSION = re.compile(r"\.[A-Za-z0-9]{1,5}$")
_SEPARATORS = re.compile(r"[\s_-]+")


class Indexing:
    """The work of giving vectors."""

    def __init__(self, retrieval: Retrieval, operator: Principal, queue: WorkQueue) -> None:
        self._retrieval = retrieval
        self._operator = operator
        self._queue = queue
        queue.register("indexing", Worker(self._take_up, _end_nothing, places=1))

    async def open(self) -> None:
        """Make ready for searching, and begin with what has no vector of this model yet."""
        if self._retrieval.embedder is not None:
            self._retrieval.has_pgvector = await self._retrieval.store.write(self._operator, ready_pgvector)
            waiting = await self._retrieval.store.read(self._operator, read_waiting, self._retrieval.embedder.name, 1)
            for first in waiting:
                await self._retrieval.store.write(on_behalf_of(first.workspace_id, first.owner_id), self.begin)
                self._queue.wake()

    def begin(self, unit: Unit) -> None:
        """There is something to give vectors to: said in the transaction that takes it in. Then `wake` is called."""
        if self._retrieval.embedder is not None:
            _begin(unit, self._retrieval.embedder.name)

    def wake(self) -> None:
        """What was begun is on disk."""
        if self._retrieval.embedder is not None:
            self._queue.wake(_find_id(self._retrieval.embedder.name))

    async def _take_up(self, principal: Principal, work: Work) -> None:
        """Give vectors until nothing is left that has none."""
        embedder, store = self._retrieval.embedder, self._retrieval.store
        if embedder is None or embedder.name != work.args["embedder"]:
            # Of a model that is not used here any more.
            await store.write(principal, end_work, work)
            return
        try:
            await give_vectors(self._retrieval, self._operator, embedder, work)
        except ProviderError as error:
            logger.warning("indexing_waits", extra={"embedder": embedder.name, "code": error.code})
            raise Later(_AWAY_SECONDS) from None
        await store.write(principal, _end_if_done, work, embedder.name)


async def give_vectors(retrieval: Retrieval, operator: Principal, embedder: Embedder, work: Work | None = None) -> int:
    """Give vectors to all that have none of this model; how many pieces got one."""
    done, store = 0, retrieval.store
    retrieval.has_pgvector = await store.write(operator, ready_pgvector)
    async for waiting in _walk(store, operator, embedder.name):
        vectors = await _embed(embedder, waiting)
        await _keep(retrieval.store, embedder.name, waiting, vectors, work)
        done += len(waiting)
    if retrieval.has_pgvector:
        while await store.write(operator, copy_vectors, _COPIED_AT_ONCE):
            continue
    if done:
        logger.info("indexed", extra={"pieces": done, "embedder": embedder.name})
    return done


async def _walk(store: Store, operator: Principal, name: str) -> AsyncIterator[Sequence[Waiting]]:
    """All that waits, from the newest down, and from the top again until nothing came in meanwhile."""
    while waiting := await store.read(operator, read_waiting, name, AT_ONCE):
        while waiting:
            yield waiting
            waiting = await store.read(operator, read_waiting, name, AT_ONCE, below=waiting[-1].chunk_id)


async def _keep(
    store: Store, name: str, waiting: Sequence[Waiting], vectors: Sequence[bytes | None], work: Work | None
) -> None:
    by_workspace: defaultdict[WorkspaceId, list[tuple[int, bytes | None]]] = defaultdict(list)
    for piece, vector in zip(waiting, vectors, strict=True):
        by_workspace[piece.workspace_id].append((piece.chunk_id, vector))
    for workspace_id, made in by_workspace.items():
        await store.write(system_principal(workspace_id), _keep_held, name, made, work)


def _begin(unit: Unit, name: str) -> None:
    begin_work(unit, NewWork(_find_id(name), "indexing", datetime.now(UTC), args={"embedder": name}))


def _find_id(name: str) -> str:
    """One piece of work for each model."""
    return derive_id("ix", name)


def _keep_held(unit: Unit, name: str, made: Sequence[tuple[int, bytes | None]], work: Work | None) -> None:
    if work is not None:
        check_held(unit, work)
    keep_vectors(unit, name, made)


def _end_if_done(unit: Unit, work: Work, name: str) -> None:
    """End the work; begin it anew if something came in since it was looked at last.

    What comes in begins the work before it is given its numbers, so the newest tells of all.
    """
    end_work(unit, work)
    if is_newest_waiting(unit, name):
        _begin(unit, name)


def _end_nothing(_unit: Unit, _work: Work, _error: ReplyError) -> None:
    """Vectors that were made are kept, and the next upload begins anew."""


async def _embed(embedder: Embedder, waiting: Sequence[Waiting]) -> Sequence[bytes | None]:
    """A vector for each piece; none for those that are refused even alone, lest one of them hold up all others.

    `RequestRejected` when a plain word is refused as well: then it is not the pieces' fault.
    """
    try:
        return await _encode(embedder, [_introduce(piece) for piece in waiting])
    except RequestRejected:
        await embedder.embed([_PLAIN], "passage")
    return [await _embed_alone(embedder, piece) for piece in waiting]


async def _embed_alone(embedder: Embedder, piece: Waiting) -> bytes | None:
    try:
        [vector] = await _encode(embedder, [_introduce(piece)])
    except RequestRejected:
        logger.warning("piece_refused", extra={"embedder": embedder.name, "piece": piece.chunk_id})
        return None
    return vector


def _introduce(piece: Waiting) -> str:
    """The piece under its document's name: a page seldom repeats what the whole is about."""
    name = _SEPARATORS.sub(" ", _EXTENSION.sub("", piece.document)).strip()
    return f"{name}\n{piece.text}"


async def _encode(embedder: Embedder, texts: Sequence[str]) -> list[bytes]:
    from antiphon.retrieval.matrix import encode_vector

    return [encode_vector(row) for row in await embedder.embed(texts, "passage")]
