"""Sentences of a text held to their sources by a model, a few in one request, and none that was judged before."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from antiphon.advisors.prompt import SynthesisPrompts
from antiphon.analysis.holding import (
    AT_ONCE,
    MAX_TOKENS,
    VERDICTS,
    Sourced,
    build_holding,
    name_sentence,
    parse_support,
)
from antiphon.conversation.errors import AnalysisBudget, AnswerCut, AnswerUnreadable, ProviderError
from antiphon.conversation.synthesis import Support
from antiphon.engine.analyses.ask_model import AnalysisRun, ModelQuestion

# Requests on their way at the same time.
_TOGETHER: Final = 4


@dataclass(slots=True)
class SentenceJudge:
    """A model that holds sentences to their sources. `known` are verdicts it gave on the same words, by their name.

    `given` are those on what it was put before, remembered or new; `failed` is what was in the way of some: the look's
    allowance, or the provider.
    """

    analysing: AnalysisRun
    prompts: SynthesisPrompts
    known: dict[str, Support] = field(default_factory=dict)
    failed: AnalysisBudget | ProviderError | None = None
    given: dict[str, Support] = field(default_factory=dict)
    turnstile: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_TOGETHER))

    async def judge(self, question: str, said: Sequence[Sourced]) -> dict[Sourced, Support]:
        """The verdicts on these sentences. What cannot be asked or read, or would cost too much, stays without one."""
        open_ = [each for each in dict.fromkeys(said) if name_sentence(question, each) not in self.known]
        async with asyncio.TaskGroup() as tasks:
            for start in range(0, len(open_), AT_ONCE):
                tasks.create_task(self._judge(question, open_[start : start + AT_ONCE]))
        names = {each: name_sentence(question, each) for each in said}
        found = {each: self.known[name] for each, name in names.items() if name in self.known}
        self.given |= {names[each]: verdict for each, verdict in found.items()}
        return found

    async def _judge(self, question: str, said: Sequence[Sourced]) -> None:
        messages = build_holding(self.prompts, question, said)
        asked = ModelQuestion("hold", messages, shape=VERDICTS, max_tokens=MAX_TOKENS)
        async with self.turnstile:
            if self.failed is not None:
                return
            try:
                found: Mapping[Sourced, Support] = await self.analysing.ask(asked, partial(parse_support, said=said))
            except (AnswerUnreadable, AnswerCut):
                return
            except (AnalysisBudget, ProviderError) as error:
                self.failed = error
                return
        self.known |= {name_sentence(question, each): verdict for each, verdict in found.items()}
