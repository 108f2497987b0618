"""A way between a node and its database that can be cut, slowed down and left hanging."""

import asyncio
import contextlib
import socket
import struct
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Literal

# pass: bytes go through; delay: each piece waits; blackhole: connections stand, nothing comes through.
Way = Literal["pass", "delay", "blackhole"]

_ABORT = struct.pack("ii", 1, 0)


class Cable:
    """One listening port in front of another. Connections are its own: the far side does not see the near one."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._way: Way = "pass"
        self._seconds = 0.0
        self._pairs: set[_Pair] = set()
        self._kept: list[socket.socket] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="cable", daemon=True)
        self._listener: socket.socket | None = None
        self._accepting: asyncio.Task[None] | None = None
        self._joining: set[asyncio.Task[None]] = set()
        self.port = 0

    def __enter__(self) -> "Cable":
        """Listen."""
        self._thread.start()
        self._run(self._listen())
        return self

    def __exit__(self, *_: object) -> None:
        """Drop everything."""
        self._run(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def go(self, way: Way, seconds: float = 0.0) -> None:
        """From now on bytes go this way, also those of connections that stand."""
        self._seconds = seconds
        self._way = way

    def reset(self) -> None:
        """Every connection is gone at once, for both sides."""
        self._run(self._cut(both=True))

    def half_open(self) -> None:
        """Every connection is gone for the near side; the far side does not hear of it."""
        self._run(self._cut(both=False))

    def refuse(self) -> None:
        """Every connection is gone, and nobody listens."""
        self._run(self._refuse())

    def heal(self) -> None:
        """Listen again, and let everything through."""
        self.go("pass")
        self._run(self._listen())

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        done: Future[None] = asyncio.run_coroutine_threadsafe(work, self._loop)
        done.result(10)

    async def _listen(self) -> None:
        if self._listener is not None:
            return
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", self.port))
        listener.listen(200)
        listener.setblocking(False)
        self.port = listener.getsockname()[1]
        self._listener = listener
        self._accepting = self._loop.create_task(self._accept(listener))

    async def _accept(self, listener: socket.socket) -> None:
        while True:
            near, _ = await self._loop.sock_accept(listener)
            joining = self._loop.create_task(self._join(near))
            self._joining.add(joining)
            joining.add_done_callback(self._joining.discard)

    async def _join(self, near: socket.socket) -> None:
        far = socket.socket()
        far.setblocking(False)
        for end in (near, far):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            await self._loop.sock_connect(far, ("127.0.0.1", self._target))
        except OSError:
            near.close()
            far.close()
            return
        pair = _Pair(near, far)
        pair.pumps = [self._loop.create_task(self._pump(pair, *ends)) for ends in ((near, far), (far, near))]
        self._pairs.add(pair)

    async def _pump(self, pair: "_Pair", source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := await self._loop.sock_recv(source, 65536):
                if self._way == "delay":
                    await asyncio.sleep(self._seconds)
                while self._way == "blackhole":
                    await asyncio.sleep(0.02)
                await self._loop.sock_sendall(sink, piece)
        if pair in self._pairs:
            self._pairs.discard(pair)
            pair.stop(asyncio.current_task())
            pair.near.close()
            pair.far.close()

    async def _cut(self, *, both: bool) -> None:
        pairs, self._pairs = self._pairs, set()
        for pair in pairs:
            pair.stop()
        if pairs:
            await asyncio.wait([pump for pair in pairs for pump in pair.pumps])
        for pair in pairs:
            _reset(pair.near)
            if both:
                _reset(pair.far)
            else:
                self._kept.append(pair.far)

    async def _refuse(self) -> None:
        await self._stop_listening()
        await self._cut(both=True)

    async def _stop_listening(self) -> None:
        if self._accepting is not None:
            self._accepting.cancel()
            await asyncio.wait({self._accepting})
        if self._listener is not None:
            self._listener.close()
        self._listener = self._accepting = None

    async def _close(self) -> None:
        await self._refuse()
        if self._joining:
            await asyncio.wait(self._joining, timeout=1)
            await self._cut(both=True)
        for far in self._kept:
            far.close()


@dataclass(eq=False, slots=True)
class _Pair:
    """Two ends and who carries bytes between them."""

    near: socket.socket
    far: socket.socket
    pumps: "list[asyncio.Task[None]]" = field(default_factory=list)

    def stop(self, but: "asyncio.Task[None] | None" = None) -> None:
        """Carry no more; a socket must be left alone before it is closed."""
        for pump in self.pumps:
            if pump is not but:
                pump.cancel()


def _reset(end: socket.socket) -> None:
    """Close so that whoever is on the other side notices at once."""
    end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _ABORT)
    end.close()
