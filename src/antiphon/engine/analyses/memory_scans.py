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
from antiphon.engine.analyses.runner import AnalysisInput, AnalysisKind, AnalysisRunner, Conclude
from antiphon.store.reads.analyses import is_running, read_last_position
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


class MemoryScans:
    """Begins scans."""

    def __init__(self, store: Store, looks: AnalysisRunner) -> None:
        self._store = store
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
        """Start reading these turns, or all since the last scan; returns at once.

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
        turns = _read_turns(unit, conversation_id, turn_ids)
        if not turns:
            raise CommandRefused("the scan", "there is nothing new to read")
        transcript = self._looks.transcribe(turns, model)
        seen = _Seen(conversation_id, transcript, len(turn_ids or ()))
        return AnalysisInput(conversation_id, transcript.turns[0].position, transcript.turns[-1].position, seen)

    async def _run(self, analysing: AnalysisRun, seen: _Seen) -> Conclude:
        scan = MemoryScan(analysing, seen.conversation_id, seen.transcript, self._prompts, seen.named)
        await scan.run()
        return lambda unit, analysis_id: settle_scan(unit, analysis_id, scan.settle)


def _check_alone(unit: Unit, conversation_id: ConversationId) -> None:
    if is_running(unit, conversation_id, KIND):
        raise CommandRefused("the scan", "one is running in this conversation already")


def _read_turns(unit: Unit, conversation_id: ConversationId, turn_ids: tuple[TurnId, ...] | None) -> tuple[Turn, ...]:
    """Those asked for, or those since the last scan; only what has been answered or has failed for good.

    Without names, reading stops at a turn that is still being answered: what comes after it waits with it.
    """
    if turn_ids is None:
        last = read_last_position(unit, conversation_id, KIND)
        page = read_page(unit, conversation_id, PageAnchor("after", last), limit=_MOST_TURNS)
        return tuple(takewhile(lambda each: each.all_completed, page.turns))
    here = [each for each in read_turns_by_id(unit, turn_ids) if each.conversation_id == conversation_id]
    if missing := set(turn_ids) - {each.id for each in here}:
        raise NotFound("turn", min(missing))
    return tuple(each for each in sorted(here, key=lambda each: each.position) if each.all_completed)
