"""Letting in a program that has no browser: it shows a code, and somebody who is signed in types it."""

from typing import Any

from fastapi import APIRouter, Request

from antiphon.access.policy import Policy, Verb
from antiphon.api.accounts.auth import ARRIVING, STAYING, Door
from antiphon.api.accounts.schemas import (
    BeginningDevice,
    DecidingDevice,
    DeviceAnswer,
    DeviceCodesAnswer,
    DeviceTokenAnswer,
    TakingToken,
    TypingCode,
)
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.gate import find_visit
from antiphon.api.guard import Caller, allow
from antiphon.conversation.errors import (
    CodeUnknown,
    DeviceDenied,
    DeviceExpired,
    DeviceHasty,
    DeviceUndecided,
    NotSetUp,
    TooManyAttempts,
)
from antiphon.engine.accounts.attempts import EVERY_SECONDS
from antiphon.engine.accounts.devices import (
    LASTS_SECONDS,
    allow_device,
    begin_device,
    deny_device,
    look_up_device,
    take_token,
)

router = APIRouter(route_class=BoundedRoute, prefix="/v1/auth/device", tags=["auth"])
DECIDING = Policy(Verb.MANAGE, "me", fresh=True)


@router.post("", response_model=DeviceCodesAnswer, operation_id="start_device_login")
@allow(ARRIVING, body=SHORT, raises=(NotSetUp, TooManyAttempts))
async def post_device(request: Request, gate: Door, body: BeginningDevice) -> dict[str, Any]:
    """Ask for a code to show; nothing is allowed by it yet."""
    await gate.check_set_up()
    codes = await begin_device(gate.accounts, body.client, body.scopes, find_visit(request))
    said = {"verification_uri": f"{gate.public_url}/device", "expires_in": LASTS_SECONDS, "interval": EVERY_SECONDS}
    return {**codes._asdict(), **said}


@router.post("/token", response_model=DeviceTokenAnswer, operation_id="create_device_token")
@allow(ARRIVING, body=SHORT, raises=(NotSetUp, DeviceUndecided, DeviceHasty, DeviceDenied, DeviceExpired))
async def post_token(request: Request, gate: Door, body: TakingToken) -> dict[str, Any]:
    """Ask whether it was allowed; the token is told once."""
    await gate.check_set_up()
    made = await take_token(gate.accounts, body.device_code, find_visit(request))
    return {"access_token": made.token, "token_type": "Bearer", "scopes": list(made.scopes)}


@router.post("/look", response_model=DeviceAnswer, operation_id="check_device_login")
@allow(STAYING, body=SHORT, raises=(CodeUnknown, TooManyAttempts))
async def post_look(request: Request, caller: Caller, gate: Door, body: TypingCode) -> dict[str, Any]:
    """Which program waits for a code, before anything is decided."""
    found = await look_up_device(gate.accounts, caller, body.user_code, find_visit(request))
    return {name: getattr(found, name) for name in DeviceAnswer.model_fields}


@router.post("/decide", status_code=204, operation_id="set_device_login")
@allow(DECIDING, body=SHORT, raises=(CodeUnknown, TooManyAttempts))
async def post_decide(request: Request, caller: Caller, gate: Door, body: DecidingDevice) -> None:
    """Let the program in as oneself, or send it away."""
    decide = allow_device if body.allow else deny_device
    await decide(gate.accounts, caller, body.user_code, find_visit(request))
