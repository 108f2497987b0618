"""Which addresses may be reached.

A name proves nothing: only the address it resolves to does, and an IPv6 address may carry an IPv4 address
inside (mapped, 6to4, NAT64, Teredo), so the address inside is judged too. `is_global` alone is not enough
either: clouds answer secrets on public-looking and carrier-grade addresses, and those are refused whatever
else is allowed.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from yarl import URL

from antiphon.egress.errors import AddressRefused

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

_CLOUD_CHANNELS: tuple[Network, ...] = tuple(
    ip_network(text)
    for text in (
        "169.254.0.0/16",  # link-local: metadata of AWS, Google, Azure, Oracle, DigitalOcean
        "168.63.129.16/32",  # Azure's wire server, a public address
        "100.64.0.0/10",  # carrier-grade NAT; holds Alibaba's 100.100.100.200
        "192.0.0.192/32",  # Oracle's older metadata address
        "fd00:ec2::/32",  # AWS metadata and its neighbours over IPv6
        "fd20:ce::254/128",  # Google metadata over IPv6
        "fe80::/10",  # link-local
    )
)
_HOME: tuple[Network, ...] = tuple(
    ip_network(text) for text in ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7")
)
_NAT64: tuple[IPv6Network, ...] = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"))
_COMPATIBLE = IPv6Network("::/96")

_DISPUTED = re.compile(r"[\\@\s\x00-\x1f\x7f]")
_HOST_NAME = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9._-]*[A-Za-z0-9_])?\.?")
_NUMERIC_END = re.compile(r"(\d+|0[xX][0-9A-Fa-f]*)\.?$")


@dataclass(frozen=True, slots=True)
class AddressPolicy:
    """Where requests may go. With `allow_private` also to this machine and the local network."""

    allow_private: bool

    def check_address(self, text: str) -> None:
        """Refuse an IP address that may not be reached, however it is written."""
        try:
            address = ip_address(text.partition("%")[0])
        except ValueError:
            raise AddressRefused(text, "it is not an IP address") from None
        for judged in _judged(address):
            if not self._allows(judged):
                raise AddressRefused(text, "it is private, reserved or a cloud's own channel")

    def check_url(self, url: str) -> None:
        """Refuse a URL two parsers could read differently, and one whose host is a refused address.

        A host name passes: it is judged by its addresses when they are looked up.
        """
        host = _parse_host(url)
        if ":" in host or _NUMERIC_END.search(host.rpartition(".")[2] or host):
            self.check_address(_parse_literal(url, host))

    def _allows(self, address: Address) -> bool:
        if _is_in(address, _CLOUD_CHANNELS) or address.is_multicast or address.is_unspecified:
            return False
        return address.is_global or (self.allow_private and _is_in(address, _HOME))


def _is_in(address: Address, networks: tuple[Network, ...]) -> bool:
    return any(address in network for network in networks if network.version == address.version)


def _judged(address: Address) -> Iterator[Address]:
    """The addresses that really decide: those carried inside, or the address itself."""
    inside: list[Address] = list(_carried(address)) if isinstance(address, IPv6Address) else []
    yield from inside or [address]


def _carried(address: IPv6Address) -> Iterator[IPv4Address]:
    if address.ipv4_mapped:
        yield address.ipv4_mapped
    if address.sixtofour:
        yield address.sixtofour
    if address.teredo:
        yield from address.teredo
    if any(address in network for network in _NAT64):
        yield IPv4Address(int(address) & 0xFFFFFFFF)
    if address in _COMPATIBLE and int(address) > 1:
        yield IPv4Address(int(address))


def _parse_host(url: str) -> str:
    """The host every parser agrees on."""
    if _DISPUTED.search(url):
        raise AddressRefused(url, "it holds a character that parsers disagree about")
    try:
        parts = urlsplit(url)
        host, other = parts.hostname or "", URL(url).raw_host or ""
        port, other_port = parts.port, URL(url).explicit_port
    except ValueError:
        raise AddressRefused(url, "it is not a URL") from None
    if parts.scheme not in ("http", "https"):
        raise AddressRefused(url, "only http and https are spoken")
    if host != other.lower() or port != other_port:
        raise AddressRefused(url, "parsers disagree about its host")
    if ":" not in host and not _HOST_NAME.fullmatch(host):
        raise AddressRefused(url, "its host is not written plainly")
    return host


def _parse_literal(url: str, host: str) -> str:
    """The host as an IP address in its usual form; `127.1`, `0x7f000001` and their kin are refused."""
    try:
        return str(ip_address(host))
    except ValueError:
        raise AddressRefused(url, "its host is a number but not a plain IP address") from None
