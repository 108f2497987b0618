"""Whom a proxy vouches for: whether it is the proxy that speaks, and what its headers say."""

import hmac
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from urllib.parse import unquote

from antiphon.access.addresses import Networks, is_inside
from antiphon.access.groups import MappedRole
from antiphon.access.names import is_one_line
from antiphon.identity.vouched import VouchedPerson, find_email, find_name

PROOF_HEADER = "antiphon-proxy-secret"
# What roles and sessions that come from there are marked with.
HEADER = "header"

# As long as a subject of OpenID Connect, which stands in the same column.
_LONGEST_USER = 255
_LONGEST_TEXT = 1_000
# Somebody in a thousand groups; all headers together have 64 KiB.
_LONGEST_GROUPS = 32_000
_EXTENDED = "utf-8''"

# Every value of one header, as they came.
ReadHeader = Callable[[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class TrustedHeaders:
    """Which headers of which proxies are believed; names in small letters, as they are compared."""

    proxies: Networks
    secret: str = field(repr=False)
    user: str
    email: str | None = None
    name: str | None = None
    groups: str | None = None
    role_map: Mapping[str, MappedRole] = field(default_factory=dict)
    create_people: bool = False

    @property
    def issuer(self) -> str:
        """Who says it, in the one table of whom others vouch for."""
        return f"{HEADER}:{self.user}"

    @property
    def source(self) -> str:
        """What is written beside the roles that its groups give."""
        return HEADER


def find_vouched(headers: TrustedHeaders, peer: str, read: ReadHeader) -> VouchedPerson | None:
    """Whom the proxy names, or nobody: also when something else than the proxy says it, or it is said twice.

    Of what cannot be read, an address or a name is left out, and groups are none.
    """
    if not is_inside(peer, headers.proxies) or not _is_secret(headers, read(PROOF_HEADER)):
        return None
    names = (headers.user, headers.email, headers.name, headers.groups)
    if any(len(read(each)) > 1 for each in names if each is not None):
        return None
    user = _read_text(headers.user, read, _LONGEST_USER)
    if user is None:
        return None
    called = _read_text(headers.name, read, _LONGEST_TEXT)
    groups = _read_text(headers.groups, read, _LONGEST_GROUPS) or ""
    return VouchedPerson(
        subject=user,
        name=find_name(called and decode_words(called), user),
        email=find_email(_read_text(headers.email, read, _LONGEST_TEXT)),
        groups=frozenset(each.strip() for each in groups.split(",") if each.strip()),
    )


def decode_words(text: str) -> str:
    """A name that was written in ASCII: as mail has it (RFC 2047) or as parameters of headers (RFC 8187)."""
    if text[: len(_EXTENDED)].lower() == _EXTENDED:
        return unquote(text[len(_EXTENDED) :])
    try:
        return str(make_header(decode_header(text)))
    except (HeaderParseError, LookupError, ValueError):
        return text


def _is_secret(headers: TrustedHeaders, said: Sequence[str]) -> bool:
    return len(said) == 1 and hmac.compare_digest(said[0].encode("latin-1"), headers.secret.encode())


def _read_text(name: str | None, read: ReadHeader, longest: int) -> str | None:
    """What stands in a header, in UTF-8: one line of visible characters, not too long."""
    said = read(name) if name is not None else ()
    try:
        text = said[0].encode("latin-1").decode().strip() if said else ""
    except UnicodeDecodeError:
        return None
    return text if text and len(text) <= longest and is_one_line(text) else None
