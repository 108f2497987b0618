"""Where requests may go, and where they may not."""

from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from antiphon.egress.errors import AddressRefused
from antiphon.egress.policy import AddressPolicy

STRICT = AddressPolicy(allow_private=False)
HOME = AddressPolicy(allow_private=True)

PRIVATE = ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "::1", "fd12::1"]
CLOUD = [
    "169.254.169.254",
    "168.63.129.16",
    "100.100.100.200",
    "100.64.0.1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
]
NEVER = [*CLOUD, "0.0.0.0", "::", "224.0.0.1", "ff02::1", "255.255.255.255", "240.0.0.1", "192.0.2.1"]
# What one version of Python or another takes for public.
SET_ASIDE = [
    "fec0::1",
    "::ffff:0:808:808",
    "64:ff9b:1::808:808",
    "64:ff9b:1:808:8:800::",
    "192.88.99.1",
    "192.0.0.8",
    "192.0.0.9",
    "192.31.196.1",
    "192.52.193.1",
    "192.175.48.1",
    "198.18.0.1",
    "3fff::1",
    "5f00::1",
    "100::1",
    "100:0:0:1::1",
    "2001:2::1",
    "2001:10::1",
    "2001:20::1",
    "2001:db8::1",
    "2001:0:808:808::f7f7:f7f7",
    "2002:808:808::1",
    "4000::1",
]

private_v4 = st.sampled_from(["10", "127", "192.168", "172.16", "169.254", "100.64"]).flatmap(
    lambda head: st.integers(0, 2 ** (8 * (4 - len(head.split(".")))) - 1).map(
        lambda tail: IPv4Address((int(IPv4Address(_pad(head)))) | tail)
    )
)


def _pad(head: str) -> str:
    return ".".join([*head.split("."), "0", "0", "0"][:4])


def _refuses(policy: AddressPolicy, address: str) -> bool:
    try:
        policy.check_address(address)
    except AddressRefused:
        return True
    return False


def _refuses_url(policy: AddressPolicy, url: str) -> bool:
    try:
        policy.check_url(url)
    except AddressRefused:
        return True
    return False


@pytest.mark.parametrize("address", ["1.1.1.1", "8.8.8.8", "2606:4700:4700::1111", "64:ff9b::808:808"])
def test_public_addresses_may_be_reached(address: str) -> None:
    STRICT.check_address(address)


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_need_permission(address: str) -> None:
    assert _refuses(STRICT, address)
    assert not _refuses(HOME, address)


@pytest.mark.parametrize("address", NEVER)
def test_cloud_channels_are_refused_even_at_home(address: str) -> None:
    """E-05."""
    assert _refuses(STRICT, address)
    assert _refuses(HOME, address)


@pytest.mark.parametrize("address", SET_ASIDE)
def test_addresses_that_nobody_was_given_are_refused(address: str) -> None:
    """E-03: whatever this version of Python thinks of them."""
    assert _refuses(STRICT, address)
    assert _refuses(HOME, address)


@given(private_v4)
def test_an_address_inside_an_address_is_judged(inner: IPv4Address) -> None:
    """E-03: mapped, compatible, 6to4, NAT64 and Teredo forms of every private address."""
    number = int(inner)
    forms = [
        IPv6Address((0xFFFF << 32) | number),
        IPv6Address(number),
        IPv6Address((0x2002 << 112) | (number << 80)),
        IPv6Address((0x64FF9B << 96) | number),
        IPv6Address((0x20010000 << 96) | (0x08080808 << 64) | (number ^ 0xFFFFFFFF)),
    ]

    assert all(_refuses(STRICT, str(form)) for form in forms)


@given(private_v4)
def test_no_spelling_of_a_private_address_passes(inner: IPv4Address) -> None:
    """E-03: decimal, hex, octal, short and dotted spellings in a URL."""
    number, parts = int(inner), str(inner).split(".")
    hosts = [
        str(inner),
        f"{inner}.",
        str(number),
        hex(number),
        f"0{number:o}",
        ".".join(hex(int(part)) for part in parts),
        ".".join(f"0{int(part):o}" for part in parts),
        f"{parts[0]}.{number & 0xFFFFFF}",
        f"[::ffff:{inner}]",
        f"[::ffff:{number >> 16:x}:{number & 0xFFFF:x}]",
    ]

    assert [host for host in hosts if not _refuses_url(STRICT, f"http://{host}/v1")] == []


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1\\@1.1.1.1/",
        "http://user:word@example.com/",
        "http://example.com/\tv1",
        "http://example.com/\r\nHost: inside",
        "http://exa mple.com/",
        "ftp://example.com/",
        "file:///etc/passwd",
        "//example.com/",
        "http://",
        "http:///v1",
        "http://%31%32%37.0.0.1/",
        "http://\uff11\uff12\uff17.0.0.1/",
        "http://[fe80::1%25eth0]/",
        "http://[::1/",
        "http://example.com:99999/",
        "http://-.example.com/",
        "gopher://1.1.1.1/",
    ],
)
def test_urls_that_parsers_disagree_about_are_refused(url: str) -> None:
    """E-06."""
    assert _refuses_url(HOME, url)


@pytest.mark.parametrize(
    "url",
    [
        "https://api.example.com/v1",
        "http://localhost:11434/v1",
        "http://127.0.0.1:8080/v1",
        "http://[::1]:8080/v1",
        "https://xn--bcher-kva.example/v1?key=1",
        "http://ollama_host:11434",
    ],
)
def test_ordinary_urls_pass(url: str) -> None:
    HOME.check_url(url)


@settings(max_examples=60, deadline=None)
@given(st.text(min_size=0, max_size=40))
def test_no_text_breaks_the_check(text: str) -> None:
    """E-06: whatever it is, it passes or is refused."""
    _refuses_url(STRICT, text)
    _refuses_url(STRICT, f"http://{text}")
    _refuses(STRICT, text)
