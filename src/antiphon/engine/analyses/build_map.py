"""Drawing one map: every answer is read for its claims, and the claims are sorted.

An answer that cannot be read leaves its voice unread, and the map says so: silence is never made up. So it does when
there are more claims than the model can be shown at once: each then stands by itself. Only when no answer could be
read, or the claims could not be sorted, does the whole fail.
"""

import asyncio
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, NamedTuple

from antiphon.advisors.prompt import ClaimPrompts
from antiphon.analysis.claims import CLAIMS, ReadPiece, build_reading, join_readings, most_claims, parse_reading
from antiphon.analysis.clusters import GROUPS, Drawing, draw_alone, fit_grouping, needs_grouping, parse_grouping
from antiphon.analysis.transcript import Weigh
from antiphon.analysis.voices import AnswerExcerpt
from antiphon.conversation.errors import AnalysisError, ProviderError
from antiphon.conversation.turn import Turn
from antiphon.engine.analyses.ask_model import AnalysisRun, ModelQuestion

# Answers that are read at the same time; a person waits, but the provider has others to serve.
_AT_ONCE: Final = 4


class SeenTurn(NamedTuple):
    """What a map is drawn of: the turn, its voices in pieces that can be read at once, and a hash of their words."""

    turn: Turn
    voices: tuple[tuple[AnswerExcerpt, ...], ...]
    marks: dict[str, str]


@dataclass(slots=True)
class MapBuilder:
    """One map on its way: what is read, and which voices could not be, by reply.

    The claims that are sorted weigh no more than `most` together, their question included.
    """

    analysing: AnalysisRun
    seen: SeenTurn
    prompts: ClaimPrompts
    most: int
    weigh: Weigh
    unread: dict[str, AnalysisError | ProviderError] = field(default_factory=dict)
    turnstile: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_AT_ONCE))

    async def run(self) -> tuple[ReadPiece, Drawing]:
        """Everything that was read, and the map. Raises when nothing could be read, or nothing sorted."""
        async with asyncio.TaskGroup() as tasks:
            reading = [tasks.create_task(self._read(pieces)) for pieces in self.seen.voices]
        if len(self.unread) == len(self.seen.voices):
            raise next(iter(self.unread.values()))
        found = join_readings(task.result() for task in reading)
        return found, await self._sort(found)

    async def _read(self, pieces: tuple[AnswerExcerpt, ...]) -> ReadPiece:
        """What one voice claims, as far as it could be read."""
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
        asked = fit_grouping(self.prompts, self.seen.turn.text, found.said, self.most, self.weigh)
        if asked is None:
            return replace(draw_alone(found.said), grouped=False)
        question = ModelQuestion("clusters", asked, shape=GROUPS)
        return await self.analysing.ask(question, partial(parse_grouping, said=found.said))
