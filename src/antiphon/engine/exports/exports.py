"""An export is work: a file is written from one look at the store, cut into pieces, and kept to be fetched for a while.

Whoever takes it up after a crash writes it anew: nobody has seen anything of it yet.
"""

import asyncio
import hashlib
import logging
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import BinaryIO, Concatenate, Final, NamedTuple, ParamSpec, TypeVar

from antiphon.access.audit import AuditAction
from antiphon.access.principal import Principal
from antiphon.conversation.archive import FILE_NAME
from antiphon.conversation.errors import CommandRefused, Malformed, NotFound
from antiphon.conversation.exports import Export, ExportId, ExportRequest
from antiphon.conversation.reply import ReplyError
from antiphon.conversation.work import NewWork, Work
from antiphon.engine.exports.document import StoreDocument
from antiphon.engine.exports.signing import OpenSigner, Signer, sign_file
from antiphon.engine.runtime.deeds import new_deed
from antiphon.engine.runtime.failpoint import failpoint
from antiphon.engine.runtime.identity import new_id
from antiphon.engine.runtime.retry_write import retry_write
from antiphon.engine.work.queue import Worker, WorkQueue
from antiphon.exporters.protocol import Exporter, ExportOptions
from antiphon.live.live import Live
from antiphon.store.reads.archive_scope import Scope, find_wanted
from antiphon.store.reads.deletions import was_deleted_since
from antiphon.store.reads.exports import read_export
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.audit import Target, write_audit
from antiphon.store.writes.exports import (
    append_export_piece,
    begin_export,
    change_export,
    delete_export,
    drop_export_pieces,
    fail_export,
)
from antiphon.store.writes.work import begin_work, check_held, end_work

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

# So much of a file is one row, and one transaction.
PIECE_BYTES: Final = 4 * 1024 * 1024
# Whoever writes holds one look at the store open.
_AT_ONCE: Final = 1
_TELL_SECONDS: Final = 0.5
_KEPT: Final = timedelta(days=7)
_CHANGED: Final = ReplyError("conversation_deleted", "a conversation was deleted while this was written; write it anew")


class _Left(Exception):
    """Nobody waits for this any more."""


class _Written(NamedTuple):
    bytes: int
    sha256: str


class Exports:
    """Writes files in one of these formats."""

    def __init__(
        self, store: Store, live: Live, queue: WorkQueue, open_signer: OpenSigner, exporters: tuple[Exporter, ...]
    ) -> None:
        self._store = store
        self._live = live
        self._queue = queue
        self._open_signer = open_signer
        self.exporters = exporters
        queue.register("export", Worker(self._take_up, _end_badly, places=_AT_ONCE))

    async def find_signer(self) -> Signer | None:
        """Whoever signs what leaves; the first time it may be made."""
        return await asyncio.to_thread(self._open_signer)

    async def begin(self, principal: Principal, request: ExportRequest) -> Export:
        """Have a file written; `Malformed` for a format nobody writes, `NotFound` for a conversation not there."""
        exporter = self._find(request.format)
        export_id, now = ExportId(new_id("exp")), datetime.now(UTC)
        name = FILE_NAME if exporter.name == "archive" else f"antiphon-{export_id}.{exporter.suffix}"

        def begin(unit: Unit) -> Export:
            find_wanted(unit, request.conversation_ids)
            begin_export(unit, export_id, request, name, exporter.media_type, now, now + _KEPT)
            begin_work(unit, NewWork(export_id, "export", now))
            facts = {"format": exporter.name, "conversations": len(request.conversation_ids) or "all"}
            target = Target("export", export_id, exporter.name)
            write_audit(unit, new_deed(), AuditAction.EXPORT_BEGUN, target, after=facts)
            return read_export(unit, export_id)

        begun = await self._store.write(principal, begin)
        self._queue.wake(export_id)
        return begun

    async def forget(self, principal: Principal, export_id: ExportId) -> None:
        """Keep it no longer; `CommandRefused` while it is being written."""

        def forget(unit: Unit) -> None:
            if read_export(unit, export_id).status == "writing":
                raise CommandRefused("export", "it is being written; stop it first")
            delete_export(unit, export_id)

        await self._store.write(principal, forget)

    def _find(self, name: str) -> Exporter:
        found = {each.name: each for each in self.exporters}
        if name not in found:
            raise Malformed(f"nobody here writes {name}; there are {', '.join(sorted(found))}")
        return found[name]

    async def _take_up(self, principal: Principal, work: Work) -> None:
        export_id = ExportId(work.id)
        known = await self._store.read(principal, read_export, export_id)
        await self._store.write(principal, _held, work, drop_export_pieces, export_id)
        signer = await self.find_signer()
        with tempfile.TemporaryFile() as file:
            written = await self._write(principal, work, known, signer, file)
            await self._keep(principal, work, export_id, file)
        signature = None if signer is None else sign_file(written.sha256, signer)
        who = None if signer is None else signer.public
        await retry_write(lambda: self._store.write(principal, _end, work, known, written, who, signature))
        logger.info("exported", extra={"export": export_id, "format": known.request.format, "bytes": written.bytes})

    async def _write(
        self, principal: Principal, work: Work, known: Export, signer: Signer | None, file: BinaryIO
    ) -> _Written:
        """The whole file from one look at the store, on a thread; whoever is told to stop does so before the next
        conversation.
        """
        writing = _Writing(known.request, self._find(known.request.format), signer, file)
        task = asyncio.ensure_future(self._store.read(principal, writing.run))
        try:
            while not task.done():
                await asyncio.wait([task], timeout=_TELL_SECONDS)
                await self._store.write(principal, _held, work, _count, known.id, writing)
                self._live.tell_work_changed(principal.id)
        finally:
            writing.left.set()
            with suppress(asyncio.CancelledError):
                await asyncio.wait([task])
            if task.done() and not task.cancelled():
                # Whoever left early is not told how it went.
                task.exception()
        return task.result()

    async def _keep(self, principal: Principal, work: Work, export_id: ExportId, file: BinaryIO) -> None:
        file.seek(0)
        number = 0
        while data := await asyncio.to_thread(file.read, PIECE_BYTES):
            await retry_write(partial(self._store.write, principal, _keep_piece, work, export_id, number, data))
            failpoint("export_piece_kept")
            number += 1


