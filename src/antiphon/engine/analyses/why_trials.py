"""The replays of one search: asked several at once, kept as they are answered, compared as they come.

Nothing is decided by the order in which answers arrive. An answer that does not come is not evidence of anything: it is
counted as unread, and what has too few answers is not decided.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from antiphon.analysis.why.answers import Compared, compare_answers, find_shifts, is_flipped, list_claims
from antiphon.analysis.why.chance import (
    LEAST_UNCHANGED,
    is_beyond,
    is_still,
    limit_chance,
    measure,
    stands_out,
)
from antiphon.analysis.why.plan import AGAIN, FIRST, MORE_UNCHANGED, MOST_CANDIDATES, UNCHANGED, Plan
from antiphon.conversation.errors import AnalysisBudget, AnalysisError, AntiphonError, ProviderError
from antiphon.conversation.payload import Payload
from antiphon.conversation.why import BEYOND_CHANCE, Finding, Measured, Verdict, Way, Why
from antiphon.engine.analyses.ask_model import AnalysisRun
from antiphon.engine.analyses.why_input import SentReply
from antiphon.retrieval.embedder import Embedder

logger = logging.getLogger(__name__)

# The provider's own limits hold beside it.
_AT_ONCE: Final = 4

Answer = tuple[str, ...]


@dataclass(slots=True)
class WhyTrials:
    """One search on its way. `unchanged` are the answers to the very same bytes, as claims."""

    analysing: AnalysisRun
    reply: SentReply
    plan: Plan
    embedder: Embedder | None
    unchanged: list[Answer] = field(default_factory=list)
    findings: dict[str, Finding] = field(default_factory=dict)
    unread: int = 0
    together: bool | None = None
    stopped_by: str = ""
    _places: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_AT_ONCE))
    _vectors: dict[str, Sequence[float]] = field(default_factory=dict)
    _problem: AntiphonError | None = None

    async def run(self) -> Why:
        """Everything that is planned, as far as it could be asked.

        Raises what went wrong when not even the same bytes were answered often enough.
        """
        await self._ask_unchanged(UNCHANGED)
        if len(self.unchanged) < LEAST_UNCHANGED:
            raise self._problem or AnalysisBudget("calls", self.plan.calls, len(self.analysing.calls), UNCHANGED)
        candidates = await self._try_first()
        if candidates:
            await self._ask_unchanged(MORE_UNCHANGED)
            await self._try_again(candidates[:MOST_CANDIDATES])
        if self.plan.alone and not self._has_found():
            await self._try_alone()
        return await self._conclude()

    async def _try_first(self) -> list[str]:
        """Leave each part out a few times; those that stand out, the furthest first."""
        asked = await asyncio.gather(
            *(self._ask(f"without {each}", self.reply.without([each]), FIRST) for each in self.plan.tried)
        )
        distances: dict[str, float] = {}
        for part_id, answers in zip(self.plan.tried, asked, strict=True):
            unread = FIRST - len(answers)
            if not answers:
                missed: Verdict = "untried" if self.stopped_by else "unread"
                self.findings[part_id] = Finding(part_id, missed, unread=unread)
                continue
            found, _ = await self._hold(self.unchanged, answers, divide=False)
            self.findings[part_id] = Finding(part_id, "none", found, unread=unread)
            if stands_out(found):
                distances[part_id] = found.distance
                self.findings[part_id] = replace(self.findings[part_id], verdict="unsure")
        return sorted(distances, key=lambda each: -distances[each])

    async def _try_again(self, candidates: Sequence[str]) -> None:
        """Leave these out again; only the fresh answers decide."""
        for part_id in candidates:
            answers = await self._ask(f"again without {part_id}", self.reply.without([part_id]), AGAIN)
            known = self.findings[part_id]
            known = replace(known, unread=known.unread + AGAIN - len(answers))
            if len(answers) < AGAIN - 1:
                self.findings[part_id] = known
                continue
            found, compared = await self._hold(self.unchanged, answers, divide=True)
            before, after = _places(self.unchanged, answers)
            shifts = find_shifts(compared, before, after)
            verdict: Verdict = "none"
            if self._is_beyond(found, compared, has_shifts=bool(shifts)):
                verdict = "flipped" if is_flipped(compared, before, after) else "mattered"
            kept = shifts if verdict in BEYOND_CHANCE else ()
            self.findings[part_id] = replace(known, verdict=verdict, again=found, shifts=kept)

    async def _try_alone(self) -> None:
        """Leave out everything; if that changes the answer, find the parts that alone bring it back."""
        await self._ask_unchanged(UNCHANGED + MORE_UNCHANGED - len(self.unchanged))
        bare = await self._ask("without all", self.reply.only(None), AGAIN)
        if len(bare) < AGAIN - 1:
            return
        found, compared = await self._hold(self.unchanged, bare, divide=True)
        before, after = _places(self.unchanged, bare)
        self.together = self._is_beyond(found, compared, has_shifts=bool(find_shifts(compared, before, after)))
        if self.together and len(self.plan.tried) > 1:
            bare += await self._ask("more without all", self.reply.only(None), MORE_UNCHANGED)
            candidates = await self._find_bringing_back(bare)
            for part_id in candidates[:MOST_CANDIDATES]:
                await self._confirm_alone(part_id, bare)

    async def _find_bringing_back(self, bare: Sequence[Answer]) -> list[str]:
        """The parts with which, alone, answers are nearer to the unchanged ones than to those without anything."""
        tried = self.plan.tried
        asked = await asyncio.gather(*(self._ask(f"only {each}", self.reply.only(each), FIRST) for each in tried))
        nearer: dict[str, float] = {}
        for part_id, answers in zip(tried, asked, strict=True):
            if answers:
                to_bare, _ = await self._hold(bare, answers, divide=False)
                to_whole, _ = await self._hold(self.unchanged, answers, divide=False)
                self.findings[part_id] = replace(self.findings[part_id], alone=False)
                if stands_out(to_bare) and to_whole.distance < to_bare.distance:
                    nearer[part_id] = to_whole.distance
        return sorted(nearer, key=lambda each: nearer[each])

    async def _confirm_alone(self, part_id: str, bare: Sequence[Answer]) -> None:
        answers = await self._ask(f"again only {part_id}", self.reply.only(part_id), AGAIN)
        if len(answers) < AGAIN - 1:
            return
        found, compared = await self._hold(bare, answers, divide=True)
        to_whole, _ = await self._hold(self.unchanged, answers, divide=False)
        before, after = _places(bare, answers)
        shifts = find_shifts(compared, before, after)
        if self._is_beyond(found, compared, has_shifts=bool(shifts)) and to_whole.distance < found.distance:
            known = self.findings[part_id]
            turned = tuple(replace(each, before=each.after, after=each.before) for each in shifts)
            self.findings[part_id] = replace(known, verdict="mattered", again=found, shifts=turned, alone=True)

    async def _conclude(self) -> Why:
        untried = {each: Finding(each, "untried") for each in (*self.plan.tried, *self.plan.left)}
        compared = await self._compare([*self.unchanged, list_claims(self.reply.answer)])
        places = range(len(self.unchanged))
        original = measure(compared.distances, places, [len(places)], divide=False)
        return Why(
            reply_id=self.reply.reply_id,
            sha256=self.reply.sha256,
            parts=self.reply.sent.parts,
            findings=tuple((untried | self.findings).values()),
            compared_by=self._way,
            unchanged=len(self.unchanged),
            unread=self.unread,
            spread=original.spread,
            least=limit_chance(len(self.plan.tried)),
            is_still=is_still(compared.distances, places),
            strayed=stands_out(original),
            together=self.together,
            stopped_by=self.stopped_by,
        )

    async def _ask_unchanged(self, count: int) -> None:
        self.unchanged += await self._ask("unchanged", self.reply.without(()), count)

    async def _ask(self, step: str, payload: Payload, count: int) -> list[Answer]:
        """So many answers to one payload, as far as they come."""
        asked = await asyncio.gather(*(self._ask_once(step, payload) for _ in range(count)))
        return [list_claims(each) for each in asked if each is not None]

    async def _ask_once(self, step: str, payload: Payload) -> str | None:
        shown = self.reply.memories_in(payload.messages)
        async with self._places:
            if self.stopped_by:
                return None
            try:
                return await self.analysing.replay(step, payload, shown)
            except AnalysisBudget as spent:
                self._problem, self.stopped_by = spent, spent.unit
            except (AnalysisError, ProviderError) as error:
                logger.info("replay_unread", extra={"step": step, "code": error.code})
                self._problem, self.unread = error, self.unread + 1
        return None

    async def _hold(
        self, unchanged: Sequence[Answer], after: Sequence[Answer], *, divide: bool
    ) -> tuple[Measured, Compared]:
        compared = await self._compare([*unchanged, *after])
        places = _places(unchanged, after)
        return await asyncio.to_thread(measure, compared.distances, *places, divide=divide), compared

    async def _compare(self, answers: Sequence[Answer]) -> Compared:
        """Beside the loop; by meaning as long as every claim has its vector."""
        await self._embed({claim for each in answers for claim in each})
        vectors = None if self.embedder is None else self._vectors
        return await asyncio.to_thread(compare_answers, answers, vectors)

    async def _embed(self, claims: set[str]) -> None:
        new = [each for each in claims if each not in self._vectors]
        if self.embedder is None or not new:
            return
        try:
            rows = await self.embedder.embed(new, "passage")
        except ProviderError as error:
            logger.warning("replays_without_vectors", extra={"code": error.code})
            self.embedder = None
        else:
            self._vectors |= dict(zip(new, rows.tolist(), strict=True))

    @property
    def _way(self) -> Way:
        return "words" if self.embedder is None else "meaning"

    def _is_beyond(self, found: Measured, compared: Compared, *, has_shifts: bool) -> bool:
        """Whether it is beyond chance; a model that always says the same must also say something else."""
        before = range(len(compared.distances.rows) - found.answers)
        if is_still(compared.distances, before) and not has_shifts:
            return False
        return is_beyond(found, compared.distances.between(before, before), limit_chance(len(self.plan.tried)))

    def _has_found(self) -> bool:
        return any(each.verdict in BEYOND_CHANCE for each in self.findings.values())


def _places(unchanged: Sequence[Answer], after: Sequence[Answer]) -> tuple[range, range]:
    return range(len(unchanged)), range(len(unchanged), len(unchanged) + len(after))
