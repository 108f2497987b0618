"""What is done to people by others: roles, suspension, a link for whoever lost a password."""

from datetime import timedelta

from antiphon.access.names import fold_name
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
from antiphon.store.writes.people import change_roles as write_roles
from antiphon.store.writes.people import reset_password as write_reset
from antiphon.store.writes.people import restore_person, suspend_person

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
    return await _make_link(accounts, principal, person, "account.reset_offered", _BY_AN_ADMIN, visit)


async def break_glass(accounts: Accounts, email: str) -> str:
    """The same for whoever has the database and nobody to ask: for ten minutes, and it is written down."""
    person = await find_person(accounts, email)
    return await _make_link(accounts, accounts.system, person, "account.break_glass", _BREAK_GLASS, Visit())


async def reset_password(accounts: Accounts, token: str, password: str, visit: Visit) -> None:
    """Another password for whoever the link was made for; all their sessions end. `LinkGone` tells nothing more."""
    deed = begin_deed(visit)
    sha256 = hash_token(token)
    if not await accounts.store.read(accounts.system, is_link_open, sha256, "recover", deed.at):
        raise LinkGone
    kept = await accounts.passwords.hash(prepare_password(password))
    await accounts.store.write(accounts.system, write_reset, sha256, kept, deed)


async def _make_link(
    accounts: Accounts, principal: Principal, person: Person, action: str, lasts: timedelta, visit: Visit
) -> str:
    deed = begin_deed(visit)
    token = draw_secret()
    link = NewLink(new_id("l"), hash_token(token), "recover", deed.at + lasts, {}, person.id)
    await accounts.store.write(principal, write_link, link, deed, action)
    return token
