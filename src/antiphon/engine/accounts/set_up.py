"""The first owner: adopts whoever used the installation alone, with everything they have."""

from datetime import timedelta

from antiphon.access.names import clean_person_name, normalise_address
from antiphon.access.passwords import prepare_password
from antiphon.access.principal import LOCAL, InstanceRole, Role
from antiphon.access.tokens import hash_token
from antiphon.advisors.starter import load_starter
from antiphon.conversation.errors import LinkGone
from antiphon.engine.accounts.accounts import Accounts, Visit, begin_deed, draw_secret
from antiphon.engine.runtime.identity import new_id
from antiphon.store.reads.credentials import is_link_open
from antiphon.store.reads.people import has_owner
from antiphon.store.writes.credentials import NewLink, write_link
from antiphon.store.writes.people import NewPerson, add_person, set_up_owner
from antiphon.store.writes.seed import seed

_LINK_HOURS = 1


async def is_set_up(accounts: Accounts) -> bool:
    """Whether there is an owner; once there is one there always is."""
    return await accounts.store.read(accounts.system, has_owner)


async def make_setup_link(accounts: Accounts) -> str:
    """What the link for the first owner ends with; the one made before counts no more."""
    deed = begin_deed(Visit())
    token = draw_secret()
    link = NewLink(new_id("l"), hash_token(token), "setup", deed.at + timedelta(hours=_LINK_HOURS), {})
    await accounts.store.write(accounts.system, write_link, link, deed, None)
    return token


async def set_up(accounts: Accounts, token: str, name: str, email: str, password: str, visit: Visit) -> str:
    """The first owner's id. `LinkGone` unless the link counts and nobody was faster."""
    deed = begin_deed(visit)
    sha256 = hash_token(token)
    if not await accounts.store.read(accounts.system, is_link_open, sha256, "setup", deed.at):
        raise LinkGone
    owner = await _describe(accounts, LOCAL.id, name, email, password, "owner", "owner")
    await accounts.store.write(accounts.system, set_up_owner, owner, deed, sha256)
    return owner.id


async def create_account(accounts: Accounts, name: str, email: str, password: str, *, is_owner: bool) -> str:
    """Somebody whom the operator adds on this machine: the first owner, a further one, or a member.

    There may be nothing yet: whoever sets up a server unattended has people before it was ever started.
    """
    role: tuple[InstanceRole, Role] = ("owner", "owner") if is_owner else ("member", "member")
    first = is_owner and not await is_set_up(accounts)
    new = await _describe(accounts, LOCAL.id if first else new_id("p"), name, email, password, *role)
    deed = begin_deed(Visit())
    await accounts.store.write(LOCAL, seed, load_starter(), deed.at)
    if first:
        await accounts.store.write(accounts.system, set_up_owner, new, deed, None)
    else:
        await accounts.store.write(accounts.system, add_person, new, deed)
    return new.id


async def _describe(
    accounts: Accounts, id: str, name: str, email: str, password: str, instance_role: InstanceRole, role: Role
) -> NewPerson:
    """Everything that can be refused is, before the password costs anything."""
    shown, address, prepared = clean_person_name(name), normalise_address(email), prepare_password(password)
    return NewPerson(id, shown, address, await accounts.passwords.hash(prepared), instance_role, role)
