"""What is written into a file, read from one look at the store as it is asked for."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Final

import orjson

from antiphon.analysis.export import ReadPicture
from antiphon.conversation.ids import ConversationId, DocumentId
from antiphon.conversation.turn import Turn
from antiphon.engine.exports.signing import Signer, sign_receipt
from antiphon.exporters.protocol import ConversationDocument, Member
from antiphon.store.reads.archive import (
    Record,
    list_files,
    read_evals,
    read_file,
    read_file_data,
    read_head,
    read_instructions,
    read_looks,
    read_sent,
    read_talk,
    read_things,
)
from antiphon.store.reads.archive_scope import Scope, find_files, read_descriptions, read_heading
from antiphon.store.reads.carried import list_carried_files, read_carried, read_carried_file
from antiphon.store.reads.documents import read_image_data
from antiphon.store.reads.turns import read_places, read_turns_by_id
from antiphon.store.unit import Unit

# So many turns are in memory at once.
_TURNS: Final = 50


def reading_pictures(unit: Unit) -> ReadPicture:
    """What reads the bytes of pictures, those that were not removed."""

    def read(document_id: DocumentId) -> bytes | None:
        return read_image_data(unit, [document_id]).get(document_id)

    return read


class StoreDocument:
    """The conversations that are wanted, or everything, inside one transaction.

    `tick` is called with every conversation that is begun; it may raise to have the writing end.
    """

    def __init__(
        self,
        unit: Unit,
        wanted: Sequence[ConversationId],
        scope: Scope,
        signer: Signer | None,
        tick: Callable[[], None],
    ) -> None:
        self._unit = unit
        self._wanted = wanted
        self._scope = scope
        self._signer = signer
        self._tick = tick

    def conversations(self) -> Iterator[ConversationDocument]:
        """One after the other, the oldest first."""
        for each in self._wanted:
            self._tick()
            title, created_at = read_heading(self._unit, each)
            descriptions = read_descriptions(self._unit, each)
            walk = partial(self._walk, each)
            yield ConversationDocument(each, title, created_at, walk, descriptions, reading_pictures(self._unit))

    def members(self) -> Iterator[Member]:
        """Advisors and all that stands on its own, then documents, conversations, and what speaks of them."""
        for name, records in self._list_things():
            yield self._build(name, records)
        yield from self._write_files()
        for each in self._wanted:
            self._tick()
            yield self._build("conversations", self._read_conversation(each), each)
            yield self._build("receipts", read_sent(self._unit, each), each)
            yield self._build("analyses", read_looks(self._unit, each), each)
        yield self._build("decisions", read_things(self._unit, "decision", *self._scope.named("decision")))
        yield self._build("memories", read_things(self._unit, "memory", *self._scope.named("memory")))
        if self._scope.is_everything:
            yield self._build("evals", read_evals(self._unit))
            yield from self._carry_files()

    def _list_things(self) -> Iterator[tuple[str, Iterator[Record]]]:
        unit, scope = self._unit, self._scope
        yield "advisors", read_things(unit, "advisor", *scope.advisors(), by=("id", "version"))
        yield "cards", read_things(unit, "card", *scope.cards(), by=("advisor_id",))
        yield "panels", read_things(unit, "panel", *scope.panels())
        yield "topics", read_things(unit, "topic", *scope.topics(), by=("path",))
        if scope.is_everything:
            yield "folders", read_things(unit, "folder")
            yield "filters", read_things(unit, "filter", by=("name",))
            yield "names", read_things(unit, "name", by=("kind", "slug"))
            yield "instructions", read_instructions(unit)

    def _write_files(self) -> Iterator[Member]:
        ids = list_files(self._unit) if self._scope.is_everything else find_files(self._unit, self._wanted)
        yield self._build("documents", (record for each in ids for record in read_file(self._unit, each)))
        for each in ids:
            yield Member(f"documents/{each}", iter([read_file_data(self._unit, each)]))

    def _read_conversation(self, conversation_id: ConversationId) -> Iterator[Record]:
        yield from read_head(self._unit, conversation_id)
        yield from read_talk(self._unit, conversation_id)

    def _carry_files(self) -> Iterator[Member]:
        """Files that a later version wrote, as they came."""
        for path in list_carried_files(self._unit):
            yield Member(path, iter([read_carried_file(self._unit, path)]))

    def _build(self, name: str, records: Iterator[Record], conversation_id: ConversationId | None = None) -> Member:
        path = f"{name}.jsonl" if conversation_id is None else f"{name}/{conversation_id}.jsonl"
        return Member(path, self._write(name, records, conversation_id or ""))

    def _write(self, name: str, records: Iterator[Record], conversation_id: str) -> Iterator[bytes]:
        """Each record with what a later version said beside it, in its place."""
        carried = read_carried(self._unit, name, conversation_id)
        is_whole = bool(conversation_id) or self._scope.is_everything
        if is_whole:
            yield from carried.begin()
        for kind, body in records:
            said = sign_receipt(body, self._signer) if kind == "receipt" else body
            yield orjson.dumps({kind: carried.fill(kind, said)}) + b"\n"
            yield from carried.follow(kind, said)
        if is_whole:
            yield from carried.end()

    def _walk(self, conversation_id: ConversationId) -> Iterator[Turn]:
        places = iter(read_places(self._unit, conversation_id))
        while some := [turn_id for _, turn_id in islice(places, _TURNS)]:
            found = read_turns_by_id(self._unit, some)
            yield from sorted(found, key=lambda turn: turn.position)
