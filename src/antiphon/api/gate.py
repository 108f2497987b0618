"""What somebody brings along to prove who they are: the one place that reads it.

A cookie in a browser, a bearer token in a program, a header of a proxy that the operator believes. None is ever looked
for in an address.
"""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Literal, NoReturn

from starlette.requests import Request
from starlette.responses import Response

from antiphon.access.addresses import Networks, find_client
from antiphon.access.policy import Policy
from antiphon.access.principal import Principal
from antiphon.api.headers import send_along
from antiphon.conversation.errors import NotSetUp, NotSignedIn, SecondFactorRequired, VerifyAgain
from antiphon.engine.accounts.accounts import Accounts, Cookie, Visit
from antiphon.engine.accounts.header_sign_on import HeaderSignOn
from antiphon.engine.accounts.recognise import Recogniser
from antiphon.engine.accounts.set_up import is_set_up
from antiphon.engine.accounts.sign_on import SignOn
from antiphon.engine.accounts.watch import Watch
from antiphon.identity.header_sso import find_vouched
from antiphon.identity.vouched import VouchedPerson

# A page of ours says so where an old browser says nothing of where a request comes from; no form can.
CLIENT_HEADER = "antiphon-client"
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
# Habits of programs that speak to models; a form or a link can send neither.
_KEY_HEADERS = ("x-api-key", "api-key")
# One's own account, which waits for no second factor: it is where one is added.
_ONESELF = ("me", "identity")
# Of the installation or of a workspace.
_ADMINS = frozenset(("owner", "admin"))


