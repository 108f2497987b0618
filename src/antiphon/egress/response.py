"""An answer from another machine, as bytes that arrive.

The socket is read only while somebody waits for bytes. Between two reads it rests: what arrives gathers in
the kernel, so a paced reader takes several events with one wake-up, a slow reader slows the sender down,
and nothing that arrived before a broken connection is lost with it.
"""

import asyncio
from collections.abc import Callable, Mapping

import aiohttp
from aiohttp.client_proto import ResponseHandler

from antiphon.conversation.errors import SettingsInvalid
from antiphon.egress.errors import CutOff, EgressError, NotHttp, WentSilent

# What is handed over at once. Compressed or not, more may have arrived, and whoever reads must not be kept busy with
# it for longer than the others can wait.
READ_BYTES = 64 * 1024


class Response:
    """Status, headers and the bytes that follow. Close it, always."""

    __slots__ = (
        "_alarm",
        "_clock",
        "_content",
        "_handed",
        "_held",
        "_lost",
        "_resting",
        "_silence",
        "_source",
        "_waiting_since",
        "headers",
        "status",
    )

    def __init__(self, source: aiohttp.ClientResponse, silence_seconds: float) -> None:
        self.status = source.status
        self.headers: Mapping[str, str] = source.headers
        self._source = source
        self._content = source.content
        self._held = b""
        self._handed = 0
        self._resting = False
        self._lost = _watch(source.connection, self._note_loss)
        self._clock = asyncio.get_running_loop().time
        self._waiting_since = 0.0
        self._alarm: asyncio.TimerHandle | None = None
        self.wait_at_most(silence_seconds)

    async def read_some(self) -> bytes:
        """Bytes that are here, waiting for the first; empty at the end of the answer."""
        if self._handed < len(self._held):
            await asyncio.sleep(0)
            return self._hand_over()
        if self._resting:
            self._wake()
        self._waiting_since = self._clock()
        try:
            some = await self._content.readany()
        except (aiohttp.ClientError, OSError, RuntimeError) as error:
            raise build_read_error(error) from error
        finally:
            self._waiting_since = 0.0
        self._rest()
        self._held, self._handed = some, 0
        return self._hand_over()

    def wait_at_most(self, seconds: float) -> None:
        """From now on, a read that waits longer than this is `WentSilent`."""
        self._silence = seconds
        self._set_alarm(seconds)

    def close(self) -> None:
        """Let go; unless the whole answer was read, the other side sees the connection closed at once."""
        if self._lost is not None:
            self._lost.remove_done_callback(self._note_loss)
        if self._alarm is not None:
            self._alarm.cancel()
        self._source.close()

    def _hand_over(self) -> bytes:
        """The next of what is held; the rest waits here, where a connection that breaks cannot take it along."""
        start, self._handed = self._handed, self._handed + READ_BYTES
        if self._handed < len(self._held):
            return self._held[start : self._handed]
        last, self._held = self._held[start:], b""
        return last

    def _rest(self) -> None:
        connection = self._source.connection
        if connection is not None and (transport := connection.transport) and not transport.is_closing():
            transport.pause_reading()
            self._resting = True

    def _wake(self) -> None:
        self._resting = False
        connection = self._source.connection
        if connection is not None and (transport := connection.transport) and not transport.is_closing():
            transport.resume_reading()

    def _set_alarm(self, seconds: float) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = asyncio.get_running_loop().call_later(seconds, self._check_silence)

    def _check_silence(self) -> None:
        """One alarm serves all reads: it rings early, looks how long this read has waited, and is set again.

        Only waiting counts; a pause of ours is not the other side's silence.
        """
        waited = self._clock() - self._waiting_since if self._waiting_since else 0.0
        if waited >= self._silence:
            self._content.set_exception(aiohttp.SocketTimeoutError("the other side went silent"))
        else:
            self._set_alarm(self._silence - waited)

    def _note_loss(self, lost: asyncio.Future[None]) -> None:
        """Wake a reader the client library forgets: it drops a body it cannot parse without a word."""
        if not self._content.is_eof() and self._content.exception() is None:
            self._content.set_exception(aiohttp.ClientPayloadError("the connection is gone"))


def _watch(
    connection: aiohttp.connector.Connection | None, note_loss: Callable[[asyncio.Future[None]], None]
) -> asyncio.Future[None] | None:
    """Hear when this connection is lost, and take over its clock: the library's restarts with every packet.

    The future outlives the answer, for connections are used again.
    """
    if connection is None or connection.protocol is None:
        return None
    connection.protocol.read_timeout = None
    connection.protocol.start_timeout()
    lost = connection.protocol.closed
    if lost is not None:
        lost.remove_done_callback(_forget)
        lost.add_done_callback(_forget)
        lost.add_done_callback(note_loss)
    return lost


def _forget(lost: asyncio.Future[None]) -> None:
    """How an idle connection ended interests nobody, and asyncio complains about errors nobody looked at."""
    if not lost.cancelled():
        lost.exception()


def check_library() -> None:
    """Refuse a version of aiohttp without the parts of a connection that are watched here; not all are promised."""
    wanted = {
        ResponseHandler: ("closed", "read_timeout", "start_timeout"),
        aiohttp.StreamReader: ("exception", "is_eof", "readany", "set_exception"),
    }
    missing = [f"{kind.__name__}.{name}" for kind, names in wanted.items() for name in names if not hasattr(kind, name)]
    if missing:
        sentence = f"aiohttp {aiohttp.__version__} cannot be used, it lacks {', '.join(missing)}; install aiohttp<3.15"
        raise SettingsInvalid((sentence,))


async def read_capped(response: Response, limit: int) -> bytes:
    """The whole body, or its first `limit` bytes: a longer one is not read further."""
    pieces: list[bytes] = []
    size = 0
    while size < limit and (piece := await response.read_some()):
        pieces.append(piece)
        size += len(piece)
    return b"".join(pieces)[:limit]


def build_read_error(error: Exception) -> EgressError:
    """What a failure in the middle of an answer means here."""
    if isinstance(error, TimeoutError):
        return WentSilent("nothing arrived for too long")
    if isinstance(error, aiohttp.ClientPayloadError) and "ContentEncodingError" in repr(error.__cause__):
        return NotHttp("the body could not be decompressed")
    return CutOff("the connection ended before the answer did")
