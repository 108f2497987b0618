"""Events from bytes, cut anywhere."""

import time
from itertools import pairwise

import pytest
from httpx_sse import ServerSentEvent
from httpx_sse._decoders import SSEDecoder as OracleDecoder
from httpx_sse._decoders import SSELineDecoder as OracleLines
from hypothesis import given, settings
from hypothesis import strategies as st

from antiphon.egress.sse import Event, FrameTooLarge, SseDecoder

# Mostly bytes that mean something to an event stream, so that arbitrary input is seldom boring.
stream_bytes = st.lists(
    st.sampled_from([b"data:", b"data: ", b"data", b"event: x", b":", b" ", b"\n", b"\r", b"\r\n", b"\n\n"])
    | st.sampled_from([b"a", b"id: 1", b"retry: 5", b"\xc3", b"\xa9", b"\xf0\x9f", b"\xff", b"\0", b"\xef\xbb\xbf"])
    | st.binary(max_size=4),
    max_size=40,
).map(b"".join)


def decode(*chunks: bytes) -> list[Event]:
    decoder = SseDecoder()
    events = [event for chunk in chunks for event in decoder.feed(chunk)]
    return events + decoder.close()


def data_of(*chunks: bytes) -> list[bytes]:
    return [event.data for event in decode(*chunks)]


def ask_oracle(stream: bytes) -> list[tuple[str, str]]:
    """What httpx-sse makes of the whole stream; it knows no BOM and no lenient end."""
    text = stream.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace") + "\n\n"
    lines, decoder = OracleLines(), OracleDecoder()
    found: list[ServerSentEvent | None] = [decoder.decode(line) for line in lines.decode(text) + lines.flush()]
    return [(each.event, each.data) for each in found if each is not None and each.data]


@settings(max_examples=400, deadline=None)
@given(stream_bytes)
def test_the_decoder_agrees_with_another(stream: bytes) -> None:
    """XP14, XP15: differential, against httpx-sse."""
    ours = [(event.name or "message", event.data.decode("utf-8", "replace")) for event in decode(stream)]

    assert ours == ask_oracle(stream)


@settings(max_examples=300, deadline=None)
@given(stream_bytes, st.lists(st.integers(0, 200), max_size=8))
def test_where_the_reads_are_cut_makes_no_difference(stream: bytes, cuts: list[int]) -> None:
    """XP15, P43."""
    places = [0, *sorted(cut for cut in cuts if cut < len(stream)), len(stream)]
    pieces = [stream[start:end] for start, end in pairwise(places)]

    assert decode(*pieces) == decode(stream)


@pytest.mark.parametrize("line_end", [b"\n", b"\r", b"\r\n"], ids=["LF", "CR", "CRLF"])
def test_every_byte_may_come_alone(line_end: bytes) -> None:
    """XP14, XP15."""
    text = "é 👩‍👩‍👧 漢字".encode()
    stream = line_end.join([b": hello", b"event: note", b"data: " + text, b"data:x", b"", b"data: [DONE]", b"", b""])

    events = decode(*(bytes([byte]) for byte in stream))

    assert events == [Event("note", text + b"\nx"), Event("", b"[DONE]")]


def test_crlf_across_two_reads_is_one_line_end() -> None:
    """XP15."""
    assert data_of(b"data: a\r", b"\ndata: b\r", b"\n\r", b"\n") == [b"a\nb"]


def test_an_event_is_given_out_before_the_next_read() -> None:
    decoder = SseDecoder()

    assert decoder.feed(b"data: a\r\r") == [Event("", b"a")]


def test_comments_and_unknown_fields_say_nothing() -> None:
    """XP15, P43."""
    stream = b": OPENROUTER PROCESSING\n\nretry: 10\nid: 7\nmood: fine\n\ndata: a\nmood\n\n"

    assert data_of(stream) == [b"a"]


def test_a_missing_last_blank_line_is_forgiven() -> None:
    """XP15."""
    assert data_of(b"data: a\n\ndata: b\n") == [b"a", b"b"]
    assert data_of(b"data: a\n\ndata: b") == [b"a", b"b"]


def test_only_the_first_byte_order_mark_is_dropped() -> None:
    """XP14."""
    assert data_of(b"\xef", b"\xbb", b"\xbfdata: a\n\n") == [b"a"]
    assert data_of(b"data: a\n\n\xef\xbb\xbfdata: b\n\n") == [b"a"]


@pytest.mark.parametrize("size", [1, 1000, 10_000_000])
def test_an_oversized_frame_is_refused(size: int) -> None:
    """XP18: what came before is handed over first, however the reads are cut."""
    stream = b"data: before\n\ndata: " + b"x" * 2_000 + b"\n\ndata: after\n\n"
    decoder, events = SseDecoder(limit=1_000), list[Event]()

    def feed_all() -> None:
        for start in range(0, len(stream) + size, size):
            events.extend(decoder.feed(stream[start : start + size]))

    with pytest.raises(FrameTooLarge):
        feed_all()

    assert events == [Event("", b"before")]
    with pytest.raises(FrameTooLarge):
        decoder.feed(b"data: more\n\n")


@pytest.mark.measured
def test_a_long_frame_in_small_reads_is_not_slow() -> None:
    """XP18: no quadratic behaviour."""
    stream = b"data: " + b"x" * 1_000_000 + b"\n\n"
    started = time.process_time()

    events = decode(*(stream[start : start + 50] for start in range(0, len(stream), 50)))

    assert [len(event.data) for event in events] == [1_000_000]
    assert time.process_time() - started < 1


def test_id_belongs_to_the_event_it_came_with() -> None:
    """XC01: a client of our own feed resumes from the last id it saw; events without one have none."""
    decoder = SseDecoder()

    events = decoder.feed(b"event: snapshot\nid: v1.c-3\ndata: {}\n\nevent: delta\ndata: x\n\n")

    assert events == [Event("snapshot", b"{}", "v1.c-3"), Event("delta", b"x", "")]
