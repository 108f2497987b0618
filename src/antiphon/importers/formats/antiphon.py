"""Antiphon: the archive in which everything was taken along. It comes back whole, every receipt byte for byte."""

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, Final

import orjson

from antiphon.conversation.archive import FORMAT, MANIFEST, RECORDS, VERSION, list_fields
from antiphon.conversation.errors import UnsupportedFile
from antiphon.documents.limits import MAX_BYTES, MIB, Unreadable
from antiphon.documents.media import MediaType
from antiphon.documents.sniff import sniff
from antiphon.importers.kept import KeptPart
from antiphon.importers.ledger import FieldUse, Ledger
from antiphon.importers.pieces import LARGEST_PIECE, load_json
from antiphon.importers.protocol import API, WHOLE, Sample
from antiphon.importers.shapes import list_of, object_of, text_of
from antiphon.importers.source import Member, Source
from antiphon.importers.times import read_moment

_LARGEST_PART: Final = 200 * MIB
_LARGEST_MANIFEST: Final = 64 * MIB
# What stands on its own and comes first: conversations name it.
_LIBRARY: Final = tuple(
    f"{each}.jsonl" for each in ("advisors", "panels", "topics", "folders", "filters", "names", "instructions")
)
_BEHIND: Final = ("decisions.jsonl", "memories.jsonl")
_TITLES: Final = {
    "library": "Advisors, panels, topics, folders, filters and instructions",
    "journal": "Decisions and memories",
    "evals": "Tests of advisors",
}
# What nobody here can read, on its way to be kept as it is, and where such a file may stand.
_CARRIED: Final = "carried"
_SAFE_PATH: Final = re.compile(r"(?=.{1,200}$)[\w-][\w.-]*(?:/[\w-][\w.-]*)*", re.ASCII)
# What begins a part of its own among tests.
_RUN: Final = "eval_run"


@dataclass(frozen=True, slots=True)
class Antiphon:
    """Records, one on each line under the name of its kind, and a manifest that names every file."""

    name: str = "antiphon"
    label: str = "Antiphon"
    version: int = VERSION
    api: int = API
    fields: tuple[FieldUse, ...] = tuple(
        FieldUse(record, each, "taken", "as it is") for record in RECORDS for each in list_fields(record)
    )

    def recognise(self, sample: Sample) -> int:
        """By its manifest, which speaks for the whole archive."""
        is_ours = list(sample.records.get("format", ())) == [FORMAT]
        return WHOLE if is_ours and sample.name.rpartition("/")[2] == MANIFEST else 0

    def read(self, source: Source, members: Sequence[Member], ledger: Ledger) -> Iterator[KeptPart]:
        """What stands on its own, then cards, documents, conversations, and what speaks of them."""
        archive = _Archive(source, members, ledger)
        yield from archive.read_together("library", _LIBRARY)
        yield from archive.read_cards()
        yield from archive.read_documents()
        yield from archive.read_conversations()
        yield from archive.read_together("journal", _BEHIND)
        yield from archive.read_evals()
        yield from archive.read_unknown()


