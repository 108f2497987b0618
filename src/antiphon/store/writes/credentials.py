"""Sessions, tokens and links come into being and end. Whatever ends leaves a line that every node reads."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import delete, insert, select, update

from antiphon.access.audit import AuditAction
from antiphon.conversation.errors import LinkGone, NotFound
from antiphon.store.clock import now_ms
from antiphon.store.reads.token_uses import Ceilings
from antiphon.store.tables import auth_changes, one_time, people, sessions, tokens
from antiphon.store.unit import Unit
from antiphon.store.writes.audit import Deed, Target, write_audit

LinkKind = Literal["setup", "invite", "recover", "oidc_state"]


@dataclass(frozen=True, slots=True)
class NewSession:
    """A session to be opened; of its cookie only the hash.

    `identity_id` is who vouched for the person, `issuer_sid` what the session is called there, and `verified_at` when
    the person was last seen there; without it, that is now. Where a proxy says who somebody is, the session counts only
    as long as it says `proxy_user`.
    """

    id: str
    token_sha256: str
    idle_until: datetime
    expires_at: datetime
    identity_id: str | None = None
    issuer_sid: str | None = None
    verified_at: datetime | None = None
    proxy_user: str | None = None


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token to be made; of itself only the hash and the last four characters."""

    id: str
    token_sha256: str
    name: str
    scopes: tuple[str, ...]
    last4: str
    expires_at: datetime
    ceilings: Ceilings = Ceilings()


@dataclass(frozen=True, slots=True)
class NewLink:
    """A link that counts once."""

    id: str
    token_sha256: str
    kind: LinkKind
    expires_at: datetime
    body: Mapping[str, Any]
    person_id: str | None = None


def note_auth_change(unit: Unit, kind: Literal["session", "person", "token", "secret"], id: str) -> None:
    """Tell every node that credentials of this may have ended."""
    unit.connection.execute(insert(auth_changes).values(kind=kind, id=id, at=now_ms(unit.dialect)))


def forget_auth_changes(unit: Unit, seconds: float) -> None:
    """Delete what every node has read long ago."""
    unit.connection.execute(delete(auth_changes).where(auth_changes.c.at < now_ms(unit.dialect) - int(seconds * 1000)))


def open_session(unit: Unit, person_id: str, auth_epoch: int, new: NewSession, deed: Deed, method: str) -> None:
    """Somebody is signed in from now on, unless what they proved themselves with has changed meanwhile."""
    row = {
        "id": new.id,
        "token_sha256": new.token_sha256,
        "person_id": person_id,
        "workspace_id": unit.workspace_id,
        "auth_epoch": auth_epoch,
        "method": method,
        "identity_id": new.identity_id,
        "issuer_sid": new.issuer_sid,
        "proxy_user": new.proxy_user,
        "address": deed.address[:64],
        "agent": deed.agent[:300],
        "created_at": deed.at,
        "seen_at": deed.at,
        "verified_at": new.verified_at or deed.at,
        "idle_until": new.idle_until,
        "expires_at": new.expires_at,
    }
    unit.connection.execute(insert(sessions), row)
    write_audit(
        unit, deed, AuditAction.SESSION_CREATED, Target("session", new.id), actor_id=person_id, after={"method": method}
    )


def touch_session(unit: Unit, session_id: str, now: datetime, idle_until: datetime) -> None:
    """It was used; its end moves on."""
    unit.connection.execute(
        update(sessions).where(sessions.c.id == session_id).values(seen_at=now, idle_until=idle_until)
    )


def touch_token(unit: Unit, token_id: str, now: datetime) -> None:
    """It was used."""
    unit.connection.execute(update(tokens).where(tokens.c.id == token_id).values(last_used_at=now))


