"""Whether models answer: one word of each, asked once and remembered while the house is open."""

import asyncio
import hashlib
from collections.abc import Sequence

from antiphon.api.connections import Heard
from antiphon.app.models import LOCAL_CONCURRENCY
from antiphon.conversation.errors import ProviderError
from antiphon.providers.one_word import hear_one_word
from antiphon.providers.provider import Provider

# Somebody trying keys all day; past this the oldest are asked once more.
_MOST_REMEMBERED = 1000


class Hearing:
    """Asks each model for one word. One that has answered for an address and a key is not asked for them again."""

    def __init__(self) -> None:
        self._answered: dict[str, None] = {}

    async def hear(self, provider: Provider, place: str, models: Sequence[str]) -> list[Heard]:
        """How each of these models answered, a few at a time; `place` stands for the address and the key."""
        turns = asyncio.Semaphore(LOCAL_CONCURRENCY)

        async def ask(model: str) -> Heard:
            async with turns:
                return await self._ask(provider, place, model)

        return list(await asyncio.gather(*(ask(each) for each in dict.fromkeys(models))))

    async def _ask(self, provider: Provider, place: str, model: str) -> Heard:
        # Only a digest: the place holds a key that may never be kept.
        mark = hashlib.sha256(f"{place}\n{model}".encode()).hexdigest()
        if mark in self._answered:
            return Heard(model)
        try:
            await hear_one_word(provider, model)
        except ProviderError as error:
            return Heard(model, error)
        self._remember(mark)
        return Heard(model)

    def _remember(self, mark: str) -> None:
        self._answered[mark] = None
        if len(self._answered) > _MOST_REMEMBERED:
            del self._answered[next(iter(self._answered))]
