"""How much one look at a conversation may use."""

import asyncio
from dataclasses import dataclass, field

from antiphon.conversation.errors import AnalysisBudget


@dataclass(slots=True)
class Allowance:
    """Calls and tokens: what of them is used, and what is set aside for calls on their way.

    `most_tokens` of 0 sets no limit.
    """

    most_calls: int
    most_tokens: int = 0
    calls: int = 0
    used: int = 0
    aside: int = 0
    _settled: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def calls_left(self) -> int:
        """How often a model may still be asked."""
        return self.most_calls - self.calls

    async def take(self, tokens: int) -> None:
        """Set aside one call of at most so many tokens; `AnalysisBudget` when that is too much.

        What others have set aside and do not use comes back, so it is waited for: questions asked at once must not fail
        where they would have fitted one after the other.
        """
        while self.aside and not self._fits(tokens):
            self._settled.clear()
            await self._settled.wait()
        if not self.calls_left:
            raise AnalysisBudget("calls", self.most_calls, self.calls, 1)
        if not self._fits(tokens):
            raise AnalysisBudget("tokens", self.most_tokens, self.used, tokens)
        self.calls += 1
        self.aside += tokens

    def settle(self, taken: int, used: int) -> None:
        """The call that so much was set aside for has used this much."""
        self.aside -= taken
        self.used += used
        self._settled.set()

    def _fits(self, tokens: int) -> bool:
        return not self.most_tokens or self.used + self.aside + tokens <= self.most_tokens
