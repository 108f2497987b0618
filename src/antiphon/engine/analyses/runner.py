"""Analyses of conversations, of whatever kind: each begun on disk, seen to its end, and none left hanging.

A kind of analysis says what it reads (`AnalysisInput`), how it asks, and what it writes when it has ended; everything
between, from choosing the model to writing down a failure, happens here.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Generic, NamedTuple, TypeVar

from antiphon.access.principal import Principal
from antiphon.advisors.prompt import load_strict_prompt
from antiphon.analysis.transcript import Transcript, Weigh, build_transcript
from antiphon.context.estimate import estimate
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.errors import (
    AnalysisError,
    AntiphonError,
    ModelUnknown,
    ProviderError,
    StoreUnavailable,
)
from antiphon.conversation.ids import ConversationId, NodeId, TurnId
from antiphon.conversation.reply import ReplyError
from antiphon.conversation.size import measure
from antiphon.conversation.turn import Turn
from antiphon.conversation.used_key import UsedKey
from antiphon.engine.analyses.allowance import Allowance
from antiphon.engine.analyses.ask_model import MAX_TOKENS, MOST_CALLS, AnalysisRun
from antiphon.engine.payloads.compose import Composer
from antiphon.engine.runtime.identity import new_id
from antiphon.engine.runtime.limits import Limits
from antiphon.engine.runtime.live_options import LiveOptions
from antiphon.engine.runtime.retry_write import retry_write
from antiphon.engine.runtime.token_calibration import TokenCalibration
from antiphon.providers.provider import Provider
from antiphon.store.reads.analyses import INTERRUPTED, is_open, read_analysis
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.analyses import AnalysisEnding, begin_analysis, end_analysis
from antiphon.store.writes.facts import lock_conversation
from antiphon.store.writes.keys import claim_key

logger = logging.getLogger(__name__)

T = TypeVar("T")

# What may be read at once, in tokens: longer than that, models skim.
_MOST_TOKENS: Final = 16_000
# Room for the instructions around the transcript.
_FRAME_TOKENS: Final = 800
_LEAST_TOKENS: Final = 500
# How often somebody looks who waits for another.
_POLL_SECONDS: Final = 0.2

# Writes the end of a look, with all that comes of it, in one transaction.
Conclude = Callable[[Unit, str], None]


class AnalysisInput(NamedTuple, Generic[T]):
    """What a look was opened on: the stretch of the conversation, the one turn if it is one, and what is read of it."""

    conversation_id: ConversationId
    first_position: int
    last_position: int
    seen: T
    turn_id: TurnId | None = None


@dataclass(frozen=True, slots=True)
class AnalysisKind(Generic[T]):
    """One kind of look.

    `open` reads what is to be looked at, inside the transaction that writes down the beginning, and refuses what cannot
    be; it is given the model. `run` asks, and returns what writes the end. `max_tokens` is the longest answer to one
    question, `most_calls` how often a model may be asked, and `key` stands
    for this look from its beginning on.
    """

    kind: str
    conversation_id: ConversationId
    open: Callable[[Unit, str], AnalysisInput[T]]
    run: Callable[[AnalysisRun, T], Awaitable[Conclude]]
    max_tokens: int = MAX_TOKENS
    most_calls: int = MOST_CALLS
    key: UsedKey | None = None


class _Begun(NamedTuple, Generic[T]):
    principal: Principal
    analysis: Analysis
    look: AnalysisKind[T]
    sight: AnalysisInput[T]
    analysing: AnalysisRun


class AnalysisRunner:
    """Begins looks and owns the tasks they run in."""

    def __init__(
        self,
        store: Store,
        limits: Limits,
        composer: Composer,
        calibration: TokenCalibration,
        live_options: LiveOptions,
        node_id: NodeId,
    ) -> None:
        self.live_options = live_options
        self._store = store
        self._limits = limits
        self._composer = composer
        self._calibration = calibration
        self._node_id = node_id
        self._strictly = load_strict_prompt()
        self._tasks: set[asyncio.Task[None]] = set()

    async def begin(self, principal: Principal, look: AnalysisKind[Any], model: str | None = None) -> Analysis:
        """Start looking, and return at once; whoever wants to know how it ended asks the store."""
        begun = await self._begin(principal, look, model)
        self.own(self._carry(begun), f"{look.kind} {begun.analysis.id}")
        return begun.analysis

    async def perform(self, principal: Principal, look: AnalysisKind[Any], model: str | None = None) -> Analysis:
        """Look, and return when it has ended, well or badly."""
        begun = await self._begin(principal, look, model)
        await self._carry(begun)
        return await self._store.read(principal, read_analysis, begun.analysis.id)

    async def wait(self, principal: Principal, analysis: Analysis) -> Analysis:
        """The look once it has ended, whichever node is at it."""
        while analysis.status == "running":
            await asyncio.sleep(_POLL_SECONDS)
            analysis = await self._store.read(principal, read_analysis, analysis.id)
        return analysis

    def own(self, work: Awaitable[None], name: str) -> None:
        """See this through in the background, until the house closes."""
        task = asyncio.ensure_future(work)
        task.set_name(name)
        self._tasks.add(task)
        task.add_done_callback(self._disown)

    async def close(self) -> None:
        """End what is running; each says that it was cut off."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def choose_model(self, model: str | None = None) -> str:
        """The model that looks: the one asked for, else the one set for looking, else the usual one."""
        options = self.live_options.now
        return model or options.analysis_model or options.default_model

    def transcribe(self, turns: Sequence[Turn], model: str, max_tokens: int = MAX_TOKENS) -> Transcript:
        """As much of these turns as the model can be shown at once, beside an answer that may be so long."""
        return build_transcript(turns, self.room(model, max_tokens), self.weigh(model))

    def weigh(self, model: str) -> Weigh:
        """What a text takes, in tokens of this model."""
        rates = self._calibration.rates(model)
        return lambda text: estimate(measure(text), rates)

    def room(self, model: str, max_tokens: int = MAX_TOKENS) -> int:
        """How many tokens of transcript the model may be given."""
        facts = self._calibration.facts(model)
        limit = facts.input_limit or (
            None if facts.window is None else facts.window - self.longest_answer(model, max_tokens)
        )
        return min(_MOST_TOKENS, max(_LEAST_TOKENS, (limit or _MOST_TOKENS) - _FRAME_TOKENS))

    def longest_answer(self, model: str, wanted: int = MAX_TOKENS) -> int:
        """As long as wanted, or a quarter of a small window, so that there is something to read in the rest."""
        facts = self._calibration.facts(model)
        return min(wanted, facts.output_limit or wanted, (facts.window or 4 * wanted) // 4)

    async def _begin(self, principal: Principal, look: AnalysisKind[Any], wanted: str | None) -> _Begun[Any]:
        model = self.choose_model(wanted)
        provider = self._composer.find_provider(model)
        if provider is None:
            raise ModelUnknown(model.partition(":")[0])
        analysis, sight = await self._store.write(principal, self._open, look, model)
        return _Begun(principal, analysis, look, sight, self._analysing(principal, analysis, look, provider))

    def _open(self, unit: Unit, look: AnalysisKind[Any], model: str) -> tuple[Analysis, AnalysisInput[Any]]:
        analysis_id = new_id("an")
        claim_key(unit, look.key, analysis_id)
        lock_conversation(unit, look.conversation_id)
        sight = look.open(unit, model)
        analysis = Analysis(
            id=analysis_id,
            conversation_id=sight.conversation_id,
            kind=look.kind,
            model=model,
            status="running",
            first_position=sight.first_position,
            last_position=sight.last_position,
            created_at=datetime.now(UTC),
            turn_id=sight.turn_id,
        )
        begin_analysis(unit, analysis, self._node_id)
        return analysis, sight

    def _analysing(
        self, principal: Principal, analysis: Analysis, look: AnalysisKind[Any], provider: Provider
    ) -> AnalysisRun:
        return AnalysisRun(
            self._store,
            self._limits,
            self._calibration,
            principal,
            analysis.id,
            provider,
            analysis.model,
            Allowance(look.most_calls, self.live_options.now.analysis_tokens),
            self.longest_answer(analysis.model, look.max_tokens),
            self._strictly,
        )

    async def _carry(self, begun: _Begun[Any]) -> None:
        """See the look to its end; however that comes, it is written down."""
        write, analysing = self._store.write, begun.analysing
        try:
            conclude = await begun.look.run(analysing, begun.sight.seen)
            await retry_write(lambda: write(begun.principal, _end_once, conclude, analysing.analysis_id))
        except (AnalysisError, ProviderError) as error:
            problem = _describe(error)
            await retry_write(lambda: self._fail(begun, problem))
        except StoreUnavailable:
            # Nobody else ends what a living node has begun.
            await retry_write(lambda: self._fail(begun, INTERRUPTED))
        except BaseException:
            with suppress(StoreUnavailable):
                await self._fail(begun, INTERRUPTED)
            raise

    async def _fail(self, begun: _Begun[Any], error: ReplyError) -> None:
        ending = AnalysisEnding("failed", {}, begun.analysing.usage(), datetime.now(UTC), error)
        unwritten = begun.analysing.find_unwritten()
        await self._store.write(begun.principal, end_analysis, begun.analysis.id, ending, unwritten)

    def _disown(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            logger.error("look_failed", exc_info=problem, extra={"look": task.get_name()})


def _end_once(unit: Unit, conclude: Conclude, analysis_id: str) -> None:
    """Write the end, unless it is there: whoever loses the connection while it is written cannot know."""
    if is_open(unit, analysis_id):
        conclude(unit, analysis_id)


def concluding(
    analysing: AnalysisRun,
    counts: Mapping[str, int],
    result: Mapping[str, Any] | None = None,
    in_same_transaction: Callable[[Unit, str], None] | None = None,
) -> Conclude:
    """The usual end: what came of it, and whatever else is written in the same transaction."""

    def write(unit: Unit, analysis_id: str) -> None:
        if in_same_transaction is not None:
            in_same_transaction(unit, analysis_id)
        ending = AnalysisEnding("done", counts, analysing.usage(), datetime.now(UTC), result=result)
        end_analysis(unit, analysis_id, ending, analysing.find_unwritten())

    return write


def _describe(error: AntiphonError) -> ReplyError:
    facts = {name: value for name, value in error.facts.items() if value not in (None, "")}
    return ReplyError(error.code, str(error), facts)
