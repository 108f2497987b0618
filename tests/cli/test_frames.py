"""Bytes of the feed as events."""

import pytest

from antiphon.cli.frames import Frame, FrameDecoder

STREAM = (
    b'retry: 800\n\n: keep-alive\n\nevent: snapshot\nid: c:3\ndata: {"a":\ndata: 1}\n\n'
    b"event: delta\r\ndata: \xe2\x82\xac\r\n\r\nid: c:4\n\nevent: half\ndata: never"
)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_events_are_the_same_however_the_bytes_are_cut(size: int) -> None:
    decoder = FrameDecoder()

    frames = [each for start in range(0, len(STREAM), size) for each in decoder.feed(STREAM[start : start + size])]

    assert frames == [Frame("snapshot", '{"a":\n1}', "c:3"), Frame("delta", "€", "")]
