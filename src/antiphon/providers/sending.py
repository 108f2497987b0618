"""One request out, and the answer's head looked at: the same for every wire that we speak ourselves."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from antiphon.conversation.errors import ProtocolError
from antiphon.egress.errors import EgressError
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.response import Response, read_capped
from antiphon.egress.session import Session
from antiphon.egress.tape import Post
from antiphon.providers.classify import classify
from antiphon.providers.classify.connection import build_failure
from antiphon.providers.provider import WireRequest
from antiphon.providers.timeouts import Timeouts
from antiphon.tracing.spans import current_call

ERROR_BODY_LIMIT: Final = 1024 * 1024
# Under this name OpenAI logs an id of the caller's; other servers pass over a header they do not know.
CALL_HEADER: Final = "X-Client-Request-Id"


@dataclass(frozen=True, slots=True)
class Sender:
    """The way to one provider: its connections, where they may lead, and how long they may be silent."""

    provider: str
    session: Session
    policy: AddressPolicy
    timeouts: Timeouts
    post: Post

    async def send(self, request: WireRequest, auth: Mapping[str, str], secret: str | None) -> Response:
        """Send exactly the request's bytes, once; the answer, if it is one. `secret` is kept out of every failure."""
        try:
            response = await self.post(
                self.session,
                self.policy,
                request.url,
                body=request.body,
                headers={**request.headers, **_name_call(), **auth},
                silence_seconds=self.timeouts.first_byte,
                connect_seconds=self.timeouts.connect,
            )
        except EgressError as error:
            raise build_failure(self.provider, error) from error
        try:
            await self._check_status(response, secret)
        except BaseException:
            response.close()
            raise
        return response

    async def _check_status(self, response: Response, secret: str | None) -> None:
        if response.status == 200:
            return
        try:
            body = await read_capped(response, ERROR_BODY_LIMIT)
        except EgressError:
            body = b""
        raise classify(self.provider, response.status, body, response.headers, secret=secret)


def _name_call() -> dict[str, str]:
    """The name of the receipt, for the provider's log; another for each call, so that no two providers share one."""
    name = current_call.get()
    return {CALL_HEADER: name} if name else {}


def check_content_type(provider: str, response: Response) -> str:
    """The media type; a web page is a login form or a proxy's apology, never an answer."""
    media_type = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if media_type == "text/html":
        raise ProtocolError(provider, provider_message="it answered with a web page")
    return media_type
