"""A policy for addresses of which the operator named every host: over https, or plainly to this machine itself."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from typing_extensions import override

from antiphon.egress.errors import AddressRefused
from antiphon.egress.policy import AddressPolicy

_PORTS = {"https": 443, "http": 80}
_THIS_MACHINE = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True, slots=True)
class NamedHosts(AddressPolicy):
    """Only these hosts, each with its port. They may be on the operator's network; a cloud's own channels may not."""

    places: frozenset[tuple[str, int]] = frozenset()
    plain: bool = False

    @override
    def check_url(self, url: str) -> None:
        """Refuse a host nobody named, and http to anywhere but this machine."""
        AddressPolicy.check_url(self, url)
        parts = urlsplit(url)
        host = parts.hostname or ""
        if parts.scheme != "https" and not (self.plain and host in _THIS_MACHINE):
            raise AddressRefused(url, "only https is spoken here")
        if (host, parts.port or _PORTS[parts.scheme]) not in self.places:
            raise AddressRefused(url, "nobody named this host")


def name_hosts(address: str, more: tuple[str, ...] = ()) -> NamedHosts:
    """The host of this address, and those that are named beside it; http only where the address itself is here."""
    parts = urlsplit(address)
    host = parts.hostname or ""
    plain = parts.scheme == "http" and host in _THIS_MACHINE
    places = {(host, parts.port or _PORTS.get(parts.scheme, 443))}
    for each in more:
        name, _, port = each.rpartition(":")
        places.add((name.lower(), int(port)) if name and port.isdigit() else (each.lower(), 443))
    return NamedHosts(allow_private=True, only_loopback=plain, places=frozenset(places), plain=plain)
