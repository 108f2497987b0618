"""Signing in and out, and proving again to be there."""

from antiphon.access.names import fold_name
from antiphon.access.passwords import normalise_password, prepare_password
from antiphon.access.principal import Principal
from antiphon.access.tokens import hash_token
from antiphon.conversation.errors import NotSignedIn, SignInRefused
from antiphon.engine.accounts.accounts import Accounts, Cookie, Visit, begin_deed, draw_secret
from antiphon.engine.accounts.factors import prove_factor
from antiphon.store.reads.people import SignInRow, find_sign_in, read_sign_in
from antiphon.store.writes.credentials import (
    end_all_sessions,
    end_session,
    note_refusal,
    open_session,
    renew_session,
)
from antiphon.store.writes.people import change_password as write_password
from antiphon.store.writes.people import renew_hash


async def sign_in(accounts: Accounts, email: str, password: str, visit: Visit, code: str | None = None) -> Cookie:
    """A session for whoever has this address and this password.

    Anything else is the same `SignInRefused` after the same time: an address that nobody has, a wrong password, none
    at all, somebody who is suspended. Whoever has a second factor is asked for a code, once the password was right.
    """
    name = fold_name(email)
    accounts.attempts.begin(name, visit.address)
    found = await accounts.store.read(accounts.system, find_sign_in, name)
    if not await _is_right(accounts, found, password) or found is None:
        person_id = None if found is None else found.id
        await accounts.store.write(accounts.system, note_refusal, person_id, begin_deed(visit))
        raise SignInRefused
    accounts.attempts.succeed(name, visit.address)
    await prove_factor(accounts, found.id, code, visit)
    await _renew_hash(accounts, found, password)
    deed = begin_deed(visit)
    cookie, session = accounts.draw_session(deed.at, visit)
    await accounts.store.write(
        accounts.system, open_session, found.id, found.auth_epoch, session, deed, method="password"
    )
    return cookie


async def verify(accounts: Accounts, principal: Principal, password: str, visit: Visit) -> str:
    """The session's new cookie, once the password was said again; `SignInRefused` when it is another."""
    await _check_again(accounts, principal, password, visit)
    cookie = draw_secret()
    await accounts.store.write(principal, renew_session, hash_token(cookie), begin_deed(visit))
    return cookie


async def change_password(accounts: Accounts, principal: Principal, old: str, new: str, visit: Visit) -> str:
    """The session's new cookie; every other session of the person has ended."""
    prepared = prepare_password(new)
    await _check_again(accounts, principal, old, visit)
    kept = await accounts.passwords.hash(prepared)
    cookie = draw_secret()
    await accounts.store.write(principal, write_password, kept, hash_token(cookie), begin_deed(visit))
    return cookie


async def sign_out(accounts: Accounts, principal: Principal, session_id: str, visit: Visit) -> None:
    """One session of the person's ends: this one, or one on another device."""
    await accounts.store.write(principal, end_session, session_id, begin_deed(visit))


async def sign_out_everywhere(accounts: Accounts, principal: Principal, visit: Visit) -> None:
    """All of them end, this one too."""
    await accounts.store.write(principal, end_all_sessions, begin_deed(visit))


async def _check_again(accounts: Accounts, principal: Principal, password: str, visit: Visit) -> None:
    """Whoever sits down at an open browser may not guess here either."""
    if principal.session_id is None:
        raise NotSignedIn
    accounts.attempts.begin(principal.id, visit.address)
    found = await accounts.store.read(accounts.system, read_sign_in, principal.id)
    if not await _is_right(accounts, found, password):
        await accounts.store.write(accounts.system, note_refusal, principal.id, begin_deed(visit))
        raise SignInRefused
    accounts.attempts.succeed(principal.id, visit.address)


async def _is_right(accounts: Accounts, found: SignInRow | None, password: str) -> bool:
    """Takes as long for nobody as for somebody. What can be no password is compared with nobody's."""
    said = normalise_password(password)
    kept = None if found is None or found.state != "active" or said is None else found.password_hash
    return await accounts.passwords.is_right(kept, said or "none") and kept is not None


async def _renew_hash(accounts: Accounts, found: SignInRow, password: str) -> None:
    old, said = found.password_hash, normalise_password(password)
    if old is not None and said is not None and accounts.passwords.is_outdated(old):
        await accounts.store.write(accounts.system, renew_hash, found.id, old, await accounts.passwords.hash(said))
