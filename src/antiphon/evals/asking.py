"""How a payload of a test reaches a model: at the provider's pace, tried again as the house does, and never a surprise.

Whatever goes wrong out there ends as an exchange with an error, so that a case can say so.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from antiphon.context.cost import cost_of
from antiphon.context.estimate import count_unreported
from antiphon.conversation.errors import (
    AntiphonError,
    ContentFiltered,
    ModelUnknown,
    ProviderError,
    ProviderTimeout,
    StreamBroken,
)
from antiphon.conversation.model import ModelFacts
from antiphon.conversation.payload import Payload
from antiphon.conversation.receipt import PayingKey
from antiphon.conversation.text import TextGate
from antiphon.egress.tape import Tape, hide_login, lane
from antiphon.evals.cache import AnswerCache
from antiphon.evals.result import Exchange
from antiphon.evals.stage import know_nothing
from antiphon.providers.provider import AnswerText, Finished, Outputs, Provider, Used, WireRequest
from antiphon.providers.retry import GiveUp, decide
from antiphon.providers.schema_refusal import find_schema_refusal

# As long as the house lets a model look at a conversation.
ANSWER_SECONDS = 300.0
# A place at a provider, for a request of so many characters; `engine.limits` has one.
Places = Callable[[str, int, PayingKey | None], AbstractAsyncContextManager[None]]
# Facts that depend on the moment the provider was asked.
_OF_THE_MOMENT = frozenset({"retry_after"})
# Which run of a case this is; answers of one run are not another's.
_repeat: ContextVar[int] = ContextVar("repeat", default=1)


@contextmanager
def in_lane(name: str, repeat: int) -> Iterator[None]:
    """Whatever is asked meanwhile belongs to this run of this case."""
    before, before_repeat = lane.set(name), _repeat.set(repeat)
    try:
        yield
    finally:
        _repeat.reset(before_repeat)
        lane.reset(before)


@contextmanager
def in_side_lane(name: str) -> Iterator[None]:
    """Whatever is asked meanwhile is told apart from what others ask for the same case at the same time."""
    before = lane.set(f"{lane.get()} {name}")
    try:
        yield
    finally:
        lane.reset(before)


@asynccontextmanager
async def anywhere(provider: str, chars: int, key: PayingKey | None = None) -> AsyncIterator[None]:
    """A place where there is always room."""
    yield


def build_error(error: AntiphonError) -> dict[str, Any]:
    """A failure as it stands in a result: its code, its sentence and its facts, none of which change with the hour."""
    facts = {name: value for name, value in error.facts.items() if name not in _OF_THE_MOMENT}
    known = {name: value for name, value in facts.items() if isinstance(value, str | int | float) and value != ""}
    return {"code": error.code, "message": str(error), **known}


def count_tokens(exchange: Exchange) -> int:
    """Tokens of a request and its answer, as reported or else as estimated; nothing where nothing came back."""
    if exchange.usage is not None:
        return exchange.usage.get("input_tokens", 0) + exchange.usage.get("output_tokens", 0)
    return count_unreported(exchange.body) + count_unreported(exchange.answer) if exchange.answer else 0


@dataclass(slots=True)
class _Heard:
    """What one attempt brought."""

    gate: TextGate = field(default_factory=TextGate)
    said: list[str] = field(default_factory=list)
    used: Used | None = None
    finished: Finished | None = None
    error: ProviderError | None = None
    seconds: float = 0.0
    attempt: int = 1

    @property
    def answer(self) -> str:
        """The text as a reader of the product would see it."""
        return "".join(self.said)

    def take(self, outputs: Outputs) -> None:
        """More of the answer."""
        for output in outputs:
            if isinstance(output, AnswerText):
                self.said.append(self.gate.push(output.text))
            elif isinstance(output, Used):
                self.used = output
            elif isinstance(output, Finished):
                self.finished = output


@dataclass(frozen=True, slots=True)
class Asking:
    """Everything a payload needs on its way; `ask` is the `Ask` of a stage.

    With a tape that replays nobody is asked, nothing is waited for, and what is not on it is an error of its own.
    """

    providers: Mapping[str, Provider]
    facts: Callable[[str], ModelFacts] = know_nothing
    places: Places = anywhere
    answer_seconds: float = ANSWER_SECONDS
    tape: Tape | None = None
    cache: AnswerCache | None = None
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def ask(self, payload: Payload) -> Exchange:
        """What comes of sending this; see `Ask`."""
        provider = self.providers.get(payload.model.partition(":")[0])
        if provider is None:
            return await self.draw_up(payload)
        request = await asyncio.to_thread(provider.encode, payload)
        asked = _begin(payload, request)
        if self.cache and (found := await asyncio.to_thread(self.cache.find, asked, _repeat.get())) is not None:
            return found
        if self.tape is not None and not self.tape.holds(request.url, request.sha256):
            missing = {"code": "not_on_tape", "message": "nothing like this request was recorded"}
            return replace(asked, error=missing, attempts=0)
        heard = await self._converse(provider, request)
        if payload.schema is not None and heard.error is not None:
            heard.error = find_schema_refusal(heard.error) or heard.error
        answered = self._conclude(asked, payload.model, heard)
        if self.cache and answered.error is None:
            await asyncio.to_thread(self.cache.keep, answered, _repeat.get())
        return answered

    async def draw_up(self, payload: Payload) -> Exchange:
        """The request as it would leave; nothing is sent."""
        name = payload.model.partition(":")[0]
        provider = self.providers.get(name)
        if provider is None:
            unknown = build_error(ModelUnknown(name or "no provider"))
            return replace(_begin(payload, None), error=unknown, attempts=0)
        return replace(_begin(payload, await asyncio.to_thread(provider.encode, payload)), attempts=0)

    async def _converse(self, provider: Provider, request: WireRequest) -> _Heard:
        """One attempt after another, as long as waiting may help."""
        try:
            async with self.places(provider.name, len(request.body), request.paying_key):
                return await self._try_again(provider, request)
        except ProviderError as error:
            return _Heard(error=error, attempt=0)

    async def _try_again(self, provider: Provider, request: WireRequest) -> _Heard:
        waited = 0.0
        for attempt in count(1):
            heard = await self._listen(provider, request, attempt)
            if heard.error is None:
                return heard
            verdict = decide(
                heard.error,
                attempt=attempt,
                waited=waited,
                output_seen=heard.gate.length > 0,
                chance=random.random(),  # noqa: S311 - jitter, not a secret
            )
            if isinstance(verdict, GiveUp):
                return heard
            await self.pause(verdict.seconds)
            waited += verdict.seconds
        raise AssertionError("the loop returns")

    async def _listen(self, provider: Provider, request: WireRequest, attempt: int) -> _Heard:
        heard, started = _Heard(attempt=attempt), time.monotonic()
        try:
            async with asyncio.timeout(self.answer_seconds), aclosing(provider.stream(request)) as outputs:
                async for batch in outputs:
                    heard.take(batch)
        except TimeoutError:
            heard.error = ProviderTimeout(provider.name)
        except ProviderError as error:
            heard.error = error
        heard.said.append(heard.gate.close())
        heard.seconds = time.monotonic() - started
        heard.error = heard.error or _judge(provider, heard)
        return heard

    def _conclude(self, asked: Exchange, model: str, heard: _Heard) -> Exchange:
        seconds = round(heard.seconds, 3)
        used = heard.used
        return replace(
            asked,
            answer=heard.answer,
            finish=heard.finished.reason if heard.finished else "",
            usage=None if used is None else _count(used),
            dollars=None if used is None else self._price(model, used),
            seconds=self.tape.time(asked.url, asked.sha256, seconds) if self.tape else seconds,
            attempts=heard.attempt,
            error=None if heard.error is None else build_error(heard.error),
        )

    def _price(self, model: str, used: Used) -> float | None:
        return cost_of(
            self.facts(model).prices,
            input_tokens=used.input_tokens,
            output_tokens=used.output_tokens,
            cached_tokens=used.cached_tokens,
            cache_write_tokens=used.cache_write_tokens,
        )


def _judge(provider: Provider, heard: _Heard) -> ProviderError | None:
    """An answer that has no end, or that a filter took away, is none."""
    if heard.finished is None:
        return StreamBroken(provider.name)
    return ContentFiltered(provider.name) if heard.finished.reason == "filtered" else None


def _begin(payload: Payload, request: WireRequest | None) -> Exchange:
    return Exchange(
        advisor=payload.advisor_id,
        model=payload.model,
        turn=0,
        url=hide_login(request.url) if request else "",
        sha256=request.sha256 if request else "",
        body=request.body.decode() if request else "",
        messages=payload.messages,
    )


def _count(used: Used) -> dict[str, int]:
    return {
        "input_tokens": used.input_tokens,
        "output_tokens": used.output_tokens,
        "cached_tokens": used.cached_tokens,
        "reasoning_tokens": used.reasoning_tokens,
    } | used.writes
