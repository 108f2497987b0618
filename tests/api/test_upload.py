"""The bytes of a file as they arrive."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import pytest
from starlette.requests import Request

from antiphon.api.upload import read_upload
from antiphon.conversation.errors import FileTooLarge, UploadBroken

MIB = 1024 * 1024
Receive = Callable[[], Awaitable[dict[str, Any]]]


def request(receive: Receive, length: str | None = None) -> Request:
    headers = [] if length is None else [(b"content-length", length.encode())]
    return Request({"type": "http", "method": "POST", "path": "/", "headers": headers}, receive)


def arriving(pieces: Iterable[bytes], taken: list[int] | None = None) -> Receive:
    """Pieces one after the other; `taken` counts how many were asked for."""
    rest = iter(pieces)

    async def receive() -> dict[str, Any]:
        if taken is not None:
            taken.append(1)
        piece = next(rest, b"")
        return {"type": "http.request", "body": piece, "more_body": bool(piece)}

    return receive


async def test_pieces_add_up() -> None:
    assert await read_upload(request(arriving([b"ab", b"c"])), "a.txt", 1) == b"abc"


@pytest.mark.parametrize("length", [str(MIB + 1), str(10**30)])
async def test_what_says_it_is_too_large_is_not_read(length: str) -> None:
    """D-02: refused before a byte was taken."""
    taken: list[int] = []

    with pytest.raises(FileTooLarge):
        await read_upload(request(arriving([b"x"], taken), length), "a.txt", 1)

    assert taken == []


@pytest.mark.parametrize("length", [None, "3", "-1", "many"])
async def test_what_lies_about_its_length_is_read_no_further_than_may_be(length: str | None) -> None:
    """D-02: an endless body ends here."""
    taken: list[int] = []
    endless = iter(lambda: b"x" * (MIB // 4), b"")

    with pytest.raises(FileTooLarge):
        await read_upload(request(arriving(endless, taken), length), "a.txt", 1)

    assert len(taken) == 5


async def test_a_sender_that_leaves_leaves_nothing() -> None:
    async def gone() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    with pytest.raises(UploadBroken):
        await read_upload(request(gone), "a.txt", 1)
