"""Asking a model to look at a conversation: the one way such a call is made.

Every request has its receipt on disk before it leaves and its outcome after it has ended, one row per attempt. An
answer that cannot be read is asked for once more, in stricter words; after that the analysis fails and says so. No call
is made that could take the look beyond its allowance, and none whose very bytes were answered before in the same look:
whoever goes on where another died finds those answers.
"""

import asyncio
import random
from collections.abc import Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, TypeVar

from antiphon.access.principal import Principal
from antiphon.advisors.prompt import load_strict_prompt
from antiphon.analysis.insist import insist as insist_on
from antiphon.analysis.strict import Shape, schema_of
from antiphon.context.estimate import estimate
from antiphon.conversation.analysis import AnalysisCall
from antiphon.conversation.errors import (
    AnswerCut,
    AnswerUnreadable,
    AntiphonError,
    ContentFiltered,
    ProviderError,
    ProviderTimeout,
    SchemaRefused,
    StreamBroken,
)
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.memory import MemoryItem
from antiphon.conversation.payload import Message, Payload
from antiphon.conversation.size import TextSize, measure
from antiphon.conversation.text import clean_text
from antiphon.conversation.work import Work
from antiphon.engine.analyses.allowance import Allowance
from antiphon.engine.analyses.model_call import AnsweredCall, ModelCall, build_call, count, sum_usage, weigh_payload
from antiphon.engine.runtime.limits import Limits
from antiphon.engine.runtime.retry_write import retry_write
from antiphon.engine.runtime.token_calibration import TokenCalibration
from antiphon.providers.provider import AnswerText, Finished, Provider, Used
from antiphon.providers.retry import GiveUp, decide
from antiphon.providers.schema_refusal import find_schema_refusal
from antiphon.providers.traced import stream_traced
from antiphon.store.reads.reminders import read_accepted_memories
from antiphon.store.unit import Store
from antiphon.store.writes.analyses import write_calls
from antiphon.tracing import names
from antiphon.tracing.spans import SILENT, Tracer, name_call

T = TypeVar("T")

# Thirty things found make about this much; a longer answer is going round in circles.
MAX_TOKENS: Final = 2048
# One scan, a verdict on twenty things found, and a few second attempts.
MOST_CALLS: Final = 30
# Nobody waits in front of it, but a place at the provider is taken.
_SECONDS: Final = 300.0
# Under this name the rehearsal has an answer.
_ANALYST: Final = AdvisorId("analyst")

# How a call ends that need not be made again: the same bytes would be answered alike.
_ANSWERED: Final = ("complete", AnswerUnreadable.code, AnswerCut.code)

# Words the same question more strictly; it is given the reason why the last answer could not be read.
Insist = Callable[[tuple[Message, ...], str], tuple[Message, ...]]


class ModelQuestion(NamedTuple):
    """What is asked at one step, the memories the asking shows, and the shape the answer must have.

    A server that can hold a model to a shape is told it; the words must ask for it all the same. With a `payload` that
    is what is asked, as it is. `max_tokens` makes the longest answer shorter than the look's.
    """

    step: str
    messages: tuple[Message, ...]
    shown: tuple[str, ...] = ()
    shape: Shape | None = None
    payload: Payload | None = None
    max_tokens: int | None = None


