"""A model put to the test before it may judge claims: rooms read by hand, the map's own question, figures kept.

The check is a look like any other, with a receipt for every request. What it finds out decides by itself what the model
may do in maps from then on.
"""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from antiphon.access.principal import Principal
from antiphon.advisors.prompt import load_claim_prompts, load_synthesis_prompts
from antiphon.analysis import holding
from antiphon.analysis.claims import SaidClaim
from antiphon.analysis.clusters import Nearness, compare_claims, find_groups
from antiphon.analysis.judging import AT_ONCE, build_judging, choose_pairs, name_prompts, weigh_in
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.errors import CommandRefused
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.map_check import MapCheck, encode_check
from antiphon.conversation.used_key import UsedKey
from antiphon.conversation.work import Work
from antiphon.engine.analyses.ask_model import AnalysisRun
from antiphon.engine.analyses.build_map import MARGIN
from antiphon.engine.analyses.cost import AnalysisWeight
from antiphon.engine.analyses.hold_sentences import SentenceJudge
from antiphon.engine.analyses.judge_pairs import PairJudge
from antiphon.engine.analyses.nearness import compare
from antiphon.engine.analyses.runner import AnalysisInput, AnalysisKind, AnalysisRunner, Conclude, concluding
from antiphon.evals.rooms.room import Room, load_rooms
from antiphon.evals.rooms.score import (
    Sides,
    Together,
    count_sides,
    count_together,
    group_by_lot,
    judge_by_denial,
    list_true_pairs,
    share_sides,
    share_together,
)
from antiphon.evals.rooms.sourced import HeldSentence, HeldShares, load_sentences, share_held
from antiphon.retrieval.embedder import Embedder
from antiphon.store.reads.analyses import is_running
from antiphon.store.reads.map_checks import KIND
from antiphon.store.unit import Unit

# It looks at rooms that come with Antiphon and not at a conversation.
_NOWHERE: Final = ConversationId("")
_MAX_TOKENS: Final = 1024
# All rooms, each in a few requests, each of those asked twice at most.
_MOST_CALLS: Final = 300
_AT_ONCE: Final = 4


class _Played(NamedTuple):
    """One room: how each way puts its claims together, and which signs it gives."""

    together: dict[str, Together]
    sides: dict[str, Sides]


