"""Whose export a file is, found in its content."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Final

from antiphon.conversation.archive import MANIFEST
from antiphon.documents.limits import MIB, Unreadable
from antiphon.importers.pieces import Piece
from antiphon.importers.protocol import WHOLE, Importer, Sample
from antiphon.importers.source import LARGEST_DATABASE, Member, Source

# As much of a member as is looked at: projects may stand before the first conversation.
_MOST_RECORDS: Final = 50
_MOST_BYTES: Final = 8 * MIB
# Of an archive only so many members are looked into; pictures are not.
_MOST_MEMBERS: Final = 5_000
_TEXTS: Final = (".json", ".jsonl", ".ndjson", ".txt", ".db", ".md")


@dataclass(frozen=True, slots=True)
class Found:
    """The format, its members in the order of their names, and the members that are not of it."""

    importer: Importer
    members: tuple[Member, ...]
    others: tuple[str, ...]


def detect(source: Source, importers: Sequence[Importer]) -> Found:
    """The format most members are of; `Unreadable` with what was seen when nobody knows it."""
    votes: dict[str, tuple[Importer, int, list[Member]]] = {}
    others: list[str] = []
    seen: set[str] = set()
    for member in sorted(source.members, key=lambda each: each.name != MANIFEST):
        sample = _take_sample(source, member) if len(seen) < _MOST_MEMBERS and _may_be_text(source, member) else None
        if sample is None:
            others.append(member.name)
            continue
        seen.add(member.name)
        importer, sure = _ask(importers, sample)
        if importer is not None and sure == WHOLE:
            return Found(importer, source.members, ())
        if importer is None:
            others.append(member.name)
            continue
        _, best, members = votes.setdefault(importer.name, (importer, 0, []))
        members.append(member)
        votes[importer.name] = (importer, max(best, sure), members)
    if not votes:
        raise Unreadable(_describe(source))
    importer, _, members = max(votes.values(), key=lambda each: (each[1], sum(one.size for one in each[2])))
    others += [each.name for one, _, rest in votes.values() if one is not importer for each in rest]
    return Found(importer, tuple(sorted(members, key=lambda each: each.name)), tuple(others))


def _may_be_text(source: Source, member: Member) -> bool:
    return source.container != "archive" or member.name.lower().endswith(_TEXTS)


def _ask(importers: Sequence[Importer], sample: Sample) -> tuple[Importer | None, int]:
    best: Importer | None = None
    most = 0
    for each in importers:
        sure = each.recognise(sample)
        if sure > most:
            best, most = each, sure
    return best, most


def _take_sample(source: Source, member: Member) -> Sample | None:
    if source.container == "database":
        return Sample("database", member.name, tables=_list_tables(source, member))
    keys: set[str] = set()
    records: dict[str, list[Any]] = {}
    taken = 0
    try:
        with source.open_pieces(member) as pieces:
            for count, piece in enumerate(pieces, start=1):
                keys.add(piece.key)
                records.setdefault(piece.key, []).append(_load_or_none(piece))
                taken += len(piece.raw or b"")
                if count >= _MOST_RECORDS or taken > _MOST_BYTES:
                    break
    except Unreadable:
        if not records:
            return None
    return Sample(source.container, member.name, frozenset(keys - {""}), records)


def _load_or_none(piece: Piece) -> Any:
    try:
        return piece.load()
    except Unreadable:
        return None


def open_database(source: Source, member: Member) -> sqlite3.Connection:
    """The database, in memory: whoever reads may open no file, and nothing is ever written back."""
    if member.size > LARGEST_DATABASE:
        raise Unreadable(f"a database of more than {LARGEST_DATABASE // MIB} MiB cannot be read")
    connection = sqlite3.connect(":memory:")
    try:
        with source.open(member) as stream:
            connection.deserialize(stream.read())
        connection.execute("PRAGMA trusted_schema=OFF")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except (sqlite3.Error, OverflowError, ValueError) as error:
        connection.close()
        raise Unreadable("it is a damaged database") from error
    return connection


def _list_tables(source: Source, member: Member) -> frozenset[str]:
    with closing(open_database(source, member)) as connection:
        rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return frozenset(str(row[0]) for row in rows)


def _describe(source: Source) -> str:
    """What was seen instead of an export, so that somebody can tell what went wrong."""
    if source.container == "archive":
        names = ", ".join(each.name.rpartition("/")[2][:40] for each in source.members[:5])
        return f"no format we know was found in it; it holds {names or 'nothing'}"
    sample = _take_sample(source, source.members[0])
    seen = sorted((sample.tables or sample.keys) if sample else ())
    return f"its format is not one we know; at its top stand {', '.join(each[:40] for each in seen[:8]) or 'no names'}"
