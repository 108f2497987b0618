"""Whom a credential stands for, asked of the store once and believed for two seconds."""

import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

from antiphon.access.principal import Principal
from antiphon.access.tokens import hash_token, is_token
from antiphon.conversation.errors import NotSignedIn, StoreUnavailable
from antiphon.engine.accounts.accounts import Accounts
from antiphon.store.reads.credentials import AuthChange, find_session, find_token
from antiphon.store.writes.credentials import touch_session, touch_token

Carrier = Literal["cookie", "bearer"]

_BELIEVED_SECONDS = 2.0
_MOST_BELIEVED = 10_000
_NOTED_EVERY = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class _Believed:
    principal: Principal
    until: float


class Recogniser:
    """Turns a cookie or a token into a principal, or raises `NotSignedIn`; there is nothing in between."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        # By the carrier and the whole hash: what begins alike is not the same, nor is a token that comes as a cookie.
        self._believed: dict[tuple[Carrier, str], _Believed] = {}

    async def find_by_cookie(self, cookie: str) -> Principal:
        """Whose session it is."""
        sha256 = hash_token(cookie)
        return self._recall("cookie", sha256) or await self._find_session(sha256)

    async def find_by_token(self, token: str) -> Principal:
        """Whose token it is, with what it was made for."""
        if not is_token(token):
            raise NotSignedIn
        sha256 = hash_token(token)
        return self._recall("bearer", sha256) or await self._find_token(sha256)

    def forget(self, change: AuthChange) -> None:
        """Believe nothing any more about whom this concerns."""
        gone = [came for came, each in self._believed.items() if is_about(change, each.principal)]
        for came in gone:
            del self._believed[came]

    def _recall(self, carrier: Carrier, sha256: str) -> Principal | None:
        found = self._believed.get((carrier, sha256))
        return found.principal if found is not None and found.until > time.monotonic() else None

    def _believe(self, carrier: Carrier, sha256: str, principal: Principal, since: float) -> Principal:
        """Counted from before the store was asked: what changed while it answered is seen in time."""
        if len(self._believed) >= _MOST_BELIEVED:
            self._believed.clear()
        self._believed[carrier, sha256] = _Believed(principal, since + _BELIEVED_SECONDS)
        return principal

    async def _find_session(self, sha256: str) -> Principal:
        accounts, since, now = self._accounts, time.monotonic(), datetime.now(UTC)
        found = await accounts.store.read(accounts.system, find_session, sha256, now)
        if found is None or found.principal.session_id is None:
            raise NotSignedIn
        if found.seen_at is None or now - found.seen_at > _NOTED_EVERY:
            idle_until = now + timedelta(days=accounts.session_idle_days)
            with suppress(StoreUnavailable):
                await accounts.store.write(accounts.system, touch_session, found.principal.session_id, now, idle_until)
        return self._believe("cookie", sha256, found.principal, since)

    async def _find_token(self, sha256: str) -> Principal:
        accounts, since, now = self._accounts, time.monotonic(), datetime.now(UTC)
        found = await accounts.store.read(accounts.system, find_token, sha256, now)
        if found is None or found.principal.token_id is None:
            raise NotSignedIn
        if found.seen_at is None or now - found.seen_at > _NOTED_EVERY:
            with suppress(StoreUnavailable):
                await accounts.store.write(accounts.system, touch_token, found.principal.token_id, now)
        return self._believe("bearer", sha256, found.principal, since)


def is_about(change: AuthChange, principal: Principal) -> bool:
    """Whether what changed may have ended what this principal came with."""
    named = {"person": principal.id, "session": principal.session_id, "token": principal.token_id}
    return named.get(change.kind) == change.id
