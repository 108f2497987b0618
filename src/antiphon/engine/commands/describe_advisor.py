"""Have a model write the description of an advisor."""

import asyncio
from contextlib import aclosing
from typing import Final, NamedTuple

from antiphon.advisors.prompt import load_describe_prompt
from antiphon.conversation.errors import ContentFiltered, ModelUnknown, ProtocolError, ProviderTimeout, StreamBroken
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.payload import Message, Payload
from antiphon.conversation.text import clean_text
from antiphon.engine.engine import Engine
from antiphon.providers.provider import Finished, Provider, Said, WireRequest
from antiphon.providers.scripted.provider import Scripted

# Somebody waits in front of a form: past this they would rather write it themselves.
_SECONDS: Final = 120.0
# As long as a description may be.
MOST_CHARS: Final = 20_000
# Under this name the rehearsal has something to say about any advisor.
_DESCRIBER: Final = AdvisorId("describer")


class Described(NamedTuple):
    """The words, who wrote them, and whether they were written in advance."""

    text: str
    model: str
    rehearsal: bool


async def describe_advisor(engine: Engine, name: str, model: str | None = None) -> Described:
    """A description for an advisor of this name. Nothing is kept; raises a `ProviderError` when none comes.

    One request, through the same limits as replies. It is not tried again: the person is there to do so.
    """
    engine.check_open()
    model = model or engine.options.default_model
    provider = _find_provider(engine, model)
    request = provider.encode(_build_payload(engine, name, model))
    try:
        async with asyncio.timeout(_SECONDS), engine.limits.place(provider.name, len(request.body)):
            text = await _listen(provider, request)
    except TimeoutError:
        raise ProviderTimeout(provider.name) from None
    return Described(text, model, isinstance(provider, Scripted))


def _find_provider(engine: Engine, model: str) -> Provider:
    provider = engine.composer.find_provider(model)
    if provider is None:
        raise ModelUnknown(model.partition(":")[0])
    return provider


def _build_payload(engine: Engine, name: str, model: str) -> Payload:
    """The instructions and the name, and nothing else: no conversation is involved."""
    most = engine.options.max_tokens
    messages = (
        Message("system", load_describe_prompt(), "system"),
        Message("user", " ".join(clean_text(name).split()), "human"),
    )
    max_tokens = min(most, engine.learned.facts(model).output_limit or most)
    return Payload(_DESCRIBER, model, messages, max_tokens)


async def _listen(provider: Provider, request: WireRequest) -> str:
    said: list[str] = []
    finished: Finished | None = None
    async with aclosing(provider.stream(request)) as outputs:
        async for batch in outputs:
            said += [output.text for output in batch if isinstance(output, Said)]
            finished = next((output for output in batch if isinstance(output, Finished)), finished)
    if finished is None:
        raise StreamBroken(provider.name)
    text = clean_text("".join(said)).strip()[:MOST_CHARS]
    if finished.reason == "filtered":
        raise ContentFiltered(provider.name)
    if not text:
        raise ProtocolError(provider.name)
    return text
