"""What `antiphon login` keeps: for each server a token, readable by nobody else, and which server was the last."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from antiphon.settings import Settings


@dataclass(frozen=True, slots=True)
class Login:
    """A server, and what to sign in with there, if anything."""

    url: str
    token: str | None = None

    @property
    def headers(self) -> Mapping[str, str]:
        """What goes along with every request."""
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}


def find_login(settings: Settings, url: str | None = None) -> Login | None:
    """The server that commands talk to and the token for it; `None` while it is this machine's own."""
    kept = _read(settings)
    chosen = (
        url or settings.server or kept.get("server") or (settings.public_url if settings.accounts == "on" else None)
    )
    if not isinstance(chosen, str):
        return None
    chosen = chosen.rstrip("/")
    if settings.token is not None:
        return Login(chosen, settings.token.get_secret_value())
    tokens = kept.get("tokens")
    token = tokens.get(chosen) if isinstance(tokens, dict) else None
    return Login(chosen, token if isinstance(token, str) else None)


def keep_login(settings: Settings, login: Login) -> Path:
    """Commands talk to this server from now on; the file the token is in."""
    kept = _read(settings)
    known = kept.get("tokens")
    tokens = {**(known if isinstance(known, dict) else {}), login.url: login.token}
    return _write(settings, {"server": login.url, "tokens": tokens})


def forget_login(settings: Settings, url: str) -> None:
    """There is no token for this server any more, and it is not the one that commands talk to."""
    kept = _read(settings)
    known = kept.get("tokens")
    tokens = {each: token for each, token in (known.items() if isinstance(known, dict) else ()) if each != url}
    server = kept.get("server")
    _write(settings, {"server": None if server == url else server, "tokens": tokens})


def _path(settings: Settings) -> Path:
    return settings.data_dir / "logins.json"


def _read(settings: Settings) -> dict[str, object]:
    try:
        said = json.loads(_path(settings).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return said if isinstance(said, dict) else {}


def _write(settings: Settings, said: Mapping[str, object]) -> Path:
    """The whole file or the one before; never readable by others."""
    path = _path(settings)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as file:
        json.dump(said, file, indent=1)
    draft.replace(path)
    return path
