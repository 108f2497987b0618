"""What advisors may use: a tool as its server describes it, and what came of calling it."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

# What all three wires accept as the name of a function; Google's also wants a letter or an underscore in front.
_WIRE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}")
_SEPARATOR = "__"
_DIGITS = 12
# Names that only look like altered ones are altered too, so that no plain name can ever equal an altered one.
_LOOKS_ALTERED = re.compile(rf"-[0-9a-f]{{{_DIGITS}}}$")


@dataclass(frozen=True, slots=True)
class ToolDefinition:
    """A tool as a model is told about it. `read_only` is only true when somebody trusts the server that says so.

    `paid` is true for a tool of the house that costs money each time, and `price` says how many dollars, where that is
    known.
    """

    server: str
    name: str
    description: str
    schema: Mapping[str, Any]
    read_only: bool
    title: str = ""
    # Which place this server is, whatever it is called; see `identify_server`.
    place_sha256: str = ""
    paid: bool = False
    price: float | None = None

    @property
    def wire_name(self) -> str:
        """Its name on the wire."""
        return build_wire_name(self.server, self.name)

    @property
    def schema_sha256(self) -> str:
        """A fingerprint of all that a model reads about the tool; it changes whenever one of these does."""
        return hashlib.sha256(dump_canonical([self.name, self.description, self.schema])).hexdigest()


@dataclass(frozen=True, slots=True)
class BroughtPicture:
    """A picture as a tool or a model handed it over: bytes that nobody has looked at yet, and what is said of them.

    `at` is where in a text it stands.
    """

    data: bytes = field(repr=False)
    alt: str = ""
    at: int = 0


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool answered: text, and pictures. With `ok` false the tool itself says that it failed."""

    ok: bool
    text: str
    pictures: tuple[BroughtPicture, ...] = ()


def identify_server(origin: str, *where: str) -> str:
    """The fingerprint of a server: who set it up, and its address or its program with all it is started with.

    Another server under the same name has another one. Secrets are not part of it: a new key is no new server.
    """
    return hashlib.sha256(dump_canonical([origin, *where])).hexdigest()


def build_wire_name(server: str, name: str) -> str:
    """`server__name`, or something close to it with a fingerprint at its end when that cannot be sent.

    The same tool always has the same name, and two tools never share one: the first separator of a plain name says
    where the server's part ends.
    """
    plain = f"{server}{_SEPARATOR}{name}"
    unmistakable = plain.partition(_SEPARATOR) == (server, _SEPARATOR, name)
    if unmistakable and _WIRE_NAME.fullmatch(plain) and not _LOOKS_ALTERED.search(plain):
        return plain
    mark = hashlib.sha256(dump_canonical([server, name])).hexdigest()[:_DIGITS]
    safe = re.sub(r"[^A-Za-z0-9_-]", "_", plain)
    if not _WIRE_NAME.match(safe):
        safe = f"t{safe}"
    return f"{safe[: 64 - _DIGITS - 1]}-{mark}"


def dump_canonical(value: Any) -> bytes:
    """The one way to write this value as JSON: keys sorted, no spaces, nothing but ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), default=dict).encode("ascii")
