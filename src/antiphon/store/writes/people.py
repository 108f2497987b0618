"""People come, get other roles, are suspended and come back. The last owner stays, whoever asks."""

from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from antiphon.access.audit import AuditAction
from antiphon.access.policy import check_may_grant
from antiphon.access.principal import InstanceRole, Role
from antiphon.conversation.errors import AddressTaken, LastOwner, LinkGone, Malformed
from antiphon.store.dialect import insert_into
from antiphon.store.reads.factors import find_factor
from antiphon.store.reads.people import Person, has_owner, read_person
from antiphon.store.tables import memberships, people, sessions
from antiphon.store.unit import Unit
from antiphon.store.writes.audit import Deed, Target, write_audit
from antiphon.store.writes.credentials import count_epoch, end_links, use_link
from antiphon.store.writes.factors import remove_factor
from antiphon.store.writes.work import let_rest

# In a link: whoever uses it has no second factor afterwards.
FACTOR_GOES: Final = "factor_goes"


@dataclass(frozen=True, slots=True)
class NewPerson:
    """Somebody who comes."""

    id: str
    name: str
    email: str | None
    password_hash: str | None
    instance_role: InstanceRole
    role: Role


def set_up_owner(unit: Unit, owner: NewPerson, deed: Deed, link_sha256: str | None) -> None:
    """The first owner. `LinkGone` when somebody was faster, or the link no longer counts."""
    if link_sha256 is not None:
        use_link(unit, link_sha256, "setup", deed.at)
    if has_owner(unit):
        raise LinkGone
    insert_person(unit, owner, deed)
    write_audit(unit, deed, AuditAction.ACCOUNT_CREATED, _target(owner), actor_id=owner.id, after=_roles(owner))


def add_person(unit: Unit, new: NewPerson, deed: Deed) -> None:
    """Somebody comes who was not invited: whoever has the database may add people."""
    insert_person(unit, new, deed)
    write_audit(unit, deed, AuditAction.ACCOUNT_CREATED, _target(new), after=_roles(new))


def accept_invitation(unit: Unit, link_sha256: str, new: NewPerson, deed: Deed) -> Person:
    """Whoever has the link comes with the roles it says; `Malformed` with another address than it was made for."""
    link = use_link(unit, link_sha256, "invite", deed.at)
    if link.body["email"] not in (None, new.email):
        raise Malformed("this invitation is for another address")
    invited = replace(new, instance_role=link.body["instance_role"], role=link.body["role"])
    insert_person(unit, invited, deed)
    write_audit(unit, deed, AuditAction.ACCOUNT_CREATED, _target(invited), actor_id=invited.id, after=_roles(invited))
    return read_person(unit, invited.id)


def change_roles(unit: Unit, person_id: str, instance_role: InstanceRole, role: Role, deed: Deed) -> Person:
    """Other roles; the person signs in again, and links that they made or that were made for them count no more.

    Nobody gives more than they have, and the last owner stays one.
    """
    _lock_owners(unit)
    before = read_person(unit, person_id)
    check_may_grant(unit.principal, before.instance_role, before.role)
    check_may_grant(unit.principal, instance_role, role)
    if instance_role != "owner":
        _check_not_last(unit, before)
    # Somebody here has decided: no group changes it any more.
    decided = {"instance_role": instance_role, "role_source": "manual"}
    unit.connection.execute(update(people).where(people.c.id == person_id).values(decided))
    here = (memberships.c.person_id == person_id) & (memberships.c.workspace_id == unit.workspace_id)
    unit.connection.execute(update(memberships).where(here).values(role=role, source="manual"))
    count_epoch(unit, person_id)
    let_rest(unit, person_id)
    end_links(unit, person_id, deed.at)
    old = {"instance_role": before.instance_role, "role": before.role}
    new = {"instance_role": instance_role, "role": role}
    write_audit(
        unit, deed, AuditAction.ACCOUNT_ROLE_CHANGED, Target("person", person_id, before.name), before=old, after=new
    )
    return read_person(unit, person_id)


def suspend_person(unit: Unit, person_id: str, deed: Deed) -> Person:
    """Nothing of theirs counts any more until they are restored; what they wrote stays. Twice is harmless.

    Links that they made or that were made for them are gone for good.
    """
    _lock_owners(unit)
    before = read_person(unit, person_id)
    check_may_grant(unit.principal, before.instance_role, before.role)
    _check_not_last(unit, before)
    end_links(unit, person_id, deed.at)
    return _change_state(unit, before, "suspended", deed)


def restore_person(unit: Unit, person_id: str, deed: Deed) -> Person:
    """They may sign in again. Sessions of before stay ended; tokens count again."""
    before = read_person(unit, person_id)
    check_may_grant(unit.principal, before.instance_role, before.role)
    return _change_state(unit, before, "active", deed)


