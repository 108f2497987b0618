"""Oneself and the others: sessions, tokens, roles, invitations, and what was done."""

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import Principal
from antiphon.api.accounts.auth import STAYING, Door
from antiphon.api.accounts.schemas import (
    AuditAnswer,
    ChangingMe,
    ChangingRoles,
    InvitationsAnswer,
    Inviting,
    LimitingToken,
    LinkAnswer,
    MadeAnswer,
    MakingToken,
    MeAnswer,
    PeopleAnswer,
    PersonAnswer,
    SessionsAnswer,
    TokenAnswer,
    TokensAnswer,
)
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.dependencies import Dependencies, Deps
from antiphon.api.gate import Gate, find_visit
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.page import answer_all
from antiphon.conversation.errors import AddressTaken, LastOwner, NotFound, TooManyAttempts
from antiphon.engine.accounts.invitations import invite, revoke_invitation
from antiphon.engine.accounts.people import change_profile, change_roles, make_reset_link, restore, suspend
from antiphon.engine.accounts.sign_in import sign_out
from antiphon.engine.accounts.tokens import create_token, limit_token, revoke_token
from antiphon.engine.commands.token_ceiling import read_tokens_spent, tell_time
from antiphon.engine.payloads.token_ceiling import find_month
from antiphon.store.reads.audit import read_audit
from antiphon.store.reads.credentials import read_invitations, read_sessions, read_tokens
from antiphon.store.reads.people import Person, has_password, read_people, read_person
from antiphon.store.reads.token_uses import Ceilings
from antiphon.store.unit import Unit

router = APIRouter(route_class=BoundedRoute, prefix="/v1", tags=["people"])
ITSELF = Policy(Verb.READ, "identity")
GIVING_BACK = Policy(Verb.MANAGE, "identity")
MINE = Policy(Verb.MANAGE, "me", fresh=True)
PEOPLE = Policy(Verb.OPERATE, "people")
SENSITIVE = Policy(Verb.OPERATE, "people", fresh=True)
AUDIT = Policy(Verb.AUDIT, "audit")
_PAGE = 100


@router.get("/me", response_model=MeAnswer, operation_id="get_me")
@allow(ITSELF)
async def get_me(caller: Caller, gate: Door) -> dict[str, Any]:
    """Who one is here."""
    return await _describe_me(caller, gate)


@router.patch("/me", response_model=MeAnswer, operation_id="update_me")
@allow(MINE, body=SHORT, raises=(AddressTaken, TooManyAttempts))
async def patch_me(request: Request, caller: Caller, gate: Door, body: ChangingMe) -> dict[str, Any]:
    """Have another name, or sign in with another address."""
    await change_profile(gate.accounts, caller, body.name, body.email, find_visit(request))
    return await _describe_me(caller, gate)


@router.get("/me/sessions", response_model=SessionsAnswer, operation_id="list_sessions")
@allow(STAYING)
async def get_sessions(caller: Caller, gate: Door) -> dict[str, Any]:
    """Where one is signed in."""
    lines = await gate.accounts.store.read(caller, read_sessions, datetime.now(UTC))
    return answer_all({**line._asdict(), "current": line.id == caller.session_id} for line in lines)


@router.delete("/me/sessions/{session_id}", status_code=204, operation_id="delete_session")
@allow(STAYING)
async def delete_session(request: Request, caller: Caller, gate: Door, session_id: str) -> None:
    """Sign out on another device."""
    await sign_out(gate.accounts, caller, session_id, find_visit(request))
    await gate.watch.look()


@router.get("/me/tokens", response_model=TokensAnswer, operation_id="list_tokens")
@allow(STAYING)
async def get_tokens(caller: Caller, gate: Door, deps: Deps) -> dict[str, Any]:
    """One's own tokens."""
    return answer_all(await _describe_tokens(caller, gate, deps))


@router.post("/me/tokens", status_code=201, response_model=MadeAnswer, operation_id="create_token")
@allow(MINE, body=SHORT, location="/v1/me/tokens/{id}")
async def post_token(request: Request, caller: Caller, gate: Door, body: MakingToken) -> dict[str, Any]:
    """Make a token for a program; it is told this once."""
    ceilings = Ceilings(body.day_ceiling, body.month_ceiling)
    made = await create_token(gate.accounts, caller, body.name, body.scopes, body.days, find_visit(request), ceilings)
    return made._asdict()


@router.put("/me/tokens/{token_id}/ceilings", response_model=TokenAnswer, operation_id="set_token_ceilings")
@allow(MINE, body=SHORT)
async def put_token_ceilings(
    request: Request, caller: Caller, gate: Door, deps: Deps, token_id: str, body: LimitingToken
) -> dict[str, Any]:
    """Say what a token may spend from now on; what it has spent this month counts."""
    ceilings = Ceilings(body.day_ceiling, body.month_ceiling)
    since = find_month(tell_time(deps.engine, caller))
    await limit_token(gate.accounts, caller, token_id, ceilings, find_visit(request), since)
    return next(each for each in await _describe_tokens(caller, gate, deps) if each["id"] == token_id)


@router.delete("/me/tokens/{token_id}", status_code=204, operation_id="delete_token")
@allow(STAYING)
async def delete_token(request: Request, caller: Caller, gate: Door, token_id: str) -> None:
    """Have a token count no more."""
    await revoke_token(gate.accounts, caller, token_id, find_visit(request))
    await gate.watch.look()


