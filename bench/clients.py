"""The readers: raw asyncio clients that note when each chunk of each stream is seen.

`run_relayed` reads N parallel completions. `run_advised` reads the same N streams as Antiphon gives them:
one conversation per five replies, its feed open before the message is sent. In both, connections are open
and quiet before the burst, so what is measured begins just before the request is written.
"""

import asyncio
import gc
import json
import re
import time
import urllib.request
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, cast

import httptools
import orjson
from typing_extensions import override

from bench.relays import PATH
from bench.stamps import BrokenStream, StreamTimes, Transcript, read_times

PANEL_SIZE = 5
# Between the opening of the connections and the burst: what it takes to open them is not measured.
QUIET_SECONDS = 0.3
# After the last stream: work a server puts off until after the answer is still the answer's cost.
TAIL_SECONDS = 0.5
HOST = "127.0.0.1"
QUESTION = "I am thinking of leaving my job to open a small bakery. What should I ask myself first?"
_CONTENT = re.compile(rb'"content": ?"((?:[^"\\]|\\.)*)"')
# What is shown with every request to a server that asks who it is: one subject runs at a time.
_shown: dict[str, str] = {}
_asked = {"path": PATH}


def show_token(token: str) -> None:
    """From now on show this token; none when it is empty."""
    _shown.clear()
    if token:
        _shown["Authorization"] = f"Bearer {token}"


def ask_at(path: str) -> None:
    """From now on ask relays for completions there."""
    _asked["path"] = path


class Meter(Protocol):
    """Whatever is counted from just before the burst to its end."""

    def start(self) -> None:
        """Begin to count."""

    def stop(self) -> None:
        """Stop counting."""


@dataclass(frozen=True, slots=True)
class Burst:
    """What came of N streams started together."""

    times: tuple[StreamTimes, ...]
    failures: tuple[str, ...]


class Wire(asyncio.Protocol):
    """One keep-alive HTTP/1.1 connection."""

    def __init__(self) -> None:
        self.status = 0
        self.now_ns = 0
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._parser = httptools.HttpResponseParser(self)
        self._transport: asyncio.Transport | None = None

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports are not subclasses of asyncio's.
        self._transport = cast("asyncio.Transport", transport)

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self.finish()

    @override
    def data_received(self, data: bytes) -> None:
        self.now_ns = time.monotonic_ns()
        self._parser.feed_data(data)

    def on_headers_complete(self) -> None:
        """Keep the status for whoever asks."""
        self.status = self._parser.get_status_code()

    def on_message_complete(self) -> None:
        """The response has ended."""
        self.finish()

    def finish(self) -> None:
        """Say that there is nothing more to wait for."""
        if not self.done.done():
            self.done.set_result(None)

    def send(self, request: bytes) -> int:
        """Write a request; the moment just before."""
        assert self._transport is not None
        self.done = asyncio.get_running_loop().create_future()
        moment_ns = time.monotonic_ns()
        self._transport.write(request)
        return moment_ns

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.abort()


class EventWire(Wire):
    """A connection whose response is a stream of server-sent events."""

    def __init__(self) -> None:
        super().__init__()
        self._pending = b""

    def on_body(self, body: bytes) -> None:
        """Cut the stream into events."""
        *blocks, self._pending = (self._pending + body).split(b"\n\n")
        for block in blocks:
            self.on_block(block)

    def on_block(self, block: bytes) -> None:
        """One event, without its blank line."""
        raise NotImplementedError


class Completion(EventWire):
    """One completion as the provider words it, relayed or direct."""

    def __init__(self) -> None:
        super().__init__()
        self.transcript = Transcript(0)

    def ask(self, request: bytes) -> None:
        """Start the stream."""
        self.transcript = Transcript(0)
        self.transcript.sent_ns = self.send(request)

    @override
    def on_block(self, block: bytes) -> None:
        found = _CONTENT.search(block)
        if found and found[1]:
            self.transcript.add(found[1].decode(), self.now_ns)


