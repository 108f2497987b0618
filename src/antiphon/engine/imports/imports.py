"""An import is work in three steps, each begun by a person: read the file, write what is in it, take it back.

Whatever step is cut off is gone on with where it was: reading begins anew, since nobody has seen what it found; writing
and taking back go conversation by conversation, each in one transaction.
"""

import asyncio
import logging
import tempfile
import time
import zlib
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import BinaryIO, Concatenate, Final, ParamSpec, Protocol, TypeVar

import orjson

from antiphon.access.policy import Policy, Verb, may_decide
from antiphon.access.principal import Principal
from antiphon.conversation.errors import CommandRefused, UnreadableFile
from antiphon.conversation.event import TurnsRestored
from antiphon.conversation.imports import Import, ImportId, ImportStatus
from antiphon.conversation.reply import ReplyError
from antiphon.conversation.work import NewWork, Work
from antiphon.engine.imports.compose import build_imported, digest_of, title_of
from antiphon.engine.imports.parts import add_part, build_item, build_part
from antiphon.engine.runtime.failpoint import failpoint
from antiphon.engine.runtime.identity import new_id
from antiphon.engine.runtime.retry_write import retry_write
from antiphon.engine.work.queue import Worker, WorkQueue
from antiphon.importers.door import FoundSource, ReadConversation, ReadEnd, ReadPart, Told, read_export
from antiphon.importers.frame import decode_conversation, encode_conversation
from antiphon.importers.paths import choose_path
from antiphon.live.live import Live
from antiphon.store.reads.archive import OWN
from antiphon.store.reads.imports import (
    Link,
    WaitingItem,
    is_overtaken,
    read_import,
    read_links,
    read_piece,
    read_source_links,
    read_waiting_items,
)
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.imported import (
    NewImported,
    drop_companions,
    forget_originals,
    undo_item,
    write_imported,
)
from antiphon.store.writes.imports import (
    NewItem,
    add_items,
    append_piece,
    begin_import,
    change_import,
    count_written,
    delete_import,
    end_reading,
    fail_import,
    forget_items,
    leave_items,
    step_import,
)
from antiphon.store.writes.list_number import count_list_change
from antiphon.store.writes.restore import ArchivedPart, restore_part
from antiphon.store.writes.work import begin_work, check_held, end_work

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

# So much of a file is one row, and one transaction.
PIECE_BYTES: Final = 4 * 1024 * 1024
# A reader takes a processor and up to a gibibyte.
_AT_ONCE: Final = 2
_ITEMS_AT_ONCE: Final = 20
_TELL_SECONDS: Final = 0.5
_QUICKLY: Final = 1


class Vectors(Protocol):
    """Gives pieces of documents vectors."""

    def begin(self, unit: Unit) -> None:
        """New ones are about to come, in this transaction."""

    def wake(self) -> None:
        """It has been written."""