@dataclass(slots=True)
class AnalysisRun:
    """One analysis on its way: whom it asks, and every call it has made. Several questions may be asked at once.

    `calls` begins with those that somebody made who was at it before; `used` names, in order, those whose answer
    counts.
    """

    store: Store
    limits: Limits
    calibration: TokenCalibration
    principal: Principal
    analysis_id: str
    provider: Provider
    model: str
    allowance: Allowance
    max_tokens: int = MAX_TOKENS
    strictly: str = field(default_factory=load_strict_prompt)
    work: Work | None = None
    calls: list[AnalysisCall] = field(default_factory=list)
    used: list[int] = field(default_factory=list)
    tracer: Tracer = SILENT
    # The calls as they stand on disk, and those of them that were answered for somebody else.
    _written: dict[int, AnalysisCall] = field(default_factory=dict)
    _answered: dict[str, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Know again what was answered before."""
        for number, call in enumerate(self.calls):
            self._written[number] = call
            if call.answer is not None and call.outcome in _ANSWERED:
                self._answered.setdefault(call.sha256, []).append(number)

    @property
    def calls_left(self) -> int:
        """How often a model may still be asked."""
        return self.allowance.calls_left

    async def ask(self, question: ModelQuestion, parse: Callable[[str], T], insist: Insist | None = None) -> T:
        """What the model answers, read by `parse` beside the loop.

        An unreadable answer is asked for once more, as `insist` words it, or in the usual stricter words. Nothing is
        asked again that shows a memory no longer accepted.

        Raises an `AnalysisError` or a `ProviderError`; what was sent is on disk either way.
        """
        try:
            return await self._read(question, parse)
        except AnswerUnreadable as error:
            if not self.calls_left or not await self._may_show(question):
                raise
            word = insist or self._insist
            again = question._replace(messages=word(question.messages, error.reason))
        return await self._read(again, parse)

    async def replay(self, step: str, payload: Payload, shown: tuple[str, ...] = ()) -> str:
        """What the model answers to this very payload, as far as it goes: one that was cut short counts.

        `AnswerUnreadable` when it says nothing, or calls a tool instead. Raises as `ask` does.
        """
        question = ModelQuestion(step, payload.messages, shown, payload=payload)
        answered = await self._send(question)
        if not answered.text.strip():
            raise AnswerUnreadable("it says nothing")
        return answered.text

    async def read_accepted(self) -> tuple[MemoryItem, ...]:
        """What may be shown at this moment."""
        return await self.store.read(self.principal, read_accepted_memories)

    def usage(self) -> dict[str, int]:
        """What all calls used together, and how many were answered without a count."""
        return sum_usage(self.calls)

    def find_unwritten(self) -> dict[int, AnalysisCall]:
        """The calls of which more is known than is on disk, by number."""
        return {number: call for number, call in enumerate(self.calls) if self._written.get(number) is not call}

    def _insist(self, messages: tuple[Message, ...], reason: str) -> tuple[Message, ...]:
        return insist_on(messages, self.strictly, reason)

    async def _may_show(self, question: ModelQuestion) -> bool:
        if not question.shown:
            return True
        return {item.id for item in await self.read_accepted()}.issuperset(question.shown)

    async def _read(self, question: ModelQuestion, parse: Callable[[str], T]) -> T:
        answered = await self._send(question)
        try:
            return await asyncio.to_thread(parse, answered.text)
        except AnswerUnreadable as error:
            self._conclude(answered.number, outcome=error.code)
            await self._write(answered.number)
            raise

    async def _send(self, question: ModelQuestion) -> AnsweredCall:
        """One answer, tried again where waiting may help, and without its shape where only that was refused."""
        asked = self._put(self._build_payload(question))
        attempt, waited = 1, 0.0
        while True:
            try:
                return await self._attempt(question, asked)
            except SchemaRefused:
                self.calibration.hear_schema_refused(self.model)
                if not self.calls_left or not await self._may_show(question):
                    raise
                asked = self._put(replace(asked.payload, schema=None))
                continue
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

    async def _attempt(self, question: ModelQuestion, asked: ModelCall) -> AnsweredCall:
        """Send it once, unless it was answered before. What it may use at most is set aside, and what it used
        counted.
        """
        if known := self._answered.get(asked.request.sha256):
            return self._recall(known.pop(0), question, asked.payload.max_tokens)
        aside = asked.tokens + asked.payload.max_tokens
        await self.allowance.take(aside)
        number = len(self.calls)
        self.calls.append(build_call(question.step, question.shown, asked.request))
        self.used.append(number)
        try:
            await self._write(number)
            place = self.limits.place(self.provider.name, len(asked.request.body), asked.request.paying_key)
            async with asyncio.timeout(_SECONDS), place:
                with name_call(f"{self.analysis_id}.{number}"):
                    return AnsweredCall(number, await self._listen(number, question, asked))
        except TimeoutError:
            self._conclude(number, outcome=ProviderTimeout.code)
            raise ProviderTimeout(self.provider.name) from None
        except AntiphonError as error:
            named = self._name(error, asked)
            self._conclude(number, outcome=named.code)
            raise named from error
        finally:
            self.allowance.settle(aside, self._count_used(number, asked))
            await self._write(number)

    def _recall(self, number: int, question: ModelQuestion, most: int) -> AnsweredCall:
        call = self.calls[number]
        self.used.append(number)
        if call.outcome == AnswerCut.code and question.payload is None:
            raise AnswerCut(most)
        if call.outcome == AnswerUnreadable.code and question.payload is not None:
            raise AnswerUnreadable("it was no answer the first time")
        return AnsweredCall(number, call.answer or "")

    async def _listen(self, number: int, question: ModelQuestion, asked: ModelCall) -> str:
        said: list[str] = []
        finished: Finished | None = None
        facts = {names.ANALYSIS_ID: self.analysis_id}
        async with aclosing(stream_traced(self.tracer, self.provider, asked.request, facts)) as outputs:
            async for batch in outputs:
                said += [output.text for output in batch if isinstance(output, AnswerText)]
                finished = next((output for output in batch if isinstance(output, Finished)), finished)
                for used in (output for output in batch if isinstance(output, Used)):
                    self._hear(number, asked, used)
        answer = clean_text("".join(said))
        self._conclude(number, answer=answer)
        if finished is None:
            raise StreamBroken(self.provider.name)
        if finished.reason == "filtered":
            raise ContentFiltered(self.provider.name)
        if finished.reason == "tool_calls" and question.payload is not None:
            raise AnswerUnreadable("it calls a tool instead of answering")
        if finished.reason == "length" and question.payload is None:
            raise AnswerCut(asked.payload.max_tokens)
        self._conclude(number, outcome=AnswerCut.code if finished.reason == "length" else "complete")
        return answer

    def _hear(self, number: int, asked: ModelCall, used: Used) -> None:
        """What the provider counted. Nobody says what a shape adds to a prompt, so only those without one teach."""
        self._conclude(number, usage=count(used))
        if used.input_tokens and asked.payload.schema is None and not asked.payload.tools:
            self.calibration.hear_usage(self.model, asked.size, len(asked.payload.messages), used.input_tokens)

    def _count_used(self, number: int, asked: ModelCall) -> int:
        """Tokens of the call as reported, else as estimated; nothing for one that was not answered."""
        call = self.calls[number]
        if call.usage is not None:
            return call.usage["input_tokens"] + call.usage["output_tokens"]
        return 0 if call.answer is None else asked.tokens + self._weigh(measure(call.answer), 0)

    def _name(self, error: AntiphonError, asked: ModelCall) -> AntiphonError:
        """The failure, by its own name if it is the shape of the answer that was refused."""
        if asked.payload.schema is None or not isinstance(error, ProviderError):
            return error
        refusal = find_schema_refusal(error)
        bare = self.provider.encode(replace(asked.payload, schema=None))
        return error if refusal is None or bare.body == asked.request.body else refusal

    def _conclude(self, number: int, **changes: str | Mapping[str, int]) -> None:
        """What is known now about this call."""
        self.calls[number] = replace(self.calls[number], **changes)  # type: ignore[arg-type] # fields by name

    async def _write(self, number: int) -> None:
        call = self.calls[number]
        write = self.store.write
        await retry_write(lambda: write(self.principal, write_calls, self.analysis_id, {number: call}, self.work))
        self._written[number] = call

    def _build_payload(self, question: ModelQuestion) -> Payload:
        if question.payload is not None:
            return question.payload
        held = question.shape if self.calibration.takes_schema(self.model) else None
        schema = None if held is None else schema_of(held)
        most = min(self.max_tokens, question.max_tokens or self.max_tokens)
        return Payload(_ANALYST, self.model, question.messages, most, temperature=0.0, schema=schema)

    def _put(self, payload: Payload) -> ModelCall:
        size = weigh_payload(payload)
        return ModelCall(payload, self.provider.encode(payload), size, self._weigh(size, len(payload.messages)))

    def _weigh(self, size: TextSize, messages: int) -> int:
        return estimate(size, self.calibration.rates(self.model), messages)
