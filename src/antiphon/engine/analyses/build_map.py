"""Drawing one map: every answer is read for its claims, and the claims are put together.

Which claims speak to one point is reckoned without asking anybody. A model judges pairs of them only as far as it was
checked and does better: it then decides what belongs together, or who is on which side, or both. An answer that cannot
be read leaves its voice unread, and the map says so: silence is never made up. Only when no answer could be read does
the whole fail.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Literal, NamedTuple

from antiphon.advisors.prompt import ClaimPrompts
from antiphon.analysis.claims import CLAIMS, ReadPiece, build_reading, join_readings, most_claims, parse_reading
from antiphon.analysis.clusters import Drawing, Nearness, draw, draw_alone, find_groups, needs_grouping
from antiphon.analysis.judging import choose_pairs, choose_within, weigh_in
from antiphon.analysis.voices import AnswerExcerpt
from antiphon.conversation.claim import Verdict
from antiphon.conversation.errors import AnalysisError, ProviderError
from antiphon.conversation.map_check import MapCheck
from antiphon.conversation.turn import Turn
from antiphon.engine.analyses.ask_model import AnalysisRun, ModelQuestion
from antiphon.engine.analyses.judge_pairs import PairJudge
from antiphon.engine.analyses.nearness import compare
from antiphon.retrieval.embedder import Embedder

# Answers that are read at the same time; a person waits, but the provider has others to serve.
_AT_ONCE: Final = 4
# Pairs that are farther apart than this below what counts as near are not worth asking about.
MARGIN: Final = 0.15

# What put the claims together: nothing had to, shared words, meaning, or a judge.
GroupedBy = Literal["alone", "words", "meaning", "judge"]


class SeenTurn(NamedTuple):
    """What a map is drawn of: the turn, its voices in pieces that can be read at once, and a hash of their words.

    `check` says how well the model judges, if that was ever found out; `known` are its verdicts from earlier maps.
    `readings` are what it read in the voices that have not changed since the map before, by reply.
    """

    turn: Turn
    voices: tuple[tuple[AnswerExcerpt, ...], ...]
    marks: dict[str, str]
    check: MapCheck | None = None
    known: Mapping[str, Verdict] = {}
    readings: Mapping[str, ReadPiece] = {}


class MapGate(NamedTuple):
    """What the model may do beside reading: put claims together, and say who is on which side."""

    may_group: bool = False
    may_take_sides: bool = False


@dataclass(slots=True)
class MapBuilder:
    """One map on its way: what is read, and which voices could not be, by reply.

    `known` are verdicts of the same model on the same words; once the map was drawn, `given` are those it rests on.
    """

    analysing: AnalysisRun
    seen: SeenTurn
    prompts: ClaimPrompts
    embedder: Embedder | None
    gate: MapGate
    known: dict[str, Verdict]
    given: dict[str, Verdict] = field(default_factory=dict)
    unread: dict[str, AnalysisError | ProviderError] = field(default_factory=dict)
    grouped_by: GroupedBy = "alone"
    counts: dict[str, int] = field(default_factory=dict)
    turnstile: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_AT_ONCE))

    async def run(self) -> tuple[ReadPiece, Drawing]:
        """Everything that was read, and the map. Raises when nothing could be read."""
        async with asyncio.TaskGroup() as tasks:
            reading = [tasks.create_task(self._read(pieces)) for pieces in self.seen.voices]
        if len(self.unread) == len(self.seen.voices):
            raise next(iter(self.unread.values()))
        found = join_readings(task.result() for task in reading)
        return found, await self._sort(found)

    async def _read(self, pieces: tuple[AnswerExcerpt, ...]) -> ReadPiece:
        """What one voice claims, as far as it could be read; whoever says what it said is not read again."""
        if (remembered := self.seen.readings.get(pieces[0].voice.reply_id)) is not None:
            return remembered
        found = ReadPiece(())
        try:
            for piece in pieces:
                async with self.turnstile:
                    found = join_readings((found, await self._read_piece(piece)))
        except (AnalysisError, ProviderError) as error:
            self.unread[pieces[0].voice.reply_id] = error
        return found

    async def _read_piece(self, piece: AnswerExcerpt) -> ReadPiece:
        most = most_claims(len(self.seen.voices))
        question = ModelQuestion("claims", build_reading(self.prompts, self.seen.turn.text, piece, most), shape=CLAIMS)
        return await self.analysing.ask(question, partial(parse_reading, piece=piece))

    async def _sort(self, found: ReadPiece) -> Drawing:
        if not needs_grouping(found.said):
            return draw_alone(found.said)
        near, self.grouped_by = await compare(found.said, self.embedder)
        if self.gate.may_group or self.gate.may_take_sides:
            return await self._judge(found, near)
        return draw(found.said, await asyncio.to_thread(find_groups, found.said, near), near.likeness)

    async def _judge(self, found: ReadPiece, near: Nearness) -> Drawing:
        """The map as far as the model may draw it; where it is not asked, nearness stands."""
        said = found.said
        groups = await asyncio.to_thread(find_groups, said, near)
        if self.gate.may_group:
            pairs = choose_pairs(near.likeness, [each.voice.reply_id for each in said], near.least - MARGIN)
        else:
            pairs = choose_within(groups)
        judge = PairJudge(self.analysing, self.prompts, self.turnstile, self.known)
        judged = await judge.judge(self.seen.turn.text, said, pairs)
        self.given = judge.given
        self.counts = {"judged": len(judged.verdicts), "swapped": judged.swapped, "unjudged": judged.unjudged}
        if self.gate.may_group:
            self.grouped_by = "judge"
            weighed = Nearness(weigh_in(near.likeness, judged.verdicts), near.least)
            groups = await asyncio.to_thread(find_groups, said, weighed)
        return draw(said, groups, near.likeness, judged.verdicts if self.gate.may_take_sides else None)
