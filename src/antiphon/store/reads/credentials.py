"""Whom a cookie or a token stands for, and what there is of them."""

from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Row, Select, Table, and_, exists, or_, select, union_all

from antiphon.access.principal import Principal
from antiphon.conversation.ids import PrincipalId, WorkspaceId
from antiphon.store.clock import now_ms
from antiphon.store.tables import auth_changes, memberships, one_time, people, second_factors, sessions, tokens
from antiphon.store.unit import Unit


class FoundCredential(NamedTuple):
    """Whom it stands for, and when it was last written down that it was used."""

    principal: Principal
    seen_at: datetime | None


class SessionLine(NamedTuple):
    """A session as its person sees it."""

    id: str
    method: str
    address: str
    agent: str
    created_at: datetime
    seen_at: datetime
    expires_at: datetime


class TokenLine(NamedTuple):
    """A token as its person sees it: the last four characters are all that is left of it."""

    id: str
    name: str
    scopes: list[str]
    last4: str
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None
    day_ceiling: float | None
    month_ceiling: float | None


class InvitationLine(NamedTuple):
    """An invitation that nobody has taken up yet."""

    id: str
    email: str | None
    instance_role: str
    role: str
    created_by: str | None
    created_at: datetime
    expires_at: datetime


class AuthChange(NamedTuple):
    """Something that may have ended credentials."""

    seq: int
    kind: str
    id: str


def find_session(unit: Unit, token_sha256: str, now: datetime) -> FoundCredential | None:
    """Whose session this is, while it counts and its person does."""
    query = _find_person(sessions, now).where(sessions.c.token_sha256 == token_sha256, _is_in_use(now))
    more = (sessions.c.verified_at, sessions.c.seen_at, sessions.c.proxy_user)
    row = unit.connection.execute(query.add_columns(*more)).one_or_none()
    if row is None:
        return None
    proof = {"session_id": row.credential_id, "verified_at": row.verified_at, "proxy_user": row.proxy_user}
    principal = _build_principal(row, **proof)
    return FoundCredential(principal, row.seen_at)


def find_token(unit: Unit, token_sha256: str, now: datetime) -> FoundCredential | None:
    """Whose token this is and what it was made for, while it counts and its person does."""
    query = _find_person(tokens, now).where(tokens.c.token_sha256 == token_sha256)
    more = (tokens.c.scopes, tokens.c.last_used_at, tokens.c.day_ceiling, tokens.c.month_ceiling)
    row = unit.connection.execute(query.add_columns(*more)).one_or_none()
    if row is None:
        return None
    has_ceiling = row.day_ceiling is not None or row.month_ceiling is not None
    principal = _build_principal(row, token_id=row.credential_id, scopes=frozenset(row.scopes), has_ceiling=has_ceiling)
    return FoundCredential(principal, row.last_used_at)


def read_counting(unit: Unit, credential_ids: Collection[str], now: datetime) -> frozenset[str]:
    """Which of these sessions and tokens count, as do their people. Asked by the system across all workspaces."""
    in_session = _find_person(sessions, now).where(sessions.c.id.in_(credential_ids), _is_in_use(now))
    by_token = _find_person(tokens, now).where(tokens.c.id.in_(credential_ids))
    query = union_all(in_session.with_only_columns(sessions.c.id), by_token.with_only_columns(tokens.c.id))
    return frozenset(unit.connection.execute(query).scalars())


# Whoever has no password here proves themselves elsewhere, and what is asked of them there is not ours to say.
_HAS_FACTOR = or_(
    people.c.password_hash.is_(None),
    exists(
        select(second_factors.c.person_id).where(
            second_factors.c.person_id == people.c.id, second_factors.c.confirmed_at.is_not(None)
        )
    ),
).label("has_factor")


def _is_in_use(now: datetime) -> ColumnElement[bool]:
    """Whether a session was not left alone for too long, nor signed out everywhere."""
    return and_(sessions.c.idle_until > now, sessions.c.auth_epoch == people.c.auth_epoch)


