"""One word from a model before anybody relies on it: a list names models that a key may still not use."""

import asyncio
from contextlib import aclosing
from typing import Final

from antiphon.advisors.prompt import load_one_word_prompt
from antiphon.conversation.errors import ProviderTimeout, StreamBroken
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.payload import Message, Payload
from antiphon.providers.provider import Provider

# A model on this machine may have to be read from disk first; nobody wants to wait longer for a word.
SECONDS: Final = 60.0
# Models that reason before they speak need some room, or they are refused for having none.
_MAX_TOKENS: Final = 64
_LISTENER: Final = AdvisorId("listener")


async def hear_one_word(provider: Provider, model: str) -> None:
    """Return once the model says anything at all; a `ProviderError` says why it does not.

    It is sent one sentence and nothing of anybody's. The connection ends with the first thing that comes back.
    """
    asked = Message("user", load_one_word_prompt(), "human")
    request = provider.encode(Payload(_LISTENER, f"{provider.name}:{model}", (asked,), _MAX_TOKENS))
    try:
        async with asyncio.timeout(SECONDS), aclosing(provider.stream(request)) as outputs:
            async for batch in outputs:
                if batch:
                    return
    except TimeoutError:
        raise ProviderTimeout(provider.name) from None
    raise StreamBroken(provider.name)
