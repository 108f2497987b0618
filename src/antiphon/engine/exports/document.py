"""What is written into a file, read from one look at the store as it is asked for."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final

import orjson

from antiphon.conversation.ids import ConversationId
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
from antiphon.store.reads.turns import read_places, read_turns_by_id
from antiphon.store.unit import Unit

# So many turns are in memory at once.
_TURNS: Final = 50


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
            yield ConversationDocument(each, title, created_at, lambda each=each: self._walk(each), descriptions)  # type: ignore[misc]

    def members(self) -> Iterator[Member]:
        """Advisors and all that stands on its own, then documents, conversations, and what speaks of them."""
        for path, records in self._list_things():
            yield Member(path, self._write(records))
        yield from self._write_files()
        for each in self._wanted:
            self._tick()
            yield Member(f"conversations/{each}.jsonl", self._write(self._read_conversation(each)))
            yield Member(f"receipts/{each}.jsonl", self._write(read_sent(self._unit, each)))
            yield Member(f"analyses/{each}.jsonl", self._write(read_looks(self._unit, each)))
        yield Member(
            "decisions.jsonl", self._write(read_things(self._unit, "decision", *self._scope.named("decision")))
        )
        yield Member("memories.jsonl", self._write(read_things(self._unit, "memory", *self._scope.named("memory"))))
        if self._scope.is_everything:
            yield Member("evals.jsonl", self._write(read_evals(self._unit)))

    def _list_things(self) -> Iterator[tuple[str, Iterator[Record]]]:
        unit, scope = self._unit, self._scope
        yield "advisors.jsonl", read_things(unit, "advisor", *scope.advisors(), by=("id", "version"))
        yield "cards.jsonl", read_things(unit, "card", *scope.cards(), by=("advisor_id",))
        yield "panels.jsonl", read_things(unit, "panel", *scope.panels())
        yield "topics.jsonl", read_things(unit, "topic", *scope.topics(), by=("path",))
        if scope.is_everything:
            yield "folders.jsonl", read_things(unit, "folder")
            yield "filters.jsonl", read_things(unit, "filter", by=("name",))
            yield "names.jsonl", read_things(unit, "name", by=("kind", "slug"))
            yield "instructions.jsonl", read_instructions(unit)

    def _write_files(self) -> Iterator[Member]:
        ids = list_files(self._unit) if self._scope.is_everything else find_files(self._unit, self._wanted)
        yield Member("documents.jsonl", self._write(record for each in ids for record in read_file(self._unit, each)))
        for each in ids:
            yield Member(f"documents/{each}", iter([read_file_data(self._unit, each)]))

    def _read_conversation(self, conversation_id: ConversationId) -> Iterator[Record]:
        yield from read_head(self._unit, conversation_id)
        yield from read_talk(self._unit, conversation_id)

    def _write(self, records: Iterator[Record]) -> Iterator[bytes]:
        for kind, body in records:
            said = sign_receipt(body, self._signer) if kind == "receipt" else body
            yield orjson.dumps({kind: said}) + b"\n"

    def _walk(self, conversation_id: ConversationId) -> Iterator[Turn]:
        places = iter(read_places(self._unit, conversation_id))
        while some := [turn_id for _, turn_id in islice(places, _TURNS)]:
            found = read_turns_by_id(self._unit, some)
            yield from sorted(found, key=lambda turn: turn.position)
