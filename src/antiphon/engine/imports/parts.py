"""Parts of an archive of our own on their way: looked at when they are read, and written as they were."""

import hashlib
import zlib
from collections.abc import Iterator
from typing import Any, Final

import orjson

from antiphon.advisors.card import clean_card, plan_card
from antiphon.advisors.prompt import load_card_prompts
from antiphon.conversation.errors import Malformed, UnreadableFile, UnsupportedFile
from antiphon.conversation.imports import ImportId
from antiphon.documents.chunk import cut
from antiphon.documents.media import MediaType
from antiphon.documents.page import ExtractedPage
from antiphon.documents.sniff import sniff
from antiphon.importers.door import ReadPart
from antiphon.store.reads.imports import WaitingItem
from antiphon.store.records import TABLES, decode_row
from antiphon.store.unit import Unit
from antiphon.store.writes.imports import NewItem, add_items
from antiphon.store.writes.restore import ArchivedPart, check_key, is_here
from antiphon.store.writes.restore_carried import CARRIED

_Records = list[tuple[str, dict[str, Any]]]
# Bytes, and what nobody here can read, which have no row of their own to be held against.
_LOOSE: Final = frozenset({"data", "passage", CARRIED})


def build_item(number: int, part: ReadPart) -> NewItem:
    """The part as it waits to be written; `UnreadableFile` when a record in it cannot be one."""
    try:
        records = _unpack(part.records)
        for kind, body in records:
            if kind not in _LOOSE:
                row = decode_row(kind, {name: value for name, value in body.items() if name != "signature"})
                if kind == "card":
                    _check_card(row)
        check_key(part.key, records)
    except Malformed as error:
        raise UnreadableFile(part.title or part.key, f"it holds {error}") from error
    return NewItem(
        number=number,
        source_id=part.key,
        source_key=part.key,
        branch=0,
        title=part.title[:200],
        began_at=part.began_at,
        turns=part.turns,
        replies=part.replies,
        digest=hashlib.sha256(part.records).hexdigest(),
        fate="new",
        content=part.records,
        original=b"",
    )


def _check_card(row: dict[str, Any]) -> None:
    """What is kept beside an advisor can be handed out as a card again, in its picture where it has one."""
    if not isinstance(row["card"], dict) or clean_card(row["card"]) != row["card"]:
        raise Malformed("a card that cannot be")
    plan_card(row["card"], row["person"], load_card_prompts())
    picture = row.get("picture")
    try:
        is_fit = picture is None or (sniff(picture, "") == MediaType.PNG and b"IEND" in picture)
    except UnsupportedFile:
        is_fit = False
    if not is_fit:
        raise Malformed("a card whose picture cannot be")


def add_part(unit: Unit, import_id: ImportId, item: NewItem) -> None:
    """Keep it until somebody says yes; with whether it is here already."""
    fate = "known" if is_here(unit, item.source_key, _unpack(item.content)) else "new"
    add_items(unit, import_id, [item._replace(fate=fate, content=b"" if fate == "known" else item.content)])


def build_part(import_id: ImportId, item: WaitingItem, *, publish: bool) -> ArchivedPart:
    """The part about to be written; a document is cut into the pieces it is searched by."""
    records = _unpack(item.content)
    records += [("piece", each) for each in _cut_pages(records)]
    return ArchivedPart(import_id, item.number, item.source_key, item.digest, records, publish)


def _cut_pages(records: _Records) -> Iterator[dict[str, Any]]:
    pages = [decode_row("page", body) for kind, body in records if kind == "page"]
    extracted = (ExtractedPage(each["number"], each["label"], each["text"]) for each in pages)
    for piece in cut(extracted):
        yield {"page": piece.page, "start": piece.start, "end": piece.end, "text": piece.text}


def _unpack(content: bytes) -> _Records:
    return [(kind, body) for kind, body in orjson.loads(zlib.decompress(content)) if kind in TABLES or kind in _LOOSE]
