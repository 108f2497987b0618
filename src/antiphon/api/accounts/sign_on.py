"""Coming in by somebody else's word: to an OpenID provider and back, and the notices it sends."""

from typing import Annotated, Any
from urllib.parse import parse_qs, urlencode

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import RedirectResponse

from antiphon.access.return_to import clean_return_to
from antiphon.api.accounts.auth import ARRIVING, STAYING, Door
from antiphon.api.accounts.people import MINE
from antiphon.api.accounts.schemas import AddressAnswer, IdentitiesAnswer, Leaving, Linking
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.gate import Gate, find_visit
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.page import answer_all
from antiphon.conversation.errors import (
    LastWayIn,
    NotSetUp,
    NotSignedIn,
    SignOnProblem,
    SignOnRefused,
    SignOutNoticeRefused,
    TooManyAttempts,
)
from antiphon.engine.accounts.sign_in import sign_out
from antiphon.engine.accounts.sign_on import (
    AWAY,
    SIGN_IN_PAGE,
    Departure,
    arrive,
    depart,
    find_sign_out,
    hear_notice,
    unlink,
)
from antiphon.identity.header_sso import HEADER
from antiphon.store.reads.identities import read_identities

router = APIRouter(route_class=BoundedRoute, prefix="/v1", tags=["auth"])
# What browsers are led along and providers send is no part of the API that programs are told of.
# A notice is one token of a few hundred characters.
_NOTICE = 64 * 1024


@router.get("/auth/oidc/{provider}/start", status_code=303, response_class=RedirectResponse, include_in_schema=False)
@allow(ARRIVING)
async def get_start(
    request: Request, gate: Door, provider: str, return_to: Annotated[str, Query(max_length=2_001)] = "/"
) -> Response:
    """Lead the browser to a provider; it comes back signed in, or to `/sign-in?problem=…`."""
    gate.sign_on.find(provider)
    try:
        await gate.check_set_up()
        left = await depart(gate.sign_on, provider, "sign_in", return_to, None, find_visit(request))
    except NotSetUp:
        return _lead_back("not_set_up")
    except TooManyAttempts:
        return _lead_back("too_many_attempts")
    except SignOnRefused as error:
        return _lead_back(error.problem)
    response = RedirectResponse(left.address, 303)
    _keep(gate, response, left)
    return response


@router.get("/auth/oidc/{provider}/callback", status_code=303, response_class=RedirectResponse, include_in_schema=False)
@allow(ARRIVING)
async def get_callback(request: Request, gate: Door, provider: str) -> Response:
    """Where a provider sends the browser back to; it goes on to the page it came from."""
    gate.sign_on.find(provider)
    browser = gate.find_login_cookie(request)
    try:
        principal = await gate.find_whoever(request)
        arrived = await arrive(gate.sign_on, provider, _read_answer(request), browser, principal, find_visit(request))
    except SignOnRefused as error:
        response: Response = _lead_back(error.problem)
    else:
        response = RedirectResponse(arrived.return_to, 303)
        if arrived.cookie is not None:
            gate.set_cookie(response, arrived.cookie, gate.accounts.session_days * 86_400)
    # Groups may have taken something away, whatever else came of it.
    await gate.watch.look()
    gate.clear_login_cookie(response)
    return response


@router.post("/auth/oidc/{provider}/verify", response_model=AddressAnswer, operation_id="start_verification")
@allow(STAYING, body=SHORT, raises=(SignOnRefused,))
async def post_verify(
    request: Request, response: Response, caller: Caller, gate: Door, provider: str, body: Leaving
) -> dict[str, Any]:
    """Where to go to be seen again by a provider, before something sensitive."""
    left = await depart(gate.sign_on, provider, "verify", body.return_to, caller, find_visit(request))
    _keep(gate, response, left)
    return {"address": left.address}


@router.post("/auth/oidc/{provider}/back-channel", include_in_schema=False)
@allow(ARRIVING, body=_NOTICE, raises=(SignOutNoticeRefused,))
async def post_back_channel(request: Request, gate: Door, provider: str) -> None:
    """Take a provider's notice that somebody has signed out there: their sessions end here too."""
    fields = parse_qs((await request.body()).decode("utf-8", "replace"), max_num_fields=20)
    tokens = fields.get("logout_token", [])
    if len(tokens) != 1:
        raise SignOutNoticeRefused
    await hear_notice(gate.sign_on, provider, tokens[0], find_visit(request))
    await gate.watch.look()


@router.post("/auth/oidc/sign-out", response_model=AddressAnswer, operation_id="stop_sign_on")
@allow(STAYING)
async def post_sign_out(request: Request, response: Response, caller: Caller, gate: Door) -> dict[str, Any]:
    """End this session, and say where to end the one with whoever vouched for it."""
    if caller.session_id is None:
        raise NotSignedIn
    address = await find_sign_out(gate.sign_on, caller)
    await sign_out(gate.accounts, caller, caller.session_id, find_visit(request))
    await gate.watch.look()
    gate.clear_cookie(response)
    return {"address": address}


@router.get("/me/identities", response_model=IdentitiesAnswer, operation_id="list_identities")
@allow(STAYING)
async def get_identities(caller: Caller, gate: Door) -> dict[str, Any]:
    """Who vouches for one."""
    names = {each.configured.issuer: name for name, each in gate.sign_on.providers.items()}
    if gate.header_sign_on is not None:
        names[gate.header_sign_on.trusted.issuer] = HEADER
    lines = await gate.accounts.store.read(caller, read_identities)
    return answer_all({**line._asdict(), "provider": names.get(line.issuer)} for line in lines)


@router.post("/me/identities", response_model=AddressAnswer, operation_id="start_identity")
@allow(MINE, body=SHORT, raises=(SignOnRefused,))
async def post_identity(
    request: Request, response: Response, caller: Caller, gate: Door, body: Linking
) -> dict[str, Any]:
    """Where to go to have one more provider vouch for one; it is linked when the browser comes back.

    The proxy, by the name of `header`, is asked nothing: whom it names is linked at once.
    """
    named = gate.find_named(request)
    if body.provider == HEADER and gate.header_sign_on is not None and named is not None:
        await gate.header_sign_on.link(named, caller, find_visit(request))
        return {"address": clean_return_to(body.return_to)}
    left = await depart(gate.sign_on, body.provider, "link", body.return_to, caller, find_visit(request))
    _keep(gate, response, left)
    return {"address": left.address}


@router.delete("/me/identities/{identity_id}", status_code=204, operation_id="delete_identity")
@allow(MINE, raises=(LastWayIn,))
async def delete_identity(request: Request, caller: Caller, gate: Door, identity_id: str) -> None:
    """Have it vouch for one no more; sessions that came from there end."""
    await unlink(gate.accounts, caller, identity_id, find_visit(request))
    await gate.watch.look()


def _read_answer(request: Request) -> dict[str, str]:
    """What the browser brings back. Nothing is said twice (RFC 6749, 3.1)."""
    pairs = request.query_params.multi_items()
    if len(dict(pairs)) < len(pairs):
        raise SignOnRefused("expired")
    return dict(pairs)


def _keep(gate: Gate, response: Response, left: Departure) -> None:
    gate.set_login_cookie(response, left.browser, int(AWAY.total_seconds()))


def _lead_back(problem: SignOnProblem) -> RedirectResponse:
    return RedirectResponse(f"{SIGN_IN_PAGE}?{urlencode({'problem': problem})}", 303)
