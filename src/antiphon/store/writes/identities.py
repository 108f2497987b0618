"""Somebody whom others vouch for comes, gets the roles that their groups give, and goes when those others say so."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from antiphon.access.audit import AuditAction
from antiphon.access.groups import GivenRoles
from antiphon.conversation.errors import AddressTaken, LastWayIn, NotFound
from antiphon.store.dialect import insert_into
from antiphon.store.reads.identities import KnownIdentity, find_identity
from antiphon.store.tables import identities, memberships, one_time, people, sessions
from antiphon.store.unit import Unit
from antiphon.store.writes.audit import Deed, Target, write_audit
from antiphon.store.writes.credentials import count_epoch, end_links, note_auth_change
from antiphon.store.writes.people import NewPerson, insert_person
from antiphon.store.writes.work import let_rest


@dataclass(frozen=True, slots=True)
class Vouched:
    """What an issuer says about somebody, once it has been checked.

    `source` is written beside the roles it gives. `email` is one the issuer has verified. Without `roles` nothing is
    decided by groups. `person_id` and `identity_id` are those of somebody who has never been here.
    """

    source: str
    issuer: str
    subject: str
    name: str
    email: str | None
    roles: GivenRoles | None
    person_id: str
    identity_id: str


class Admitted(NamedTuple):
    """Somebody who may come in."""

    identity_id: str
    person_id: str
    auth_epoch: int


class NotAdmitted(NamedTuple):
    """Somebody who may not, and why. What their groups took away is taken away all the same."""

    person_id: str | None
    reason: Literal["unknown_person", "suspended", "no_role"]


@dataclass(frozen=True, slots=True)
class SignOut:
    """Who has gone, as an issuer says it: one session of theirs, or everything; and the number of the notice."""

    issuer: str
    subject: str | None
    sid: str | None
    id: str
    jti_sha256: str
    expires_at: datetime


def admit(unit: Unit, vouched: Vouched, deed: Deed, *, may_create: bool) -> Admitted | NotAdmitted:
    """Whoever is vouched for, with the roles their groups give today. By issuer and subject, never by anything else."""
    known = find_identity(unit, vouched.issuer, vouched.subject)
    if known is None:
        if not may_create:
            return NotAdmitted(None, "unknown_person")
        if vouched.roles is not None and vouched.roles.role is None:
            return NotAdmitted(None, "no_role")
        known = _create(unit, vouched, deed)
    if known.state != "active":
        return NotAdmitted(known.person_id, "suspended")
    seen = update(identities).where(identities.c.id == known.id).values(last_seen_at=deed.at)
    unit.connection.execute(seen)
    if vouched.roles is not None:
        _apply_groups(unit, known.person_id, vouched.source, vouched.roles, deed)
    if not _is_member(unit, known.person_id):
        return NotAdmitted(known.person_id, "no_role")
    epoch = unit.connection.execute(select(people.c.auth_epoch).where(people.c.id == known.person_id)).scalar_one()
    return Admitted(known.id, known.person_id, epoch)


def link_identity(unit: Unit, vouched: Vouched, deed: Deed) -> bool:
    """The principal is known there too from now on; false when that is somebody else's. Twice is harmless."""
    row = _describe(vouched, unit.principal.id, deed)
    # How many rows an insert made is not said by every driver; what it returns is.
    insertion = insert_into(identities, unit.dialect).on_conflict_do_nothing().returning(identities.c.id)
    if unit.connection.execute(insertion, row).scalar_one_or_none() is not None:
        write_audit(unit, deed, AuditAction.OIDC_LINKED, Target("identity", vouched.identity_id, vouched.issuer))
    found = find_identity(unit, vouched.issuer, vouched.subject)
    return found is not None and found.person_id == unit.principal.id


def unlink_identity(unit: Unit, identity_id: str, deed: Deed) -> None:
    """It leads to the principal no more, and sessions that came from there end.

    `NotFound` for anybody else's; `LastWayIn` when there would be no way left to sign in.
    """
    me = unit.principal.id
    unit.connection.execute(select(people.c.id).where(people.c.id == me).with_for_update()).all()
    mine = (identities.c.id == identity_id) & (identities.c.person_id == me)
    issuer = unit.connection.execute(select(identities.c.issuer).where(mine)).scalar_one_or_none()
    if issuer is None:
        raise NotFound("identity", identity_id)
    others = select(func.count()).select_from(identities).where(identities.c.person_id == me)
    password = unit.connection.execute(select(people.c.password_hash).where(people.c.id == me)).scalar_one()
    if password is None and unit.connection.execute(others).scalar_one() == 1:
        raise LastWayIn
    unit.connection.execute(delete(identities).where(mine))
    _end(unit, _find_sessions(unit, {identity_id}, None), deed)
    write_audit(unit, deed, AuditAction.OIDC_UNLINKED, Target("identity", identity_id, issuer))


