"""What is done to people: by others roles, suspension, a link for a lost password; by themselves a name, an address."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from antiphon.access.audit import AuditAction
from antiphon.access.names import clean_person_name, fold_name, normalise_address
from antiphon.access.passwords import prepare_password
from antiphon.access.policy import check_may_grant
from antiphon.access.principal import InstanceRole, Principal, Role
from antiphon.access.tokens import hash_token
from antiphon.conversation.errors import LinkGone, NotFound
from antiphon.engine.accounts.accounts import Accounts, Visit, begin_deed, draw_secret
from antiphon.engine.runtime.identity import new_id
from antiphon.store.reads.credentials import is_link_open
from antiphon.store.reads.people import Person, find_by_email, read_person
from antiphon.store.writes.credentials import NewLink, write_link
from antiphon.store.writes.people import FACTOR_GOES, restore_person, suspend_person
from antiphon.store.writes.people import change_profile as write_profile
from antiphon.store.writes.people import change_roles as write_roles
from antiphon.store.writes.people import reset_password as write_reset

_BY_AN_ADMIN = timedelta(minutes=30)
_BREAK_GLASS = timedelta(minutes=10)


async def change_roles(
    accounts: Accounts, principal: Principal, person_id: str, instance_role: InstanceRole, role: Role, visit: Visit
) -> Person:
    """The person with other roles, who has to sign in again; `LastOwner` when nobody would own the installation."""
    return await accounts.store.write(principal, write_roles, person_id, instance_role, role, begin_deed(visit))


async def suspend(accounts: Accounts, principal: Principal, person_id: str, visit: Visit) -> Person:
    """None of the person's credentials counts any more, on any node, within seconds."""
    return await accounts.store.write(principal, suspend_person, person_id, begin_deed(visit))


async def restore(accounts: Accounts, principal: Principal, person_id: str, visit: Visit) -> Person:
    """They may sign in again."""
    return await accounts.store.write(principal, restore_person, person_id, begin_deed(visit))


async def change_profile(
    accounts: Accounts, principal: Principal, name: str | None, email: str | None, visit: Visit
) -> Person:
    """The principal with another name or address; what is not said stays.

    `AddressTaken` tells no more than it tells whoever is invited. Whoever tries one address after the other is held up
    as somebody who guesses passwords is: `TooManyAttempts`.
    """
    before = await accounts.store.read(principal, read_person, principal.id)
    called = before.name if name is None else clean_person_name(name)
    address = None if email is None else normalise_address(email)
    guess = f"address of {principal.id}"
    if address not in (None, before.email):
        accounts.attempts.begin(guess, visit.address)
    person = await accounts.store.write(principal, write_profile, called, address, begin_deed(visit), new_id("au"))
    if address not in (None, before.email):
        accounts.attempts.succeed(guess, visit.address)
    return person


async def find_person(accounts: Accounts, email: str) -> Person:
    """Whoever has this address, or `NotFound`; for whoever has the database."""
    found = await accounts.store.read(accounts.system, find_by_email, fold_name(email))
    if found is None:
        raise NotFound("person", email)
    return found


async def make_reset_link(accounts: Accounts, principal: Principal, person_id: str, visit: Visit) -> str:
    """What a link ends with by which the person chooses another password: once, within half an hour."""
    person = await accounts.store.read(principal, read_person, person_id)
    check_may_grant(principal, person.instance_role, person.role)
    return await _make_link(accounts, principal, person, AuditAction.ACCOUNT_RESET_OFFERED, _BY_AN_ADMIN, visit)


async def break_glass(accounts: Accounts, email: str) -> str:
    """The same for whoever has the database and nobody to ask: for ten minutes, and it is written down.

    Whoever lost the password may have lost the second factor too: it goes when the link is used.
    """
    person = await find_person(accounts, email)
    body = {FACTOR_GOES: True}
    return await _make_link(
        accounts, accounts.system, person, AuditAction.ACCOUNT_BREAK_GLASS, _BREAK_GLASS, Visit(), body
    )


async def reset_password(accounts: Accounts, token: str, password: str, visit: Visit) -> None:
    """Another password for whoever the link was made for; all their sessions end. `LinkGone` tells nothing more."""
    deed = begin_deed(visit)
    sha256 = hash_token(token)
    if not await accounts.store.read(accounts.system, is_link_open, sha256, "recover", deed.at):
        raise LinkGone
    kept = await accounts.passwords.hash(prepare_password(password))
    await accounts.store.write(accounts.system, write_reset, sha256, kept, deed, new_id("au"))


async def _make_link(
    accounts: Accounts,
    principal: Principal,
    person: Person,
    action: AuditAction,
    lasts: timedelta,
    visit: Visit,
    body: Mapping[str, Any] | None = None,
) -> str:
    deed = begin_deed(visit)
    token = draw_secret()
    link = NewLink(new_id("l"), hash_token(token), "recover", deed.at + lasts, body or {}, person.id)
    await accounts.store.write(principal, write_link, link, deed, action)
    return token