def renew_session(unit: Unit, token_sha256: str, deed: Deed) -> None:
    """The principal has proved again to be there: the session has another cookie from now on."""
    statement = update(sessions).where(sessions.c.id == unit.principal.session_id, sessions.c.revoked_at.is_(None))
    unit.connection.execute(statement.values(token_sha256=token_sha256, verified_at=deed.at))
    write_audit(unit, deed, AuditAction.SESSION_VERIFIED, Target("session", unit.principal.session_id))


def end_session(unit: Unit, session_id: str, deed: Deed) -> None:
    """End one of the principal's own sessions; `NotFound` for anybody else's. Twice is harmless."""
    mine = (sessions.c.id == session_id) & (sessions.c.person_id == unit.principal.id)
    ended = unit.connection.execute(update(sessions).where(mine).values(revoked_at=deed.at))
    if not ended.rowcount:
        raise NotFound("session", session_id)
    note_auth_change(unit, "session", session_id)
    write_audit(unit, deed, AuditAction.SESSION_ENDED, Target("session", session_id))


def end_session_of_another(unit: Unit, session_id: str, person_id: str, named: str, deed: Deed) -> None:
    """The proxy names somebody else than when the session began: it ends. Twice is harmless."""
    open_ = (sessions.c.id == session_id) & sessions.c.revoked_at.is_(None)
    if not unit.connection.execute(update(sessions).where(open_).values(revoked_at=deed.at)).rowcount:
        return
    note_auth_change(unit, "session", session_id)
    after = {"session": session_id, "proxy_user": named}
    write_audit(unit, deed, AuditAction.SESSION_ENDED_BY_PROXY, Target("person", person_id), after=after)


def end_all_sessions(unit: Unit, deed: Deed) -> None:
    """Sign the principal out everywhere, here too."""
    count_epoch(unit, unit.principal.id)
    write_audit(unit, deed, AuditAction.SESSION_ENDED_EVERYWHERE, Target("person", unit.principal.id))


def count_epoch(unit: Unit, person_id: str) -> None:
    """None of the person's sessions counts any more."""
    mine = people.c.id == person_id
    unit.connection.execute(update(people).where(mine).values(auth_epoch=people.c.auth_epoch + 1))
    note_auth_change(unit, "person", person_id)


def count_every_epoch(unit: Unit) -> None:
    """Nobody's sessions count any more."""
    unit.connection.execute(update(people).values(auth_epoch=people.c.auth_epoch + 1))


def note_refusal(unit: Unit, person_id: str | None, deed: Deed, reason: str | None = None) -> None:
    """Somebody could not sign in. What they typed is not kept: it may have been a password."""
    write_audit(unit, deed, AuditAction.SESSION_REFUSED, Target("person", person_id), outcome="refused", reason=reason)


def write_token(unit: Unit, new: NewToken, deed: Deed) -> None:
    """The principal has one more token."""
    row = {
        "id": new.id,
        "token_sha256": new.token_sha256,
        "person_id": unit.principal.id,
        "workspace_id": unit.workspace_id,
        "scopes": list(new.scopes),
        "name": new.name,
        "last4": new.last4,
        "created_at": deed.at,
        "expires_at": new.expires_at,
        "day_ceiling": new.ceilings.day,
        "month_ceiling": new.ceilings.month,
    }
    unit.connection.execute(insert(tokens), row)
    after = {"scopes": list(new.scopes), **_describe_ceilings(new.ceilings)}
    write_audit(unit, deed, AuditAction.TOKEN_CREATED, Target("token", new.id, new.name), after=after)


def write_ceilings(unit: Unit, token_id: str, ceilings: Ceilings, deed: Deed) -> None:
    """One of the principal's own tokens may spend so much from now on; `NotFound` for any other, or one that ended."""
    mine = (tokens.c.id == token_id) & (tokens.c.person_id == unit.principal.id)
    counts = tokens.c.revoked_at.is_(None) & (tokens.c.expires_at > deed.at)
    query = select(tokens.c.name, tokens.c.day_ceiling, tokens.c.month_ceiling).where(mine, counts).with_for_update()
    row = unit.connection.execute(query).one_or_none()
    if row is None:
        raise NotFound("token", token_id)
    values = {"day_ceiling": ceilings.day, "month_ceiling": ceilings.month}
    unit.connection.execute(update(tokens).where(mine).values(values))
    before = Ceilings(row.day_ceiling, row.month_ceiling)
    write_audit(
        unit,
        deed,
        AuditAction.TOKEN_LIMITED,
        Target("token", token_id, row.name),
        before=_describe_ceilings(before) or None,
        after=_describe_ceilings(ceilings) or None,
    )


