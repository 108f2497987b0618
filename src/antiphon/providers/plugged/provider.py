"""A provider whose wire another package speaks."""

from collections.abc import AsyncGenerator, Mapping
from typing import Final, cast

from antiphon.conversation.errors import RequestRejected, ThinkingUnsupported
from antiphon.conversation.payload import Payload
from antiphon.conversation.receipt import PayingKey
from antiphon.conversation.thinking import is_on
from antiphon.egress.lines import LineDecoder
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import Session, post
from antiphon.egress.tape import Post
from antiphon.providers.answer import AnswerStream
from antiphon.providers.chat_body import model_name
from antiphon.providers.pace import PACE_SECONDS, Pace
from antiphon.providers.plugged.frames import PluggedFrames
from antiphon.providers.plugged.wire import Draft, Wire
from antiphon.providers.provider import Outputs, WireRequest
from antiphon.providers.sending import Sender, check_content_type
from antiphon.providers.timeouts import Timeouts

# What servers call lines of JSON.
_LINES: Final = frozenset({"application/x-ndjson", "application/ndjson", "application/jsonl"})


class Plugged:
    """Reaches the models behind one base URL with one key, in the words of a wire that came in a package.

    Every request goes to that URL, whatever the wire writes.
    """

    def __init__(
        self,
        name: str,
        wire: Wire,
        base_url: str,
        api_key: str | None,
        *,
        session: Session,
        policy: AddressPolicy,
        timeouts: Timeouts | None = None,
        pace_seconds: float = PACE_SECONDS,
        post: Post = post,
        paying_key: PayingKey | None = None,
    ) -> None:
        self._name = name
        self._wire = wire
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key.strip() if api_key else None
        self._timeouts = timeouts or Timeouts()
        self._sender = Sender(name, session, policy, self._timeouts, post)
        self._pace = Pace(pace_seconds)
        self._paying_key = paying_key

    @property
    def name(self) -> str:
        """The name people configured."""
        return self._name

    def encode(self, payload: Payload) -> WireRequest:
        """The exact request for this payload, without the key; `RequestRejected` when the wire cannot write it.

        `ThinkingUnsupported` when a model is to think and the wire knows nothing about that.
        """
        model = model_name(payload.model)
        if is_on(payload.thinking) and not getattr(self._wire, "thinks", False):
            raise ThinkingUnsupported(self._name, model=model, why="its plug-in cannot ask for it")
        try:
            draft = self._wire.write(payload, model)
        except (Exception, SystemExit) as error:
            raise self._reject(f"could not write the request: {type(error).__name__}") from error
        if not _is_draft(draft):
            raise self._reject("wrote something that is no request")
        return WireRequest(
            advisor_id=payload.advisor_id,
            provider=self._name,
            model=model,
            url=self._base_url + draft.path,
            body=draft.body,
            headers=dict(draft.headers),
            paying_key=self._paying_key,
        )

    async def stream(self, request: WireRequest) -> AsyncGenerator[Outputs, None]:
        """Send exactly these bytes once and yield what comes back; see `Provider.stream`."""
        if not request.url.startswith(f"{self._base_url}/"):
            raise RequestRejected(self._name, provider_message="the request was made for another address")
        response = await self._sender.send(request, self._sign(), self._api_key)
        try:
            form = check_content_type(self._name, response)
            frames = PluggedFrames(self._name, self._wire.listen())
            answer = AnswerStream(
                self._name,
                response,
                frames,
                timeouts=self._timeouts,
                pace=self._pace,
                decoder=LineDecoder() if form in _LINES else None,
            )
            if form == "application/json" and (whole := await answer.read_whole()):
                yield whole
            while (outputs := await answer.read()) is not None:
                if outputs:
                    yield outputs
        finally:
            response.close()

    def _sign(self) -> Mapping[str, str]:
        if self._api_key is None:
            return {}
        try:
            return dict(self._wire.sign(self._api_key))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - what failed may hold the key, so it is not told
            raise self._reject(f"could not sign the request: {type(error).__name__}") from None

    def _reject(self, what: str) -> RequestRejected:
        return RequestRejected(self._name, provider_message=f"its plug-in {what}")


def _is_draft(draft: object) -> bool:
    """Whether it can be sent: below the provider's own address, as bytes, with headers of text."""
    if not isinstance(draft, Draft):
        return False
    # Somebody else's values: whatever they were declared to be, they may be something else.
    path, body, headers = cast("tuple[object, object, object]", (draft.path, draft.body, draft.headers))
    return (
        isinstance(path, str)
        and path.startswith("/")
        and isinstance(body, bytes)
        and isinstance(headers, Mapping)
        and all(isinstance(name, str) and isinstance(value, str) for name, value in headers.items())
    )
