"""Coming in and going: set-up, invitations, signing in and out."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response

from antiphon.access.policy import Policy, Verb
from antiphon.api.accounts.schemas import Arriving, ChangingPassword, Resetting, SigningIn, Verifying, WaysAnswer
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.gate import Gate, find_visit
from antiphon.api.guard import Caller, allow, find_gate
from antiphon.conversation.errors import (
    AddressTaken,
    CodeRefused,
    LinkGone,
    NotSetUp,
    NotSignedIn,
    PasswordRefused,
    SecondFactorNeeded,
    SignInBusy,
    SignInRefused,
    TooManyAttempts,
)
from antiphon.engine.accounts.invitations import accept_invitation
from antiphon.engine.accounts.people import reset_password
from antiphon.engine.accounts.set_up import set_up
from antiphon.engine.accounts.sign_in import change_password, sign_in, sign_out, sign_out_everywhere, verify

router = APIRouter(route_class=BoundedRoute, prefix="/v1/auth", tags=["auth"])
ARRIVING = Policy(Verb.WRITE, "auth", public=True)
WAYS = Policy(Verb.READ, "auth", public=True)
# Whoever is here may always go, or prove to be here still.
STAYING = Policy(Verb.MANAGE, "me")

Door = Annotated[Gate, Depends(find_gate)]


@router.get("/ways", response_model=WaysAnswer, operation_id="get_ways")
@allow(WAYS, raises=(NotSetUp,))
async def get_ways(request: Request, gate: Door) -> dict[str, Any]:
    """How one can sign in here: what the page offers to whoever is nobody yet."""
    await gate.check_set_up()
    configured = (each.configured for each in gate.sign_on.providers.values())
    providers = [{"name": each.name, "title": each.title or each.name} for each in configured]
    return {"password": True, "providers": providers, "header": gate.find_named(request) is not None}


@router.post("/setup", status_code=204, operation_id="set_up_owner")
@allow(ARRIVING, body=SHORT, raises=(LinkGone, PasswordRefused, SignInBusy))
async def post_setup(request: Request, gate: Door, body: Arriving) -> None:
    """Make the first owner, with the link that was printed at the start."""
    await set_up(gate.accounts, body.token, body.name, body.email, body.password, find_visit(request))


@router.post("/join", status_code=204, operation_id="accept_invitation")
@allow(ARRIVING, body=SHORT, raises=(LinkGone, PasswordRefused, AddressTaken, SignInBusy, NotSetUp))
async def post_join(request: Request, gate: Door, body: Arriving) -> None:
    """Take up an invitation."""
    await gate.check_set_up()
    await accept_invitation(gate.accounts, body.token, body.name, body.email, body.password, find_visit(request))


@router.post("/sign-in", status_code=204, operation_id="start_session")
@allow(
    ARRIVING,
    body=SHORT,
    raises=(SignInRefused, SecondFactorNeeded, CodeRefused, TooManyAttempts, SignInBusy, NotSetUp),
)
async def post_sign_in(request: Request, response: Response, gate: Door, body: SigningIn) -> None:
    """Sign in: the answer brings a cookie. `second_factor_needed` asks for the same again, with a code."""
    await gate.check_set_up()
    cookie = await sign_in(gate.accounts, body.email, body.password, find_visit(request), body.code)
    gate.hand_out(response, cookie)


@router.post("/reset", status_code=204, operation_id="reset_password")
@allow(ARRIVING, body=SHORT, raises=(LinkGone, PasswordRefused, SignInBusy, NotSetUp))
async def post_reset(request: Request, gate: Door, body: Resetting) -> None:
    """Choose another password with a link; every session ends."""
    await gate.check_set_up()
    await reset_password(gate.accounts, body.token, body.new_password, find_visit(request))
    await gate.watch.look()


@router.post("/verify", status_code=204, operation_id="refresh_session")
@allow(STAYING, body=SHORT, raises=(SignInRefused, TooManyAttempts, SignInBusy))
async def post_verify(request: Request, response: Response, caller: Caller, gate: Door, body: Verifying) -> None:
    """Say the password again, before something sensitive; the answer brings another cookie."""
    value = await verify(gate.accounts, caller, body.password, find_visit(request))
    gate.set_cookie(response, value, gate.accounts.session_days * 86_400)


@router.put("/password", status_code=204, operation_id="set_password")
@allow(STAYING, body=SHORT, raises=(SignInRefused, PasswordRefused, TooManyAttempts, SignInBusy))
async def put_password(
    request: Request, response: Response, caller: Caller, gate: Door, body: ChangingPassword
) -> None:
    """Choose another password; every other session ends, and this one gets another cookie."""
    value = await change_password(gate.accounts, caller, body.password, body.new_password, find_visit(request))
    gate.set_cookie(response, value, gate.accounts.session_days * 86_400)


@router.post("/sign-out", status_code=204, operation_id="stop_session")
@allow(STAYING)
async def post_sign_out(request: Request, response: Response, caller: Caller, gate: Door) -> None:
    """End this session."""
    if caller.session_id is None:
        raise NotSignedIn
    await sign_out(gate.accounts, caller, caller.session_id, find_visit(request))
    await gate.watch.look()
    gate.clear_cookie(response)


@router.post("/sign-out-everywhere", status_code=204, operation_id="stop_sessions")
@allow(STAYING)
async def post_sign_out_everywhere(request: Request, response: Response, caller: Caller, gate: Door) -> None:
    """End every session of one's own."""
    await sign_out_everywhere(gate.accounts, caller, find_visit(request))
    await gate.watch.look()
    gate.clear_cookie(response)
