"""Syntheses: written on request or after a turn, out of the turn's answers and the claims of its map."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

from antiphon.access.principal import Principal
from antiphon.advisors.prompt import load_synthesis_prompts
from antiphon.analysis.holding import AT_ONCE, name_sources, name_wording
from antiphon.analysis.holding import MAX_TOKENS as HOLD_TOKENS
from antiphon.analysis.sources import Basis, build_basis, find_heard
from antiphon.analysis.synthesis import (
    MOST_SENTENCES,
    SHAPE,
    SynthesisRequest,
    Written,
    build_question,
    parse_synthesis,
)
from antiphon.analysis.voices import mark_words
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.claim import Claim
from antiphon.conversation.errors import CommandRefused, Refused
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.map_check import MapCheck
from antiphon.conversation.payload import Message
from antiphon.conversation.quorum import Quorum
from antiphon.conversation.synthesis import Mode, Sentence, Support, Synthesis, encode_synthesis
from antiphon.conversation.turn import Turn
from antiphon.conversation.used_key import UsedKey
from antiphon.conversation.work import Work
from antiphon.engine.analyses.ask_model import AnalysisRun, ModelQuestion
from antiphon.engine.analyses.cost import AnalysisWeight
from antiphon.engine.analyses.hold_sentences import SentenceJudge
from antiphon.engine.analyses.maps import Maps, is_stale
from antiphon.engine.analyses.quorums import read_quorum_of
from antiphon.engine.analyses.runner import AnalysisInput, AnalysisKind, AnalysisRunner, Conclude, concluding
from antiphon.engine.analyses.weighty import find_weighty
from antiphon.engine.work.queue import find_principal
from antiphon.store.reads.analyses import read_newest
from antiphon.store.reads.claims import read_map, read_newest_map
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.map_checks import read_source_check
from antiphon.store.reads.syntheses import KIND, read_synthesis
from antiphon.store.reads.turns import read_turn
from antiphon.store.reads.verdicts import read_verdicts
from antiphon.store.unit import Store, Unit

logger = logging.getLogger(__name__)

# Eighty sentences with their sources; a longer answer is going round in circles.
_MAX_TOKENS: Final = 4_096
# The claims of one answer in their lines, quotes and all, before anybody has read them.
_CLAIMS_TOKENS: Final = 600
# One sentence in its line with the quotes below it, rather long than short.
_SENTENCE_TOKENS: Final = 250
# A text is one answer, asked for twice at most; its sentences are eight in a request, and so is each of those.
_MOST_CALLS: Final = 2 + 2 * -(-MOST_SENTENCES // AT_ONCE) + 8
_DEED: Final = "the synthesis"
# Somebody else is drawing the same map: it is worth waiting for, and no longer than a look may take.
_MAP_SECONDS: Final = 300.0
_POLL_SECONDS: Final = 0.3
_PANEL: Final = 2


class _Seen(NamedTuple):
    """What is written about; how well the model holds sentences to sources, if that is known, and what it said."""

    turn: Turn
    quorum: Quorum
    check: MapCheck | None = None
    known: Mapping[str, Support] = {}


@dataclass(frozen=True, slots=True)
class _Drawn:
    """The map a text is written from, if there is one."""

    id: str | None = None
    claims: tuple[Claim, ...] = ()


class Syntheses:
    """Has syntheses written."""

    def __init__(self, store: Store, looks: AnalysisRunner, maps: Maps) -> None:
        self._store = store
        self._looks = looks
        self._maps = maps
        self._prompts = load_synthesis_prompts()
        self._wording = name_wording(self._prompts)
        looks.register(KIND, self._take_up)

    async def begin(
        self,
        principal: Principal,
        turn_id: TurnId,
        wish: SynthesisRequest,
        model: str | None = None,
        key: UsedKey | None = None,
    ) -> Analysis:
        """Have one text written about a turn; returns at once.

        It is written from the turn's map; when there is none, or answers have changed since it was drawn, that is drawn
        first and is a look of its own. A map that cannot be drawn does not stop the text: it then quotes the answers
        themselves. `NotFound` for a turn that is not there; refuses while the turn is being answered, while one is
        being written about it, and when nobody has answered.
        """
        turn = await self._store.read(principal, read_turn, turn_id)
        check = partial(_check_unwritten, turn_id=turn_id)
        look = self._describe(turn.conversation_id, turn_id, wish, check)
        return await self._looks.begin(principal, replace(look, key=key), model)

    def _take_up(self, work: Work) -> AnalysisKind[_Seen]:
        """The look this work is, begun before or owed after a turn that several have answered."""
        turn_id = TurnId(work.args["turn_id"])
        after_turn = self._looks.live_options.of(find_principal(work)).synthesis_after_turn
        is_wanted = "mode" in work.args or after_turn != "off"
        mode: Mode = work.args.get("mode") or ("fuse" if after_turn == "off" else after_turn)
        wish = SynthesisRequest(mode, work.args.get("instruction", ""))
        check = partial(_check_wanted, turn_id=turn_id, is_wanted=is_wanted)
        return self._describe(ConversationId(work.conversation_id or ""), turn_id, wish, check)

    def _describe(
        self, conversation_id: ConversationId, turn_id: TurnId, wish: SynthesisRequest, check: Callable[[Unit], None]
    ) -> AnalysisKind[_Seen]:
        return AnalysisKind(
            KIND,
            conversation_id,
            partial(self._open, turn_id=turn_id),
            partial(self._run, wish=wish),
            check,
            max_tokens=_MAX_TOKENS,
            most_calls=_MOST_CALLS,
            weigh=lambda unit, model: self.weigh(unit, turn_id, model, wish),
            args={"turn_id": turn_id, "mode": wish.mode, "instruction": wish.instruction},
        )

    def weigh(self, unit: Unit, turn_id: TurnId, model: str, wish: SynthesisRequest) -> AnalysisWeight:
        """What writing it now would take; where the map is missing or out of date, drawing that is part of it.

        Refuses as `begin` does, unless one is being written; `QuestionTooLong` when the turn cannot be shown at once.
        """
        turn, known = _read_whole(unit, turn_id), read_map(unit, turn_id)
        is_drawn = known is not None and not is_stale(known, turn)
        claims = known.claims if known is not None and is_drawn else ()
        weigh = self._looks.weigh(model)
        messages = self._build(model, _build_basis(turn, claims), wish)
        read = sum(weigh(each.content) for each in messages)
        asked = AnalysisWeight(1, read, self._looks.longest_answer(model, _MAX_TOKENS))
        if self._may_hold(read_source_check(unit, model, self._wording), model, unit.principal):
            asked = asked.plus(self._weigh_holding(model, turn))
        if is_drawn:
            return asked
        listed = AnalysisWeight(input_tokens=_CLAIMS_TOKENS * len(find_heard(turn)))
        return self._maps.weigh(unit, turn_id, model).plus(asked).plus(listed)

    def _weigh_holding(self, model: str, turn: Turn) -> AnalysisWeight:
        """What holding the longest text to its sources would take."""
        weigh, calls = self._looks.weigh(model), -(-MOST_SENTENCES // AT_ONCE)
        one = weigh(self._prompts.hold) + weigh(turn.text) + AT_ONCE * _SENTENCE_TOKENS
        return AnalysisWeight(calls, calls * one, calls * self._looks.longest_answer(model, HOLD_TOKENS))

    def _may_hold(self, check: MapCheck | None, model: str, principal: Principal) -> bool:
        """Whether its check shows that it can; a rehearsal, whose words are ours, needs none."""
        return self._looks.is_rehearsal(principal, model) or (check is not None and check.may_hold)

    def _open(self, unit: Unit, model: str, turn_id: TurnId) -> AnalysisInput[_Seen]:
        turn = _read_whole(unit, turn_id)
        check = read_source_check(unit, model, self._wording)
        known = read_verdicts(unit, KIND, (model, self._wording))
        seen = _Seen(turn, read_quorum_of(unit, turn), check, known)
        return AnalysisInput(turn.conversation_id, turn.position, turn.position, seen, turn_id)

    async def _run(self, analysing: AnalysisRun, seen: _Seen, wish: SynthesisRequest) -> Conclude:
        drawn = await self._draw(analysing, seen.turn)
        basis = _build_basis(seen.turn, drawn.claims)
        written = await self._ask(analysing, basis, wish)
        is_held = self._may_hold(seen.check, analysing.model, analysing.principal)
        judge = SentenceJudge(analysing, self._prompts, dict(seen.known))
        paragraphs = await _hold(judge, seen.turn.text, written.paragraphs) if is_held else written.paragraphs
        synthesis = Synthesis(
            turn_id=seen.turn.id,
            position=seen.turn.position,
            mode=wish.mode,
            instruction=wish.instruction,
            quorum=seen.quorum,
            paragraphs=paragraphs,
            map_id=drawn.id,
            used=written.used,
            left_out=tuple(claim for claim in basis.claims if claim.number not in written.used),
            weighty=basis.weighty,
            read=mark_words(seen.turn),
            is_held=is_held,
            check=None if seen.check is None else seen.check.analysis_id,
        )
        verdicts = {"judged_with": [analysing.model, self._wording], "verdicts": judge.given} if is_held else {}
        return concluding(analysing, _count(synthesis, written), encode_synthesis(synthesis) | verdicts)

    async def _ask(self, analysing: AnalysisRun, basis: Basis, wish: SynthesisRequest) -> Written:
        messages = self._build(analysing.model, basis, wish)
        return await analysing.ask(ModelQuestion(KIND, messages, shape=SHAPE), partial(parse_synthesis, basis=basis))

    def _build(self, model: str, basis: Basis, wish: SynthesisRequest) -> tuple[Message, Message]:
        room = self._looks.room(model, _MAX_TOKENS)
        return build_question(self._prompts, basis, wish, room, self._looks.weigh(model))

    async def _draw(self, analysing: AnalysisRun, turn: Turn) -> _Drawn:
        """The map of the turn as it was read, drawn first where that is needed and can be done."""
        principal = analysing.principal
        try:
            found = await self._maps.ensure(principal, turn.id, analysing.model)
        except Refused as reason:
            logger.info("map_not_drawn", extra={"turn": turn.id, "code": reason.code})
            await self._wait_for_other(principal, turn.id)
            found = await self._store.read(principal, read_map, turn.id)
        return _Drawn() if found is None or is_stale(found, turn) else _Drawn(found.analysis_id, found.claims)

    async def _wait_for_other(self, principal: Principal, turn_id: TurnId) -> None:
        """When a map was refused, usually somebody is drawing it at this moment."""
        for _ in range(round(_MAP_SECONDS / _POLL_SECONDS)):
            newest = await self._store.read(principal, read_newest_map, turn_id)
            if newest is None or newest.status != "running":
                return
            await asyncio.sleep(_POLL_SECONDS)


def _build_basis(turn: Turn, claims: tuple[Claim, ...]) -> Basis:
    basis = build_basis(turn, claims)
    return basis._replace(weighty=find_weighty(turn, basis.claims))


async def _hold(
    judge: SentenceJudge, question: str, paragraphs: tuple[tuple[Sentence, ...], ...]
) -> tuple[tuple[Sentence, ...], ...]:
    """The same sentences, each that names a source with what the judge says of it, if it says something."""
    sourced = [name_sources(each) for paragraph in paragraphs for each in paragraph if not each.is_own]
    found = await judge.judge(question, sourced)
    return tuple(
        tuple(each if each.is_own else replace(each, support=found.get(name_sources(each))) for each in paragraph)
        for paragraph in paragraphs
    )


def _check_unwritten(unit: Unit, turn_id: TurnId) -> None:
    newest = read_newest(unit, turn_id, KIND)
    if newest is not None and newest.status == "running":
        raise CommandRefused(_DEED, "one is being written about this turn already")


def _check_wanted(unit: Unit, turn_id: TurnId, *, is_wanted: bool) -> None:
    """Refuse what is owed after a turn where there is nothing to be brought together, or nothing new."""
    _check_unwritten(unit, turn_id)
    turn, known = read_turn(unit, turn_id), read_synthesis(unit, turn_id)
    if known is not None and dict(known.synthesis.read) == dict(mark_words(turn)):
        raise CommandRefused(_DEED, "it has been written meanwhile")
    if not is_wanted or len(find_heard(turn)) < _PANEL:
        raise CommandRefused(_DEED, "one voice has nothing to be brought together with")


def _read_whole(unit: Unit, turn_id: TurnId) -> Turn:
    """A turn that somebody has answered and nobody is answering, in a conversation that is there."""
    turn = read_turn(unit, turn_id)
    read_conversation(unit, turn.conversation_id)
    if not turn.all_completed:
        raise CommandRefused(_DEED, "this turn is still being answered")
    if not find_heard(turn):
        raise CommandRefused(_DEED, "nobody has answered in this turn")
    return turn


def _count(synthesis: Synthesis, written: Written) -> dict[str, int]:
    cover = synthesis.coverage
    counts = {
        "sentences": cover.sentences,
        "anchored": cover.anchored,
        "claims": cover.claims,
        "used": cover.used,
        "without_map": int(synthesis.map_id is None),
    }
    if synthesis.is_held:
        held = [each.support for each in synthesis.sentences if not each.is_own]
        told = sum(each is not None for each in held)
        counts |= {"held": told, "unheld": len(held) - told}
    return counts | {f"dropped_{reason}": count for reason, count in written.dropped.items()}