class Imports:
    """Takes files in and does the work they make; `packages` are those whose importers the operator has named."""

    def __init__(
        self, store: Store, live: Live, queue: WorkQueue, vectors: Vectors, packages: Collection[str] = ()
    ) -> None:
        self._store = store
        self._live = live
        self._queue = queue
        self._vectors = vectors
        self._packages = tuple(packages)
        queue.register("import", Worker(self._take_up, _end_badly, places=_AT_ONCE))

    async def begin(self, principal: Principal, name: str) -> ImportId:
        """A file is coming; its pieces follow, and then `arrived`."""
        import_id = ImportId(new_id("imp"))
        await self._store.write(principal, begin_import, import_id, name, _now())
        return import_id

    async def take_piece(self, principal: Principal, import_id: ImportId, number: int, data: bytes) -> None:
        """The next bytes; when this returns they are on disk."""
        await self._store.write(principal, append_piece, import_id, number, data)

    async def arrived(self, principal: Principal, import_id: ImportId) -> Import:
        """All of it is here: it is to be read."""
        return await self._begin_step(principal, import_id, "read", ("arriving",), "reading")

    async def start(self, principal: Principal, import_id: ImportId, left_out: Collection[int]) -> Import:
        """Write what is in it, without these; `CommandRefused` when it is not there to be looked at.

        What was everybody's in an archive of our own is everybody's again if whoever brings it may say so.
        """
        known = await self._store.read(principal, read_import, import_id)
        if known.status == "ready" and not known.counts.keys() & {"new", "grown"}:
            raise CommandRefused("import", "everything in this file is here already")
        publish = may_decide(principal, Policy(Verb.PUBLISH, "advisor"))
        return await self._begin_step(principal, import_id, "write", ("ready",), "writing", left_out, publish=publish)

    async def undo(self, principal: Principal, import_id: ImportId) -> None:
        """Take back all that it brought; where that is nothing, forget it. `CommandRefused` while somebody is at it.

        What stayed only because a later import had added to it can be taken back once that one is.
        """
        known = await self._store.read(principal, read_import, import_id)
        if known.status in ("reading", "writing", "undoing"):
            raise CommandRefused("import", "somebody is at it; wait until it has ended, or stop it")
        if not await self._store.write(principal, _forget_if_empty, import_id):
            await self._begin_step(principal, import_id, "undo", ("done", "failed", "undone"), "undoing")

    async def _begin_step(
        self,
        principal: Principal,
        import_id: ImportId,
        step: str,
        expected: tuple[ImportStatus, ...],
        status: ImportStatus,
        left_out: Collection[int] = (),
        **args: bool,
    ) -> Import:
        def begin(unit: Unit) -> Import:
            if not step_import(unit, import_id, expected, status, _now()):
                known = read_import(unit, import_id)
                raise CommandRefused("import", f"it is {known.status}; this cannot be done with it now")
            leave_items(unit, import_id, sorted(left_out))
            begin_work(unit, NewWork(import_id, "import", _now(), args={"step": step} | args))
            return read_import(unit, import_id)

        found = await self._store.write(principal, begin)
        self._queue.wake(import_id)
        return found

    async def _take_up(self, principal: Principal, work: Work) -> None:
        import_id, step = ImportId(work.id), work.args["step"]
        if step == "read":
            await self._read(principal, work, import_id)
        elif step == "write":
            await self._write(principal, work, import_id)
        else:
            await self._undo(principal, work, import_id)

    async def _read(self, principal: Principal, work: Work, import_id: ImportId) -> None:
        known = await self._store.read(principal, read_import, import_id)
        await self._store.write(principal, _held, work, forget_items, import_id)
        reading = _Reading(self._store, principal, work, import_id, _Teller(self._live, principal))
        with tempfile.TemporaryFile() as file:
            await self._spool(principal, import_id, file)
            try:
                async for told in read_export(file, known.name, self._packages):
                    await reading.hear(told)
            except UnreadableFile as error:
                await self._fail(principal, work, import_id, ReplyError(error.code, str(error)))

    async def _spool(self, principal: Principal, import_id: ImportId, file: BinaryIO) -> None:
        """The file in one piece, on this node, for as long as it is read."""
        number = 0
        while (data := await self._store.read(principal, read_piece, import_id, number)) is not None:
            await asyncio.to_thread(file.write, data)
            number += 1
        await asyncio.to_thread(file.flush)

    async def _write(self, principal: Principal, work: Work, import_id: ImportId) -> None:
        known = await self._store.read(principal, read_import, import_id)
        importer = known.importer or ""
        teller = _Teller(self._live, principal)
        while waiting := await self._store.read(principal, read_waiting_items, import_id, _ITEMS_AT_ONCE):
            for item in waiting:
                await self._write_one(principal, work, import_id, importer, item)
                teller.tell()
        await retry_write(lambda: self._store.write(principal, _end_step, work, import_id, "done"))
        self._vectors.wake()
        self._live.tell_list_changed()
        logger.info("imported", extra={"import": import_id, "importer": importer})

    async def _write_one(
        self, principal: Principal, work: Work, import_id: ImportId, importer: str, item: WaitingItem
    ) -> None:
        if importer == OWN:
            part = await asyncio.to_thread(build_part, import_id, item, publish=bool(work.args.get("publish")))
            await retry_write(lambda: self._store.write(principal, _held, work, self._restore, part))
            failpoint("conversation_imported")
            return
        folded = await asyncio.to_thread(lambda: decode_conversation(orjson.loads(zlib.decompress(item.content))))
        new = await asyncio.to_thread(build_imported, principal, import_id, importer, item, folded, _now())
        fact = await retry_write(lambda: self._store.write(principal, _held, work, _write_path, new, item.source_id))
        failpoint("conversation_imported")
        if fact is not None:
            self._live.publish(fact)

    def _restore(self, unit: Unit, part: ArchivedPart) -> None:
        if part.bodies("piece"):
            self._vectors.begin(unit)
        restore_part(unit, part, _now())

    async def _undo(self, principal: Principal, work: Work, import_id: ImportId) -> None:
        known = await self._store.read(principal, read_import, import_id)
        teller = _Teller(self._live, principal)
        importer = known.importer or ""
        while await retry_write(lambda: self._store.write(principal, _held, work, undo_item, import_id, importer)):
            failpoint("conversation_taken_back")
            teller.tell()
        await retry_write(lambda: self._store.write(principal, _end_undo, work, import_id))
        self._live.tell_list_changed()
        logger.info("import_undone", extra={"import": import_id})

    async def _fail(self, principal: Principal, work: Work, import_id: ImportId, error: ReplyError) -> None:
        def write(unit: Unit) -> None:
            end_work(unit, work)
            forget_items(unit, import_id)
            fail_import(unit, import_id, error, _now())

        await retry_write(lambda: self._store.write(principal, write))


