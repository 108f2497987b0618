"""Who somebody is elsewhere."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select

from antiphon.store.tables import identities, people, sessions
from antiphon.store.unit import Unit


class IdentityLine(NamedTuple):
    """One of the places that vouch for a person, as the person sees it."""

    id: str
    issuer: str
    subject: str
    created_at: datetime
    last_seen_at: datetime


class KnownIdentity(NamedTuple):
    """Whose identity it is, and whether they may come in."""

    id: str
    person_id: str
    state: str
    auth_epoch: int


def read_identities(unit: Unit) -> tuple[IdentityLine, ...]:
    """Everywhere the principal is known, in the order in which it was said."""
    query = select(*(identities.c[name] for name in IdentityLine._fields))
    mine = query.where(identities.c.person_id == unit.principal.id).order_by(identities.c.id)
    return tuple(IdentityLine(*row) for row in unit.connection.execute(mine))


def find_identity(unit: Unit, issuer: str, subject: str) -> KnownIdentity | None:
    """Whoever this issuer means by this subject; the whole of both is compared."""
    query = (
        select(identities.c.id, identities.c.person_id, people.c.state, people.c.auth_epoch)
        .join(people, people.c.id == identities.c.person_id)
        .where(identities.c.issuer == issuer, identities.c.subject == subject)
    )
    row = unit.connection.execute(query).one_or_none()
    return None if row is None else KnownIdentity(*row)


def find_issuer_of_session(unit: Unit, session_id: str) -> str | None:
    """Who vouched for the person when this session began; none when it was a password."""
    query = (
        select(identities.c.issuer)
        .join(sessions, sessions.c.identity_id == identities.c.id)
        .where(sessions.c.id == session_id, sessions.c.person_id == unit.principal.id)
    )
    return unit.connection.execute(query).scalar_one_or_none()
