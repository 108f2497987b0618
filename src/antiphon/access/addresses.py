"""Where a request comes from, told from what the socket says and what proxies wrote down: arithmetic over addresses."""

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Networks = tuple[IPv4Network | IPv6Network, ...]


def parse_networks(texts: Iterable[str]) -> Networks:
    """These networks, or single addresses; `ValueError` for one that is none."""
    return tuple(ip_network(each) for each in texts)


def find_client(peer: str, forwarded: Sequence[str], trusted: Networks) -> str:
    """The address a request comes from: the peer's, unless the peer is a proxy of ours.

    Each proxy adds whom it heard at the right-hand end of `X-Forwarded-For`, whose lines are `forwarded`. Entries are
    believed from the right as far as our own proxies wrote them; what stands further left anybody may have sent. An
    entry that is no address ends it too.
    """
    found = _parse(peer)
    if found is None:
        return peer
    entries = [each for line in forwarded for each in line.split(",")]
    while entries and _is_inside(found, trusted):
        said = _parse(entries.pop())
        if said is None:
            break
        found = said
    return str(found)


def is_inside(address: str, networks: Networks) -> bool:
    """Whether this is an address, and one of these."""
    found = _parse(address)
    return found is not None and _is_inside(found, networks)


def is_loopback(address: str) -> bool:
    """Whether whoever has this address is on this machine."""
    found = _parse(address)
    return found is not None and found.is_loopback


def widen(address: str) -> str:
    """The network that is counted as one sender, nothing for what is no address.

    Whoever has one address of IPv6 has 2 ** 64 of them.
    """
    found = _parse(address)
    if found is None:
        return ""
    return str(ip_network((found, 64), strict=False)) if isinstance(found, IPv6Address) else str(found)


def _is_inside(address: IPv4Address | IPv6Address, networks: Networks) -> bool:
    return any(address in each for each in networks)


def _parse(text: str) -> IPv4Address | IPv6Address | None:
    """Some proxies add the port; a socket of IPv6 shows addresses of IPv4 in its own way."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found