class _Teller:
    """Says that there is progress, not more often than somebody can read."""

    def __init__(self, live: Live, principal: Principal) -> None:
        self._live = live
        self._principal = principal
        self._last = 0.0

    def tell(self) -> None:
        now = time.monotonic()
        if now - self._last >= _TELL_SECONDS:
            self._last = now
            self._live.tell_work_changed(self._principal.id)
            self._live.tell_list_changed()


class _Reading:
    """Writes down what is told about a file, a few conversations at a time."""

    def __init__(self, store: Store, principal: Principal, work: Work, import_id: ImportId, teller: _Teller) -> None:
        self._store = store
        self._principal = principal
        self._work = work
        self._import_id = import_id
        self._teller = teller
        self._importer = ""
        self._number = 0
        self._waiting: list[ReadConversation] = []

    async def hear(self, told: Told) -> None:
        """Take in one more thing."""
        match told:
            case FoundSource():
                self._importer = told.importer
                await self._write(_name_source, self._import_id, told)
            case ReadConversation():
                # All paths of one conversation together: where one goes decides where the next may.
                if len(self._waiting) >= _ITEMS_AT_ONCE and told.folded.source_id != self._waiting[-1].folded.source_id:
                    await self._flush()
                self._waiting.append(told)
            case ReadPart():
                await self._take_part(told)
            case ReadEnd():
                await self._flush()
                await self._write(_end_with_report, self._work, self._import_id, told)

    async def _flush(self) -> None:
        if not self._waiting:
            return
        waiting, self._waiting = self._waiting, []
        items = await asyncio.to_thread(lambda: [self._pack(each) for each in waiting])
        await self._write(_add_known, self._import_id, self._importer, items)
        self._teller.tell()

    async def _take_part(self, part: ReadPart) -> None:
        """One at a time: it may be large."""
        self._number += 1
        item = await asyncio.to_thread(build_item, self._number, part)
        await self._write(add_part, self._import_id, item)
        failpoint("import_part_read")
        self._teller.tell()

    def _pack(self, each: ReadConversation) -> NewItem:
        folded = each.folded
        self._number += 1
        return NewItem(
            number=self._number,
            source_id=folded.source_id,
            source_key=folded.key,
            branch=folded.branch,
            title=title_of(folded) or folded.turns[0].text[:200],
            began_at=folded.created_at,
            turns=len(folded.turns),
            replies=sum(len(turn.replies) for turn in folded.turns),
            digest=digest_of(folded),
            fate="new",
            content=zlib.compress(encode_conversation(folded), _QUICKLY),
            original=each.original,
        )

    async def _write(self, deed: Callable[Concatenate[Unit, P], None], *args: P.args, **kwargs: P.kwargs) -> None:
        await retry_write(lambda: self._store.write(self._principal, _held, self._work, deed, *args, **kwargs))


