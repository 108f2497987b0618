"""The card in a picture, a file or an archive; and what is refused before it costs anything."""

import io
import random
import zipfile
import zlib
from collections.abc import Callable
from typing import Any

import pytest

from antiphon.documents.card import MAX_CARD, MAX_PICTURE, extract_card
from antiphon.documents.door import read_card
from antiphon.documents.limits import Unreadable
from antiphon.documents.reader import answer
from tests.fakes.cards import KEEPER, SIGNATURE, as_json, charx, chunk, picture, text_chunk

OLDER: dict[str, Any] = {"spec": "chara_card_v2", "data": {"name": "An older one"}}


@pytest.mark.parametrize(
    ("data", "carrier"),
    [
        (as_json(), "json"),
        (b"\xef\xbb\xbf" + as_json(), "json"),
        (charx(), "charx"),
        (picture(text_chunk(b"ccv3", KEEPER)), "png"),
        (picture(text_chunk(b"CCV3", KEEPER)), "png"),
        (picture(text_chunk(b"chara", KEEPER, b"zTXt")), "png"),
        (picture(text_chunk(b"chara", KEEPER, b"iTXt")), "png"),
        (picture(text_chunk(b"chara", OLDER), text_chunk(b"ccv3", KEEPER)), "png"),
    ],
)
async def test_a_card_is_found_in_every_carrier(data: bytes, carrier: str) -> None:
    """By the confined child, as people's files are; the newer of two cards wins."""
    found = await read_card(data)

    assert (found["carrier"], found["card"]) == (carrier, KEEPER)


def bomb(kind: bytes) -> bytes:
    packed = zlib.compress(b"A" * (MAX_CARD * 4))
    head = b"chara\x00\x00" if kind == b"zTXt" else b"chara\x00\x01\x00\x00\x00"
    return picture(chunk(kind, head + packed))


def archive(write: Callable[[zipfile.ZipFile], None]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        write(made)
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (picture(), "there is no character card in this picture"),
        (SIGNATURE, "there is no character card in this picture"),
        (SIGNATURE + b"\xff\xff\xff\xfftEXt", "there is no character card in this picture"),
        (picture(chunk(b"tEXt", b"chara\x00!!!")), "there is no character card in it"),
        (picture(chunk(b"zTXt", b"chara\x00\x00not packed")), "its card is damaged"),
        (bomb(b"zTXt"), "its card is larger than 8 MiB"),
        (bomb(b"iTXt"), "its card is larger than 8 MiB"),
        (picture(*(chunk(b"tEXt", b"a\x00b") for _ in range(10_001))), "it is a picture of too many pieces"),
        (SIGNATURE + bytes(MAX_PICTURE), "it is a picture of more than 32 MiB"),
        (archive(lambda made: made.writestr("other.json", "{}")), "there is no character card in this archive"),
        (archive(lambda made: made.writestr("card.json", b" " * (MAX_CARD + 1))), "it unpacks to too much"),
        (archive(lambda made: made.writestr("../card.json", "{}")), "it holds a file that would be unpacked outside"),
        (b"PK\x03\x04 and then nothing", "it is a damaged archive"),
        (b"[1, 2]", "there is no character card in it"),
        (b"", "there is no character card in it"),
    ],
)
def test_what_holds_no_card_or_too_much_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        extract_card(data)


def test_a_card_nested_without_end_is_refused_in_words() -> None:
    deep = b'{"data": ' + b"[" * 200_000 + b"]" * 200_000 + b"}"

    assert b"why" in answer(deep, None)


def test_damaged_files_end_in_words_and_quickly() -> None:
    """Three thousand cards with bytes turned, cut off and doubled: each is read or refused, none is an error."""
    chance = random.Random(7)
    samples = [as_json(), charx(), picture(text_chunk(b"ccv3", KEEPER)), picture(text_chunk(b"chara", KEEPER, b"iTXt"))]
    ends = {"read": 0, "refused": 0}

    for _ in range(3_000):
        data = bytearray(chance.choice(samples))
        for _ in range(chance.randint(1, 2)):
            place = chance.randrange(len(data))
            match chance.randrange(4):
                case 0:
                    data[place] = chance.randrange(256)
                case 1:
                    del data[place:]
                    data += b"\x00"
                case 2:
                    data[place:place] = data[: chance.randrange(200)]
                case _:
                    data[place : place + 4] = chance.randbytes(4)
        ends["refused" if b'"why"' in answer(bytes(data), None)[:8] else "read"] += 1

    assert sum(ends.values()) == 3_000
    assert min(ends.values()) > 100
