"""A provider whose wire a library speaks."""

import asyncio
from collections.abc import AsyncGenerator

import orjson
from pydantic_ai.direct import model_request_stream
from pydantic_ai.exceptions import ModelAPIError
from pydantic_ai.messages import ModelRequest

from antiphon.conversation.errors import (
    AnswerTooLarge,
    ProtocolError,
    ProviderError,
    StreamBroken,
    ThinkingUnsupported,
)
from antiphon.conversation.payload import Payload
from antiphon.conversation.receipt import PayingKey
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import Session, post
from antiphon.egress.tape import Post
from antiphon.providers.bridge.ending import FinishWatch
from antiphon.providers.bridge.exchange import SingleRequest
from antiphon.providers.bridge.family import Family
from antiphon.providers.bridge.form import Forms
from antiphon.providers.bridge.hearing import Inbox, Listener
from antiphon.providers.bridge.tap import carrier
from antiphon.providers.bridge.thread import collect_thoughts
from antiphon.providers.chat_body import model_name
from antiphon.providers.classify import classify_in_band
from antiphon.providers.pace import PACE_SECONDS, Pace
from antiphon.providers.provider import CalledTool, Outputs, ToReturn, WireRequest
from antiphon.providers.size_limits import SizeLimits
from antiphon.providers.thinking import CannotThink
from antiphon.providers.timeouts import Timeouts


class Bridge:
    """Reaches the models of one family behind one address with one key. The key is sent there and nowhere else."""

    def __init__(
        self,
        name: str,
        family: Family,
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
        self._family = family
        self._forms = Forms(family, base_url)
        self._api_key = api_key.strip() if api_key else ""
        self._session = session
        self._policy = policy
        self._timeouts = timeouts or Timeouts()
        self._pace = Pace(pace_seconds)
        self._post = post
        self._paying_key = paying_key

    @property
    def name(self) -> str:
        """The name people configured."""
        return self._name

    def encode(self, payload: Payload) -> WireRequest:
        """The exact request for this payload, without the key; may be called on any thread.

        `ThinkingUnsupported` when the model cannot be asked to think as much as was chosen.
        """
        try:
            form = self._forms.fill(payload)
        except CannotThink as error:
            raise ThinkingUnsupported(self._name, model=model_name(payload.model), why=str(error)) from None
        return WireRequest(
            advisor_id=payload.advisor_id,
            provider=self._name,
            model=model_name(payload.model),
            url=form.url,
            body=orjson.dumps(form.body),
            headers=form.headers,
            paying_key=self._paying_key,
        )

    async def stream(self, request: WireRequest) -> AsyncGenerator[Outputs, None]:
        """Send exactly these bytes once and yield what comes back; see `Provider.stream`.

        The library works in a task of its own, so that several of its events can be handed over at once.
        """
        ending, inbox, limits = FinishWatch(self._family), Inbox(), SizeLimits(self._name)
        exchange = self._open(request, ending, inbox, limits)
        task = asyncio.create_task(self._listen(request, exchange, ending, inbox, limits))
        task.add_done_callback(lambda _: inbox.close())
        called_tools = False
        try:
            while (outputs := await inbox.take()) is not None:
                called_tools = called_tools or any(isinstance(each, CalledTool) for each in outputs)
                yield outputs
            if failure := self._find_failure(exchange, ending, task.exception()):
                # What was counted before the answer broke has to be paid for too.
                if used := ending.build_used():
                    yield used
                raise failure from task.exception()
            yield ending.build_outputs(called_tools=called_tools)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            exchange.close()

    def _open(self, request: WireRequest, ending: FinishWatch, inbox: Inbox, limits: SizeLimits) -> SingleRequest:
        return SingleRequest(
            request,
            self._api_key,
            ending,
            session=self._session,
            policy=self._policy,
            timeouts=self._timeouts,
            pace=self._pace,
            limits=limits,
            on_pause=inbox.deliver,
            post=self._post,
        )

    async def _listen(
        self, request: WireRequest, exchange: SingleRequest, ending: FinishWatch, inbox: Inbox, limits: SizeLimits
    ) -> None:
        """Let the library send something, which is exchanged for our request on the way, and read the answer."""
        carrier.set(exchange.send)
        model = self._forms.model_of(request.model)
        anything = [ModelRequest.user_text_prompt("-")]
        settings = self._family.build_settings(model, 1, None)
        async with model_request_stream(model, anything, model_settings=settings) as stream:
            ending.watch(stream)
            calls_tools, listener = False, Listener(has_blocks=self._family.has_blocks)
            async for event in stream:
                if exchange.is_over:
                    continue
                exchange.note_speech()
                if (output := listener.hear(event)) is not None:
                    calls_tools = calls_tools or isinstance(output, CalledTool)
                    for kept in limits.take((output,)):
                        inbox.put(kept)
                if limits.failure is not None:
                    raise limits.failure
            if calls_tools and (thoughts := collect_thoughts(stream.get().parts)):
                inbox.put(ToReturn(thoughts))

    def _find_failure(
        self, exchange: SingleRequest, ending: FinishWatch, error: BaseException | None
    ) -> ProviderError | None:
        """Why the answer is not complete. Whatever comes after a finish reason cannot spoil it."""
        if isinstance(error, AnswerTooLarge):
            return error
        if ending.has_come:
            return ending.find_failure(self._name)
        if exchange.failure is not None:
            return exchange.failure
        if isinstance(error, ModelAPIError) and error.body is not None:
            return classify_in_band(self._name, error.body, secret=self._api_key)
        return StreamBroken(self._name) if error is None or exchange.was_read_out else ProtocolError(self._name)
