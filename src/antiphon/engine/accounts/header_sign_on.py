"""Signing in by a proxy's word: at first sight, and for as long as the proxy says the same."""

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from antiphon.access.principal import Principal
from antiphon.conversation.errors import NotSignedIn, SignOnProblem, SignOnRefused
from antiphon.engine.accounts.accounts import Accounts, Cookie, Visit, begin_deed
from antiphon.engine.accounts.recognise import Recogniser
from antiphon.engine.accounts.sign_on import admit_vouched, link_vouched, note_sign_on_refused, sign_in_vouched
from antiphon.identity.header_sso import HEADER, TrustedHeaders
from antiphon.identity.vouched import VouchedPerson
from antiphon.store.reads.identities import find_issuer_of_session
from antiphon.store.writes.credentials import end_session_of_another

# A page asks for several things at once before the first answer has brought it a cookie. They are one arrival.
_JUST_NOW_SECONDS = 5.0
_MOST_SESSIONS = 10_000


class Arrived(NamedTuple):
    """Somebody who is signed in, and what their browser is to keep."""

    principal: Principal
    cookie: Cookie


@dataclass(frozen=True, slots=True)
class _Recent:
    came_of_it: Cookie | SignOnProblem
    until: float


class HeaderSignOn:
    """Lets in whoever the proxy vouches for, by the same rules as any other who is vouched for."""

    def __init__(self, accounts: Accounts, recogniser: Recogniser, trusted: TrustedHeaders) -> None:
        self.trusted = trusted
        self._accounts = accounts
        self._recogniser = recogniser
        # Of sessions that this node has seen: the groups that their roles were last given by.
        self._groups: dict[str, frozenset[str]] = {}
        self._recent: dict[tuple[VouchedPerson, Visit], _Recent] = {}
        self._one_at_a_time = asyncio.Lock()

    async def let_in(self, person: VouchedPerson, visit: Visit) -> Arrived:
        """A session for them, or `SignOnRefused`. Of what comes at once from one browser all get the same one."""
        async with self._one_at_a_time:
            recent = self._recall(person, visit)
            if isinstance(recent, str):
                raise SignOnRefused(recent)
            if recent is not None:
                try:
                    return Arrived(await self._recogniser.find_by_cookie(recent.value), recent)
                except NotSignedIn:
                    pass  # It has ended since.
            cookie = await self._sign_in(person, visit)
            self._remember(person, visit, cookie)
            self._note_groups(cookie.session_id, person)
        return Arrived(await self._recogniser.find_by_cookie(cookie.value), cookie)

    async def follow_groups(self, principal: Principal, person: VouchedPerson, visit: Visit) -> bool:
        """Have roles follow groups that the proxy says anew; false when this may have ended the session."""
        session_id = principal.session_id or ""
        if not self.trusted.role_map or self._groups.get(session_id) == person.groups:
            return True
        issuer = await self._accounts.store.read(principal, find_issuer_of_session, session_id)
        if issuer == self.trusted.issuer:
            # Whoever has no role any more is told so when they are let in again.
            with suppress(SignOnRefused):
                await admit_vouched(self._accounts, self.trusted, person, visit)
        self._note_groups(session_id, person)
        return issuer != self.trusted.issuer

    async def end_for_another(self, principal: Principal, person: VouchedPerson, visit: Visit) -> None:
        """End a session that began when the proxy named somebody else."""
        accounts, deed = self._accounts, begin_deed(visit)
        session_id = principal.session_id or ""
        await accounts.store.write(
            accounts.system, end_session_of_another, session_id, principal.id, person.subject, deed
        )

    async def link(self, person: VouchedPerson, principal: Principal, visit: Visit) -> None:
        """Whoever the proxy names is the principal from now on."""
        await link_vouched(self._accounts, self.trusted, person, principal, visit)
        self._recent.clear()

    async def _sign_in(self, person: VouchedPerson, visit: Visit) -> Cookie:
        try:
            return await sign_in_vouched(self._accounts, self.trusted, person, visit, HEADER)
        except SignOnRefused as error:
            await note_sign_on_refused(self._accounts, HEADER, error, None, visit)
            self._remember(person, visit, error.problem)
            raise

    def _note_groups(self, session_id: str, person: VouchedPerson) -> None:
        if len(self._groups) >= _MOST_SESSIONS:
            self._groups.clear()
        self._groups[session_id] = person.groups

    def _recall(self, person: VouchedPerson, visit: Visit) -> Cookie | SignOnProblem | None:
        found = self._recent.get((person, visit))
        return found.came_of_it if found is not None and found.until > time.monotonic() else None

    def _remember(self, person: VouchedPerson, visit: Visit, came_of_it: Cookie | SignOnProblem) -> None:
        now = time.monotonic()
        self._recent = {key: each for key, each in self._recent.items() if each.until > now}
        self._recent[person, visit] = _Recent(came_of_it, now + _JUST_NOW_SECONDS)