def _find_person(proof: Table, now: datetime) -> Select[Any]:
    """Who has this proof, which is neither taken back nor too old, and is a member of its workspace and active."""
    member = (memberships.c.person_id == people.c.id) & (memberships.c.workspace_id == proof.c.workspace_id)
    return (
        select(people.c.id, people.c.kind, people.c.instance_role, memberships.c.role, memberships.c.workspace_id)
        .add_columns(proof.c.id.label("credential_id"), _HAS_FACTOR)
        .join_from(proof, people, people.c.id == proof.c.person_id)
        .join(memberships, member)
        .where(
            proof.c.revoked_at.is_(None),
            proof.c.expires_at > now,
            people.c.state == "active",
        )
    )


def _build_principal(row: Row[Any], **proof: Any) -> Principal:
    return Principal(
        PrincipalId(row.id),
        WorkspaceId(row.workspace_id),
        row.role,
        kind=row.kind,
        instance_role=row.instance_role,
        has_factor=bool(row.has_factor),
        **proof,
    )


def read_sessions(unit: Unit, now: datetime) -> tuple[SessionLine, ...]:
    """Where the person is signed in, the newest first."""
    query = (
        select(*(sessions.c[name] for name in SessionLine._fields))
        .join(people, people.c.id == sessions.c.person_id)
        .where(
            sessions.c.person_id == unit.principal.id,
            sessions.c.revoked_at.is_(None),
            sessions.c.expires_at > now,
            sessions.c.idle_until > now,
            sessions.c.auth_epoch == people.c.auth_epoch,
        )
        .order_by(sessions.c.seen_at.desc(), sessions.c.id)
    )
    return tuple(SessionLine(*row) for row in unit.connection.execute(query))


def read_tokens(unit: Unit, now: datetime) -> tuple[TokenLine, ...]:
    """The person's tokens that count, the newest first."""
    query = (
        select(*(tokens.c[name] for name in TokenLine._fields))
        .where(tokens.c.person_id == unit.principal.id, tokens.c.revoked_at.is_(None), tokens.c.expires_at > now)
        .order_by(tokens.c.id.desc())
    )
    return tuple(TokenLine(*row) for row in unit.connection.execute(query))


def read_invitations(unit: Unit, now: datetime) -> tuple[InvitationLine, ...]:
    """Invitations that can still be taken up, the newest first."""
    query = (
        select(one_time.c.id, one_time.c.body, one_time.c.created_by, one_time.c.created_at, one_time.c.expires_at)
        .where(one_time.c.kind == "invite", one_time.c.used_at.is_(None), one_time.c.expires_at > now)
        .order_by(one_time.c.id.desc())
    )
    return tuple(
        InvitationLine(
            row.id,
            row.body["email"],
            row.body["instance_role"],
            row.body["role"],
            row.created_by,
            row.created_at,
            row.expires_at,
        )
        for row in unit.connection.execute(query)
    )


def is_link_open(unit: Unit, token_sha256: str, kind: str, now: datetime) -> bool:
    """Whether a link can still be used; to be asked before anything that costs."""
    query = select(one_time.c.id).where(
        one_time.c.token_sha256 == token_sha256,
        one_time.c.kind == kind,
        one_time.c.used_at.is_(None),
        one_time.c.expires_at > now,
    )
    return unit.connection.execute(query).one_or_none() is not None


def read_auth_changes(unit: Unit, seconds: float) -> tuple[AuthChange, ...]:
    """What has changed in the last seconds, by the database's clock.

    By time and not behind the last number: a transaction may commit after one that took a later number.
    """
    since = now_ms(unit.dialect) - int(seconds * 1000)
    query = select(auth_changes.c.seq, auth_changes.c.kind, auth_changes.c.id).where(auth_changes.c.at > since)
    return tuple(AuthChange(*row) for row in unit.connection.execute(query))
