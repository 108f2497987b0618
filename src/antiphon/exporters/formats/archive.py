"""Everything in one file: the archive that another installation reads back whole.

The same contents are the same bytes: files come in a fixed order, and no moment of writing is noted anywhere.
"""

import hashlib
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from itertools import chain
from typing import Any, Final

import orjson

from antiphon.conversation.archive import FORMAT, MANIFEST, MINOR, VERSION
from antiphon.exporters.protocol import API, Document, ExportOptions, Member

VERIFIER: Final = "verify.py"
# Zip knows no earlier one.
_NO_MOMENT: Final = (1980, 1, 1, 0, 0, 0)
_FILE_MODE: Final = 0o100644 << 16
_UNIX: Final = 3
_MIB: Final = 1024 * 1024
# Whoever reads refuses what unpacks to a hundred times its size; what packs too well is stored as it is.
_MOST_RATIO: Final = 40


@dataclass(frozen=True, slots=True)
class Archive:
    """A zip of records, one on each line, with the bytes of documents beside them and a manifest at the end."""

    name: str = "archive"
    label: str = "Everything (archive)"
    media_type: str = "application/zip"
    suffix: str = "zip"
    version: int = VERSION
    api: int = API

    def write(self, document: Document, options: ExportOptions) -> Iterator[bytes]:
        """The archive. Options change nothing: whoever takes everything takes everything."""
        sink = _Sink()
        files: list[dict[str, Any]] = []
        with zipfile.ZipFile(sink, "w") as archive:  # type: ignore[call-overload] # it only ever writes
            for member in chain(document.members(), [_build_verifier()]):
                yield from _add(archive, sink, member, files)
            body = orjson.dumps(_build_manifest(files), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
            yield from _add(archive, sink, Member(MANIFEST, iter([body])), [])
        yield sink.take()


class _Sink:
    """Takes what is written until somebody fetches it."""

    def __init__(self) -> None:
        self._held: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._held.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Nothing waits here."""

    def take(self) -> bytes:
        """All that was written since the last time."""
        taken, self._held = b"".join(self._held), []
        return taken


def _add(archive: zipfile.ZipFile, sink: _Sink, member: Member, files: list[dict[str, Any]]) -> Iterator[bytes]:
    """One member, a piece at a time; what it came to is noted."""
    first, rest = _peek(member.pieces)
    info = zipfile.ZipInfo(member.path, _NO_MOMENT)
    info.compress_type = zipfile.ZIP_STORED if _packs_too_well(first) else zipfile.ZIP_DEFLATED
    info.external_attr, info.create_system = _FILE_MODE, _UNIX
    digest, size = hashlib.sha256(), 0
    with archive.open(info, "w", force_zip64=True) as out:
        for piece in chain([first], rest):
            out.write(piece)
            digest.update(piece)
            size += len(piece)
            if taken := sink.take():
                yield taken
    files.append({"path": member.path, "bytes": size, "sha256": digest.hexdigest()})


def _peek(pieces: Iterator[bytes]) -> tuple[bytes, Iterator[bytes]]:
    held = bytearray()
    for piece in pieces:
        held += piece
        if len(held) >= _MIB:
            break
    return bytes(held), pieces


def _packs_too_well(data: bytes) -> bool:
    return len(data) >= _MIB // 2 and len(zlib.compress(data, 1)) * _MOST_RATIO < len(data)


def _build_verifier() -> Member:
    """The script with which a stranger checks the archive, as it lies in the house."""
    script = (resources.files("antiphon.exporters") / "verify_export.py").read_bytes()
    return Member(VERIFIER, iter([script]))


def _build_manifest(files: list[dict[str, Any]]) -> dict[str, Any]:
    counts = {
        kind: sum(each["path"].startswith(f"{kind}/") for each in files) for kind in ("conversations", "documents")
    }
    return {"format": FORMAT, "version": VERSION, "minor": MINOR, "counts": counts, "files": files}


exporter = Archive()
