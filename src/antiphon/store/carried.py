"""What of an archive nobody here can read, and where it stood.

A record is meant by its kind and by what its table is told apart by, so a line finds its place again behind the record
it came after.
"""

import hashlib
from collections.abc import Mapping
from typing import Any, Final

import orjson

from antiphon.conversation.archive import RECORDS, list_fields
from antiphon.store.records import TABLES

# Lines before the first record of a file, and a file that is unknown as a whole.
BEGINNING: Final = ""
WHOLE: Final = "whole"
_DIGEST_BYTES: Final = 16


def list_key(record: str) -> tuple[str, ...]:
    """The fields by which a record is told from others of its kind in the same place."""
    return tuple(each.name for each in TABLES[record].primary_key.columns if each.name in RECORDS[record])


def name_record(record: str, body: Mapping[str, Any]) -> str:
    """What a record is meant by."""
    said = orjson.dumps([record, *(body.get(name) for name in list_key(record))])
    return hashlib.blake2b(said, digest_size=_DIGEST_BYTES).hexdigest()


def pack_fields(record: str, body: Mapping[str, Any]) -> bytes | None:
    """The fields nobody here knows, and the order all of them stood in; none when every one is known."""
    known = list_fields(record)
    more = {name: value for name, value in body.items() if name not in known}
    return orjson.dumps([list(body), more]) if more else None


def fill_fields(body: Mapping[str, Any], packed: bytes) -> dict[str, Any]:
    """The record with those fields in their places. What is known here by now is as it stands here."""
    names, more = orjson.loads(packed)
    whole = {**more, **body}
    return {name: whole[name] for name in names if name in whole} | whole
