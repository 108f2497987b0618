"""Character cards of our own making, in every carrier there is."""

import base64
import io
import json
import struct
import zipfile
import zlib
from typing import Any

SIGNATURE = b"\x89PNG\r\n\x1a\n"

KEEPER: dict[str, Any] = {
    "spec": "chara_card_v3",
    "spec_version": "3.0",
    "data": {
        "name": "The Lighthouse Keeper",
        "nickname": "Keeper",
        "description": "{{char}} has watched the same rock for thirty years. {{user}} comes with a plan.",
        "personality": "Patient. Counts everything twice.",
        "scenario": "<USER> has climbed the stairs and sits down beside <BOT>.",
        "first_mes": "Mind the last step, {{user}}.",
        "alternate_greetings": ["The oil is low tonight."],
        "group_only_greetings": [],
        "mes_example": "{{user}}: Will it hold?\n{{char}}: It held in the storm of the long winter. {{random:A,B}}",
        "creator_notes": "Best asked about plans that cannot be undone.",
        "system_prompt": "{{original}} Speak from what you have seen.",
        "post_history_instructions": "Name one thing that could be counted.",
        "tags": ["sea", "patience"],
        "creator": "the house",
        "character_version": "2",
        "source": ["https://example.org/keeper"],
        "creation_date": 1_750_000_000,
        "assets": [{"type": "icon", "uri": "ccdefault:", "name": "main", "ext": "png"}],
        "a_field_of_tomorrow": {"kept": True},
        "extensions": {"another_program": {"mood": 3}},
        "character_book": {
            "name": "The rock",
            "scan_depth": 4,
            "extensions": {},
            "entries": [
                {
                    "keys": ["lamp", "oil"],
                    "content": "The lamp of {{char}} burns forty litres a night.",
                    "enabled": True,
                    "insertion_order": 10,
                    "selective": True,
                    "secondary_keys": ["winter"],
                    "extensions": {"depth": 4},
                },
                {
                    "keys": [],
                    "content": "There is no harbour.",
                    "enabled": True,
                    "constant": True,
                    "insertion_order": 0,
                },
                {"keys": ["nothing"], "content": "   "},
            ],
        },
    },
}


def as_json(card: dict[str, Any] = KEEPER) -> bytes:
    """The bare file."""
    return json.dumps(card).encode()


def chunk(kind: bytes, body: bytes) -> bytes:
    """One chunk of a picture."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def picture(*chunks: bytes) -> bytes:
    """Four grey pixels, with these chunks before their end."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 2, 2, 8, 0, 0, 0, 0))
    pixels = chunk(b"IDAT", zlib.compress(b"\x00\x10\x20" * 2))
    return SIGNATURE + head + pixels + b"".join(chunks) + chunk(b"IEND", b"")


def text_chunk(keyword: bytes, card: dict[str, Any], kind: bytes = b"tEXt") -> bytes:
    """A card under a keyword, in one of the three forms of text that pictures know."""
    text = base64.b64encode(json.dumps(card).encode())
    packed = zlib.compress(text)
    bodies = {
        b"tEXt": keyword + b"\x00" + text,
        b"zTXt": keyword + b"\x00\x00" + packed,
        b"iTXt": keyword + b"\x00\x01\x00en\x00\x00" + packed,
    }
    return chunk(kind, bodies[kind])


def charx(card: dict[str, Any] = KEEPER, **more: bytes) -> bytes:
    """The archive."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("card.json", json.dumps(card))
        for name, data in more.items():
            archive.writestr(name, data)
    return file.getvalue()
