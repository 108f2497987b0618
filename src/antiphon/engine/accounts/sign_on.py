"""Signing in by somebody else's word: out to an OpenID provider and back, bound to the browser that went."""

import hmac
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, NamedTuple

from antiphon.access.groups import map_groups
from antiphon.access.principal import Principal
from antiphon.access.return_to import clean_return_to
from antiphon.access.tokens import hash_token
from antiphon.conversation.errors import LinkGone, NotFound, NotSignedIn, SignOnRefused, SignOutNoticeRefused
from antiphon.engine.accounts.accounts import Accounts, Cookie, Visit, begin_deed, draw_secret
from antiphon.engine.runtime.identity import new_id
from antiphon.identity.oidc.claims import LEEWAY_SECONDS
from antiphon.identity.oidc.provider import Attempt, Provider
from antiphon.identity.vouched import VouchedPerson, Voucher
from antiphon.store.reads.identities import find_identity, find_issuer_of_session
from antiphon.store.writes.credentials import NewLink, note_refusal, open_session, renew_session, use_link, write_link
from antiphon.store.writes.identities import (
    Admitted,
    NotAdmitted,
    SignOut,
    Vouched,
    admit,
    end_sessions_of,
    forget_spent,
    link_identity,
    unlink_identity,
)

logger = logging.getLogger(__name__)

AWAY = timedelta(minutes=10)
SIGN_IN_PAGE = "/sign-in"
# The provider did not say when it last saw the person: whatever is sensitive wants them to be seen again.
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)

Purpose = Literal["sign_in", "verify", "link"]


@dataclass(frozen=True, slots=True)
class SignOn:
    """The providers by name, and the address at which people reach this server."""

    accounts: Accounts
    providers: Mapping[str, Provider] = field(default_factory=dict)
    public_url: str = ""

    def find(self, name: str) -> Provider:
        """The provider of this name, or `NotFound`."""
        if name not in self.providers:
            raise NotFound("provider", name)
        return self.providers[name]

    def callback(self, name: str) -> str:
        """Where this provider sends browsers back to."""
        return f"{self.public_url}/v1/auth/oidc/{name}/callback"


class Departure(NamedTuple):
    """Where a browser goes, and what it keeps meanwhile to be known by when it comes back."""

    address: str
    browser: str


class Arrival(NamedTuple):
    """Where a browser goes on to, with the cookie of its session if it has another one now."""

    return_to: str
    cookie: str | None


async def depart(
    sign_on: SignOn, name: str, purpose: Purpose, return_to: str, principal: Principal | None, visit: Visit
) -> Departure:
    """Send a browser to a provider. `verify` and `link` are for the session that asks, and for no other.

    Raises `SignOnRefused` when the provider cannot be reached, and `TooManyAttempts` for an address that begins again
    and again and never comes back.
    """
    provider, accounts = sign_on.find(name), sign_on.accounts
    attempt, browser = Attempt(draw_secret(), draw_secret(), draw_secret()), draw_secret()
    address = await provider.build_address(attempt, sign_on.callback(name), again=purpose != "sign_in")
    accounts.attempts.begin(hash_token(attempt.state), visit.address)
    deed = begin_deed(visit)
    body = {
        "provider": name,
        "browser": hash_token(browser),
        "nonce": attempt.nonce,
        "verifier": attempt.verifier,
        "purpose": purpose,
        "session_id": None if principal is None else principal.session_id,
        "return_to": clean_return_to(return_to),
        "begun": deed.at.timestamp(),
    }
    link = NewLink(new_id("l"), hash_token(attempt.state), "oidc_state", deed.at + AWAY, body)
    await accounts.store.write(accounts.system, forget_spent, deed.at)
    await accounts.store.write(accounts.system, write_link, link, deed, None)
    return Departure(address, browser)


async def arrive(
    sign_on: SignOn, name: str, answer: Mapping[str, str], browser: str, principal: Principal | None, visit: Visit
) -> Arrival:
    """What comes of it; `SignOnRefused` unless this browser left for this provider, and the provider vouches for it.

    An attempt counts once, whatever comes of it.
    """
    provider, accounts = sign_on.find(name), sign_on.accounts
    begun = await _use_state(accounts, answer.get("state", ""), visit)
    if begun["provider"] != name or not hmac.compare_digest(begun["browser"], hash_token(browser)):
        raise SignOnRefused("expired", "another browser came back, or from another provider")
    attempt = Attempt(answer["state"], begun["nonce"], begun["verifier"])
    try:
        person = await provider.redeem(attempt, answer, sign_on.callback(name))
        cookie = await _settle(accounts, provider, begun, person, principal, visit)
    except SignOnRefused as error:
        await note_sign_on_refused(accounts, provider.configured.source, error, principal, visit)
        raise
    accounts.attempts.succeed(hash_token(attempt.state), visit.address)
    return Arrival(begun["return_to"], cookie)


async def hear_notice(sign_on: SignOn, name: str, token: str, visit: Visit) -> None:
    """End the sessions that a provider says have ended there; what it did not say, or twice, is refused."""
    provider, accounts = sign_on.find(name), sign_on.accounts
    try:
        notice = await provider.read_notice(token)
    except SignOnRefused as error:
        logger.warning("sign_out_notice_refused", extra={"provider": name, "reason": error.reason})
        raise SignOutNoticeRefused from error
    issuer = provider.configured.issuer
    sha256 = hash_token(f"{issuer}\n{notice.jti}")
    gone = SignOut(issuer, notice.subject, notice.sid, new_id("l"), sha256, notice.expires_at)
    if not await accounts.store.write(accounts.system, end_sessions_of, gone, begin_deed(visit)):
        raise SignOutNoticeRefused


