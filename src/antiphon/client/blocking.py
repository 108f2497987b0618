"""The same requests for code that waits: an event loop of its own on a thread of its own.

There is one way to speak HTTP in this house and it is asynchronous; the decision is written down in
docs/decisions.
"""

import asyncio
import threading
from collections.abc import AsyncGenerator, Coroutine, Generator, Mapping
from typing import Any, TypeVar

from antiphon.client.wire import CALL_SECONDS, Wire
from antiphon.egress.sse import Event

T = TypeVar("T")


class LoopThread:
    """An event loop that runs beside the caller, from the first coroutine to `close`. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    @property
    def is_running(self) -> bool:
        """Whether it was started and not closed since."""
        return self._loop is not None

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """What the coroutine comes to; it is cancelled when whoever waits is interrupted."""
        waiting = asyncio.run_coroutine_threadsafe(coroutine, self._start())
        try:
            return waiting.result()
        except BaseException:
            waiting.cancel()
            raise

    def close(self) -> None:
        """End the loop and its thread; closing twice is closing once."""
        with self._lock:
            loop, thread = self._loop, self._thread
            self._loop = self._thread = None
        if loop is None or thread is None:
            return
        asyncio.run_coroutine_threadsafe(loop.shutdown_asyncgens(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()

    def _start(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                # A program that forgets to close must still be able to end.
                self._thread = threading.Thread(target=self._loop.run_forever, name="antiphon-client", daemon=True)
                self._thread.start()
            return self._loop


class BlockingWire:
    """`Wire`, each method of which returns when it is done."""

    def __init__(self, url: str, headers: Mapping[str, str] | None = None) -> None:
        self._wire = Wire(url, headers)
        self._thread = LoopThread()

    @property
    def url(self) -> str:
        """Where the server is."""
        return self._wire.url

    def close(self) -> None:
        """Close every connection and end the thread; a later request begins anew."""
        if self._thread.is_running:
            self._thread.run(self._wire.close())
        self._thread.close()

    def get(self, path: str, **query: object) -> dict[str, Any]:
        """As `Wire.get`."""
        return self._thread.run(self._wire.get(path, **query))

    def ask(
        self,
        method: str,
        path: str,
        body: Mapping[str, object] | None = None,
        *,
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
        seconds: float = CALL_SECONDS,
    ) -> dict[str, Any]:
        """As `Wire.ask`."""
        return self._thread.run(self._wire.ask(method, path, body, query=query, headers=headers, seconds=seconds))

    def get_bytes(self, path: str, **query: object) -> bytes:
        """As `Wire.get_bytes`."""
        return self._thread.run(self._wire.get_bytes(path, **query))

    def ask_bytes(self, method: str, path: str, body: Mapping[str, object], *, seconds: float) -> bytes:
        """As `Wire.ask_bytes`."""
        return self._thread.run(self._wire.ask_bytes(method, path, body, seconds=seconds))

    def get_text(self, path: str, **query: object) -> str:
        """As `Wire.get_text`."""
        return self._thread.run(self._wire.get_text(path, **query))

    def upload(self, path: str, data: bytes, query: Mapping[str, object], *, seconds: float) -> dict[str, Any]:
        """As `Wire.upload`."""
        return self._thread.run(self._wire.upload(path, data, query, seconds=seconds))

    def listen(self, path: str, query: Mapping[str, object], last_event_id: str | None) -> Generator[Event, None, None]:
        """As `Wire.listen`; close it to let the connection go."""
        events = self._wire.listen(path, query, last_event_id)
        try:
            while (event := self._thread.run(_take(events))) is not None:
                yield event
        finally:
            # A client that was closed meanwhile has ended it already.
            if self._thread.is_running:
                self._thread.run(events.aclose())

    def pause(self, seconds: float) -> None:
        """Wait before the next request."""
        self._thread.run(self._wire.pause(seconds))


async def _take(events: AsyncGenerator[Event, None]) -> Event | None:
    return await anext(events, None)
