"""An advisor as a character card: the one it came by with what has changed here, or a new one."""

import base64
import json
import struct
import zlib
from collections.abc import Mapping
from typing import Any, Final

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.card import CardPlan, card_data
from antiphon.advisors.palette import HUES, Colour

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_WIDTH, _HEIGHT = 400, 600
# What a card of the third version must have, and what it is where nobody says.
_EMPTY: Final[Mapping[str, Any]] = {
    "name": "",
    "description": "",
    "personality": "",
    "scenario": "",
    "first_mes": "",
    "mes_example": "",
    "creator_notes": "",
    "system_prompt": "",
    "post_history_instructions": "",
    "alternate_greetings": [],
    "group_only_greetings": [],
    "tags": [],
    "creator": "",
    "character_version": "",
    "extensions": {},
}
# They are put together into one description here; once that was changed, they would say it twice.
_MERGED: Final = ("personality", "scenario", "mes_example", "system_prompt", "post_history_instructions")


def build_card(advisor: Advisor, kept: Mapping[str, Any] | None, planned: CardPlan | None) -> dict[str, Any]:
    """The card of an advisor, version three: what nobody changed since it came is as it came.

    Words that took the place of others stand in `description`, and the others in the extensions.
    """
    came = dict(card_data(kept)) if kept is not None else {}
    data = {**_EMPTY, **came}
    if planned is None or advisor.name != planned.name:
        data["name"] = advisor.name
    if planned is None or advisor.description != planned.description:
        before = {field: data[field] for field in ("description", *_MERGED) if data[field]}
        data |= {"description": advisor.description, **dict.fromkeys(_MERGED, "")}
        if planned is not None:
            data["extensions"] = _extend(data, {"before": before})
    if planned is None:
        data |= {"creator_notes": advisor.tagline, "character_version": str(advisor.version)}
        data["extensions"] = _extend(data, {"model": advisor.model, "colour": advisor.colour})
    return {"spec": "chara_card_v3", "spec_version": "3.0", "data": data}


def write_picture(card: Mapping[str, Any], picture: bytes | None, colour: str) -> bytes:
    """The card inside a picture, as `ccv3` and, for programs that know only the second version, as `chara`.

    Without a picture of its own it is a plain one in the advisor's colour.
    """
    second = {"spec": "chara_card_v2", "spec_version": "2.0", "data": card["data"]}
    chunks = b"".join(_write_text(word, body) for word, body in ((b"chara", second), (b"ccv3", card)))
    whole = picture or _paint(colour)
    end = whole.rindex(b"IEND") - 4
    return whole[:end] + chunks + whole[end:]


def _extend(data: Mapping[str, Any], ours: Mapping[str, Any]) -> dict[str, Any]:
    known = data["extensions"] if isinstance(data["extensions"], Mapping) else {}
    return {**known, "antiphon": dict(ours)}


def _write_text(keyword: bytes, card: Mapping[str, Any]) -> bytes:
    return _write_chunk(b"tEXt", keyword + b"\x00" + base64.b64encode(json.dumps(card, ensure_ascii=False).encode()))


def _paint(colour: str) -> bytes:
    hue = HUES.get(colour, HUES[Colour.LAPIS]).light
    pixel = bytes.fromhex(hue.removeprefix("#"))
    rows = (b"\x00" + pixel * _WIDTH) * _HEIGHT
    head = struct.pack(">IIBBBBB", _WIDTH, _HEIGHT, 8, 2, 0, 0, 0)
    return (
        _SIGNATURE
        + _write_chunk(b"IHDR", head)
        + _write_chunk(b"IDAT", zlib.compress(rows, 9))
        + _write_chunk(b"IEND", b"")
    )


def _write_chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