class Feed(EventWire):
    """A conversation's feed: the replies of its latest turn, as they grow and settle."""

    def __init__(self) -> None:
        super().__init__()
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.gaps = 0
        self._expect(0)

    def _expect(self, replies: int) -> None:
        self._expected = replies
        self.sent_ns = 0
        self.transcripts: dict[str, Transcript] = {}
        self.settled: dict[str, dict[str, Any]] = {}
        self._epochs: dict[str, int] = {}
        self.done = asyncio.get_running_loop().create_future()

    def follow_turn(self, replies: int) -> None:
        """Forget the last turn and wait for one with this many replies."""
        self._expect(replies)

    @override
    def on_block(self, block: bytes) -> None:
        kind, body = _parse_event(block)
        match kind:
            case b"delta":
                self._grow(orjson.loads(body))
            case b"reply_settled":
                event = orjson.loads(body)
                self.settled[event["reply_id"]] = event
                self._look_for_the_end()
            case b"snapshot":
                self._read_snapshot(orjson.loads(body))
            case b"gap":
                self.gaps += 1
            case _:
                pass

    def _grow(self, delta: dict[str, Any]) -> None:
        if delta["channel"] == "text":
            self._place(delta["reply_id"], delta["epoch"], delta["offset"], delta["text"])
            if self.settled:
                self._look_for_the_end()

    def _read_snapshot(self, view: dict[str, Any]) -> None:
        """Take what a snapshot adds; what it shows for the first time arrives now."""
        if not self.ready.done():
            self.ready.set_result(None)
            return
        for reply in view["turns"][-1]["replies"] if view["turns"] else ():
            self._place(reply["id"], reply["epoch"], 0, reply["text"])

    def _place(self, reply_id: str, epoch: int, offset: int, text: str) -> None:
        if epoch > self._epochs.get(reply_id, -1):
            self._epochs[reply_id] = epoch
            self.transcripts[reply_id] = Transcript(0)
        transcript = self.transcripts[reply_id]
        if offset < transcript.length:
            text = text[transcript.length - offset :]
        if text and epoch == self._epochs[reply_id]:
            transcript.add(text, self.now_ns)

    def _look_for_the_end(self) -> None:
        if len(self.settled) >= self._expected and all(
            self._length(reply_id) >= event["text_length"] for reply_id, event in self.settled.items()
        ):
            self.finish()

    def _length(self, reply_id: str) -> int:
        transcript = self.transcripts.get(reply_id)
        return transcript.length if transcript else 0


def _parse_event(block: bytes) -> tuple[bytes, bytes]:
    """The kind of an event and its data; both empty for a comment."""
    kind = body = b""
    for line in block.split(b"\n"):
        if line.startswith(b"data:"):
            body += line[5:]
        elif line.startswith(b"event:"):
            kind = line[6:].strip()
    return kind, body


WireT = TypeVar("WireT", bound=Wire)


async def open_wires(kind: type[WireT], port: int, count: int) -> list[WireT]:
    """So many open connections."""
    loop = asyncio.get_running_loop()
    pairs = await asyncio.gather(*(loop.create_connection(kind, HOST, port) for _ in range(count)))
    return [wire for _, wire in pairs]


def build_request(method: str, path: str, body: object = None, *headers: str) -> bytes:
    """An HTTP/1.1 request as it goes over the wire."""
    payload = b"" if body is None else json.dumps(body).encode()
    shown = [f"{name}: {value}" for name, value in _shown.items()]
    lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}", *shown, *headers]
    if payload:
        lines += ["Content-Type: application/json", f"Content-Length: {len(payload)}"]
    return "\r\n".join([*lines, "", ""]).encode() + payload


def build_completion_request() -> bytes:
    """The request a bare relay passes on."""
    messages = [{"role": "user", "content": QUESTION}]
    return build_request("POST", _asked["path"], {"model": "fake", "stream": True, "messages": messages})


def build_turn_request(conversation_id: str, advisor_ids: Sequence[str]) -> bytes:
    """A message to these advisors, under a fresh key."""
    body = {"text": QUESTION, "advisor_ids": list(advisor_ids)}
    key = f"Idempotency-Key: {uuid.uuid4().hex}"
    return build_request("POST", f"/v1/conversations/{conversation_id}/turns", body, key)


async def wait_for(wires: Iterable[Wire], seconds: float) -> None:
    """Wait until each has ended, or the time is up: what is missing then shows in the count."""
    await asyncio.wait([wire.done for wire in wires], timeout=seconds)


async def run_relayed(port: int, count: int, chunks: int, seconds: float, meter: Meter) -> Burst:
    """So many completions at once, through a relay or straight from the provider."""
    wires = await open_wires(Completion, port, count)
    request = build_completion_request()
    await asyncio.sleep(QUIET_SECONDS)
    gc.disable()
    meter.start()
    for wire in wires:
        wire.ask(request)
    await wait_for(wires, seconds)
    await asyncio.sleep(TAIL_SECONDS)
    meter.stop()
    gc.enable()
    hang_up(wires)
    return read_burst([wire.transcript for wire in wires], [], count, chunks)


