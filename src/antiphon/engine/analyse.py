"""Asking a model to look at a conversation: the one way such a call is made.

Every request has its receipt on disk before it leaves and its outcome after it has ended, one entry per attempt. An
answer that cannot be read is asked for once more, in stricter words; after that the analysis fails and says so.
"""

import asyncio
import random
from collections.abc import Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Final, NamedTuple, TypeVar

from antiphon.access.principal import Principal
from antiphon.conversation.analysis import AnalysisCall
from antiphon.conversation.errors import (
    AnswerCut,
    AnswerUnreadable,
    AntiphonError,
    ContentFiltered,
    ProviderError,
    ProviderTimeout,
    StreamBroken,
)
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.memory import MemoryItem
from antiphon.conversation.payload import Message, Payload
from antiphon.conversation.text import clean_text
from antiphon.conversation.wire import format_time
from antiphon.engine.limits import Limits
from antiphon.engine.persist import persist
from antiphon.engine.retry import GiveUp, decide
from antiphon.providers.provider import Finished, Provider, Said, Used, WireRequest
from antiphon.store.reads.reminded import read_accepted_memories
from antiphon.store.unit import Store
from antiphon.store.writes.analyses import write_calls

T = TypeVar("T")

# Thirty things found make about this much; a longer answer is going round in circles.
MAX_TOKENS: Final = 2048
# One scan, a verdict on twenty things found, and a few second attempts.
MOST_CALLS: Final = 30
# Nobody waits in front of it, but a place at the provider is taken.
_SECONDS: Final = 300.0
# Under this name the rehearsal has an answer.
_ANALYST: Final = AdvisorId("analyst")


class Question(NamedTuple):
    """What is asked at one step, and the memories the asking shows."""

    step: str
    messages: tuple[Message, ...]
    shown: tuple[str, ...] = ()


@dataclass(slots=True)
class Analysing:
    """One analysis on its way: whom it asks, and every call it has made."""

    store: Store
    limits: Limits
    principal: Principal
    analysis_id: str
    provider: Provider
    model: str
    max_tokens: int
    calls: list[AnalysisCall] = field(default_factory=list)

    @property
    def calls_left(self) -> int:
        """How often a model may still be asked."""
        return MOST_CALLS - len(self.calls)

    async def ask(
        self,
        question: Question,
        parse: Callable[[str], T],
        insist: Callable[[tuple[Message, ...], str], tuple[Message, ...]],
    ) -> T:
        """What the model answers, read by `parse` beside the loop. An unreadable answer is asked for once more, as
        `insist` words it. Nothing is asked again that shows a memory no longer accepted.

        Raises an `AnalysisError` or a `ProviderError`; what was sent is on disk either way.
        """
        try:
            return await asyncio.to_thread(parse, await self._send(question))
        except AnswerUnreadable as error:
            self._conclude(outcome=error.code)
            if not self.calls_left or not await self._may_show(question):
                raise
            again = question._replace(messages=insist(question.messages, error.reason))
        try:
            return await asyncio.to_thread(parse, await self._send(again))
        except AnswerUnreadable as error:
            self._conclude(outcome=error.code)
            raise

    async def read_accepted(self) -> tuple[MemoryItem, ...]:
        """What may be shown at this moment."""
        return await self.store.read(self.principal, read_accepted_memories)

    def usage(self) -> dict[str, int]:
        """What all calls used together, and how many were answered without a count."""
        reported = [each.usage for each in self.calls if each.usage is not None]
        unreported = sum(each.usage is None and each.answer is not None for each in self.calls)
        names = ("input_tokens", "output_tokens", "cached_tokens")
        sums = {name: sum(each.get(name, 0) for each in reported) for name in names}
        return {"calls": len(self.calls), "unreported": unreported} | sums

    async def _may_show(self, question: Question) -> bool:
        if not question.shown:
            return True
        return {item.id for item in await self.read_accepted()}.issuperset(question.shown)

    async def _send(self, question: Question) -> str:
        """One answer, tried again where waiting may help."""
        request = self.provider.encode(self._build_payload(question.messages))
        attempt, waited = 1, 0.0
        while True:
            try:
                return await self._attempt(question, request)
            except ProviderError as error:
                verdict = decide(
                    error,
                    attempt=attempt,
                    waited=waited,
                    output_seen=False,
                    chance=random.random(),  # noqa: S311 - jitter, not a secret
                )
                if isinstance(verdict, GiveUp) or not self.calls_left:
                    raise
                await asyncio.sleep(verdict.seconds)
                if not await self._may_show(question):
                    raise
            attempt, waited = attempt + 1, waited + verdict.seconds

    async def _attempt(self, question: Question, request: WireRequest) -> str:
        self.calls.append(_build_call(question, request))
        await self._write()
        try:
            async with asyncio.timeout(_SECONDS), self.limits.place(self.provider.name, len(request.body)):
                text = await self._listen(request)
        except AntiphonError as error:
            self._conclude(outcome=error.code)
            raise
        except TimeoutError:
            self._conclude(outcome=ProviderTimeout.code)
            raise ProviderTimeout(self.provider.name) from None
        finally:
            await self._write()
        return text

    async def _listen(self, request: WireRequest) -> str:
        said: list[str] = []
        finished: Finished | None = None
        async with aclosing(self.provider.stream(request)) as outputs:
            async for batch in outputs:
                said += [output.text for output in batch if isinstance(output, Said)]
                finished = next((output for output in batch if isinstance(output, Finished)), finished)
                for used in (output for output in batch if isinstance(output, Used)):
                    self._conclude(usage=_count(used))
        answer = clean_text("".join(said))
        self._conclude(answer=answer)
        if finished is None:
            raise StreamBroken(self.provider.name)
        if finished.reason == "filtered":
            raise ContentFiltered(self.provider.name)
        if finished.reason == "length":
            raise AnswerCut(self.max_tokens)
        self._conclude(outcome="complete")
        return answer

    def _conclude(self, **changes: str | Mapping[str, int]) -> None:
        """What is known now about the last call."""
        self.calls[-1] = replace(self.calls[-1], **changes)  # type: ignore[arg-type] # fields of the call by name

    async def _write(self) -> None:
        calls = tuple(self.calls)
        await persist(lambda: self.store.write(self.principal, write_calls, self.analysis_id, calls))

    def _build_payload(self, messages: tuple[Message, ...]) -> Payload:
        return Payload(_ANALYST, self.model, messages, self.max_tokens, temperature=0.0)


def _build_call(question: Question, request: WireRequest) -> AnalysisCall:
    return AnalysisCall(
        step=question.step,
        provider=request.provider,
        model=request.model,
        url=request.url,
        sha256=request.sha256,
        sent_at=format_time(datetime.now(UTC)),
        body=request.body.decode(),
        shown=question.shown,
    )


def _count(used: Used) -> dict[str, int]:
    return {
        "input_tokens": used.input_tokens,
        "output_tokens": used.output_tokens,
        "cached_tokens": used.cached_tokens,
    }
