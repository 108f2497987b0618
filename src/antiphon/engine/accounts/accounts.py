"""What every deed about accounts needs, and the credentials that are drawn for it."""

import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from antiphon.access.principal import Principal
from antiphon.access.tokens import SECRET_BYTES, hash_token
from antiphon.engine.accounts.attempts import Attempts, Polls
from antiphon.engine.runtime.deeds import new_deed
from antiphon.engine.runtime.identity import new_id
from antiphon.identity.passwords import Passwords
from antiphon.store.unit import Store
from antiphon.store.writes.audit import Deed
from antiphon.store.writes.credentials import NewSession

if TYPE_CHECKING:
    from antiphon.engine.accounts.vault import Vault


@dataclass(frozen=True, slots=True)
class Visit:
    """Where a request comes from: the address of its sender, and what the program there calls itself.

    `proxy_user` is whom a proxy that is believed names as its sender.
    """

    address: str = ""
    agent: str = ""
    proxy_user: str | None = None


@dataclass(frozen=True, slots=True)
class Accounts:
    """The store, the passwords, and for how long something counts. `system` acts for those who are nobody yet."""

    store: Store
    passwords: Passwords
    system: Principal
    vault: "Vault | None" = None
    session_days: int = 90
    session_idle_days: int = 14
    attempts: Attempts = field(default_factory=Attempts)
    polls: Polls = field(default_factory=Polls)

    def draw_session(self, now: datetime, visit: Visit) -> "tuple[Cookie, NewSession]":
        """A cookie for somebody who signs in, and what is kept of it."""
        cookie = draw_secret()
        expires_at = now + timedelta(days=self.session_days)
        idle_until = min(expires_at, now + timedelta(days=self.session_idle_days))
        session = NewSession(new_id("s"), hash_token(cookie), idle_until, expires_at, proxy_user=visit.proxy_user)
        return Cookie(cookie, session.id, expires_at), session


class Cookie(NamedTuple):
    """What a browser is given to prove itself with. It is told once and kept nowhere here."""

    value: str
    session_id: str
    expires_at: datetime


def draw_secret() -> str:
    """Something that nobody can guess."""
    return secrets.token_urlsafe(SECRET_BYTES)


def begin_deed(visit: Visit) -> Deed:
    """The line about what is done now."""
    return new_deed(visit.address, visit.agent)
