"""Analyses of conversations, of whatever kind: each begun on disk, seen to its end, and none left hanging.

A kind of analysis says what it reads (`AnalysisInput`), how it asks, and what it writes when it has ended; everything
between, from choosing the model to writing down a failure, happens here. One that a dead node was at goes on elsewhere:
it is opened again from what its work says, and what was answered before is not asked again.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

from antiphon.access.principal import Principal
from antiphon.advisors.prompt import load_strict_prompt
from antiphon.analysis.transcript import Transcript, Weigh, build_transcript
from antiphon.context.estimate import estimate
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.errors import AnalysisError, AntiphonError, ProviderError, Refused
from antiphon.conversation.ids import ConversationId, ReplyId, TurnId
from antiphon.conversation.payload import Payload
from antiphon.conversation.reply import ReplyError
from antiphon.conversation.size import measure
from antiphon.conversation.turn import Turn
from antiphon.conversation.used_key import UsedKey
from antiphon.conversation.work import NewWork, Work, WorkKind
from antiphon.engine.analyses.allowance import Allowance
from antiphon.engine.analyses.ask_model import MAX_TOKENS, MOST_CALLS, AnalysisRun
from antiphon.engine.analyses.cost import AnalysisWeight, price_analysis
from antiphon.engine.analyses.model_call import count_tokens, sum_usage, weigh_payload
from antiphon.engine.payloads.compose import Composer
from antiphon.engine.payloads.cost import Till
from antiphon.engine.payloads.token_ceiling import Wanted, count_step, set_aside
from antiphon.engine.runtime.identity import derive_id, new_id
from antiphon.engine.runtime.limits import Limits
from antiphon.engine.runtime.live_options import LiveOptions
from antiphon.engine.runtime.retry_write import retry_write
from antiphon.engine.runtime.token_calibration import TokenCalibration
from antiphon.engine.work.queue import Worker, WorkQueue
from antiphon.providers.scripted.provider import Scripted
from antiphon.store.reads.analyses import find_analysis, is_open, read_analysis
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.analyses import AnalysisEnding, begin_analysis, end_analysis
from antiphon.store.writes.facts import lock_conversation
from antiphon.store.writes.keys import claim_key
from antiphon.store.writes.work import begin_work, check_held, end_work
from antiphon.tracing.spans import SILENT, Tracer

logger = logging.getLogger(__name__)

T = TypeVar("T")

# What may be read at once, in tokens: longer than that, models skim.
_MOST_TOKENS: Final = 16_000
# Room for the instructions around the transcript.
_FRAME_TOKENS: Final = 800
_LEAST_TOKENS: Final = 500
# How often somebody looks who waits for another.
_POLL_SECONDS: Final = 0.2
# Looks of one kind that one node is at; the providers' own limits hold beside it.
_PLACES: Final = 16

# Writes the end of a look, with all that comes of it, in one transaction.
Conclude = Callable[[Unit, str], None]


class AnalysisInput(NamedTuple, Generic[T]):
    """What a look was opened on: the stretch of the conversation, the one turn if it is one, and what is read of it."""

    conversation_id: ConversationId
    first_position: int
    last_position: int
    seen: T
    turn_id: TurnId | None = None
    reply_id: ReplyId | None = None


@dataclass(frozen=True, slots=True)
class AnalysisKind(Generic[T]):
    """One kind of look, at one thing.

    `check` refuses to begin, inside the transaction that would write down the beginning. `open` reads what is to be
    looked at, then and whenever somebody goes on with it; it is given the model. `run` asks, and returns what writes
    the end; `after` is done once that is on disk. `max_tokens` is the longest answer to one question, `most_calls`
    how often a model may be asked, `weigh` what it may take at most where that is more than one question and its
    answer, `key` stands for this look from its beginning on, and `args` is what another node needs to build the same.
    """

    kind: str
    conversation_id: ConversationId
    open: Callable[[Unit, str], AnalysisInput[T]]
    run: Callable[[AnalysisRun, T], Awaitable[Conclude]]
    check: Callable[[Unit], None] = lambda _unit: None
    after: Callable[[], None] = lambda: None
    max_tokens: int = MAX_TOKENS
    most_calls: int = MOST_CALLS
    weigh: Callable[[Unit, str], AnalysisWeight] | None = None
    key: UsedKey | None = None
    args: Mapping[str, Any] = field(default_factory=dict)


class _Begun(NamedTuple, Generic[T]):
    principal: Principal
    work: Work
    analysis: Analysis
    look: AnalysisKind[T]
    sight: AnalysisInput[T]
    analysing: AnalysisRun

    @property
    def is_step(self) -> bool:
        """Whether the work goes on after this look."""
        return self.analysis.id != self.work.id


class AnalysisRunner:
    """Begins looks, and is how the queue sees them to their end."""

    def __init__(
        self,
        store: Store,
        limits: Limits,
        composer: Composer,
        calibration: TokenCalibration,
        live_options: LiveOptions,
        queue: WorkQueue,
        tracer: Tracer = SILENT,
    ) -> None:
        self.live_options = live_options
        self.queue = queue
        self._store = store
        self._limits = limits
        self._composer = composer
        self._calibration = calibration
        self._strictly = load_strict_prompt()
        self._tracer = tracer

    def register(self, kind: WorkKind, build: Callable[[Work], AnalysisKind[Any]]) -> None:
        """Have work of this kind done as the look that is built from it."""

        async def run(principal: Principal, work: Work) -> None:
            await self._take_up(principal, work, build(work))

        self.queue.register(kind, Worker(run, end_look, _PLACES))

    async def begin(self, principal: Principal, look: AnalysisKind[Any], model: str | None = None) -> Analysis:
        """Start looking, and return at once; whoever wants to know how it ended asks the store."""
        chosen = self.choose_model(principal, model)
        self._composer.require_provider(chosen, principal)
        analysis = await self._store.write(principal, self._begin, look, chosen)
        self.queue.wake(analysis.id)
        return analysis

    async def perform(self, principal: Principal, look: AnalysisKind[Any], model: str | None = None) -> Analysis:
        """Look, and return when it has ended, well or badly."""
        return await self.wait(principal, await self.begin(principal, look, model))

    async def perform_step(
        self, principal: Principal, work: Work, name: str, look: AnalysisKind[Any], model: str | None = None
    ) -> Analysis:
        """Look as one step of larger work, and return when it has ended, well or badly.

        Whoever takes that work up and comes to the same step goes on with the same look, or finds what came of it.
        """
        step = await self._store.write(
            principal, self._open_step, work, name, look, self.choose_model(principal, model)
        )
        if isinstance(step, Analysis):
            return step
        await self._carry(step)
        return await self._store.read(principal, read_analysis, step.analysis.id)

    async def wait(self, principal: Principal, analysis: Analysis) -> Analysis:
        """The look once it has ended, whichever node is at it."""
        while analysis.status == "running":
            await self.queue.wait(analysis.id, _POLL_SECONDS)
            analysis = await self._store.read(principal, read_analysis, analysis.id)
        return analysis

    def choose_model(self, principal: Principal, model: str | None = None) -> str:
        """The model that looks: the one asked for, else the one set for looking, else the usual one."""
        options = self.live_options.of(principal)
        return model or options.analysis_model or options.default_model

    def offers(self, model: str | None) -> bool:
        """Whether somebody can be asked for this model."""
        return model is not None and self._composer.reach.find(model) is not None

    def is_rehearsal(self, principal: Principal, model: str) -> bool:
        """Whether it is the model that comes with Antiphon and says what we wrote."""
        return isinstance(self._composer.require_provider(model, principal), Scripted)

    def transcribe(self, turns: Sequence[Turn], model: str, max_tokens: int = MAX_TOKENS) -> Transcript:
        """As much of these turns as the model can be shown at once, beside an answer that may be so long."""
        return build_transcript(turns, self.room(model, max_tokens), self.weigh(model))

    def weigh(self, model: str) -> Weigh:
        """What a text takes, in tokens of this model."""
        rates = self._calibration.rates(model)
        return lambda text: estimate(measure(text), rates)

    def weigh_request(self, payload: Payload) -> int:
        """What a whole request takes, in tokens of its model."""
        return estimate(weigh_payload(payload), self._calibration.rates(payload.model), len(payload.messages))

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

    def _begin(self, unit: Unit, look: AnalysisKind[Any], model: str) -> Analysis:
        """Write down that it is to be done, and refuse at once what cannot be."""
        analysis_id = new_id("an")
        claim_key(unit, look.key, analysis_id)
        analysis, _ = self._open(unit, look, model, analysis_id, analysis_id)
        # Every look that is begun by itself is work.
        kind = cast("WorkKind", look.kind)
        args = dict(look.args) | {"model": model}
        begin_work(unit, NewWork(analysis.id, kind, analysis.created_at, look.conversation_id or None, args=args))
        return analysis

    async def _take_up(self, principal: Principal, work: Work, look: AnalysisKind[Any]) -> None:
        """Begin or go on with a look that is to be done."""
        try:
            begun = await self._store.write(principal, self._open_work, work, look)
        except (Refused, ProviderError) as reason:
            logger.info("look_skipped", extra={"look": work.id, "kind": work.kind, "code": reason.code})
            problem = _describe(reason)
            await retry_write(lambda: self._store.write(principal, _end_unopened, work, problem))
        else:
            await self._carry(begun)

    def _open_work(self, unit: Unit, work: Work, look: AnalysisKind[Any]) -> _Begun[Any]:
        """What the row says is to be looked at; what was owed after a turn is looked at for the first time here."""
        check_held(unit, work)
        known = find_analysis(unit, work.id)
        if known is None:
            model = self.choose_model(unit.principal, work.args.get("model"))
            known, sight = self._open(unit, look, model, work.id, work.id)
        else:
            sight = look.open(unit, known.model)
        return self._build(unit.principal, work, known, look, sight)

    def _open_step(
        self, unit: Unit, work: Work, name: str, look: AnalysisKind[Any], model: str
    ) -> "Analysis | _Begun[Any]":
        check_held(unit, work)
        analysis_id = derive_id("an", work.id, name)
        known = find_analysis(unit, analysis_id)
        if known is not None and not is_open(unit, analysis_id):
            return known
        if known is None:
            known, sight = self._open(unit, look, model, analysis_id, work.id)
        else:
            sight = look.open(unit, known.model)
        return self._build(unit.principal, work, known, look, sight)

    def _open(
        self, unit: Unit, look: AnalysisKind[Any], model: str, analysis_id: str, work_id: str
    ) -> tuple[Analysis, AnalysisInput[Any]]:
        self._composer.require_provider(model, unit.principal)
        lock_conversation(unit, look.conversation_id)
        sight = look.open(unit, model)
        look.check(unit)
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
            reply_id=sight.reply_id,
        )
        begin_analysis(unit, analysis, work_id)
        self._count(unit, look, analysis, is_step=analysis_id != work_id)
        return analysis, sight

    def _count(self, unit: Unit, look: AnalysisKind[Any], analysis: Analysis, *, is_step: bool) -> None:
        """Count it against what the token may spend that it is asked for with, or refuse it before anything is sent."""
        if not unit.principal.has_ceiling:
            return
        now = analysis.created_at.astimezone(self.live_options.of(unit.principal).zone)
        if is_step:
            count_step(unit, now, analysis.id, "analysis")
            return
        model, till = analysis.model, Till(self._composer, self._calibration)
        weight = look.weigh(unit, model) if look.weigh is not None else self._weigh_one(look, model)
        cost = price_analysis(model, weight, till.prices(model)).cost
        set_aside(unit, till, now, [Wanted(analysis.id, "analysis", model, cost)])

    def _weigh_one(self, look: AnalysisKind[Any], model: str) -> AnalysisWeight:
        read = self.room(model, look.max_tokens) + _FRAME_TOKENS
        return AnalysisWeight(1, read, self.longest_answer(model, look.max_tokens))

    def _build(
        self, principal: Principal, work: Work, analysis: Analysis, look: AnalysisKind[Any], sight: AnalysisInput[Any]
    ) -> _Begun[Any]:
        most = self.live_options.of(principal).analysis_tokens
        allowance = Allowance(look.most_calls, most, calls=len(analysis.calls))
        allowance.used = sum(count_tokens(each) for each in analysis.calls)
        analysing = AnalysisRun(
            self._store,
            self._limits,
            self._calibration,
            principal,
            analysis.id,
            self._composer.require_provider(analysis.model, principal),
            analysis.model,
            allowance,
            self.longest_answer(analysis.model, look.max_tokens),
            self._strictly,
            work=work,
            calls=list(analysis.calls),
            tracer=self._tracer,
        )
        return _Begun(principal, work, analysis, look, sight, analysing)

    async def _carry(self, begun: _Begun[Any]) -> None:
        """See the look to its end, and write that down, unless somebody else has taken it."""
        try:
            conclude = await begun.look.run(begun.analysing, begun.sight.seen)
            await retry_write(lambda: self._store.write(begun.principal, _end_once, begun, conclude))
        except (AnalysisError, ProviderError) as error:
            ending = AnalysisEnding("failed", {}, begun.analysing.usage(), datetime.now(UTC), _describe(error))
            await retry_write(lambda: self._store.write(begun.principal, _end_once, begun, _failing(begun, ending)))
        else:
            begun.look.after()


def end_look(unit: Unit, work: Work, error: ReplyError) -> None:
    """Write down that a look ends here, whoever is at it: what it has used is on its calls."""
    known = find_analysis(unit, work.id)
    if known is not None:
        usage = sum_usage(known.calls)
        end_analysis(unit, work.id, AnalysisEnding("failed", {}, usage, datetime.now(UTC), error), {})


def _end_once(unit: Unit, begun: _Begun[Any], conclude: Conclude) -> None:
    """Write the end, unless it is there: whoever loses the connection while it is written cannot know."""
    # First, as everywhere: whoever deletes the conversation has it, and wants the work.
    lock_conversation(unit, begun.analysis.conversation_id)
    if not is_open(unit, begun.analysis.id):
        return
    if begun.is_step:
        check_held(unit, begun.work)
    else:
        end_work(unit, begun.work)
    conclude(unit, begun.analysis.id)


def _failing(begun: _Begun[Any], ending: AnalysisEnding) -> Conclude:
    return lambda unit, analysis_id: end_analysis(unit, analysis_id, ending, begun.analysing.find_unwritten())


def _end_unopened(unit: Unit, work: Work, error: ReplyError) -> None:
    end_work(unit, work)
    end_look(unit, work, error)


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
