"""One question to one model that belongs to no conversation. Nothing of it is kept."""

import asyncio
from contextlib import aclosing
from typing import NamedTuple

from antiphon.access.principal import Principal
from antiphon.conversation.errors import ContentFiltered, ProtocolError, ProviderTimeout, StreamBroken
from antiphon.conversation.payload import Payload
from antiphon.conversation.text import clean_text
from antiphon.engine.engine import Engine
from antiphon.providers.provider import AnswerText, Finished, Provider, Used, WireRequest
from antiphon.providers.scripted.provider import Scripted


class OneAnswer(NamedTuple):
    """The words, what they took as far as the provider said so, and whether they were written in advance."""

    text: str
    used: Used | None
    rehearsal: bool


async def ask_once(engine: Engine, principal: Principal, payload: Payload, seconds: float) -> OneAnswer:
    """The answer, through the same limits as replies; a `ProviderError` when none comes. It is not tried again."""
    provider = engine.composer.require_provider(payload.model, principal)
    request = provider.encode(payload)
    place = engine.limits.place(request.provider, len(request.body), request.paying_key)
    try:
        async with asyncio.timeout(seconds), place:
            return await _listen(provider, request)
    except TimeoutError:
        raise ProviderTimeout(provider.name) from None


async def _listen(provider: Provider, request: WireRequest) -> OneAnswer:
    said: list[str] = []
    finished: Finished | None = None
    used: Used | None = None
    async with aclosing(provider.stream(request)) as outputs:
        async for batch in outputs:
            said += [output.text for output in batch if isinstance(output, AnswerText)]
            finished = next((output for output in batch if isinstance(output, Finished)), finished)
            used = next((output for output in batch if isinstance(output, Used)), used)
    if finished is None:
        raise StreamBroken(provider.name)
    text = clean_text("".join(said)).strip()
    if finished.reason == "filtered":
        raise ContentFiltered(provider.name)
    if not text:
        raise ProtocolError(provider.name)
    return OneAnswer(text, used, isinstance(provider, Scripted))
