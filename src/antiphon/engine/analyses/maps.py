"""Maps of disagreement: drawn on request or after a turn, and what is new in one."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Final, NamedTuple

from antiphon.access.principal import Principal
from antiphon.advisors.prompt import ClaimPrompts, load_claim_prompts
from antiphon.analysis.claims import ReadPiece, SaidClaim, build_reading, most_claims
from antiphon.analysis.judging import AT_ONCE, MOST_PAIRS, name_prompts
from antiphon.analysis.news import NUMBERS, build_news, divide_news, find_unsaid, parse_news
from antiphon.analysis.voices import divide_voice, hear_voices, mark_words
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.claim import Claim
from antiphon.conversation.errors import CommandRefused, Refused
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.map_check import MapCheck
from antiphon.conversation.turn import Turn
from antiphon.conversation.used_key import UsedKey
from antiphon.conversation.work import Work
from antiphon.engine.analyses.ask_model import AnalysisRun, ModelQuestion
from antiphon.engine.analyses.build_map import MapBuilder, MapGate, SeenTurn
from antiphon.engine.analyses.cost import AnalysisWeight
from antiphon.engine.analyses.runner import AnalysisInput, AnalysisKind, AnalysisRunner, Conclude, concluding
from antiphon.retrieval.embedder import Embedder
from antiphon.store.reads.claims import KIND, RoomMap, read_map, read_newest_map
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.map_checks import read_check
from antiphon.store.reads.turns import read_turn
from antiphon.store.reads.verdicts import read_verdicts
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.claims import write_claims

logger = logging.getLogger(__name__)

NEWS: Final = "news"
# Eight claims of a long answer, each with a quote, make less than this.
_MAX_TOKENS: Final = 4096
# A large panel of long answers, in pieces, each asked about twice at most.
_MOST_CALLS: Final = 80
# Instructions, and a question that may be long.
_FRAME_TOKENS: Final = 1_200
_LEAST_TOKENS: Final = 400
# One claim in its line, rather long than short.
_CLAIM_TOKENS: Final = 60
# Of all pairs a few are asked the other way round as well.
_MOST_JUDGING: Final = -(-MOST_PAIRS * 5 // (4 * AT_ONCE))
# With one voice there is nothing to compare; on request it is read all the same.
_LEAST_VOICES: Final = 2
_POLL_SECONDS: Final = 0.2


class NewClaims(NamedTuple):
    """The numbers of the claims that nobody had made before, and how many claims there are in all."""

    numbers: tuple[int, ...]
    total: int


class _News(NamedTuple):
    now: tuple[Claim, ...]
    earlier: tuple[Claim, ...]


class Maps:
    """Draws maps."""

    def __init__(self, store: Store, looks: AnalysisRunner, embedder: Embedder | None = None) -> None:
        self._store = store
        self._looks = looks
        self._embedder = embedder
        self._prompts: ClaimPrompts = load_claim_prompts()
        looks.register("map", self._take_up)

    async def begin(
        self, principal: Principal, turn_id: TurnId, model: str | None = None, key: UsedKey | None = None
    ) -> Analysis:
        """Start drawing the map of a turn; returns at once (`read_map` and `read_newest_map` tell how it ended).

        `NotFound` for a turn that is not there; refuses with `CommandRefused` while the turn is being answered, while
        its map is being drawn, and when nobody has answered.
        """
        look = await self._build_look(principal, turn_id)
        return await self._looks.begin(principal, replace(look, key=key), model)

    async def perform(self, principal: Principal, turn_id: TurnId, model: str | None = None) -> Analysis:
        """Draw the map and return when that has ended, well or badly; refuses as `begin` does."""
        return await self._looks.perform(principal, await self._build_look(principal, turn_id), model)

    async def ensure(self, principal: Principal, turn_id: TurnId, model: str | None = None) -> RoomMap | None:
        """The map of the turn as its answers are now, drawn if there is none or another; none when that failed.

        While somebody else draws it, this waits for them: after a turn, several may want it at once.
        """
        while (known := await self._store.read(principal, _read_current, turn_id)) is None:
            try:
                look = await self._build_look(principal, turn_id, anew=False)
                ended = await self._looks.perform(principal, look, model)
            except CommandRefused:
                if await self._store.read(principal, _is_drawing, turn_id):
                    await asyncio.sleep(_POLL_SECONDS)
                elif await self._store.read(principal, _read_current, turn_id) is None:
                    raise
            else:
                return await self._store.read(principal, read_map, turn_id) if ended.status == "done" else None
        return known

    async def find_new_claims(
        self, principal: Principal, work: Work, turn_id: TurnId, earlier: Sequence[TurnId], model: str | None = None
    ) -> NewClaims | None:
        """Which claims of this turn none of the earlier turns had made; none when that could not be told.

        Maps that are missing or out of date are drawn first, of this turn and of the earlier ones. Asking is a look
        of the kind `news` at this turn, a step of this work, with receipts like any other; without earlier claims, or
        without claims now, nobody is asked. Refuses as `begin` does, for this turn; an earlier turn of which no map
        can be drawn counts as having claimed nothing, so that what it said is rather called new than lost.
        """
        current = await self.ensure(principal, turn_id, model)
        if current is None:
            return None
        before = [claim for each in earlier for claim in await self._read_claims(principal, each, model)]
        unsaid = find_unsaid(current.claims, before)
        if unsaid and before:
            found = await self._ask_for_news(principal, work, current, _News(unsaid, tuple(before)), model)
            return None if found is None else NewClaims(found, len(current.claims))
        return NewClaims(tuple(each.number for each in unsaid), len(current.claims))

    async def count_new_claims(
        self, principal: Principal, work: Work, turn_id: TurnId, earlier: Sequence[TurnId], model: str | None = None
    ) -> int | None:
        """How many claims of this turn are new beside the earlier turns; none when that could not be told."""
        found = await self.find_new_claims(principal, work, turn_id, earlier, model)
        return None if found is None else len(found.numbers)

    def weigh(self, unit: Unit, turn_id: TurnId, model: str) -> AnalysisWeight:
        """What drawing the map now would take at most: every answer read once and, where the model may judge, as many
        pairs of claims as are ever judged. Refuses as `begin` does, unless somebody is drawing it.
        """
        seen, weigh = self._see(unit, model, turn_id), self._looks.weigh(model)
        most = most_claims(len(seen.voices))
        pieces = [piece for voice in seen.voices for piece in voice if piece.voice.reply_id not in seen.readings]
        asked = [each for piece in pieces for each in build_reading(self._prompts, seen.turn.text, piece, most)]
        judges = any(self._open_gate(seen.check, model, unit.principal)) and len(seen.voices) >= _LEAST_VOICES
        judging = _count_judging(len(seen.voices), len(pieces) * most) if judges else 0
        one = weigh(self._prompts.judge) + weigh(seen.turn.text) + 2 * AT_ONCE * _CLAIM_TOKENS
        calls = len(pieces) + judging
        read = sum(weigh(each.content) for each in asked) + judging * one
        return AnalysisWeight(calls, read, calls * self._looks.longest_answer(model, _MAX_TOKENS))

    async def _build_look(self, principal: Principal, turn_id: TurnId, *, anew: bool = True) -> AnalysisKind[SeenTurn]:
        turn = await self._store.read(principal, read_turn, turn_id)
        return self._describe(turn.conversation_id, turn_id, partial(_check_undrawn, turn_id=turn_id, anew=anew))

    def _take_up(self, work: Work) -> AnalysisKind[SeenTurn]:
        """The look this work is, begun before or owed after a turn that several have answered."""
        turn_id = TurnId(work.args["turn_id"])
        check = partial(_check_undrawn, turn_id=turn_id, anew=False, least_voices=_LEAST_VOICES)
        return self._describe(ConversationId(work.conversation_id or ""), turn_id, check)

    def _describe(
        self, conversation_id: ConversationId, turn_id: TurnId, check: Callable[[Unit], None]
    ) -> AnalysisKind[SeenTurn]:
        return AnalysisKind(
            KIND,
            conversation_id,
            partial(self._open, turn_id=turn_id),
            self._run,
            check,
            max_tokens=_MAX_TOKENS,
            most_calls=_MOST_CALLS,
            weigh=lambda unit, model: self.weigh(unit, turn_id, model),
            args={"turn_id": turn_id},
        )

    def _open(self, unit: Unit, model: str, turn_id: TurnId) -> AnalysisInput[SeenTurn]:
        seen = self._see(unit, model, turn_id)
        turn = seen.turn
        return AnalysisInput(turn.conversation_id, turn.position, turn.position, seen, turn.id)

    def _see(self, unit: Unit, model: str, turn_id: TurnId) -> SeenTurn:
        turn = _read_whole(unit, turn_id)
        weigh = self._looks.weigh(model)
        room = max(_LEAST_TOKENS, self._looks.room(model, _MAX_TOKENS) - _FRAME_TOKENS)
        voices = tuple(divide_voice(voice, room, weigh) for voice in hear_voices(turn))
        if not voices:
            raise CommandRefused("the map", "nobody has answered this turn")
        prompt = name_prompts(self._prompts)
        known = read_verdicts(unit, KIND, (model, prompt))
        check = read_check(unit, model, prompt, None if self._embedder is None else self._embedder.name)
        readings = _recall_readings(read_map(unit, turn_id), turn, (model, prompt))
        return SeenTurn(turn, voices, dict(mark_words(turn)), check, known, readings)

    def _open_gate(self, check: MapCheck | None, model: str, principal: Principal) -> MapGate:
        """What the model may do: what its check shows, and all of it for a rehearsal, whose words are ours."""
        if self._looks.is_rehearsal(principal, model):
            return MapGate(may_group=True, may_take_sides=True)
        return MapGate() if check is None else MapGate(check.may_group, check.may_take_sides)

    async def _run(self, analysing: AnalysisRun, seen: SeenTurn) -> Conclude:
        gate = self._open_gate(seen.check, analysing.model, analysing.principal)
        drawn = MapBuilder(analysing, seen, self._prompts, self._embedder, gate, dict(seen.known))
        reading, drawing = await drawn.run()
        counts = {"voices": len(seen.voices), "found": len(reading.said), "claims": len(drawing.claims)}
        counts |= drawn.counts
        counts |= {f"dropped_{reason}": number for reason, number in reading.dropped.items()}
        unread = {reply_id: error.code for reply_id, error in drawn.unread.items()}
        result = {
            "read": seen.marks,
            "unread": unread,
            "grouped_by": drawn.grouped_by,
            "sides_read": gate.may_take_sides,
            "check": None if seen.check is None else seen.check.analysis_id,
            "judged_with": [analysing.model, name_prompts(self._prompts)],
            "verdicts": drawn.given,
            "readings": _write_readings(reading, seen.marks.keys() - drawn.unread.keys()),
        }

        def keep(unit: Unit, analysis_id: str) -> None:
            turn = seen.turn
            write_claims(unit, analysis_id, turn.conversation_id, turn.id, drawing.claims, datetime.now(UTC))

        return concluding(analysing, counts, result, keep)

    async def _read_claims(self, principal: Principal, turn_id: TurnId, model: str | None) -> Sequence[Claim]:
        try:
            found = await self.ensure(principal, turn_id, model)
        except Refused as reason:
            logger.info("map_skipped", extra={"turn": turn_id, "code": reason.code})
            return ()
        return () if found is None else found.claims

    async def _ask_for_news(
        self, principal: Principal, work: Work, current: RoomMap, news: _News, model: str | None
    ) -> tuple[int, ...] | None:
        open_ = partial(_open_news, current=current, news=news)
        look = AnalysisKind(NEWS, current.conversation_id, open_, self._run_news)
        ended = await self._looks.perform_step(principal, work, f"{NEWS} {current.analysis_id}", look, model)
        return None if ended.result is None else tuple(ended.result["new"])

    async def _run_news(self, analysing: AnalysisRun, news: _News) -> Conclude:
        pieces = divide_news(
            news.now, news.earlier, self._looks.room(analysing.model), self._looks.weigh(analysing.model)
        )
        compared = [await self._compare(analysing, now, pieces.earlier) for now in pieces.now]
        new = [each for found, _ in compared for each in found]
        unknown = sum(odd for _, odd in compared)
        counts = {"claims": len(news.now), "new": len(new)} | ({"dropped_unknown_claim": unknown} if unknown else {})
        return concluding(analysing, counts, {"new": [each.number for each in new]})

    async def _compare(
        self, analysing: AnalysisRun, now: tuple[Claim, ...], pieces: Sequence[tuple[Claim, ...]]
    ) -> tuple[tuple[Claim, ...], int]:
        """Those that none of the pieces makes, and how many numbers named none."""
        unknown = 0
        for earlier in pieces:
            if now:
                question = ModelQuestion("news", build_news(self._prompts, now, earlier), shape=NUMBERS)
                now, odd = await analysing.ask(question, partial(parse_news, now=now))
                unknown += odd
        return now, unknown


def _recall_readings(before: RoomMap | None, turn: Turn, read_with: Sequence[str]) -> Mapping[str, ReadPiece]:
    """What the map before read in voices that say the same still; a map that is not stale is drawn wholly anew."""
    if before is None or tuple(before.judged_with) != tuple(read_with) or not is_stale(before, turn):
        return {}
    marks = mark_words(turn)
    return {
        voice.reply_id: ReadPiece(tuple(SaidClaim(voice, *each) for each in before.readings[voice.reply_id]))
        for voice in hear_voices(turn)
        if voice.reply_id in before.readings and before.read.get(voice.reply_id) == marks[voice.reply_id]
    }


def _write_readings(reading: ReadPiece, reply_ids: Iterable[str]) -> dict[str, list[tuple[str, int, int]]]:
    """What was read in each of these, also that it was nothing."""
    found: dict[str, list[tuple[str, int, int]]] = {each: [] for each in reply_ids}
    for each in reading.said:
        if each.voice.reply_id in found:
            found[each.voice.reply_id].append((each.text, each.start, each.end))
    return found


def is_stale(known: RoomMap, turn: Turn) -> bool:
    """Whether answers were chosen, edited, added or taken away since the map was drawn."""
    return dict(known.read) != dict(mark_words(turn))


def _open_news(unit: Unit, _model: str, current: RoomMap, news: _News) -> AnalysisInput[_News]:
    turn = _read_whole(unit, current.turn_id)
    return AnalysisInput(turn.conversation_id, turn.position, turn.position, news, turn.id)


def _read_whole(unit: Unit, turn_id: TurnId) -> Turn:
    """A turn that has ended, in a conversation that is there."""
    turn = read_turn(unit, turn_id)
    read_conversation(unit, turn.conversation_id)
    if not turn.all_completed:
        raise CommandRefused("the map", "the turn is still being answered")
    return turn


def _check_undrawn(unit: Unit, turn_id: TurnId, *, anew: bool, least_voices: int = 1) -> None:
    """Refuse while it is being drawn and, unless it is wanted anew, once it is drawn.

    Asked under the conversation's lock: two who both found none do not both draw one.
    """
    if _is_drawing(unit, turn_id):
        raise CommandRefused("the map", "it is being drawn already")
    if not anew and _read_current(unit, turn_id) is not None:
        raise CommandRefused("the map", "it has been drawn meanwhile")
    if len(hear_voices(read_turn(unit, turn_id))) < least_voices:
        raise CommandRefused("the map", "one voice has nobody to disagree with")


def _is_drawing(unit: Unit, turn_id: TurnId) -> bool:
    newest = read_newest_map(unit, turn_id)
    return newest is not None and newest.status == "running"


def _read_current(unit: Unit, turn_id: TurnId) -> RoomMap | None:
    known = read_map(unit, turn_id)
    return None if known is None or is_stale(known, read_turn(unit, turn_id)) else known


def _count_judging(voices: int, claims: int) -> int:
    """How many requests it takes at most to judge the pairs of so many claims."""
    pairs = claims * claims * (voices - 1) // (2 * voices)
    return min(_MOST_JUDGING, -(-pairs * 5 // (4 * AT_ONCE)))
