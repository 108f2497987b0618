"""What somebody brings along to prove who they are: the one place that reads it.

A cookie in a browser, a bearer token in a program. Neither is ever looked for in an address.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from starlette.requests import Request
from starlette.responses import Response

from antiphon.access.policy import Policy
from antiphon.access.principal import Principal
from antiphon.conversation.errors import NotSetUp, NotSignedIn, VerifyAgain
from antiphon.engine.accounts.accounts import Accounts, Visit
from antiphon.engine.accounts.recognise import Recogniser
from antiphon.engine.accounts.set_up import is_set_up
from antiphon.engine.accounts.watch import Watch

# A page of ours says so where an old browser says nothing of where a request comes from; no form can.
CLIENT_HEADER = "antiphon-client"
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


@dataclass(slots=True)
class Gate:
    """Turns a request into a principal, or refuses it; there is no third way and nobody anonymous."""

    accounts: Accounts
    recogniser: Recogniser
    watch: Watch
    secure: bool
    step_up: timedelta = timedelta(minutes=5)
    is_open: bool = False

    @property
    def cookie_name(self) -> str:
        """Over https the browser itself sees to it that nobody but this very host has set it."""
        return "__Host-antiphon" if self.secure else "antiphon"

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
        return principal

    async def _recognise(self, request: Request) -> Principal:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme:
            # Whoever shows a token is whoever the token says, whatever cookies the browser adds.
            if scheme.lower() != "bearer":
                raise NotSignedIn
            return await self.recogniser.find_by_token(token.strip())
        cookie = request.cookies.get(self.cookie_name, "")
        if not cookie or not _is_our_page(request):
            raise NotSignedIn
        return await self.recogniser.find_by_cookie(cookie)

    def _is_fresh(self, principal: Principal) -> bool:
        verified_at = principal.verified_at
        return verified_at is not None and datetime.now(UTC) - verified_at <= self.step_up

    def set_cookie(self, response: Response, value: str, seconds: int) -> None:
        """Have the browser keep it: out of reach of scripts, and not sent along by other sites."""
        response.set_cookie(
            self.cookie_name, value, max_age=seconds, path="/", secure=self.secure, httponly=True, samesite="lax"
        )

    def clear_cookie(self, response: Response) -> None:
        """Have the browser forget it, and what it kept of the person."""
        response.delete_cookie(self.cookie_name, path="/", secure=self.secure, httponly=True, samesite="lax")
        response.headers["Clear-Site-Data"] = '"cache", "storage"'


def find_visit(request: Request) -> Visit:
    """Where a request comes from, as the socket says; what headers say about it is not believed."""
    peer = request.scope.get("client")
    return Visit(str(peer[0]) if peer else "", request.headers.get("user-agent", "")[:300])


def _is_our_page(request: Request) -> bool:
    """What changes something with a cookie says where it comes from; the guard has looked at what it says."""
    said = ("sec-fetch-site", "origin", CLIENT_HEADER)
    return request.method in _SAFE_METHODS or any(each in request.headers for each in said)
