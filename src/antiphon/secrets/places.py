"""What a secret is bound to: moved to another row, person or host it does not open."""

from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

Purpose = Literal["provider", "tool", "totp"]

_USUAL_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a secret belongs. Without a workspace it is the installation's, without a person everybody's in there."""

    id: str
    purpose: Purpose
    host: str
    workspace_id: str | None = None
    person_id: str | None = None

    @property
    def bound_to(self) -> bytes:
        """Sealed along with it. No part holds the mark between the parts, so no two places are spelt alike."""
        parts = ("antiphon.v1", self.workspace_id or "", self.person_id or "", self.purpose, self.id, self.host)
        if any("|" in each for each in parts):
            raise ValueError("a place holds no |")
        return "|".join(parts).encode()


def name_host(url: str) -> str:
    """Scheme, host and port of an address, as a secret is bound to them; nothing for what is no address."""
    try:
        parts = urlsplit(url)
        port = parts.port or _USUAL_PORTS.get(parts.scheme)
    except ValueError:
        return ""
    if not parts.hostname or port is None:
        return ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}:{port}"