async def run_advised(port: int, count: int, chunks: int, seconds: float, meter: Meter) -> Burst:
    """So many replies at once, as the panels of enough conversations give them."""
    panels = _split_replies(read_panel(port), count)
    conversations = [create_conversation(port) for _ in panels]
    feeds = await open_feeds(port, conversations)
    senders = await open_wires(Wire, port, len(panels))
    requests = [build_turn_request(*pair) for pair in zip(conversations, panels, strict=True)]
    for feed, panel in zip(feeds, panels, strict=True):
        feed.follow_turn(len(panel))
    await asyncio.sleep(QUIET_SECONDS)
    gc.disable()
    meter.start()
    for feed, sender, request in zip(feeds, senders, requests, strict=True):
        feed.sent_ns = sender.send(request)
    await wait_for(feeds, seconds)
    await asyncio.sleep(TAIL_SECONDS)
    meter.stop()
    gc.enable()
    hang_up([*feeds, *senders])
    refusals = [f"the message was answered with {sender.status}" for sender in senders if sender.status != 202]
    return read_burst(read_replies(feeds), refusals + find_troubles(feeds), count, chunks)


def _split_replies(advisor_ids: Sequence[str], count: int) -> list[Sequence[str]]:
    """Whole panels, and one smaller panel for the rest."""
    whole, rest = divmod(count, PANEL_SIZE)
    panels: list[Sequence[str]] = [advisor_ids[:PANEL_SIZE]] * whole
    return [*panels, advisor_ids[:rest]] if rest else panels


async def open_feeds(port: int, conversation_ids: Sequence[str]) -> list[Feed]:
    """A feed for each conversation, its snapshot already read."""
    feeds = await open_wires(Feed, port, len(conversation_ids))
    for feed, conversation_id in zip(feeds, conversation_ids, strict=True):
        feed.send(build_request("GET", f"/v1/feed?conversation={conversation_id}", None, "Accept: text/event-stream"))
    async with asyncio.timeout(30):
        await asyncio.gather(*(feed.ready for feed in feeds))
    return feeds


def read_replies(feeds: Sequence[Feed]) -> list[Transcript]:
    """The replies of the latest turns that settled as complete, counted from the moment of their message."""
    transcripts = []
    for feed in feeds:
        for reply_id, transcript in feed.transcripts.items():
            if feed.settled.get(reply_id, {}).get("state") == "complete":
                transcript.sent_ns = feed.sent_ns
                transcripts.append(transcript)
    return transcripts


def find_troubles(feeds: Sequence[Feed]) -> list[str]:
    """One sentence for each reply that did not settle as complete, and for each gap."""
    events = [event for feed in feeds for event in feed.settled.values()]
    troubles = [f"a reply settled as {event['state']}: {event['error']}" for event in events]
    wrong = [trouble for trouble, event in zip(troubles, events, strict=True) if event["state"] != "complete"]
    return wrong + ["a feed had a gap" for feed in feeds for _ in range(feed.gaps)]


def read_burst(transcripts: Sequence[Transcript], troubles: Sequence[str], count: int, chunks: int) -> Burst:
    """What came of so many streams of so many chunks."""
    times: list[StreamTimes] = []
    failures = list(troubles)
    for transcript in transcripts:
        try:
            times.append(read_times(transcript, chunks))
        except BrokenStream as broken:
            failures.append(str(broken))
    failures += ["a stream did not come to a good end"] * (count - len(transcripts))
    return Burst(tuple(times), tuple(failures))


def hang_up(wires: Iterable[Wire]) -> None:
    """Close them all."""
    for wire in wires:
        wire.close()


def read_panel(port: int) -> list[str]:
    """The advisors of the default panel."""
    panels = call(port, "GET", "/v1/panels")["items"]
    chosen = next((panel for panel in panels if panel.get("default")), panels[0])
    return list(chosen["advisor_ids"])


def create_conversation(port: int) -> str:
    """A new conversation with the default panel."""
    return str(call(port, "POST", "/v1/conversations", {"title": "bench"})["id"])


def call(
    port: int,
    method: str,
    path: str,
    body: object = None,
    key: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> Any:
    """One request outside the measurement, and its JSON."""
    payload = None if body is None else json.dumps(body).encode()
    said = {"Host": HOST, "Content-Type": "application/json", **_shown, **(headers or {})}
    said |= {"Idempotency-Key": key} if key else {}
    request = urllib.request.Request(f"http://{HOST}:{port}{path}", payload, said, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read())
