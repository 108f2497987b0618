"""Which addresses may be reached.

A name proves nothing: only the address it resolves to does, and an IPv6 address may carry an IPv4 address
inside (mapped, 6to4, NAT64, Teredo), so the address inside is judged too. What is public is written down here and not
asked of Python, whose own list differs from one patch to the next. And clouds answer secrets on public-looking and
carrier-grade addresses; those are refused whatever else is allowed.
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
# What IANA sets aside, as of 2026: no server anybody means has one of these.
_SET_ASIDE: tuple[Network, ...] = tuple(
    ip_network(text)
    for text in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # carrier-grade NAT
        "127.0.0.0/8",  # loopback
        "169.254.0.0/16",  # link-local
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",  # AS112
        "192.52.193.0/24",  # automatic multicast tunnels
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",  # private
        "192.175.48.0/24",  # AS112
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/3",  # multicast, reserved, broadcast
        "2001::/23",  # protocol assignments, Teredo among them
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4
        "2620:4f:8000::/48",  # AS112
        "3fff::/20",  # documentation
    )
)
# The only part of IPv6 that is given out, and the door of networks without IPv4 to the public part of it.
_GLOBAL_V6 = IPv6Network("2000::/3")
_NAT64 = IPv6Network("64:ff9b::/96")
_MAPPED = IPv6Network("::ffff:0:0/96")
_COMPATIBLE = IPv6Network("::/96")

_DISPUTED = re.compile(r"[\\@\s\x00-\x1f\x7f]")
_HOST_NAME = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9._-]*[A-Za-z0-9_])?\.?")
_NUMERIC_END = re.compile(r"(\d+|0[xX][0-9A-Fa-f]*)\.?$")


@dataclass(frozen=True, slots=True)
class AddressPolicy:
    """Where requests may go. With `allow_private` also to this machine and the local network; `only_loopback` leaves
    nothing but this machine.
    """

    allow_private: bool
    only_loopback: bool = False

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
        if _is_in(address, _CLOUD_CHANNELS):
            return False
        if self.only_loopback:
            return address.is_loopback
        return _is_public(address) or (self.allow_private and _is_in(address, _HOME))


def _is_in(address: Address, networks: tuple[Network, ...]) -> bool:
    return any(address in network for network in networks if network.version == address.version)


def _is_public(address: Address) -> bool:
    if isinstance(address, IPv6Address) and address not in _GLOBAL_V6 and address not in _NAT64:
        return False
    return not _is_in(address, _SET_ASIDE)


def _judged(address: Address) -> Iterator[Address]:
    """All addresses that decide: the one that is written, and any it carries inside.

    One that is nothing but another way to write an IPv4 address is that address.
    """
    inside = list(_carried(address)) if isinstance(address, IPv6Address) else []
    yield from inside
    if not inside or (address not in _MAPPED and address not in _COMPATIBLE):
        yield address


def _carried(address: IPv6Address) -> Iterator[IPv4Address]:
    if address.sixtofour:
        yield address.sixtofour
    if address.teredo:
        yield from address.teredo
    if address in _NAT64 or address in _MAPPED or (address in _COMPATIBLE and int(address) > 1):
        yield IPv4Address(int(address) & 0xFFFFFFFF)


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
