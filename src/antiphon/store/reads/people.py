"""People: who there is, and what of them is compared when somebody signs in."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, exists, or_, select

from antiphon.access.policy import Verb, list_roles
from antiphon.access.principal import InstanceRole, Role
from antiphon.conversation.errors import NotFound
from antiphon.store.tables import memberships, people
from antiphon.store.unit import Unit


class Person(NamedTuple):
    """Somebody, as others may see them: nothing here proves anything."""

    id: str
    name: str
    email: str | None
    state: str
    instance_role: InstanceRole
    role: Role
    created_at: datetime
    suspended_at: datetime | None


class SignInRow(NamedTuple):
    """What is compared when somebody signs in; never told to anybody."""

    id: str
    state: str
    password_hash: str | None
    auth_epoch: int


def read_people(unit: Unit) -> tuple[Person, ...]:
    """Everybody who belongs to the workspace, by name."""
    rows = unit.connection.execute(_select_people(unit).order_by(people.c.name, people.c.id))
    return tuple(Person(*row) for row in rows)


def read_person(unit: Unit, person_id: str) -> Person:
    """One of them, or `NotFound`."""
    row = unit.connection.execute(_select_people(unit).where(people.c.id == person_id)).one_or_none()
    if row is None:
        raise NotFound("person", person_id)
    return Person(*row)


def find_by_email(unit: Unit, email: str) -> Person | None:
    """Whoever has this address."""
    row = unit.connection.execute(_select_people(unit).where(people.c.email == email)).one_or_none()
    return None if row is None else Person(*row)


def find_sign_in(unit: Unit, email: str) -> SignInRow | None:
    """Who signs in with this address."""
    return _find(unit, people.c.email == email)


def read_sign_in(unit: Unit, person_id: str) -> SignInRow | None:
    """The same for somebody who is known already."""
    return _find(unit, people.c.id == person_id)


def has_password(unit: Unit) -> bool:
    """Whether the principal could sign in with a password."""
    query = select(people.c.id).where(people.c.id == unit.principal.id, people.c.password_hash.is_not(None))
    return unit.connection.execute(query).one_or_none() is not None


def has_owner(unit: Unit) -> bool:
    """Whether somebody owns the installation."""
    query = select(people.c.id).where(people.c.instance_role == "owner", people.c.state == "active").limit(1)
    return unit.connection.execute(query).one_or_none() is not None


def is_alone(unit: Unit) -> bool:
    """Whether nobody else belongs to the workspace; without accounts nobody does."""
    others = (memberships.c.workspace_id == unit.workspace_id) & (memberships.c.person_id != unit.principal.id)
    return unit.connection.execute(select(memberships.c.person_id).where(others).limit(1)).first() is None


def is_active(
    person_id: ColumnElement[str], workspace_id: ColumnElement[str], verb: Verb = Verb.READ
) -> ColumnElement[bool]:
    """Whether this person may have this done here: nothing is begun for whoever is suspended, belongs here no more, or
    has another role by now. Some here are no people.
    """
    member = (memberships.c.person_id == people.c.id) & (memberships.c.workspace_id == workspace_id)
    may_not = or_(memberships.c.role.is_(None), memberships.c.role.not_in(list_roles(verb)))
    refused = select(people.c.id).outerjoin_from(people, memberships, member)
    return ~exists(refused.where(people.c.id == person_id, or_(people.c.state != "active", may_not)))


def _find(unit: Unit, condition: ColumnElement[bool]) -> SignInRow | None:
    query = select(people.c.id, people.c.state, people.c.password_hash, people.c.auth_epoch)
    row = unit.connection.execute(query.where(condition)).one_or_none()
    return None if row is None else SignInRow(*row)


def _select_people(unit: Unit) -> "Select[Any]":
    columns = (people.c.id, people.c.name, people.c.email, people.c.state, people.c.instance_role, memberships.c.role)
    return (
        select(*columns, people.c.created_at, people.c.suspended_at)
        .join(memberships, memberships.c.person_id == people.c.id)
        .where(memberships.c.workspace_id == unit.workspace_id)
    )