def end_sessions_of(unit: Unit, gone: SignOut, deed: Deed) -> bool:
    """End what the issuer says has ended; false when it has said so before, and then nothing happens."""
    row = {
        "id": gone.id,
        "token_sha256": gone.jti_sha256,
        "kind": "oidc_jti",
        "body": {},
        "created_at": deed.at,
        "expires_at": gone.expires_at,
        "used_at": deed.at,
    }
    insertion = insert_into(one_time, unit.dialect).on_conflict_do_nothing().returning(one_time.c.id)
    if unit.connection.execute(insertion, row).scalar_one_or_none() is None:
        return False
    theirs = select(identities.c.id).where(identities.c.issuer == gone.issuer)
    if gone.subject is not None:
        theirs = theirs.where(identities.c.subject == gone.subject)
    ended = _find_sessions(unit, set(unit.connection.execute(theirs).scalars()), gone.sid)
    _end(unit, ended, deed)
    write_audit(
        unit, deed, AuditAction.SESSION_ENDED_BY_ISSUER, Target("issuer", None, gone.issuer), after={"sessions": ended}
    )
    return True


def forget_spent(unit: Unit, now: datetime) -> None:
    """Delete what providers left behind that could no longer be used anyway."""
    spent = one_time.c.kind.in_(("oidc_state", "oidc_jti")) & (one_time.c.expires_at < now)
    unit.connection.execute(delete(one_time).where(spent))


def _create(unit: Unit, vouched: Vouched, deed: Deed) -> KnownIdentity:
    """Somebody new. Of two who come at once as the same, one is made; an address that is taken is left out."""
    given = vouched.roles or GivenRoles("member", "member")
    new = NewPerson(vouched.person_id, vouched.name, vouched.email, None, given.instance_role, given.role or "viewer")
    for person in (new, NewPerson(new.id, new.name, None, None, new.instance_role, new.role)):
        try:
            with unit.connection.begin_nested():
                insert_person(unit, person, deed, source=vouched.source if vouched.roles else "manual")
                unit.connection.execute(insert(identities), _describe(vouched, new.id, deed))
        except (AddressTaken, IntegrityError):
            pass
        else:
            after = {"issuer": vouched.issuer, "role": new.role}
            write_audit(
                unit,
                deed,
                AuditAction.ACCOUNT_CREATED,
                Target("person", new.id, new.name),
                actor_id=new.id,
                after=after,
            )
            break
        if (known := find_identity(unit, vouched.issuer, vouched.subject)) is not None:
            return known
    found = find_identity(unit, vouched.issuer, vouched.subject)
    if found is None:
        raise AddressTaken
    return found


def _apply_groups(unit: Unit, person_id: str, source: str, given: GivenRoles, deed: Deed) -> None:
    """Change what this source gave, and nothing else; an owner of the installation is left alone altogether."""
    person = unit.connection.execute(
        select(people.c.name, people.c.instance_role, people.c.role_source)
        .where(people.c.id == person_id)
        .with_for_update()
    ).one()
    if person.instance_role == "owner":
        return
    here = (memberships.c.person_id == person_id) & (memberships.c.workspace_id == unit.workspace_id)
    found = unit.connection.execute(select(memberships.c.role, memberships.c.source).where(here)).one_or_none()
    before = {"instance_role": person.instance_role, "role": None if found is None else found.role}
    after = dict(before)
    if found is None or found.source == source:
        after["role"] = given.role
    if person.role_source == source:
        after["instance_role"] = given.instance_role
    if after == before:
        return
    if after["role"] != before["role"]:
        unit.connection.execute(delete(memberships).where(here))
        if given.role is not None:
            _join(unit, person_id, given.role, source, deed)
    if after["instance_role"] != before["instance_role"]:
        changed = update(people).where(people.c.id == person_id).values(instance_role=given.instance_role)
        unit.connection.execute(changed)
    count_epoch(unit, person_id)
    let_rest(unit, person_id)
    end_links(unit, person_id, deed.at)
    action = _name_change(before["role"], after["role"])
    target = Target("person", person_id, person.name)
    write_audit(unit, deed, action, target, before=before, after=after, reason=source)


def _name_change(before: str | None, after: str | None) -> AuditAction:
    if after is None:
        return AuditAction.MEMBER_REMOVED
    return AuditAction.MEMBER_ADDED if before is None else AuditAction.MEMBER_ROLE_CHANGED


def _join(unit: Unit, person_id: str, role: str, source: str, deed: Deed) -> None:
    row = {"workspace_id": unit.workspace_id, "person_id": person_id, "role": role, "source": source}
    unit.connection.execute(insert(memberships), row | {"created_at": deed.at})


def _is_member(unit: Unit, person_id: str) -> bool:
    here = (memberships.c.person_id == person_id) & (memberships.c.workspace_id == unit.workspace_id)
    return unit.connection.execute(select(memberships.c.role).where(here)).one_or_none() is not None


def _describe(vouched: Vouched, person_id: str, deed: Deed) -> dict[str, object]:
    return {
        "id": vouched.identity_id,
        "issuer": vouched.issuer,
        "subject": vouched.subject,
        "person_id": person_id,
        "created_at": deed.at,
        "last_seen_at": deed.at,
    }


def _find_sessions(unit: Unit, identity_ids: set[str], sid: str | None) -> list[str]:
    query = select(sessions.c.id).where(sessions.c.identity_id.in_(identity_ids), sessions.c.revoked_at.is_(None))
    if sid is not None:
        query = query.where(sessions.c.issuer_sid == sid)
    return list(unit.connection.execute(query.order_by(sessions.c.id)).scalars())


def _end(unit: Unit, session_ids: list[str], deed: Deed) -> None:
    ended = update(sessions).where(sessions.c.id.in_(session_ids)).values(revoked_at=deed.at)
    unit.connection.execute(ended)
    for session_id in session_ids:
        note_auth_change(unit, "session", session_id)