@router.get("/me/token", response_model=TokenAnswer, operation_id="get_own_token")
@allow(ITSELF)
async def get_own_token(caller: Caller, gate: Door, deps: Deps) -> dict[str, Any]:
    """The token that this request came with: what it is for, what it may spend and what it has spent."""
    found = [each for each in await _describe_tokens(caller, gate, deps) if each["id"] == caller.token_id]
    if not found:
        raise NotFound("token", "")
    return found[0]


@router.delete("/me/token", status_code=204, operation_id="delete_own_token")
@allow(GIVING_BACK)
async def delete_own_token(request: Request, caller: Caller, gate: Door) -> None:
    """Have the token that this request came with count no more."""
    if caller.token_id is None:
        raise NotFound("token", "")
    await revoke_token(gate.accounts, caller, caller.token_id, find_visit(request))
    await gate.watch.look()


@router.get("/people", response_model=PeopleAnswer, operation_id="list_people")
@allow(PEOPLE)
async def get_people(caller: Caller, gate: Door) -> dict[str, Any]:
    """Everybody, by name."""
    return answer_all(_describe(each) for each in await gate.accounts.store.read(caller, read_people))


@router.post("/people/{person_id}/suspend", response_model=PersonAnswer, operation_id="stop_person")
@allow(SENSITIVE, raises=(LastOwner,))
async def post_suspend(request: Request, caller: Caller, gate: Door, person_id: str) -> dict[str, Any]:
    """Let nothing of somebody's count any more."""
    person = await suspend(gate.accounts, caller, person_id, find_visit(request))
    await gate.watch.look()
    return _describe(person)


@router.post("/people/{person_id}/restore", response_model=PersonAnswer, operation_id="restore_person")
@allow(SENSITIVE)
async def post_restore(request: Request, caller: Caller, gate: Door, person_id: str) -> dict[str, Any]:
    """Let somebody sign in again."""
    person = await restore(gate.accounts, caller, person_id, find_visit(request))
    await gate.watch.look()
    return _describe(person)


@router.put("/people/{person_id}/roles", response_model=PersonAnswer, operation_id="set_roles")
@allow(SENSITIVE, body=SHORT, raises=(LastOwner,))
async def put_roles(
    request: Request, caller: Caller, gate: Door, person_id: str, body: ChangingRoles
) -> dict[str, Any]:
    """Give somebody other roles; they sign in again."""
    person = await change_roles(
        gate.accounts, caller, person_id, body.instance_role, body.workspace_role, find_visit(request)
    )
    await gate.watch.look()
    return _describe(person)


@router.post("/people/{person_id}/reset", response_model=LinkAnswer, operation_id="make_reset")
@allow(SENSITIVE)
async def post_reset_link(request: Request, caller: Caller, gate: Door, person_id: str) -> dict[str, Any]:
    """Make a link for somebody who lost the password."""
    return {"token": await make_reset_link(gate.accounts, caller, person_id, find_visit(request))}


@router.get("/people/invitations", response_model=InvitationsAnswer, operation_id="list_invitations")
@allow(PEOPLE)
async def get_invitations(caller: Caller, gate: Door) -> dict[str, Any]:
    """Invitations that can still be taken up."""
    lines = await gate.accounts.store.read(caller, read_invitations, datetime.now(UTC))
    return answer_all(_rename_role(line._asdict()) for line in lines)


@router.post("/people/invitations", status_code=201, response_model=MadeAnswer, operation_id="create_invitation")
@allow(SENSITIVE, body=SHORT, location="/v1/people/invitations/{id}")
async def post_invitation(request: Request, caller: Caller, gate: Door, body: Inviting) -> dict[str, Any]:
    """Make a link for somebody who is to come."""
    made = await invite(gate.accounts, caller, body.email, body.instance_role, body.workspace_role, find_visit(request))
    return made._asdict()


@router.delete("/people/invitations/{invitation_id}", status_code=204, operation_id="delete_invitation")
@allow(PEOPLE)
async def delete_invitation(request: Request, caller: Caller, gate: Door, invitation_id: str) -> None:
    """Take an invitation back."""
    await revoke_invitation(gate.accounts, caller, invitation_id, find_visit(request))


@router.get("/audit", response_model=AuditAnswer, operation_id="list_audit")
@allow(AUDIT)
async def get_audit(
    caller: Caller, gate: Door, before: Annotated[str | None, Query(max_length=40)] = None
) -> dict[str, Any]:
    """What was done, the newest first."""
    lines = await gate.accounts.store.read(caller, read_audit, _PAGE + 1, before)
    shown = [line._asdict() for line in lines[:_PAGE]]
    return {"items": shown, "next": shown[-1]["id"] if len(lines) > _PAGE else None}


async def _describe_tokens(caller: Principal, gate: Gate, deps: Dependencies) -> list[dict[str, Any]]:
    lines = await gate.accounts.store.read(caller, read_tokens, datetime.now(UTC))
    spent = await read_tokens_spent(deps.engine, caller, tuple(line.id for line in lines))
    return [{**line._asdict(), "spent": spent[line.id]._asdict()} for line in lines]


async def _describe_me(caller: Principal, gate: Gate) -> dict[str, Any]:
    person, may_type = await gate.accounts.store.read(caller, _read_me)
    told = {"workspace_id": caller.workspace_id, "verified_at": caller.verified_at, "signs_in_here": may_type}
    return {**_describe(person), **told}


def _read_me(unit: Unit) -> tuple[Person, bool]:
    return read_person(unit, unit.principal.id), has_password(unit)


def _describe(person: Person) -> dict[str, Any]:
    return _rename_role(person._asdict())


def _rename_role(row: dict[str, Any]) -> dict[str, Any]:
    """In an answer it says which of the two roles it is."""
    row["workspace_role"] = row.pop("role")
    return row