class _Archive:
    """The files of one archive, each read once and held against the manifest."""

    def __init__(self, source: Source, members: Sequence[Member], ledger: Ledger) -> None:
        self._source = source
        self._members = {each.name: each for each in members}
        self._ledger = ledger
        self._named = self._read_manifest()
        self._read: set[str] = {MANIFEST, "verify.py"}

    def read_together(self, key: str, names: Sequence[str]) -> Iterator[KeptPart]:
        """Several files as one part; none when there is nothing in them."""
        part = _Part(key, _TITLES[key])
        for name in names:
            for kind, body in self._walk(name):
                part.add(kind, body)
        yield from part.build()

    def read_cards(self) -> Iterator[KeptPart]:
        """Every character card that an advisor came by; one with its picture may be large."""
        part = _Part("cards", "cards.jsonl")
        for kind, body in self._walk("cards.jsonl"):
            if kind == "card":
                yield from part.build()
                card = object_of(body.get("card"))
                name = text_of(object_of(card.get("data", card)).get("name"))
                part = _Part(f"card {text_of(body.get('advisor_id'))}", name, text_of(body.get("created_at")))
            part.add(kind, body)
        yield from part.build()

    def read_documents(self) -> Iterator[KeptPart]:
        """Every document with its pages and its bytes."""
        part: _Part | None = None
        before = _Part("documents", "documents.jsonl")
        for kind, body in self._walk("documents.jsonl"):
            if kind == "document":
                yield from before.build() if part is None else self._with_data(part)
                part = _Part(text_of(body.get("id")), text_of(body.get("name")), text_of(body.get("created_at")))
            if part is not None:
                part.add(kind, body)
            elif kind == _CARRIED:
                before.add(kind, body)
        yield from before.build() if part is None else self._with_data(part)

    def read_conversations(self) -> Iterator[KeptPart]:
        """Every conversation with its receipts and the looks at it."""
        for name in [each for each in self._named if each.startswith("conversations/")]:
            key = name.removeprefix("conversations/").removesuffix(".jsonl")
            part = _Part(key, "")
            for each in (name, f"receipts/{key}.jsonl", f"analyses/{key}.jsonl"):
                for kind, body in self._walk(each):
                    part.add(kind, body)
            self._check_receipts(part)
            if part.is_too_large:
                self._ledger.warn("too_large")
            else:
                yield from part.build()

    def read_evals(self) -> Iterator[KeptPart]:
        """Cases and attempts together, and every run with its results."""
        part = _Part("evals", _TITLES["evals"])
        for kind, body in self._walk("evals.jsonl"):
            if kind == _RUN:
                yield from part.build()
                part = _Part(text_of(body.get("id")), _TITLES["evals"], text_of(body.get("created_at")))
            part.add(kind, body)
        yield from part.build()

    def read_unknown(self) -> Iterator[KeptPart]:
        """Files that nobody here knows are told, and kept as they are."""
        for name in sorted(self._members.keys() - self._read):
            self._ledger.look("file", {name: None})
            if _SAFE_PATH.fullmatch(name):
                yield from self._keep_file(name)

    def _keep_file(self, name: str) -> Iterator[KeptPart]:
        """A file as a whole; it is a conversation's if it is called like one."""
        data = self._read_data(name)
        if data is None:
            self._ledger.warn("too_large")
            return
        stem = name.rpartition("/")[2].partition(".")[0]
        whose = stem if f"conversations/{stem}.jsonl" in self._named else ""
        part = _Part(f"file {name}", name)
        part.add(_CARRIED, {"path": name, "conversation_id": whose, "base64": base64.b64encode(data).decode()})
        yield from part.build()

    def _read_manifest(self) -> dict[str, str]:
        if MANIFEST not in self._members:
            raise Unreadable("its manifest is not at its top")
        with self._source.open(self._members[MANIFEST]) as stream:
            manifest = object_of(load_json(stream.read(_LARGEST_MANIFEST)))
        version = manifest.get("version")
        if not isinstance(version, int) or version > VERSION:
            raise Unreadable(f"it was written by a later Antiphon (format {version}); this one reads format {VERSION}")
        files = [object_of(each) for each in list_of(manifest.get("files"))]
        return {text_of(each.get("path")): text_of(each.get("sha256")) for each in files}

    def _walk(self, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """The records of one file. What is damaged is counted; what is of a kind nobody knows comes as its line."""
        for line in self._walk_lines(name):
            try:
                found = load_json(line)
            except Unreadable:
                found = None
            if not isinstance(found, dict) or len(found) != 1:
                self._ledger.warn("damaged")
                continue
            kind, body = next(iter(found.items()))
            if kind in RECORDS and isinstance(body, dict):
                self._ledger.look(kind, body)
                yield kind, body
            else:
                self._ledger.look("record", {kind: None})
                yield _CARRIED, {"file": name.partition("/")[0].removesuffix(".jsonl"), "line": _spell_line(line)}

    def _walk_lines(self, name: str) -> Iterator[bytes]:
        if name not in self._members or name in self._read:
            return
        self._read.add(name)
        digest = hashlib.sha256()
        with self._source.open(self._members[name]) as stream:
            while line := stream.readline(LARGEST_PIECE):
                digest.update(line)
                yield line
        self._check_file(name, digest.hexdigest())

    def _check_file(self, name: str, sha256: str) -> None:
        if self._named.get(name) != sha256:
            self._ledger.warn("file_changed")

    def _with_data(self, part: "_Part") -> Iterator[KeptPart]:
        """The document with its bytes; without them it is none."""
        name = f"documents/{part.key}"
        data = self._read_data(name) if name in self._members else None
        if data is None or not all(_is_what_it_says(body, data) for body in part.list_bodies("document")):
            self._ledger.warn("damaged")
            return
        part.add("data", {"document_id": part.key, "base64": base64.b64encode(data).decode()})
        yield from part.build()

    def _read_data(self, name: str) -> bytes | None:
        self._read.add(name)
        with self._source.open(self._members[name]) as stream:
            data = _read_at_most(stream, MAX_BYTES)
        if data is not None:
            self._check_file(name, hashlib.sha256(data).hexdigest())
        return data

    def _check_receipts(self, part: "_Part") -> None:
        passages = {text_of(body.get("name")): spell(body) for body in part.list_bodies("passage")}
        for receipt in part.list_bodies("receipt"):
            if not _holds(receipt, passages):
                self._ledger.warn("receipt_changed")


class _Part:
    """Records that will be written together."""

    def __init__(self, key: str, title: str, began: str = "") -> None:
        self.key = key
        self._title = title
        self._began = began
        self._records: list[tuple[str, dict[str, Any]]] = []
        self._size = 0

    @property
    def is_too_large(self) -> bool:
        return self._size > _LARGEST_PART

    def add(self, kind: str, body: dict[str, Any]) -> None:
        """One more."""
        self._size += sum(len(each) for each in body.values() if isinstance(each, str)) + 100
        if kind == "conversation":
            self._title, self._began = text_of(body.get("title")), text_of(body.get("created_at"))
        if kind == "turn" and not self._title:
            self._title = text_of(body.get("text"))[:200]
        if not self.is_too_large:
            self._records.append((kind, body))

    def list_bodies(self, kind: str) -> Iterator[dict[str, Any]]:
        """The records of one kind."""
        return (body for each, body in self._records if each == kind)

    def build(self) -> Iterator[KeptPart]:
        """The part, if there is anything in it."""
        if not self._records:
            return
        yield KeptPart(
            key=self.key[:200],
            title=self._title,
            records=orjson.dumps(self._records),
            kinds=Counter(kind for kind, _ in self._records),
            authors=Counter(text_of(body.get("name")) for body in self.list_bodies("reply")),
            began_at=read_moment(self._began),
        )


def _spell_line(line: bytes) -> str:
    """A line as it stands; only what could not be read as text by anybody is put right."""
    return line.rstrip(b"\n").decode("utf-8", "replace") + "\n"


def spell(piece: Mapping[str, Any]) -> bytes:
    """The bytes of one piece of a request; none for what says neither words nor bytes."""
    if "base64" in piece:
        try:
            return base64.b64decode(text_of(piece["base64"]), validate=True)
        except ValueError:
            return b""
    return text_of(piece.get("text")).encode()


def _holds(receipt: Mapping[str, Any], passages: Mapping[str, bytes]) -> bool:
    pieces = [object_of(each) for each in list_of(receipt.get("body"))]
    body = b"".join(
        passages.get(text_of(each["passage"]), b"") if "passage" in each else spell(each) for each in pieces
    )
    return hashlib.sha256(body).hexdigest() == receipt.get("sha256")


def _is_what_it_says(document: Mapping[str, Any], data: bytes) -> bool:
    """A picture is one by its bytes too, and whatever else it says it is, is something that can be brought."""
    said = text_of(document.get("media_type"))
    if not said.startswith("image/"):
        return said in set(MediaType)
    try:
        return sniff(data, "") == said
    except UnsupportedFile:
        return False


def _read_at_most(stream: BinaryIO, most: int) -> bytes | None:
    data = stream.read(most + 1)
    return data if len(data) <= most else None


importer = Antiphon()