class MapChecks:
    """Checks models."""

    def __init__(self, looks: AnalysisRunner, embedder: Embedder | None) -> None:
        self._looks = looks
        self._embedder = embedder
        self._prompts = load_claim_prompts()
        self._holding = load_synthesis_prompts()
        looks.register("map_check", self._take_up)

    async def begin(self, principal: Principal, model: str | None = None, key: UsedKey | None = None) -> Analysis:
        """Start checking, and return at once. Refuses while a check goes on."""
        return await self._looks.begin(principal, self._describe(key), model)

    def weigh(self, model: str) -> AnalysisWeight:
        """What a check may take: every pair judged once, a few of them twice, and every sentence held to its source."""
        weigh = self._looks.weigh(model)
        tokens = calls = 0
        for room in load_rooms():
            said = room.list_said()
            pairs = choose_pairs(*_near_by_words(said))
            count = -(-len(pairs) * 5 // (4 * AT_ONCE))
            one = build_judging(self._prompts, room.question, said, pairs[:AT_ONCE])
            calls += count
            tokens += count * sum(weigh(each.content) for each in one)
        for question, its in _by_question():
            for start in range(0, len(its), holding.AT_ONCE):
                sourced = [each.said for each in its[start : start + holding.AT_ONCE]]
                asked = holding.build_holding(self._holding, question, sourced)
                calls += 1
                tokens += sum(weigh(each.content) for each in asked)
        return AnalysisWeight(calls, tokens, calls * self._looks.longest_answer(model, _MAX_TOKENS))

    def _take_up(self, _work: Work) -> AnalysisKind[tuple[Room, ...]]:
        return self._describe(None, anew=False)

    def _describe(self, key: UsedKey | None, *, anew: bool = True) -> AnalysisKind[tuple[Room, ...]]:
        check = _check_idle if anew else lambda _unit: None
        return AnalysisKind(
            KIND,
            _NOWHERE,
            _open,
            self._run,
            check,
            max_tokens=_MAX_TOKENS,
            most_calls=_MOST_CALLS,
            weigh=lambda _unit, model: self.weigh(model),
            key=key,
        )

    async def _run(self, analysing: AnalysisRun, rooms: tuple[Room, ...]) -> Conclude:
        judge = PairJudge(analysing, self._prompts, asyncio.Semaphore(_AT_ONCE))
        async with asyncio.TaskGroup() as tasks:
            playing = [tasks.create_task(self._play(judge, room)) for room in rooms]
        held = SentenceJudge(analysing, self._holding)
        async with asyncio.TaskGroup() as tasks:
            holds = [
                tasks.create_task(held.judge(question, [each.said for each in its])) for question, its in _by_question()
            ]
        if (failed := judge.failed or held.failed) is not None:
            raise failed
        shares = share_held(load_sentences(), {said: told for each in holds for said, told in each.result().items()})
        played = [each.result() for each in playing]
        found = await asyncio.to_thread(self._reckon, analysing, rooms, played, shares)
        return concluding(analysing, {"rooms": len(rooms)}, encode_check(found))

    async def _play(self, judge: PairJudge, room: Room) -> _Played:
        """One room, put together by every way there is."""
        said = room.list_said()
        compared = await compare(said, self._embedder)
        near = compared.near
        pairs = choose_pairs(near.likeness, _voices(said), near.least - MARGIN)
        verdicts = (await judge.judge(room.question, said, pairs)).verdicts
        judged = Nearness(weigh_in(near.likeness, verdicts), near.least)
        true = list_true_pairs(room)
        together = {
            "words": count_together(room, find_groups(said, compare_claims(said, None))),
            compared.way: count_together(room, find_groups(said, near)),
            "judge": count_together(room, find_groups(said, judged)),
        }
        sides = {
            "always": count_sides(room, dict.fromkeys(true, "agree")),
            "denial": count_sides(room, judge_by_denial(room, true)),
            "judge": count_sides(room, verdicts),
        }
        return _Played(together, sides)

    def _reckon(
        self, analysing: AnalysisRun, rooms: Sequence[Room], played: Sequence[_Played], held: HeldShares
    ) -> MapCheck:
        judged = [each.sides["judge"] for each in played]
        # A model for vectors that could not be reached in every room was not there.
        ways = [name for name in ("words", "meaning", "judge") if all(name in each.together for each in played)]
        return MapCheck(
            analysis_id=analysing.analysis_id,
            model=analysing.model,
            prompt=name_prompts(self._prompts),
            embedder=None if self._embedder is None else self._embedder.name,
            rooms=len(rooms),
            checked_at=datetime.now(UTC),
            together={"chance": share_together(group_by_lot(rooms))}
            | {name: share_together([each.together[name] for each in played]) for name in ways},
            sides={name: share_sides([each.sides[name] for each in played]) for name in ("always", "denial", "judge")},
            agreements=_part(judged, "agreeing_right", "agreeing"),
            contradictions=_part(judged, "opposed_right", "opposed"),
            source_prompt=holding.name_wording(self._holding),
            sources=held.ways,
            caught=held.caught,
            spared=held.spared,
        )


def _by_question() -> list[tuple[str, list[HeldSentence]]]:
    """The sentences that come with Antiphon, those of one question together: so a synthesis asks."""
    found: dict[str, list[HeldSentence]] = {}
    for each in load_sentences():
        found.setdefault(each.question, []).append(each)
    return list(found.items())


def _open(_unit: Unit, _model: str) -> AnalysisInput[tuple[Room, ...]]:
    return AnalysisInput(_NOWHERE, 0, 0, load_rooms())


def _check_idle(unit: Unit) -> None:
    if is_running(unit, _NOWHERE, KIND):
        raise CommandRefused("the check", "another one is going on")


def _near_by_words(said: Sequence[SaidClaim]) -> tuple[tuple[tuple[float, ...], ...], list[str], float]:
    near = compare_claims(said, None)
    return near.likeness, _voices(said), near.least - MARGIN


def _voices(said: Sequence[SaidClaim]) -> list[str]:
    return [each.voice.reply_id for each in said]


def _part(counts: Sequence[Sides], right: str, whole: str) -> float:
    total = sum(getattr(each, whole) for each in counts)
    return sum(getattr(each, right) for each in counts) / total if total else 0.0
