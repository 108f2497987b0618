"""Whom a request comes from, when proxies stand between."""

import pytest

from antiphon.access.addresses import find_client, is_inside, is_loopback, parse_networks, widen

PROXIES = parse_networks(["10.0.0.0/24", "2001:db8:f::/64", "127.0.0.1"])


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        # Nobody but a proxy is asked whom it heard.
        ("192.0.2.7", [], "192.0.2.7"),
        ("192.0.2.7", ["198.51.100.1"], "192.0.2.7"),
        ("10.0.0.5", [], "10.0.0.5"),
        ("10.0.0.5", ["198.51.100.1"], "198.51.100.1"),
        # What stands further left was sent by the client itself.
        ("10.0.0.5", ["203.0.113.9, 198.51.100.1"], "198.51.100.1"),
        ("10.0.0.5", ["203.0.113.9", "198.51.100.1"], "198.51.100.1"),
        ("10.0.0.5", ["203.0.113.9, 198.51.100.1, 10.0.0.6"], "198.51.100.1"),
        ("10.0.0.5", ["127.0.0.1, 198.51.100.1,10.0.0.6 , 127.0.0.1"], "198.51.100.1"),
        # Proxies alone.
        ("127.0.0.1", ["10.0.0.7, 10.0.0.6"], "10.0.0.7"),
        # No address: whoever is known for certain.
        ("10.0.0.5", ["198.51.100.1, unknown"], "10.0.0.5"),
        ("10.0.0.5", ["198.51.100.1, "], "10.0.0.5"),
        ("10.0.0.5", ["203.0.113.9, evil\r\n, 10.0.0.6"], "10.0.0.6"),
        # Other ways to write one.
        ("::ffff:10.0.0.5", ["198.51.100.1:4711"], "198.51.100.1"),
        ("2001:db8:f::1", ["[2001:db8::7]:4711"], "2001:db8::7"),
        ("2001:db8:f::1", ["2001:DB8:0::7"], "2001:db8::7"),
        ("2001:db8:e::1", ["2001:db8::7"], "2001:db8:e::1"),
        ("a socket", ["198.51.100.1"], "a socket"),
    ],
)
def test_the_right_most_address_that_is_no_proxy_of_ours_is_the_client(
    peer: str, forwarded: list[str], client: str
) -> None:
    assert find_client(peer, forwarded, PROXIES) == client


def test_without_proxies_nothing_is_believed() -> None:
    assert find_client("127.0.0.1", ["198.51.100.1"], ()) == "127.0.0.1"


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64"),
        ("nowhere", ""),
        ("", ""),
    ],
)
def test_one_sender_has_one_address_or_a_whole_network(address: str, network: str) -> None:
    assert widen(address) == network


def test_inside_and_on_this_machine() -> None:
    assert is_inside("10.0.0.255", PROXIES)
    assert not is_inside("10.0.1.0", PROXIES)
    assert not is_inside("nowhere", PROXIES)
    assert is_loopback("127.9.9.9")
    assert is_loopback("::1")
    assert not is_loopback("192.0.2.7")