class _Writing:
    """One file being written on a thread of the store, and how far it has come."""

    def __init__(self, request: ExportRequest, exporter: Exporter, signer: Signer | None, file: BinaryIO) -> None:
        self._request = request
        self._exporter = exporter
        self._signer = signer
        self._file = file
        self.left = threading.Event()
        self.begun = 0
        self.of: int | None = None

    def run(self, unit: Unit) -> _Written:
        """Write it to its end, or raise."""
        wanted = find_wanted(unit, self._request.conversation_ids)
        self.of = len(wanted)
        scope = Scope(unit, wanted, is_everything=not self._request.conversation_ids)
        document = StoreDocument(unit, wanted, scope, self._signer, self._tick)
        digest, size = hashlib.sha256(), 0
        options = ExportOptions(variants=self._request.variants, thinking=self._request.thinking)
        for piece in self._exporter.write(document, options):
            self._file.write(piece)
            digest.update(piece)
            size += len(piece)
        self._file.flush()
        return _Written(size, digest.hexdigest())

    def _tick(self) -> None:
        if self.left.is_set():
            raise _Left
        self.begun += 1


def _held(unit: Unit, work: Work, deed: Callable[Concatenate[Unit, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """The deed, unless this work is somebody else's by now."""
    check_held(unit, work)
    return deed(unit, *args, **kwargs)


def _keep_piece(unit: Unit, work: Work, export_id: ExportId, number: int, data: bytes) -> None:
    check_held(unit, work)
    append_export_piece(unit, export_id, number, data)


def _count(unit: Unit, export_id: ExportId, writing: _Writing) -> None:
    change_export(unit, export_id, written=writing.begun, of=writing.of)


def _end(unit: Unit, work: Work, known: Export, written: _Written, signer: str | None, signature: bytes | None) -> None:
    """It can be fetched; unless somebody has deleted for good what stands in it."""
    end_work(unit, work)
    if was_deleted_since(unit, known.created_at, known.request.conversation_ids):
        fail_export(unit, known.id, _CHANGED, _now())
        return
    change_export(
        unit,
        known.id,
        status="done",
        bytes=written.bytes,
        sha256=written.sha256,
        signer=signer,
        signature=signature,
        updated_at=_now(),
    )


def _end_badly(unit: Unit, work: Work, error: ReplyError) -> None:
    with suppress(NotFound):
        fail_export(unit, ExportId(work.id), error, _now())


def _now() -> datetime:
    return datetime.now(UTC)
