"""Where tools come from: a program on this machine, or an address.

A program is named by the operator's configuration and by nothing else (R-01). An address may also be added by a
person, and is then reached under the stricter address policy.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal
from urllib.parse import urlsplit

from antiphon.conversation.errors import Malformed

Kind = Literal["stdio", "http"]
Origin = Literal["operator", "person"]

_HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_HEADER_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")
_DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class StdioServer:
    """A program that speaks over its standard streams. `env` is all of its environment: it inherits none of ours."""

    name: str
    command: str
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict, repr=False)
    cwd: str | None = None
    trusted: bool = False

    @property
    def kind(self) -> Kind:
        """How it is spoken to."""
        return "stdio"

    @property
    def origin(self) -> Origin:
        """Who set it up; nobody else may."""
        return "operator"


@dataclass(frozen=True, slots=True)
class HttpServer:
    """A server at an address. `headers` are secrets, sent to this address as they are and to no other.

    Nothing in an address or a header is ever filled in (E-08). `Malformed` for a header that cannot be sent.
    """

    name: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    trusted: bool = False
    origin: Origin = "person"

    def __post_init__(self) -> None:
        for name, value in self.headers.items():
            if not _HEADER_NAME.fullmatch(name) or not _HEADER_VALUE.fullmatch(value):
                raise Malformed(f"the header {name!r} holds a character that cannot be sent")

    @property
    def kind(self) -> Kind:
        """How it is spoken to."""
        return "http"

    def at(self, url: str) -> "HttpServer":
        """The same server at another address. Elsewhere than on the same host, its secrets do not come along (E-01)."""
        here = find_host(self.url)
        stays = here is not None and find_host(url) == here
        return replace(self, url=url, headers=self.headers if stays else {})


ServerSpec = StdioServer | HttpServer


def find_host(url: str) -> tuple[str, str, int] | None:
    """Scheme, host and port of an address, which is what a secret is bound to; none for what is no address."""
    try:
        parts = urlsplit(url)
        port = parts.port or _DEFAULT_PORTS.get(parts.scheme)
    except ValueError:
        return None
    if not parts.hostname or port is None:
        return None
    return parts.scheme, parts.hostname, port
