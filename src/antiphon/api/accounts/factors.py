"""One's own second factor: an app that shows codes, and recovery codes for whoever loses it."""

from typing import Any

from fastapi import APIRouter, Request

from antiphon.access.policy import Policy, Verb
from antiphon.api.accounts.auth import STAYING, Door
from antiphon.api.accounts.schemas import BegunFactorAnswer, CodesAnswer, ConfirmingFactor, FactorsAnswer
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.gate import find_visit
from antiphon.api.guard import Caller, allow
from antiphon.conversation.errors import CodeRefused
from antiphon.engine.accounts.factors import begin_adding, finish_adding, read_factors, renew_codes, stop_asking

router = APIRouter(route_class=BoundedRoute, prefix="/v1/me/factors", tags=["people"])
MINE = Policy(Verb.MANAGE, "me", fresh=True)


@router.get("", response_model=FactorsAnswer, operation_id="get_factors")
@allow(STAYING)
async def get_factors(caller: Caller, gate: Door) -> dict[str, Any]:
    """Whether one is asked for a code, and how many recovery codes are left."""
    state = await read_factors(gate.accounts, caller)
    return {**state._asdict(), "required": gate.wants_factor(caller)}


@router.post("", response_model=BegunFactorAnswer, operation_id="start_factor")
@allow(MINE, raises=(CodeRefused,))
async def post_factor(request: Request, caller: Caller, gate: Door) -> dict[str, Any]:
    """Get what an authenticator app needs, told once; it counts when a code of it was confirmed."""
    return (await begin_adding(gate.accounts, caller, find_visit(request)))._asdict()


@router.post("/confirm", response_model=CodesAnswer, operation_id="check_factor")
@allow(MINE, body=SHORT, raises=(CodeRefused,))
async def post_confirm(request: Request, caller: Caller, gate: Door, body: ConfirmingFactor) -> dict[str, Any]:
    """Say the code the app shows; the answer brings the recovery codes, told once."""
    codes = await finish_adding(gate.accounts, caller, body.code, find_visit(request))
    await gate.watch.look()
    return {"codes": codes}


@router.post("/codes", response_model=CodesAnswer, operation_id="refresh_recovery_codes")
@allow(MINE)
async def post_codes(request: Request, caller: Caller, gate: Door) -> dict[str, Any]:
    """Get new recovery codes, told once; those of before count no more."""
    return {"codes": await renew_codes(gate.accounts, caller, find_visit(request))}


@router.delete("", status_code=204, operation_id="delete_factor")
@allow(MINE)
async def delete_factor(request: Request, caller: Caller, gate: Door) -> None:
    """Be asked for no code any more."""
    await stop_asking(gate.accounts, caller, find_visit(request))
    await gate.watch.look()
