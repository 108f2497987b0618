"""One request on its way: our bytes in place of the library's."""

from collections.abc import Callable
from typing import Never

import orjson

from antiphon.conversation.errors import ProtocolError, ProviderError, RequestRejected
from antiphon.egress.errors import CutOff, EgressError, NotHttp
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.response import Response, read_capped
from antiphon.egress.session import Session, post
from antiphon.egress.tape import Post
from antiphon.egress.transport import AnyResponse, PreparedRequest
from antiphon.providers.bridge.ending import FinishWatch
from antiphon.providers.bridge.family import KEY_PLACE
from antiphon.providers.bridge.reading import EventReader
from antiphon.providers.classify import classify, classify_in_band
from antiphon.providers.classify.connection import build_failure
from antiphon.providers.pace import Pace
from antiphon.providers.provider import WireRequest
from antiphon.providers.size_limits import SizeLimits, limit_frame
from antiphon.providers.timeouts import Timeouts

ERROR_BODY_LIMIT = 1024 * 1024


class SingleRequest:
    """Sends one request, once, and hands its answer to the library.

    The library wraps and renames what goes wrong, so a failure is noted here first, in our own words.
    """

    def __init__(
        self,
        request: WireRequest,
        api_key: str,
        ending: FinishWatch,
        *,
        session: Session,
        policy: AddressPolicy,
        timeouts: Timeouts,
        pace: Pace,
        limits: SizeLimits,
        on_pause: Callable[[], None],
        post: Post = post,
    ) -> None:
        self._request = request
        self._api_key = api_key
        self._ending = ending
        self._session = session
        self._policy = policy
        self._timeouts = timeouts
        self._pace = pace
        self._limits = limits
        self._on_pause = on_pause
        self._post_out = post
        self._sent = False
        self._failure: ProviderError | None = None
        self._response: Response | None = None
        self._reading: EventReader | None = None

    @property
    def failure(self) -> ProviderError | None:
        """What went wrong between us and the provider, if anything did."""
        return self._failure or (self._reading.failure if self._reading is not None else None)

    @property
    def was_read_out(self) -> bool:
        """True when all bytes of the answer have been seen."""
        return self._reading is not None and self._reading.ended

    async def send(self, draft: PreparedRequest) -> AnyResponse:
        """Send the request in place of this draft; refuse a draft for another address, and a second one."""
        if self._sent:
            # Libraries resume and repeat. The engine decides about that, and knows what was shown already.
            raise CutOff("a request is sent once")
        self._sent = True
        if draft.url != self._request.url:
            self._fail(RequestRejected(self._provider, provider_message="the request was made for another address"))
        try:
            self._response = await self._post(draft)
        except EgressError as error:
            self._failure = build_failure(self._provider, error)
            raise
        await self._check(self._response)
        self._reading = EventReader(
            self._provider,
            self._response,
            self._ending,
            timeouts=self._timeouts,
            pace=self._pace,
            limits=self._limits,
            on_pause=self._on_pause,
            frame_limit=limit_frame(self._request.model),
        )
        return self._reading

    @property
    def is_over(self) -> bool:
        """True once what is read comes after the finish reason."""
        return self._reading is not None and self._reading.is_over

    def note_speech(self) -> None:
        """The library made sense of something."""
        if self._reading is not None:
            self._reading.note_speech()

    def close(self) -> None:
        """Let go of the connection."""
        if self._response is not None:
            self._response.close()

    @property
    def _provider(self) -> str:
        return self._request.provider

    async def _post(self, draft: PreparedRequest) -> Response:
        """Our bytes and headers; from the draft only the header that carries the key, now with the key."""
        keyed = {name: value for name, value in draft.headers.items() if KEY_PLACE in value}
        auth = {name: value.replace(KEY_PLACE, self._api_key) for name, value in keyed.items()}
        return await self._post_out(
            self._session,
            self._policy,
            self._request.url,
            body=self._request.body,
            headers={**self._request.headers, **auth},
            silence_seconds=self._timeouts.first_byte,
            connect_seconds=self._timeouts.connect,
        )

    async def _check(self, response: Response) -> None:
        """Only a stream goes on to the library; what refuses or is something else is judged here."""
        media_type = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        if response.status == 200 and media_type == "text/html":
            self._fail(ProtocolError(self._provider, provider_message="it answered with a web page"))
        if response.status == 200 and media_type != "application/json":
            return
        try:
            body = await read_capped(response, ERROR_BODY_LIMIT)
        except EgressError:
            body = b""
        self._fail(self._judge(response, body))

    def _judge(self, response: Response, body: bytes) -> ProviderError:
        if response.status != 200:
            return classify(self._provider, response.status, body, response.headers, secret=self._api_key)
        try:
            parsed = orjson.loads(body)
        except orjson.JSONDecodeError:
            parsed = None
        if isinstance(parsed, dict) and parsed.get("error"):
            return classify_in_band(self._provider, parsed, secret=self._api_key)
        return ProtocolError(self._provider)

    def _fail(self, failure: ProviderError) -> Never:
        self._failure = failure
        raise NotHttp(failure.code)
