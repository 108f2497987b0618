"""Pairs of claims put before a model, a few in one request, and none that was judged before."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from antiphon.advisors.prompt import ClaimPrompts
from antiphon.analysis.claims import SaidClaim
from antiphon.analysis.judging import (
    AT_ONCE,
    VERDICTS,
    Pair,
    build_judging,
    choose_swapped,
    name_asked,
    parse_verdicts,
    settle_verdicts,
)
from antiphon.conversation.claim import Verdict
from antiphon.conversation.errors import AnalysisBudget, AnswerCut, AnswerUnreadable, ProviderError
from antiphon.engine.analyses.ask_model import AnalysisRun, ModelQuestion


class Judged(NamedTuple):
    """One verdict for each pair that has one, how many were judged otherwise when swapped, and how many were not."""

    verdicts: dict[Pair, Verdict]
    swapped: int
    unjudged: int


@dataclass(slots=True)
class PairJudge:
    """A model that judges pairs of claims. `known` are verdicts it gave on the same words before, by their name.

    `given` are those on what it was put before, remembered or new; `failed` is what was in the way of some: the look's
    allowance, or the provider.
    """

    analysing: AnalysisRun
    prompts: ClaimPrompts
    turnstile: asyncio.Semaphore
    known: dict[str, Verdict] = field(default_factory=dict)
    failed: AnalysisBudget | ProviderError | None = None
    given: dict[str, Verdict] = field(default_factory=dict)

    async def judge(self, question: str, said: Sequence[SaidClaim], pairs: Sequence[Pair]) -> Judged:
        """The verdicts on these pairs. What cannot be asked or read, or would cost too much, stays without one."""
        wanted = (*pairs, *choose_swapped(said, pairs))
        names = {pair: name_asked(question, said, pair) for pair in wanted}
        open_ = [pair for pair in wanted if names[pair] not in self.known]
        batches = [open_[start : start + AT_ONCE] for start in range(0, len(open_), AT_ONCE)]
        async with asyncio.TaskGroup() as tasks:
            for batch in batches:
                tasks.create_task(self._judge(question, said, batch))
        found = {pair: self.known[name] for pair, name in names.items() if name in self.known}
        self.given |= {names[pair]: verdict for pair, verdict in found.items()}
        verdicts, swapped = settle_verdicts(found)
        return Judged(verdicts, swapped, len(wanted) - len(found))

    async def _judge(self, question: str, said: Sequence[SaidClaim], pairs: Sequence[Pair]) -> None:
        asked = ModelQuestion("judge", build_judging(self.prompts, question, said, pairs), shape=VERDICTS)
        async with self.turnstile:
            if self.failed is not None:
                return
            try:
                found: Mapping[Pair, Verdict] = await self.analysing.ask(asked, partial(parse_verdicts, pairs=pairs))
            except (AnswerUnreadable, AnswerCut):
                return
            except (AnalysisBudget, ProviderError) as error:
                self.failed = error
                return
        self.known |= {name_asked(question, said, pair): verdict for pair, verdict in found.items()}
