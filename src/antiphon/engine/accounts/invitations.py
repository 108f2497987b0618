"""Invitations are links: whoever has one comes in once, with the roles it says and never more than its maker's."""

from datetime import timedelta
from typing import NamedTuple

from antiphon.access.audit import AuditAction
from antiphon.access.names import clean_person_name, normalise_address
from antiphon.access.passwords import prepare_password
from antiphon.access.policy import check_may_grant
from antiphon.access.principal import InstanceRole, Principal, Role
from antiphon.access.tokens import hash_token
from antiphon.conversation.errors import LinkGone
from antiphon.engine.accounts.accounts import Accounts, Visit, begin_deed, draw_secret
from antiphon.engine.runtime.identity import new_id
from antiphon.store.reads.credentials import is_link_open
from antiphon.store.reads.people import Person
from antiphon.store.writes.credentials import NewLink, take_back_invitation, write_link
from antiphon.store.writes.people import NewPerson
from antiphon.store.writes.people import accept_invitation as write_acceptance

_LINK_DAYS = 7


class Invitation(NamedTuple):
    """An invitation, and what its link ends with; that is told once."""

    id: str
    token: str


async def invite(
    accounts: Accounts,
    principal: Principal,
    email: str | None,
    instance_role: InstanceRole,
    role: Role,
    visit: Visit,
) -> Invitation:
    """A link for one person, for a week; with an address it is for that address alone."""
    check_may_grant(principal, instance_role, role)
    address = None if email is None else normalise_address(email)
    deed = begin_deed(visit)
    token = draw_secret()
    body = {"email": address, "instance_role": instance_role, "role": role}
    link = NewLink(new_id("l"), hash_token(token), "invite", deed.at + timedelta(days=_LINK_DAYS), body)
    await accounts.store.write(principal, write_link, link, deed, AuditAction.ACCOUNT_INVITED)
    return Invitation(link.id, token)


async def revoke_invitation(accounts: Accounts, principal: Principal, invitation_id: str, visit: Visit) -> None:
    """Nobody can take it up any more."""
    await accounts.store.write(principal, take_back_invitation, invitation_id, begin_deed(visit))


async def accept_invitation(
    accounts: Accounts, token: str, name: str, email: str, password: str, visit: Visit
) -> Person:
    """Whoever has the link is somebody from now on; `AddressTaken` leaves the link as it was."""
    deed = begin_deed(visit)
    sha256 = hash_token(token)
    if not await accounts.store.read(accounts.system, is_link_open, sha256, "invite", deed.at):
        raise LinkGone
    shown, address, prepared = clean_person_name(name), normalise_address(email), prepare_password(password)
    # The roles are those of the link; whatever stands here is not looked at.
    new = NewPerson(new_id("p"), shown, address, await accounts.passwords.hash(prepared), "member", "viewer")
    return await accounts.store.write(accounts.system, write_acceptance, sha256, new, deed)
