"""Where tools come from: a program on this machine, an address, or a package beside ours.

A program or a package is named by the operator's configuration and by nothing else. An address may also be added by a
person, and is then reached under the stricter address policy.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from antiphon.conversation.errors import Malformed
from antiphon.conversation.tool import identify_server
from antiphon.tools.plugin import ToolPlugin

Kind = Literal["stdio", "http", "plugin"]
Origin = Literal["operator", "person"]

_HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_HEADER_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")
_DEFAULT_PORTS = {"http": 80, "https": 443}


class ServerKey(NamedTuple):
    """Which server is meant: its name, and the workspace it belongs to. The operator's belong to none.

    Nobody who has a workspace can add one without, so nobody can put a server in the place of the operator's. Whoever
    is known to a server by headers of their own has a session of their own with it, which nobody else shares.
    """

    workspace: str | None
    name: str
    person: str | None = None


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

    @property
    def key(self) -> ServerKey:
        """Where it is found again."""
        return ServerKey(None, self.name)

    @property
    def place_sha256(self) -> str:
        """The fingerprint of what is started, and where."""
        return identify_server(self.origin, "stdio", self.command, *self.args, self.cwd or "")


@dataclass(frozen=True, slots=True)
class HttpServer:
    """A server at an address, the operator's or a workspace's. `headers` are secrets, sent to no other address.

    Nothing in an address or a header is ever filled in. `Malformed` for a header that cannot be sent.
    """

    name: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    trusted: bool = False
    workspace: str | None = field(kw_only=True)
    person: str | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        for name, value in self.headers.items():
            if not _HEADER_NAME.fullmatch(name) or not _HEADER_VALUE.fullmatch(value):
                raise Malformed(f"the header {name!r} holds a character that cannot be sent")

    @property
    def kind(self) -> Kind:
        """How it is spoken to."""
        return "http"

    @property
    def origin(self) -> Origin:
        """Who set it up, which decides how far its address may reach."""
        return "operator" if self.workspace is None else "person"

    @property
    def key(self) -> ServerKey:
        """Where it is found again."""
        return ServerKey(self.workspace, self.name, self.person)

    @property
    def place_sha256(self) -> str:
        """The fingerprint of where it is."""
        return identify_server(self.origin, "http", self.url)

    def at(self, url: str) -> "HttpServer":
        """The same server at another address. Elsewhere than on the same host, its secrets do not come along."""
        here = find_host(self.url)
        stays = here is not None and find_host(url) == here
        return replace(self, url=url, headers=self.headers if stays else {})


@dataclass(frozen=True, slots=True)
class PluggedServer:
    """Tools of a package the operator named. Their code runs here, so they are believed when they only read."""

    name: str
    package: str
    plugin: ToolPlugin = field(repr=False)

    @property
    def kind(self) -> Kind:
        """How it is spoken to."""
        return "plugin"

    @property
    def origin(self) -> Origin:
        """Who set it up; nobody else may."""
        return "operator"

    @property
    def trusted(self) -> bool:
        """Whoever let the code in believes it."""
        return True

    @property
    def key(self) -> ServerKey:
        """Where it is found again."""
        return ServerKey(None, self.name)

    @property
    def place_sha256(self) -> str:
        """The fingerprint of what is called: another version is other code, and what was allowed is asked again."""
        return identify_server(self.origin, "plugin", self.package, self.name, str(self.plugin.version))


ServerSpec = StdioServer | HttpServer | PluggedServer


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
