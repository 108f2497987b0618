"""The scans of this node: begun on request or after a turn, each seen to its end, none left hanging."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import takewhile
from typing import Final

from antiphon.access.principal import Principal
from antiphon.advisors.prompt import MemoryPrompts, load_memory_prompts
from antiphon.analysis.transcript import Transcript, build_transcript
from antiphon.context.estimate import estimate
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.errors import (
    AnalysisError,
    AntiphonError,
    CommandRefused,
    ModelUnknown,
    NotFound,
    ProviderError,
    Refused,
    StoreUnavailable,
)
from antiphon.conversation.ids import ConversationId, NodeId, TurnId
from antiphon.conversation.reply import ReplyError
from antiphon.conversation.size import measure
from antiphon.conversation.turn import Turn
from antiphon.engine.analyse import MAX_TOKENS, Analysing
from antiphon.engine.compose import Composer
from antiphon.engine.identity import new_id
from antiphon.engine.in_force import InForce
from antiphon.engine.learned import Learned
from antiphon.engine.limits import Limits
from antiphon.engine.persist import persist
from antiphon.engine.scan import Scan
from antiphon.providers.provider import Provider
from antiphon.store.reads.analyses import INTERRUPTED, is_running, read_last_position
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.pages import Place, read_page
from antiphon.store.reads.turns import read_turn, read_turns_by_id
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.analyses import AnalysisEnding, begin_analysis, end_analysis, lock_conversation
from antiphon.store.writes.memories import settle_scan

logger = logging.getLogger(__name__)

KIND: Final = "memory"
# What a scan may read at once, in tokens: longer than that, models skim.
_MOST_TOKENS: Final = 16_000
# Room for the instructions around the transcript.
_FRAME_TOKENS: Final = 800
_LEAST_TOKENS: Final = 500
_MOST_TURNS: Final = 200


@dataclass(frozen=True, slots=True)
class Begun:
    """A scan that is on disk and has sent nothing yet."""

    principal: Principal
    analysis: Analysis
    transcript: Transcript
    provider: Provider
    named: int


class Scans:
    """Begins scans and owns the tasks they run in."""

    def __init__(
        self, store: Store, limits: Limits, composer: Composer, learned: Learned, in_force: InForce, node_id: NodeId
    ) -> None:
        self._store = store
        self._limits = limits
        self._composer = composer
        self._learned = learned
        self._in_force = in_force
        self._node_id = node_id
        self._prompts: MemoryPrompts = load_memory_prompts()
        self._tasks: set[asyncio.Task[None]] = set()

    async def begin(
        self, principal: Principal, conversation_id: ConversationId, turn_ids: Sequence[TurnId] | None = None
    ) -> Analysis:
        """Start reading these turns, or all since the last scan; returns at once.

        Refuses while scanning is switched off, while one is running here, and when there is nothing to read.
        """
        options = self._in_force.now
        if options.memory_scan == "off":
            raise CommandRefused("the scan", "memory_scan is off in the settings")
        model = options.analysis_model or options.default_model
        provider = self._composer.find_provider(model)
        if provider is None:
            raise ModelUnknown(model.partition(":")[0])
        wanted = None if turn_ids is None else tuple(turn_ids)
        analysis, transcript = await self._store.write(principal, self._open, conversation_id, model, wanted)
        begun = Begun(principal, analysis, transcript, provider, len(wanted or ()))
        self._own(asyncio.create_task(self._carry(begun), name=f"scan {analysis.id}"))
        return analysis

    def after_turn(self, principal: Principal, turn_id: TurnId) -> None:
        """Scan the conversation of a turn that has ended, if the settings want that."""
        if self._in_force.now.memory_scan == "after_turn":
            self._own(asyncio.create_task(self._follow_turn(principal, turn_id), name=f"scan after {turn_id}"))

    async def close(self) -> None:
        """End what is running; each says that it was cut off."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _own(self, task: "asyncio.Task[None]") -> None:
        self._tasks.add(task)
        task.add_done_callback(self._disown)

    def _disown(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            logger.error("scan_failed", exc_info=problem)

    async def _follow_turn(self, principal: Principal, turn_id: TurnId) -> None:
        try:
            turn = await self._store.read(principal, read_turn, turn_id)
            await self.begin(principal, turn.conversation_id)
        except (Refused, ProviderError, StoreUnavailable) as reason:
            logger.info("scan_skipped", extra={"turn": turn_id, "code": reason.code})

    def _open(
        self, unit: Unit, conversation_id: ConversationId, model: str, turn_ids: tuple[TurnId, ...] | None
    ) -> tuple[Analysis, Transcript]:
        lock_conversation(unit, conversation_id)
        read_conversation(unit, conversation_id)
        if is_running(unit, conversation_id, KIND):
            raise CommandRefused("the scan", "one is running in this conversation already")
        turns = _read_turns(unit, conversation_id, turn_ids)
        if not turns:
            raise CommandRefused("the scan", "there is nothing new to read")
        rates = self._learned.rates(model)
        transcript = build_transcript(turns, self._room(model), lambda text: estimate(measure(text), rates))
        analysis = Analysis(
            id=new_id("an"),
            conversation_id=conversation_id,
            kind=KIND,
            model=model,
            status="running",
            first_position=transcript.turns[0].position,
            last_position=transcript.turns[-1].position,
            created_at=datetime.now(UTC),
        )
        begin_analysis(unit, analysis, self._node_id)
        return analysis, transcript

    def _room(self, model: str) -> int:
        """How many tokens of transcript the model may be given."""
        facts = self._learned.facts(model)
        limit = facts.input_limit or (None if facts.window is None else facts.window - self._max_tokens(model))
        return min(_MOST_TOKENS, max(_LEAST_TOKENS, (limit or _MOST_TOKENS) - _FRAME_TOKENS))

    def _max_tokens(self, model: str) -> int:
        """A quarter of a small window, so that there is something to read in the rest."""
        facts = self._learned.facts(model)
        return min(MAX_TOKENS, facts.output_limit or MAX_TOKENS, (facts.window or 4 * MAX_TOKENS) // 4)

    async def _carry(self, begun: Begun) -> None:
        """See the scan to its end; however that comes, it is written down."""
        model = begun.analysis.model
        analysing = Analysing(
            self._store,
            self._limits,
            begun.principal,
            begun.analysis.id,
            begun.provider,
            model,
            self._max_tokens(model),
        )
        scan = Scan(analysing, begun.analysis.conversation_id, begun.transcript, self._prompts, begun.named)
        write = self._store.write
        try:
            await scan.run()
            await persist(lambda: write(begun.principal, settle_scan, analysing.analysis_id, scan.settle))
        except (AnalysisError, ProviderError) as error:
            problem = _describe(error)
            await persist(lambda: self._fail(begun, analysing, problem))
        except BaseException:
            with suppress(StoreUnavailable):
                await self._fail(begun, analysing, INTERRUPTED)
            raise

    async def _fail(self, begun: Begun, analysing: Analysing, error: ReplyError) -> None:
        ending = AnalysisEnding("failed", {}, analysing.usage(), datetime.now(UTC), error)
        await self._store.write(begun.principal, end_analysis, begun.analysis.id, ending, tuple(analysing.calls))


def _read_turns(unit: Unit, conversation_id: ConversationId, turn_ids: tuple[TurnId, ...] | None) -> tuple[Turn, ...]:
    """Those asked for, or those since the last scan; only what has been answered or has failed for good.

    Without names, reading stops at a turn that is still being answered: what comes after it waits with it.
    """
    if turn_ids is None:
        last = read_last_position(unit, conversation_id, KIND)
        page = read_page(unit, conversation_id, Place("after", last), limit=_MOST_TURNS)
        return tuple(takewhile(lambda each: each.all_completed, page.turns))
    here = [each for each in read_turns_by_id(unit, turn_ids) if each.conversation_id == conversation_id]
    if missing := set(turn_ids) - {each.id for each in here}:
        raise NotFound("turn", min(missing))
    return tuple(each for each in sorted(here, key=lambda each: each.position) if each.all_completed)


def _describe(error: AntiphonError) -> ReplyError:
    facts = {name: value for name, value in error.facts.items() if value not in (None, "")}
    return ReplyError(error.code, str(error), facts)