def change_profile(unit: Unit, name: str, email: str | None, deed: Deed, second_id: str) -> Person:
    """The principal under this name, with this address where one is said; `AddressTaken` changes nothing.

    What is as it was is no deed. Each change has a line of its own, the address's under `second_id`.
    """
    before = read_person(unit, unit.principal.id)
    if email not in (None, before.email):
        _change_address(unit, before, email, replace(deed, id=second_id))
    if name != before.name:
        # Before it has changed: whoever reads the line knows them by the name they had.
        was, now = {"name": before.name}, {"name": name}
        write_audit(unit, deed, AuditAction.ACCOUNT_RENAMED, Target("person", before.id), before=was, after=now)
        unit.connection.execute(update(people).where(people.c.id == before.id).values(name=name))
    return read_person(unit, before.id)


def _change_address(unit: Unit, before: Person, email: str | None, deed: Deed) -> None:
    changed = {"email": email, "email_verified": False}
    try:
        with unit.connection.begin_nested():
            unit.connection.execute(update(people).where(people.c.id == before.id).values(changed))
    except IntegrityError as error:
        raise AddressTaken from error
    was, now = {"email": before.email}, {"email": email}
    write_audit(unit, deed, AuditAction.ACCOUNT_ADDRESS_CHANGED, Target("person", before.id), before=was, after=now)


def change_password(unit: Unit, password_hash: str, cookie_sha256: str, deed: Deed) -> None:
    """Another password: every other session ends, and this one goes on under another cookie."""
    me = unit.principal.id
    unit.connection.execute(update(people).where(people.c.id == me).values(password_hash=password_hash))
    count_epoch(unit, me)
    epoch = select(people.c.auth_epoch).where(people.c.id == me).scalar_subquery()
    here = sessions.c.id == unit.principal.session_id
    changed = {"auth_epoch": epoch, "token_sha256": cookie_sha256, "verified_at": deed.at}
    unit.connection.execute(update(sessions).where(here).values(changed))
    write_audit(unit, deed, AuditAction.ACCOUNT_PASSWORD_CHANGED, Target("person", me))


def reset_password(unit: Unit, link_sha256: str, password_hash: str, deed: Deed, second_id: str) -> None:
    """Another password for whoever the link was made for; all their sessions end.

    Where the link says so their second factor goes too, with a line of its own under `second_id`.
    """
    link = use_link(unit, link_sha256, "recover", deed.at)
    person_id: str = link.person_id
    if link.body.get(FACTOR_GOES) and find_factor(unit, person_id) is not None:
        remove_factor(unit, person_id, replace(deed, id=second_id))
    unit.connection.execute(update(people).where(people.c.id == person_id).values(password_hash=password_hash))
    count_epoch(unit, person_id)
    write_audit(unit, deed, AuditAction.ACCOUNT_PASSWORD_RESET, Target("person", person_id), actor_id=person_id)


def renew_hash(unit: Unit, person_id: str, old: str, new: str) -> None:
    """The same password kept under today's settings, unless it has changed meanwhile."""
    same = (people.c.id == person_id) & (people.c.password_hash == old)
    unit.connection.execute(update(people).where(same).values(password_hash=new))


def insert_person(unit: Unit, new: NewPerson, deed: Deed, *, source: str = "manual") -> None:
    """The rows of somebody who comes; `source` says who gave the roles. `AddressTaken` changes nothing."""
    row = {
        "id": new.id,
        "name": new.name,
        "email": new.email,
        "password_hash": new.password_hash,
        "instance_role": new.instance_role,
        "role_source": source,
        "state": "active",
        "created_at": deed.at,
    }
    try:
        with unit.connection.begin_nested():
            unit.connection.execute(insert(people), row)
    except IntegrityError as error:
        raise AddressTaken from error
    belonging = {"workspace_id": unit.workspace_id, "person_id": new.id, "role": new.role, "source": source}
    row = belonging | {"created_at": deed.at}
    unit.connection.execute(insert_into(memberships, unit.dialect).on_conflict_do_nothing(), row)


def _change_state(unit: Unit, before: Person, state: str, deed: Deed) -> Person:
    if before.state == state:
        return before
    suspended_at = deed.at if state == "suspended" else None
    changed = {"state": state, "suspended_at": suspended_at}
    unit.connection.execute(update(people).where(people.c.id == before.id).values(changed))
    count_epoch(unit, before.id)
    let_rest(unit, before.id)
    action = AuditAction.ACCOUNT_SUSPENDED if state == "suspended" else AuditAction.ACCOUNT_RESTORED
    write_audit(unit, deed, action, Target("person", before.id, before.name))
    return read_person(unit, before.id)


def _lock_owners(unit: Unit) -> None:
    """Two owners who take each other's role away at the same moment would both see that one is left."""
    query = select(people.c.id).where(people.c.instance_role == "owner").order_by(people.c.id).with_for_update()
    unit.connection.execute(query).all()


def _check_not_last(unit: Unit, person: Person) -> None:
    if person.instance_role != "owner" or person.state != "active":
        return
    others = select(people.c.id).where(
        people.c.instance_role == "owner", people.c.state == "active", people.c.id != person.id
    )
    if unit.connection.execute(others.limit(1)).one_or_none() is None:
        raise LastOwner


def _target(new: NewPerson) -> Target:
    return Target("person", new.id, new.name)


def _roles(new: NewPerson) -> dict[str, str]:
    return {"instance_role": new.instance_role, "role": new.role}