def _held(unit: Unit, work: Work, deed: Callable[Concatenate[Unit, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """The deed, unless this work is somebody else's by now."""
    check_held(unit, work)
    return deed(unit, *args, **kwargs)


def _name_source(unit: Unit, import_id: ImportId, found: FoundSource) -> None:
    change_import(unit, import_id, importer=found.importer, label=found.label, importer_version=found.version)


def _add_known(unit: Unit, import_id: ImportId, importer: str, items: list[NewItem]) -> None:
    """The conversations, each with what is known of it; all paths of one are among them."""
    links = read_links(unit, importer, sorted(each.source_key for each in items))
    changed = {each.source_id for each in items if not _is_unchanged(each, links)}
    of_sources = {
        source_id: {key: link.turn_keys for key, link in of_source.items()}
        for source_id, of_source in read_source_links(unit, importer, changed).items()
    }
    judged = (
        each._replace(fate="known") if _is_unchanged(each, links) else _judge(each, of_sources[each.source_id])
        for each in items
    )
    add_items(unit, import_id, list(judged))


def _write_path(unit: Unit, new: NewImported, source_id: str) -> TurnsRestored | None:
    """Written as it was judged, unless another import of the program overtook this one: then it is judged again."""
    if is_overtaken(unit, new.import_id):
        links = read_source_links(unit, new.importer, {source_id})[source_id]
        known = {key: link.turn_keys for key, link in links.items()}
        turns = [each.key for each in new.turns]
        new = replace(new, source_key=choose_path(new.source_key, source_id, turns, known))
    return write_imported(unit, new, _now())


def _is_unchanged(item: NewItem, links: Mapping[str, Link]) -> bool:
    link = links.get(item.source_key)
    return link is not None and link.digest == item.digest


def _judge(item: NewItem, known: dict[str, tuple[str, ...]]) -> NewItem:
    """The item, with the conversation it goes on, and whether it brings anything to that.

    From then on that one is known to go this way: the next path may leave it.
    """
    if not known:
        return item._replace(fate="new")
    folded = decode_conversation(orjson.loads(zlib.decompress(item.content)))
    turns = [turn.key for turn in folded.turns]
    key = choose_path(item.source_key, item.source_id, turns, known)
    before = known.get(key)
    if before is not None and set(turns) <= set(before):
        return item._replace(source_key=key, fate="known")
    known[key] = tuple(turns)
    return item._replace(source_key=key, fate="new" if before is None else "grown")


def _end_with_report(unit: Unit, work: Work, import_id: ImportId, end: ReadEnd) -> None:
    end_work(unit, work)
    end_reading(unit, import_id, end.report, _now())


def _end_step(unit: Unit, work: Work, import_id: ImportId, status: ImportStatus) -> None:
    end_work(unit, work)
    change_import(unit, import_id, status=status, updated_at=_now())
    count_list_change(unit)


def _end_undo(unit: Unit, work: Work, import_id: ImportId) -> None:
    """All of it is gone: so are the advisors that stood for its authors, and topics that are empty now."""
    end_work(unit, work)
    drop_companions(unit, import_id)
    forget_originals(unit, import_id)
    change_import(unit, import_id, status="undone", updated_at=_now())
    count_list_change(unit)


def _forget_if_empty(unit: Unit, import_id: ImportId) -> bool:
    if count_written(unit, import_id):
        return False
    delete_import(unit, import_id)
    return True


def _end_badly(unit: Unit, work: Work, error: ReplyError) -> None:
    """What was written stays, and can be taken back."""
    fail_import(unit, ImportId(work.id), error, _now())


def _now() -> datetime:
    return datetime.now(UTC)
