"""Advisors that answered in parallel: messages of the person, and records with one answer of each advisor."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from antiphon.importers.ledger import FieldUse, Ledger, declare, declare_kept
from antiphon.importers.nodes import Author, ImportedConversation, Node
from antiphon.importers.protocol import API, Sample
from antiphon.importers.shapes import object_of, read_records, text_of
from antiphon.importers.source import Member, Source
from antiphon.importers.times import read_moment

_KINDS: Final = frozenset({"user", "parallel_advisor_response", "advisor_json", "assistant", "system"})
# Of the time in which one advisor answered, or none by name. Messages of the person alone are everybody's.
_OLDER: Final = ("advisor_json", "assistant", "system")
_GENERAL: Final = Author("general", "Advisor")


@dataclass(frozen=True, slots=True)
class ParallelAdvisors:
    """One conversation to a file: each message of the person, and what every advisor answered it."""

    name: str = "parallel-advisors"
    label: str = "Parallel advisors"
    version: int = 1
    api: int = API
    fields: tuple[FieldUse, ...] = (
        *declare(
            "record",
            "taken",
            type="who speaks",
            content="text",
            timestamp="when it was said",
            advisorResponses="one reply of each advisor",
        ),
        *declare_kept("record", "allCompleted", "id", "tags", "isJournalEntry", "metadata"),
        *declare(
            "response",
            "taken",
            name="name of the advisor",
            content="text; of one that failed, why",
            completed="whether it ended",
            thinking="thinking",
            error="an answer that failed",
        ),
        *declare_kept("response", "timestamp", "responseId", "assertions"),
    )

    def recognise(self, sample: Sample) -> int:
        """By answers of several advisors in one record; what is older has none, and is known by its kinds."""
        if any(sample.has_record(key, "type", "advisorResponses") for key in ("", *sample.keys)):
            return 90
        records = (each for key in ("", *sample.keys) for each in sample.records.get(key, ()))
        return 40 if any(_is_older(each) for each in records) else 0

    def read(self, source: Source, members: Sequence[Member], ledger: Ledger) -> Iterator[ImportedConversation]:
        """One conversation for each file."""
        for member in members:
            nodes: list[Node] = []
            raw: list[bytes] = []
            before: str | None = None
            for piece, record in read_records(source, [member], ledger, "", "messages", "conversation"):
                if text_of(record.get("type")) not in _KINDS:
                    continue
                ledger.look("record", record)
                raw.append(piece.raw or b"")
                several = list(_read_record(record, len(nodes), before, ledger))
                nodes += several
                before = several[-1].id if several else before
            if not nodes:
                ledger.warn("no_messages")
                continue
            first = next((each for each in nodes if each.role == "user"), nodes[0])
            key = hashlib.sha256(f"{first.at} {first.text}".encode("utf-8", "replace")).hexdigest()[:32]
            yield ImportedConversation(key, tuple(nodes), b"[" + b",".join(raw) + b"]", active=before, one_voice=False)


def _is_older(record: object) -> bool:
    found = object_of(record)
    return found.keys() >= {"type", "content", "timestamp"} and found["type"] in _OLDER


def _read_record(record: Mapping[str, Any], place: int, before: str | None, ledger: Ledger) -> Iterator[Node]:
    at, kind, text = read_moment(record.get("timestamp")), record.get("type"), text_of(record.get("content"))
    if kind == "user":
        yield Node(f"record {place}", before, "user", text, at=at)
        return
    responses = object_of(record.get("advisorResponses"))
    if not responses:
        role: Any = "system" if kind == "system" else "assistant"
        yield Node(f"record {place}", before, role, text, _GENERAL, at=at, hidden=kind == "system")
        return
    for number, (key, each) in enumerate(responses.items()):
        response = object_of(each)
        ledger.look("response", response)
        said, failed = text_of(response.get("content")), bool(response.get("error"))
        name = text_of(response.get("name")) or key
        # One stands behind the other, so that the next message stands behind all of them.
        above = before if number == 0 else f"record {place} {number - 1}"
        yield Node(
            id=f"record {place} {number}",
            parent=above,
            role="assistant",
            text="" if failed else said,
            author=Author(key, name),
            thinking=text_of(response.get("thinking")),
            at=at,
            state="error" if failed else "incomplete" if response.get("completed") is False else "complete",
            error=said if failed else "",
        )


importer = ParallelAdvisors()