async def find_sign_out(sign_on: SignOn, principal: Principal) -> str:
    """Where the browser goes after signing out here: to whoever vouched for it, to sign out there too."""
    session_id = principal.session_id or ""
    issuer = await sign_on.accounts.store.read(principal, find_issuer_of_session, session_id)
    for provider in sign_on.providers.values():
        if provider.configured.issuer == issuer:
            try:
                return await provider.find_sign_out(sign_on.public_url + SIGN_IN_PAGE) or SIGN_IN_PAGE
            except SignOnRefused as error:
                logger.warning("sign_out_not_passed_on", extra={"reason": error.reason})
    return SIGN_IN_PAGE


async def unlink(accounts: Accounts, principal: Principal, identity_id: str, visit: Visit) -> None:
    """It leads to the person no more; `LastWayIn` when nothing else would."""
    await accounts.store.write(principal, unlink_identity, identity_id, begin_deed(visit))


async def sign_in_vouched(
    accounts: Accounts, voucher: Voucher, person: VouchedPerson, visit: Visit, method: str
) -> Cookie:
    """A session for whoever somebody vouches for; `SignOnRefused` when they are nobody here, or may not come in."""
    found = await admit_vouched(accounts, voucher, person, visit)
    deed = begin_deed(visit)
    cookie, session = accounts.draw_session(deed.at, visit)
    session = replace(
        session,
        identity_id=found.identity_id,
        issuer_sid=person.sid,
        verified_at=person.seen_at or _LONG_AGO,
    )
    await accounts.store.write(
        accounts.system, open_session, found.person_id, found.auth_epoch, session, deed, method=method
    )
    return cookie


async def admit_vouched(accounts: Accounts, voucher: Voucher, person: VouchedPerson, visit: Visit) -> Admitted:
    """Whoever somebody vouches for, with the roles that their groups give now; `SignOnRefused` as above."""
    vouched, may_create = _describe(voucher, person), voucher.create_people
    found = await accounts.store.write(accounts.system, admit, vouched, begin_deed(visit), may_create=may_create)
    if isinstance(found, NotAdmitted):
        raise SignOnRefused(found.reason, f"{found.person_id or 'nobody known'}")
    return found


async def link_vouched(
    accounts: Accounts, voucher: Voucher, person: VouchedPerson, principal: Principal, visit: Visit
) -> None:
    """They vouch for the principal from now on; `SignOnRefused` when they mean somebody else here by it."""
    if not await accounts.store.write(principal, link_identity, _describe(voucher, person), begin_deed(visit)):
        raise SignOnRefused("already_linked")


async def note_sign_on_refused(
    accounts: Accounts, source: str, error: SignOnRefused, principal: Principal | None, visit: Visit
) -> None:
    """Why somebody was not let in, for whoever runs the server and for whoever audits it."""
    logger.warning("sign_on_refused", extra={"source": source, "problem": error.problem, "reason": error.reason})
    person_id = None if principal is None else principal.id
    reason = f"{source} {error.problem}"
    await accounts.store.write(accounts.system, note_refusal, person_id, begin_deed(visit), reason)


def _describe(voucher: Voucher, person: VouchedPerson) -> Vouched:
    return Vouched(
        source=voucher.source,
        issuer=voucher.issuer,
        subject=person.subject,
        name=person.name,
        email=person.email,
        roles=map_groups(person.groups, voucher.role_map),
        person_id=new_id("p"),
        identity_id=new_id("i"),
    )


async def _use_state(accounts: Accounts, state: str, visit: Visit) -> Mapping[str, Any]:
    try:
        link = await accounts.store.write(
            accounts.system, use_link, hash_token(state), "oidc_state", begin_deed(visit).at
        )
    except LinkGone as error:
        raise SignOnRefused("expired", "nobody left for there, or came back before") from error
    body: Mapping[str, Any] = link.body
    return body


async def _settle(
    accounts: Accounts,
    provider: Provider,
    begun: Mapping[str, Any],
    person: VouchedPerson,
    principal: Principal | None,
    visit: Visit,
) -> str | None:
    """Do what the browser left for; the cookie of its session, if it has another one now."""
    if begun["purpose"] == "sign_in":
        return (await sign_in_vouched(accounts, provider.configured, person, visit, "oidc")).value
    if principal is None or principal.session_id is None or principal.session_id != begun["session_id"]:
        raise SignOnRefused("expired", "the session that asked for it has ended")
    if begun["purpose"] == "link":
        await link_vouched(accounts, provider.configured, person, principal, visit)
        return None
    return await _verify(accounts, provider, begun, person, principal, visit)


async def _verify(
    accounts: Accounts,
    provider: Provider,
    begun: Mapping[str, Any],
    person: VouchedPerson,
    principal: Principal,
    visit: Visit,
) -> str:
    """The session's new cookie, once the provider has seen the same person again since they left."""
    issuer, subject = provider.configured.issuer, person.subject
    known = await accounts.store.read(accounts.system, find_identity, issuer, subject)
    if known is None or known.person_id != principal.id:
        raise SignOnRefused("another_person")
    if person.seen_at is None or person.seen_at.timestamp() < begun["begun"] - LEEWAY_SECONDS:
        raise SignOnRefused("not_proved", "the provider did not look again who it is")
    if principal.session_id is None:
        raise NotSignedIn
    cookie = draw_secret()
    await accounts.store.write(principal, renew_session, hash_token(cookie), begin_deed(visit))
    return cookie