def _describe_ceilings(ceilings: Ceilings) -> dict[str, float]:
    """Those that there are."""
    named = {"day_ceiling": ceilings.day, "month_ceiling": ceilings.month}
    return {name: dollars for name, dollars in named.items() if dollars is not None}


def revoke_token(unit: Unit, token_id: str, deed: Deed) -> None:
    """One of the principal's own tokens counts no more; `NotFound` for anybody else's."""
    mine = (tokens.c.id == token_id) & (tokens.c.person_id == unit.principal.id)
    name = unit.connection.execute(select(tokens.c.name).where(mine)).scalar_one_or_none()
    if name is None:
        raise NotFound("token", token_id)
    unit.connection.execute(update(tokens).where(mine).values(revoked_at=deed.at))
    note_auth_change(unit, "token", token_id)
    write_audit(unit, deed, AuditAction.TOKEN_REVOKED, Target("token", token_id, name))


def write_link(unit: Unit, new: NewLink, deed: Deed, action: AuditAction | None) -> None:
    """A link that counts once; without an action it is no deed yet. The first owner's takes the place of the last."""
    if new.kind == "setup":
        unit.connection.execute(delete(one_time).where(one_time.c.kind == "setup"))
    row = {
        "id": new.id,
        "token_sha256": new.token_sha256,
        "kind": new.kind,
        "person_id": new.person_id,
        "body": dict(new.body),
        "created_by": unit.principal.id,
        "created_at": deed.at,
        "expires_at": new.expires_at,
    }
    unit.connection.execute(insert(one_time), row)
    if action is not None:
        write_audit(unit, deed, action, Target("person", new.person_id), after=dict(new.body) or None)


def use_link(unit: Unit, token_sha256: str, kind: LinkKind, now: datetime) -> Any:
    """What the link says, once: of two who use it at the same moment one is too late, and that is `LinkGone`."""
    this = one_time.c.token_sha256 == token_sha256
    open_ = this & (one_time.c.kind == kind) & one_time.c.used_at.is_(None) & (one_time.c.expires_at > now)
    if unit.connection.execute(update(one_time).where(open_).values(used_at=now)).rowcount != 1:
        raise LinkGone
    return unit.connection.execute(select(one_time.c.id, one_time.c.person_id, one_time.c.body).where(this)).one()


def end_links(unit: Unit, person_id: str, now: datetime) -> None:
    """Nobody comes in any more with what this person has handed out, nor with a link for another password of theirs."""
    made = (one_time.c.created_by == person_id) & one_time.c.kind.in_(("invite", "recover"))
    theirs = (one_time.c.person_id == person_id) & (one_time.c.kind == "recover")
    open_ = (made | theirs) & one_time.c.used_at.is_(None)
    unit.connection.execute(update(one_time).where(open_).values(used_at=now))


def take_back_invitation(unit: Unit, invitation_id: str, deed: Deed) -> None:
    """Nobody can take it up any more; `NotFound` when somebody has, or it never was."""
    open_ = (one_time.c.id == invitation_id) & (one_time.c.kind == "invite") & one_time.c.used_at.is_(None)
    if unit.connection.execute(update(one_time).where(open_).values(used_at=deed.at)).rowcount != 1:
        raise NotFound("invitation", invitation_id)
    write_audit(unit, deed, AuditAction.ACCOUNT_INVITATION_REVOKED, Target("invitation", invitation_id))
