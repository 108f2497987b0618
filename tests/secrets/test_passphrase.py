"""Streams under a passphrase: they open whole, in order and under the same words, or not at all."""

import io

import pytest

from antiphon.conversation.errors import SealBroken
from antiphon.secrets.passphrase import SealingWriter, UnsealingReader, is_sealed

WORDS = "correct horse battery staple"
# Three pieces: two that are full and one that is not.
PLAIN = bytes(range(256)) * 4 * 1024 * 2 + b"the end"


def seal(plain: bytes, passphrase: str = WORDS) -> bytes:
    target = io.BytesIO()
    writer = SealingWriter(target, passphrase)
    for start in range(0, len(plain), 100_000):
        writer.write(plain[start : start + 100_000])
    writer.finish()
    return target.getvalue()


def unseal(sealed: bytes, passphrase: str = WORDS) -> bytes:
    return UnsealingReader(io.BufferedReader(io.BytesIO(sealed)), passphrase).readall()  # type: ignore[arg-type]  # bytes are read like a file


def cut_pieces(sealed: bytes) -> tuple[bytes, list[bytes]]:
    """The line at the beginning, and every piece with its length."""
    line, _, rest = sealed.partition(b"\n")
    pieces = []
    while rest:
        end = 4 + int.from_bytes(rest[:4], "big")
        pieces.append(rest[:end])
        rest = rest[end:]
    return line + b"\n", pieces


@pytest.fixture(scope="module")
def sealed() -> bytes:
    return seal(PLAIN)


def test_what_was_sealed_comes_back(sealed: bytes) -> None:
    assert unseal(sealed) == PLAIN
    assert unseal(seal(b"")) == b""
    assert is_sealed(sealed)
    assert b"the end" not in sealed


def test_the_same_words_seal_differently_each_time(sealed: bytes) -> None:
    assert seal(PLAIN)[:200] != sealed[:200]


def test_other_words_open_nothing(sealed: bytes) -> None:
    with pytest.raises(SealBroken):
        unseal(sealed, WORDS.upper())


@pytest.mark.parametrize("at", [30, 70, 400, 1_048_700, -1], ids=["salt", "length", "first", "second", "last"])
def test_a_changed_bit_is_noticed(sealed: bytes, at: int) -> None:
    changed = bytearray(sealed)
    changed[at] ^= 1

    with pytest.raises(SealBroken):
        unseal(bytes(changed))


def test_pieces_left_out_exchanged_or_added_are_noticed(sealed: bytes) -> None:
    line, (first, second, last) = cut_pieces(sealed)
    _, others = cut_pieces(seal(PLAIN))

    for pieces in (
        (first, second),
        (first, last),
        (second, first, last),
        (first, second, last, last),
        (first, others[1], last),
        (first, second, last[:-1]),
        (),
    ):
        with pytest.raises(SealBroken):
            unseal(line + b"".join(pieces))
