"""Whom headers name, and when nobody is named."""

import pytest

from antiphon.access.addresses import parse_networks
from antiphon.identity.header_sso import PROOF_HEADER, TrustedHeaders, find_vouched
from antiphon.identity.vouched import VouchedPerson

SECRET = "a-secret-of-two-machines"
TRUSTED = TrustedHeaders(
    proxies=parse_networks(["192.0.2.0/28", "2001:db8::1"]),
    secret=SECRET,
    user="x-user",
    email="x-email",
    name="x-name",
    groups="x-groups",
)


def vouch(peer: str = "192.0.2.1", **said: str | list[str]) -> VouchedPerson | None:
    """What comes of these headers, by their last word; each as bytes of UTF-8 that were read as Latin-1."""
    headers = {PROOF_HEADER: [SECRET]} | {
        PROOF_HEADER if name == "secret" else f"x-{name}": [value] if isinstance(value, str) else value
        for name, value in said.items()
    }
    return find_vouched(TRUSTED, peer, lambda name: [each.encode().decode("latin-1") for each in headers.get(name, [])])


def test_a_proxy_says_who_somebody_is() -> None:
    found = vouch(user=" ada ", email="Ada@Example.org", name="Ada Lovelace", groups="staff, it,,it , two words")

    assert found == VouchedPerson("ada", "Ada Lovelace", "ada@example.org", frozenset(("staff", "it", "two words")))
    assert vouch(user="jürgen") == VouchedPerson("jürgen", "jürgen", None, frozenset())
    assert TRUSTED.issuer == "header:x-user"
    assert SECRET not in repr(TRUSTED)


@pytest.mark.parametrize("peer", ["192.0.2.16", "198.51.100.1", "127.0.0.1", "::1", "2001:db8::2", "", "testclient"])
def test_nobody_else_does(peer: str) -> None:
    assert vouch(peer, user="ada") is None
    assert vouch("2001:db8::1", user="ada") is not None
    assert vouch("::ffff:192.0.2.3", user="ada") is not None


@pytest.mark.parametrize("secret", [[], "", "wrong", SECRET.upper(), SECRET[:-1], f"{SECRET}x", [SECRET, SECRET], "ä"])
def test_nor_does_it_without_its_secret(secret: str | list[str]) -> None:
    assert vouch(user="ada", secret=secret) is None


@pytest.mark.parametrize("name", ["user", "email", "name", "groups"])
def test_what_is_said_twice_is_not_said(name: str) -> None:
    assert vouch(**{"user": "ada", name: ["ada", "ada"]}) is None
    assert vouch(**{"user": "ada", name: ["ada", ""]}) is None


@pytest.mark.parametrize(
    "user", ["", "  ", "a\0da", "a\nda", "a\x7fda", "a\x85da", "a\u200bda", "a\u202eda", "a\u2028da", "a" * 256]
)
def test_no_user_is_nobody(user: str) -> None:
    assert vouch(user=user, name="Ada", groups="staff") is None
    assert vouch(user="a" * 255) is not None


def test_bytes_that_are_no_text_name_nobody() -> None:
    headers = {PROOF_HEADER: [SECRET], "x-user": ["\xff\xfe"]}

    assert find_vouched(TRUSTED, "192.0.2.1", lambda name: headers.get(name, [])) is None


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Jürgen Müller", "Jürgen Müller"),
        ("UTF-8''J%C3%BCrgen%20M%C3%BCller", "Jürgen Müller"),
        ("utf-8''%E5%B1%B1%E7%94%B0", "山田"),
        ("=?UTF-8?B?SsO8cmdlbg==?=", "Jürgen"),
        ("=?utf-8?q?J=C3=BCrgen_M?=", "Jürgen M"),
        ("=?iso-8859-1?q?J=FCrgen?=", "Jürgen"),
        # What cannot be read is shown as it came.
        ("=?nonsense?b?SsO8?=", "=?nonsense?b?SsO8?="),
        ("=?utf-8?b?S?=", "=?utf-8?b?S?="),
        # What is hidden in it is taken out, or the user is shown.
        ("UTF-8''Ada%00%0d%0aX%3a%20y", "AdaX: y"),
        ("UTF-8''%E2%80%AEadA", "adA"),
        ("UTF-8''%00", "ada"),
        ("a\nb", "ada"),
        ("x" * 1_001, "ada"),
        ("", "ada"),
    ],
)
def test_a_name_may_be_written_in_several_ways(name: str, shown: str) -> None:
    found = vouch(user="ada", name=name)

    assert found is not None
    assert found.name == shown


@pytest.mark.parametrize(
    "more", [{"email": "nobody"}, {"email": "a@b, c@d"}, {"groups": "a\0b"}, {"groups": "x" * 32_001}]
)
def test_what_cannot_be_read_gives_nothing(more: dict[str, str]) -> None:
    found = vouch(user="ada", **more)

    assert found == VouchedPerson("ada", "ada", None, frozenset())