@dataclass(slots=True)
class Gate:
    """Turns a request into a principal, or refuses it; there is no third way and nobody anonymous."""

    accounts: Accounts
    recogniser: Recogniser
    watch: Watch
    secure: bool
    sign_on: SignOn
    trusted_proxies: Networks = ()
    step_up: timedelta = timedelta(minutes=5)
    is_open: bool = False
    public_url: str = ""
    second_factor: Literal["off", "admins", "all"] = "off"
    header_sign_on: HeaderSignOn | None = None

    @property
    def cookie_name(self) -> str:
        """Over https the browser itself sees to it that nobody but this very host has set it."""
        return "__Host-antiphon" if self.secure else "antiphon"

    @property
    def login_cookie_name(self) -> str:
        """What a browser keeps while it is away at a provider."""
        return f"{self.cookie_name}-login"

    async def check_set_up(self) -> None:
        """`NotSetUp` until there is an owner; once there is one there always is."""
        if not self.is_open:
            self.is_open = await is_set_up(self.accounts)
        if not self.is_open:
            raise NotSetUp

    async def find_principal(self, request: Request, policy: Policy) -> Principal:
        """Whoever sent the request; `NotSignedIn` when that is nobody, `VerifyAgain` when it was too long ago."""
        await self.check_set_up()
        principal = await self._recognise(request)
        if policy.fresh and not self._is_fresh(principal):
            raise VerifyAgain
        if principal.has_factor or not self.wants_factor(principal):
            return principal
        if self.second_factor == "all" and policy.thing not in _ONESELF:
            raise SecondFactorRequired
        return replace(principal, awaits_factor=True)

    def wants_factor(self, principal: Principal) -> bool:
        """Whether the operator wants this person to have a second factor."""
        is_admin = not _ADMINS.isdisjoint((principal.instance_role, principal.role))
        return self.second_factor == "all" or (self.second_factor == "admins" and is_admin)

    async def find_whoever(self, request: Request) -> Principal | None:
        """Whose session the browser has, or nobody; for those who come back from elsewhere."""
        principal, named = await self._find_session(request), self.find_named(request)
        return principal if principal is not None and _is_same(principal, named) else None

    def find_named(self, request: Request) -> VouchedPerson | None:
        """Whom the proxy names; nobody unless it is a proxy that is believed."""
        peer = request.scope.get("client")
        if self.header_sign_on is None or peer is None:
            return None
        return find_vouched(self.header_sign_on.trusted, str(peer[0]), request.headers.getlist)

    async def _find_session(self, request: Request) -> Principal | None:
        try:
            return await self.recogniser.find_by_cookie(request.cookies.get(self.cookie_name, ""))
        except NotSignedIn:
            return None

    async def _recognise(self, request: Request) -> Principal:
        if (token := _find_key(request)) is not None:
            return await self.recogniser.find_by_token(token)
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme:
            # Whoever shows a token is whoever the token says, whatever cookies the browser adds.
            if scheme.lower() != "bearer":
                raise NotSignedIn
            return await self.recogniser.find_by_token(token.strip())
        named = self.find_named(request)
        if (named is None and self.cookie_name not in request.cookies) or not _is_our_page(request):
            raise NotSignedIn
        principal = await self._find_session(request)
        if principal is not None and not _is_same(principal, named):
            await self._refuse_another(request, principal, named)
        if self.header_sign_on is None or named is None:
            return _require(principal)
        if principal is not None and not await self.header_sign_on.follow_groups(principal, named, find_visit(request)):
            await self.watch.look()
            principal = await self._find_session(request)
        return principal or await self._let_in(request, self.header_sign_on, named)

    async def _let_in(self, request: Request, header_sign_on: HeaderSignOn, named: VouchedPerson) -> Principal:
        """Whoever the proxy names, with a session from now on."""
        arrived = await header_sign_on.let_in(named, find_visit(request))
        send_along(request, lambda response: self.hand_out(response, arrived.cookie))
        return arrived.principal

    async def _refuse_another(self, request: Request, principal: Principal, named: VouchedPerson | None) -> NoReturn:
        """A session counts only with what the proxy said when it began; it ends when the proxy names somebody else."""
        if self.header_sign_on is not None and named is not None:
            await self.header_sign_on.end_for_another(principal, named, find_visit(request))
            await self.watch.look()
            send_along(request, self.clear_cookie)
        raise NotSignedIn

    def _is_fresh(self, principal: Principal) -> bool:
        verified_at = principal.verified_at
        return verified_at is not None and datetime.now(UTC) - verified_at <= self.step_up

    def set_cookie(self, response: Response, value: str, seconds: int) -> None:
        """Have the browser keep it: out of reach of scripts, and not sent along by other sites."""
        response.set_cookie(
            self.cookie_name, value, max_age=seconds, path="/", secure=self.secure, httponly=True, samesite="lax"
        )

    def hand_out(self, response: Response, cookie: Cookie) -> None:
        """Have the browser keep the cookie of a new session for as long as it lasts."""
        self.set_cookie(response, cookie.value, int((cookie.expires_at - datetime.now(UTC)).total_seconds()))

    def set_login_cookie(self, response: Response, value: str, seconds: int) -> None:
        """Have the browser keep what it is known by when it comes back: sent along with a link, and with no form."""
        response.set_cookie(
            self.login_cookie_name, value, max_age=seconds, path="/", secure=self.secure, httponly=True, samesite="lax"
        )

    def find_login_cookie(self, request: Request) -> str:
        """What the browser kept while it was away, or nothing."""
        return request.cookies.get(self.login_cookie_name, "")

    def clear_login_cookie(self, response: Response) -> None:
        """It has come back."""
        response.delete_cookie(self.login_cookie_name, path="/", secure=self.secure, httponly=True, samesite="lax")

    def clear_cookie(self, response: Response) -> None:
        """Have the browser forget it, and what it kept of the person."""
        response.delete_cookie(self.cookie_name, path="/", secure=self.secure, httponly=True, samesite="lax")
        response.headers["Clear-Site-Data"] = '"cache", "storage"'


def find_visit(request: Request) -> Visit:
    """Where a request comes from, as the socket says; a proxy that the operator named says it better."""
    gate: Gate = request.app.state.gate
    peer = request.scope.get("client")
    forwarded = request.headers.getlist("x-forwarded-for")
    address = find_client(str(peer[0]), forwarded, gate.trusted_proxies) if peer else ""
    named = gate.find_named(request)
    return Visit(address, request.headers.get("user-agent", "")[:300], None if named is None else named.subject)


def _is_same(principal: Principal, named: VouchedPerson | None) -> bool:
    """Whether the proxy says what it said when the session began, be it nothing."""
    return principal.proxy_user == (None if named is None else named.subject)


def _find_key(request: Request) -> str | None:
    """A token in one of the headers that programs have for keys; one that also comes as a bearer is not looked at."""
    if "authorization" in request.headers:
        return None
    return next((request.headers[each].strip() for each in _KEY_HEADERS if each in request.headers), None)


def _require(principal: Principal | None) -> Principal:
    if principal is None:
        raise NotSignedIn
    return principal


def _is_our_page(request: Request) -> bool:
    """What changes something with a cookie says where it comes from; the guard has looked at what it says."""
    said = ("sec-fetch-site", "origin", CLIENT_HEADER)
    return request.method in _SAFE_METHODS or any(each in request.headers for each in said)
