"""One question to one model that belongs to no conversation. Of it all only what it used is kept."""

import asyncio
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from antiphon.access.principal import Principal
from antiphon.context.cost import forecast
from antiphon.context.estimate import estimate
from antiphon.conversation.errors import ContentFiltered, ProtocolError, ProviderTimeout, StreamBroken
from antiphon.conversation.payload import Payload
from antiphon.conversation.text import clean_text
from antiphon.engine.analyses.model_call import count, weigh_payload
from antiphon.engine.commands.token_ceiling import make_till, tell_time
from antiphon.engine.engine import Engine
from antiphon.engine.payloads.token_ceiling import Wanted, set_aside
from antiphon.engine.runtime.identity import new_id
from antiphon.engine.runtime.retry_write import retry_write
from antiphon.providers.provider import AnswerText, Finished, Provider, Used, WireRequest
from antiphon.providers.scripted.provider import Scripted
from antiphon.providers.traced import stream_traced
from antiphon.store.unit import Unit
from antiphon.store.writes.chores import write_chore
from antiphon.tracing.spans import Tracer, name_call


class OneAnswer(NamedTuple):
    """The words, what they took as far as the provider said so, and whether they were written in advance."""

    text: str
    used: Used | None
    rehearsal: bool


@dataclass(slots=True)
class _Heard:
    said: list[str] = field(default_factory=list)
    used: Used | None = None

    def describe(self) -> dict[str, int]:
        """What was used, in figures; nothing for a question that was not answered at all."""
        if self.used is not None:
            return {"calls": 1, "unreported": 0, **count(self.used)}
        return {"calls": 1, "unreported": 1} if self.said else {}


async def ask_once(engine: Engine, principal: Principal, payload: Payload, seconds: float) -> OneAnswer:
    """The answer, through the same limits as replies; a `ProviderError` when none comes. It is not tried again.

    Refused with `CeilingReached` before anything is sent where the token it comes with may not spend so much. What it
    used is on disk when this returns, however it ended.
    """
    provider = engine.composer.require_provider(payload.model, principal)
    request = provider.encode(payload)
    chore_id, began, heard = new_id("ch"), tell_time(engine, principal), _Heard()
    if principal.has_ceiling:
        await engine.store.write(principal, _set_aside, engine, chore_id, payload, began)
    place = engine.limits.place(request.provider, len(request.body), request.paying_key)
    try:
        async with asyncio.timeout(seconds), place:
            with name_call(chore_id):
                return await _listen(engine.tracer, provider, request, heard)
    except TimeoutError:
        raise ProviderTimeout(provider.name) from None
    finally:
        write, model, usage = engine.store.write, f"{request.provider}:{request.model}", heard.describe()
        await retry_write(lambda: write(principal, write_chore, chore_id, model, usage, began))


def _set_aside(unit: Unit, engine: Engine, chore_id: str, payload: Payload, now: datetime) -> None:
    till, rates = make_till(engine), engine.calibration.rates(payload.model)
    tokens = estimate(weigh_payload(payload), rates, len(payload.messages))
    prices = till.prices(payload.model)
    worst = forecast(prices, input_tokens=tokens, cached_tokens=0, output_tokens=payload.max_tokens)
    cost = None if worst.cold is None or worst.output is None else worst.cold + worst.output
    set_aside(unit, till, now, [Wanted(chore_id, "chore", payload.model, cost)])


async def _listen(tracer: Tracer, provider: Provider, request: WireRequest, heard: _Heard) -> OneAnswer:
    finished: Finished | None = None
    async with aclosing(stream_traced(tracer, provider, request)) as outputs:
        async for batch in outputs:
            heard.said += [output.text for output in batch if isinstance(output, AnswerText)]
            finished = next((output for output in batch if isinstance(output, Finished)), finished)
            heard.used = next((output for output in batch if isinstance(output, Used)), heard.used)
    if finished is None:
        raise StreamBroken(provider.name)
    text = clean_text("".join(heard.said)).strip()
    if finished.reason == "filtered":
        raise ContentFiltered(provider.name)
    if not text:
        raise ProtocolError(provider.name)
    return OneAnswer(text, heard.used, isinstance(provider, Scripted))
