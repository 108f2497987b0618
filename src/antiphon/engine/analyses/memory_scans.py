"""Scans for memories: begun on request or after a turn."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import Final, NamedTuple

from antiphon.access.principal import Principal
from antiphon.advisors.prompt import MemoryPrompts, load_memory_prompts
from antiphon.analysis.transcript import Transcript
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.errors import CommandRefused, NotFound
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.turn import Turn
from antiphon.conversation.used_key import UsedKey
from antiphon.conversation.work import Work
from antiphon.engine.analyses.ask_model import AnalysisRun
from antiphon.engine.analyses.memory_scan import MemoryScan
from antiphon.engine.analyses.near_memories import NearMemories
from antiphon.engine.analyses.runner import AnalysisInput, AnalysisKind, AnalysisRunner, Conclude
from antiphon.store.reads.analyses import Reach, is_running, read_reach
from antiphon.store.reads.conversations import check_kept, read_conversation
from antiphon.store.reads.pages import PageAnchor, read_page
from antiphon.store.reads.turns import read_turns_by_id
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.memory import settle_scan

KIND: Final = "memory"
_MOST_TURNS: Final = 200


class _Seen(NamedTuple):
    conversation_id: ConversationId
    transcript: Transcript
    named: int
    reach: Reach


class MemoryScans:
    """Begins scans."""

    def __init__(self, store: Store, looks: AnalysisRunner, near: NearMemories) -> None:
        self._store = store
        self._near = near
        self._looks = looks
        self._prompts: MemoryPrompts = load_memory_prompts()
        looks.register(KIND, self._take_up)

    async def begin(
        self,
        principal: Principal,
        conversation_id: ConversationId,
        turn_ids: Sequence[TurnId] | None = None,
        key: UsedKey | None = None,
    ) -> Analysis:
        """Start reading these turns, or all that no scan has read; returns at once.

        Refuses while scanning is switched off, while one is running here, and when there is nothing to read.
        """
        if self._looks.live_options.of(principal).memory_scan == "off":
            raise CommandRefused("the scan", "memory_scan is off in the settings")
        wanted = None if turn_ids is None else tuple(turn_ids)
        return await self._looks.begin(principal, replace(self._describe(conversation_id, wanted), key=key))

    def _take_up(self, work: Work) -> AnalysisKind[_Seen]:
        named = work.args.get("turn_ids")
        turn_ids = None if named is None else tuple(TurnId(each) for each in named)
        return self._describe(ConversationId(work.conversation_id or ""), turn_ids)

    def _describe(self, conversation_id: ConversationId, turn_ids: tuple[TurnId, ...] | None) -> AnalysisKind[_Seen]:
        return AnalysisKind(
            KIND,
            conversation_id,
            partial(self._open, conversation_id=conversation_id, turn_ids=turn_ids),
            self._run,
            partial(_check_alone, conversation_id=conversation_id),
            args={"turn_ids": None if turn_ids is None else list(turn_ids)},
        )

    def _open(
        self, unit: Unit, model: str, conversation_id: ConversationId, turn_ids: tuple[TurnId, ...] | None
    ) -> AnalysisInput[_Seen]:
        read_conversation(unit, conversation_id)
        check_kept(unit, conversation_id)
        known = Reach() if turn_ids is not None else read_reach(unit, conversation_id, KIND)
        turns = (
            _read_unread(unit, conversation_id, known)
            if turn_ids is None
            else _read_named(unit, conversation_id, turn_ids)
        )
        answered = tuple(each for each in turns if each.all_completed)
        if not answered:
            raise CommandRefused("the scan", "there is nothing new to read")
        transcript = self._looks.transcribe(answered, model)
        seen = _Seen(conversation_id, transcript, len(turn_ids or ()), _advance(known, turns, transcript))
        return AnalysisInput(conversation_id, transcript.turns[0].position, transcript.turns[-1].position, seen)

    async def _run(self, analysing: AnalysisRun, seen: _Seen) -> Conclude:
        scan = MemoryScan(
            analysing, seen.conversation_id, seen.transcript, self._prompts, self._near, seen.named, seen.reach
        )
        await scan.run()
        return lambda unit, analysis_id: settle_scan(unit, analysis_id, scan.settle)


def _check_alone(unit: Unit, conversation_id: ConversationId) -> None:
    if is_running(unit, conversation_id, KIND):
        raise CommandRefused("the scan", "one is running in this conversation already")


def _read_unread(unit: Unit, conversation_id: ConversationId, known: Reach) -> tuple[Turn, ...]:
    """Those that no scan has had room for, and those since the last one.

    Reading stops at a turn that is still being answered: what comes after it waits with it.
    """
    waiting = read_turns_by_id(unit, known.waiting) if known.waiting else ()
    room = _MOST_TURNS - len(waiting)
    if room <= 0:
        return tuple(sorted(waiting, key=lambda each: each.position))
    page = read_page(unit, conversation_id, PageAnchor("after", known.position), limit=room)
    new = takewhile(lambda each: each.all_completed, page.turns)
    return tuple(sorted((*waiting, *new), key=lambda each: each.position))


def _read_named(unit: Unit, conversation_id: ConversationId, turn_ids: tuple[TurnId, ...]) -> tuple[Turn, ...]:
    here = [each for each in read_turns_by_id(unit, turn_ids) if each.conversation_id == conversation_id]
    if missing := set(turn_ids) - {each.id for each in here}:
        raise NotFound("turn", min(missing))
    return tuple(sorted(here, key=lambda each: each.position))


def _advance(known: Reach, turns: Sequence[Turn], transcript: Transcript) -> Reach:
    """How far this scan comes: to the last turn it was offered, and what it has no room for waits."""
    read = {each.id for each in transcript.turns}
    waiting = tuple(each.id for each in turns if each.id not in read)
    return Reach(max(known.position, *(each.position for each in turns)), waiting)
