"""Reading fields that may hold anything: what is not what it should be counts as absent."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import orjson

from antiphon.conversation.text import clean_text
from antiphon.documents.limits import Unreadable
from antiphon.importers.ledger import Ledger
from antiphon.importers.pieces import Piece
from antiphon.importers.source import Member, Source


def text_of(value: Any) -> str:
    """The text, or none."""
    return value if isinstance(value, str) else ""


def written_of(value: Any) -> str:
    """A text as it is, nothing as nothing, and anything else as JSON."""
    if value is None or isinstance(value, str):
        return value or ""
    try:
        return orjson.dumps(value).decode()
    except TypeError:
        return json.dumps(value)


def id_of(value: Any) -> str | None:
    """A name something is called by; numbers are names too."""
    if isinstance(value, bool) or value is None or value == "":
        return None
    return clean_text(str(value))[:200] if isinstance(value, str | int) else None


def object_of(value: Any) -> Mapping[str, Any]:
    """The object, or an empty one."""
    return value if isinstance(value, dict) else {}


def list_of(value: Any) -> Sequence[Any]:
    """The list, or an empty one."""
    return value if isinstance(value, list) else []


def objects_of(value: Any) -> list[Mapping[str, Any]]:
    """The objects in a list."""
    return [each for each in list_of(value) if isinstance(each, dict)]


def put_piece(record: dict[str, Any], piece: Piece, value: Any) -> None:
    """One more part of an object that is put together again; a name that is there twice has its last value."""
    if not piece.listed:
        record[piece.key] = value
    elif isinstance(held := record.get(piece.key), list):
        held.append(value)
    else:
        record[piece.key] = [value]


def read_records(
    source: Source, members: Sequence[Member], ledger: Ledger, *keys: str
) -> Iterator[tuple[Piece, Mapping[str, Any]]]:
    """The objects in lists under these keys, of all members in order; what is damaged or too large is counted."""
    for member in members:
        with source.open_pieces(member) as pieces:
            for piece in pieces:
                if piece.key not in keys or not piece.listed:
                    continue
                if piece.raw is None:
                    ledger.warn("too_large")
                    continue
                try:
                    value = piece.load()
                except Unreadable:
                    ledger.warn("damaged")
                    continue
                if isinstance(value, dict):
                    yield piece, value
                else:
                    ledger.warn("damaged")
            if pieces.ended_early:
                ledger.warn("cut_off")
