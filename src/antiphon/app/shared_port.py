"""One port that several processes listen on.

Linux spreads connections evenly over sockets that share a port, and takes one that is closed out of the count at once.
Other systems would give them all to one; there the processes take turns at a single socket.
"""

import socket
import sys
from collections.abc import Sequence
from contextlib import closing

from antiphon.conversation.errors import SettingsInvalid

SPREADS = sys.platform == "linux"


class SharedPort:
    """A port that is ours from now on; others find it taken. `SettingsInvalid` when it is taken already."""

    def __init__(self, host: str, port: int, *, spreads: bool = SPREADS) -> None:
        self._spreads = spreads
        self._held: list[socket.socket] = []
        try:
            for family, _, _, _, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
                self._held.append(self._hold(family, (str(address[0]), self.port if self._held else port)))
        except OSError as error:
            self.close()
            raise SettingsInvalid((f"port: {host}:{port} cannot be used: {error.strerror}",)) from error

    @property
    def port(self) -> int:
        """Its number, also when any was asked for."""
        return int(self._held[0].getsockname()[1])

    def open(self) -> list[socket.socket]:
        """Sockets for one process; connections come when it listens on them."""
        if not self._spreads:
            return list(self._held)
        return [_bind(each.family, each.getsockname()[:2], is_shared=True) for each in self._held]

    def close(self) -> None:
        """Leave it to others."""
        for each in self._held:
            each.close()

    def _hold(self, family: int, address: tuple[str, int]) -> socket.socket:
        """Sharing must be wanted by all, so whoever does not want it learns whether somebody is there already."""
        alone = _bind(family, address, is_shared=False)
        if not self._spreads:
            return alone
        with closing(alone):
            address = alone.getsockname()[:2]
        return _bind(family, address, is_shared=True)


# Whoever listens everywhere is reached on this machine as well.
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - a name for it; nothing listens here


def build_url(host: str, port: int, scheme: str = "http") -> str:
    """The address a server that listens here is reached at, on this machine if it can be."""
    host = _EVERYWHERE.get(host, host)
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


def _bind(family: int, address: Sequence[object], *, is_shared: bool) -> socket.socket:
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        # As every server does: connections that have ended do not keep a port.
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        if is_shared:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        bound.bind(tuple(address))
    except OSError:
        bound.close()
        raise
    bound.setblocking(False)
    return bound
