"""One advisor's reply, from prepared to settled."""

import asyncio
import logging
import random
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import AbstractAsyncContextManager, aclosing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial

from antiphon.context.estimate import count_unreported
from antiphon.context.importance import score_reply
from antiphon.context.trim import RefusedSize, Shrunk, shrink
from antiphon.conversation.errors import (
    AnswerTooLarge,
    AntiphonError,
    ContentFiltered,
    ContextOverflow,
    OverflowAfterTrimming,
    PictureUnusable,
    ProviderError,
    ProviderTimeout,
    RateLimited,
    StaleEpoch,
    StreamBroken,
)
from antiphon.conversation.event import Delta, ReplySettled
from antiphon.conversation.payload import ImageData
from antiphon.conversation.picture import Picture, cut_rounds
from antiphon.conversation.reply import ReplyError
from antiphon.conversation.size import measure
from antiphon.conversation.state import ReplyState
from antiphon.conversation.telemetry import Stage, Telemetry
from antiphon.conversation.tool import BroughtPicture
from antiphon.conversation.tool_use import group_rounds
from antiphon.conversation.wire import format_time
from antiphon.engine.runtime import metrics
from antiphon.engine.runtime.failpoint import failpoint
from antiphon.engine.runtime.limits import Limits
from antiphon.engine.runtime.live_options import LiveOptions
from antiphon.engine.runtime.retry_write import retry_write
from antiphon.engine.runtime.token_calibration import TokenCalibration
from antiphon.engine.turns.checkpoint import Checkpointer
from antiphon.engine.turns.debug import log_call
from antiphon.engine.turns.pictures import MOST_OF_REPLY, PictureSource, read_pictures
from antiphon.engine.turns.prepared import Prepared
from antiphon.engine.turns.run import Run
from antiphon.engine.turns.tool_round import ToolDeps, close_open_uses, place_of, use_tools
from antiphon.engine.work.owed import build_owed
from antiphon.live.live import Live
from antiphon.providers.classify import is_truncated
from antiphon.providers.provider import Outputs
from antiphon.providers.retry import GiveUp, decide
from antiphon.providers.traced import stream_traced
from antiphon.store.unit import Store
from antiphon.store.writes.documents import NewDocument
from antiphon.store.writes.picture_reply import picture_reply
from antiphon.store.writes.receipts import append_attempt
from antiphon.store.writes.settle_reply import Ending, settle_reply
from antiphon.tracing import names
from antiphon.tracing.spans import Facts, Tracer, name_call

logger = logging.getLogger(__name__)

# A frame of a screen: an update slower than this is felt.
_SLOW_SECONDS = 0.016
# Weighing this many characters takes about 15 ms; nearly every reply is shorter.
_LONG_CHARS = 50_000
_OUR_FAULT = "something went wrong here; it has been logged"


class Abandoned(Exception):
    """The run no longer counts: another node answers for it."""


@dataclass(frozen=True, slots=True)
class ReplyDeps:
    """What a reply needs around it."""

    store: Store
    live: Live
    limits: Limits
    checkpointer: Checkpointer
    calibration: TokenCalibration
    live_options: LiveOptions
    tools: ToolDeps
    tracer: Tracer


async def run_reply(deps: ReplyDeps, prepared: Prepared) -> ReplyState:
    """Carry one reply to its end and settle it.

    Safe to be killed anywhere: a reply that is not settled is started again under the next epoch. Raises `Abandoned`
    when a newer epoch has taken over.
    """
    facts: Facts = {
        names.OPERATION: names.INVOKE_AGENT,
        names.AGENT_ID: prepared.composition.seat.advisor.id,
        names.REPLY_ID: prepared.receipt.reply_id,
        names.EPOCH: prepared.receipt.epoch,
    }
    with deps.tracer.span(names.INVOKE_AGENT, facts) as span:
        state = await _run_reply(deps, prepared)
        span.note({names.STATE: str(state)})
        return state


async def _run_reply(deps: ReplyDeps, prepared: Prepared) -> ReplyState:
    run = Run(prepared, uses=prepared.uses, kept_thoughts=prepared.kept_thoughts, attempt=prepared.receipt.attempt)
    deps.checkpointer.enter(run)
    try:
        for delta in run.resume(prepared.kept_text, prepared.kept_thinking):
            _publish(deps, delta)
        if prepared.pictures:
            await _keep_earlier(deps, run)
        error = await _listen(deps, run)
        for delta in run.close():
            _publish(deps, delta)
        return await _settle(deps, run, error)
    finally:
        deps.checkpointer.leave(run)


async def _listen(deps: ReplyDeps, run: Run) -> AntiphonError | None:
    """Stream until the provider finishes, fails, or somebody ends the run; returns what went wrong.

    Listening is a task of its own: ending it from outside can then never hit the settling that follows.
    """
    run.task = asyncio.create_task(_converse(deps, run), name="listening")
    try:
        await asyncio.wait({run.task})
    except asyncio.CancelledError:
        run.task.cancel()
        await asyncio.wait({run.task})
        raise
    if run.task.cancelled():
        if run.ended_by == "stop":
            return None
        metrics.refused_writes.inc()
        raise Abandoned
    # Whoever wanted to end it came too late: it had ended.
    run.ended_by = None
    problem = run.task.exception()
    if problem is None and run.picture_problem:
        return PictureUnusable(run.prepared.provider.name, why=run.picture_problem)
    if isinstance(problem, StaleEpoch):
        metrics.refused_writes.inc()
        raise Abandoned
    return _judge(run, problem)


def _judge(run: Run, problem: BaseException | None) -> AntiphonError | None:
    """The failure as the house knows it. A fault of ours ends the reply too, instead of leaving it open."""
    if problem is None or isinstance(problem, ProviderError):
        return problem
    if isinstance(problem, TimeoutError):
        return ProviderTimeout(run.prepared.provider.name)
    logger.error("reply_failed", exc_info=problem, extra={"reply": run.prepared.receipt.reply_id})
    return AntiphonError(_OUR_FAULT)


async def _converse(deps: ReplyDeps, run: Run) -> None:
    """Answers and uses of tools in turn, until an answer comes that calls for none or the time of the reply is over."""
    async with run.deadline.within(deps.live_options.instance.reply_seconds):
        await _take_turns(deps, run)


async def _take_turns(deps: ReplyDeps, run: Run) -> None:
    if any(use.is_open for use in run.uses):
        await use_tools(deps.tools, run)
    while True:
        async with _take_place(deps, run):
            await _stream_with_retries(deps, run)
        _learn(deps, run)
        if not run.calls_tools or run.prepared.composition.closing:
            return
        for delta in run.close_round():
            _publish(deps, delta)
        await use_tools(deps.tools, run)


def _take_place(deps: ReplyDeps, run: Run) -> AbstractAsyncContextManager[None]:
    request, images = run.prepared.request, partial(_find_images, run.prepared)
    return deps.limits.place(request.provider, len(request.body), request.paying_key, images)


def _find_images(prepared: Prepared) -> list[ImageData]:
    return [each for message in prepared.composition.messages for each in message.images]


async def _stream_with_retries(deps: ReplyDeps, run: Run) -> None:
    """One attempt after another: the same again when waiting may help, less when it was too much."""
    waited = 0.0
    shrunk = Shrunk(run.prepared.composition, before=run.prepared.trimmed)
    while True:
        try:
            return await _stream(deps, run)
        except ContextOverflow as overflow:
            # Too much is decided before anything is tried again: waiting would not make it less.
            shrunk = await _send_less(deps, run, shrunk, overflow)
        except ProviderError as error:
            verdict = decide(
                error,
                attempt=run.attempt - run.first_attempt + 1 - shrunk.times,
                waited=waited,
                output_seen=run.heard,
                chance=random.random(),  # noqa: S311 - jitter, not a secret
            )
            if isinstance(verdict, GiveUp):
                raise
            await asyncio.sleep(verdict.seconds)
            waited += verdict.seconds
            metrics.retries.labels(run.prepared.provider.name).inc()
            await _note_attempt(deps, run, run.prepared.again(run.attempt + 1), error, "failed")


async def _send_less(deps: ReplyDeps, run: Run, now: Shrunk, overflow: ContextOverflow) -> Shrunk:
    """Prepare the next, smaller attempt; raises when nothing may be dropped any more."""
    if run.heard:
        raise overflow
    prepared = run.prepared
    if overflow.window is not None:
        deps.calibration.hear_window(prepared.composition.seat.model, overflow.window)
    habits = deps.live_options.of(prepared.principal).habits
    smaller = shrink(now, RefusedSize(overflow.window, overflow.prompt_tokens), habits.most_trims)
    if smaller is None:
        raise _exhausted(overflow)
    request = await asyncio.to_thread(prepared.provider.encode, smaller.composition.payload())
    stage: Stage = "overflow_retry" if now.trimmed else "overflow_initial"
    if len(smaller.trimmed) > len(now.trimmed):
        metrics.trims.labels(prepared.provider.name).inc()
    else:
        stage = "output_lowered" if smaller.lowered_output and not now.lowered_output else stage
    await _note_attempt(deps, run, prepared.smaller(run.attempt + 1, smaller, request), overflow, stage)
    return smaller


def _exhausted(overflow: ContextOverflow) -> OverflowAfterTrimming:
    return OverflowAfterTrimming(
        overflow.provider,
        status=overflow.status,
        provider_message=overflow.provider_message,
        window=overflow.window,
        prompt_tokens=overflow.prompt_tokens,
        output_tokens=overflow.output_tokens,
    )


async def _stream(deps: ReplyDeps, run: Run) -> None:
    if not run.output_seen:
        run.sent_at = time.monotonic()
    is_logged = deps.live_options.of(run.prepared.principal).debug
    with log_call(run, wanted=is_logged):
        await _hear(deps, run)
        if run.finished is None:
            raise StreamBroken(run.prepared.provider.name)


async def _hear(deps: ReplyDeps, run: Run) -> None:
    prepared, receipt = run.prepared, run.prepared.receipt
    facts = {names.ATTEMPT: receipt.attempt}
    name = f"{receipt.reply_id}.{receipt.epoch}.{receipt.attempt}"
    with name_call(name):
        stream = stream_traced(deps.tracer, prepared.provider, prepared.request, facts)
        async with aclosing(stream) as outputs:
            await _take_in(deps, run, outputs)


async def _take_in(deps: ReplyDeps, run: Run, outputs: AsyncGenerator[Outputs, None]) -> None:
    async for batch in outputs:
        is_first = not run.output_seen
        for delta in run.take(batch):
            _publish(deps, delta)
            failpoint("after_first_delta")
        if run.arrived:
            await _take_pictures(deps, run)
        if is_first and run.first_output_at is not None:
            metrics.first_token_seconds.labels(run.prepared.provider.name).observe(run.first_output_at - run.sent_at)


async def _take_pictures(deps: ReplyDeps, run: Run) -> None:
    """Pictures that have come are on disk, and parts of the reply, before the answer goes on.

    One that is refused keeps nothing else of the answer away; it is named when the reply ends.
    """
    arrived, run.arrived = run.arrived, []
    problems = (each.picture.problem for each in arrived)
    run.picture_problem = next(filter(None, problems), run.picture_problem)
    prepared = run.prepared
    source = PictureSource(prepared.principal, prepared.conversation_id, prepared.composition.seat.advisor.name)
    known = len(run.pictures)
    brought = [BroughtPicture(each.picture.data, at=each.at) for each in arrived if not each.picture.problem]
    read = await read_pictures(deps.tools.reading, source, brought, MOST_OF_REPLY - known, known + 1)
    run.picture_problem = next(iter(read.refused), run.picture_problem)
    if read.kept:
        rounds = len(group_rounds(run.uses))
        made = tuple(replace(each.picture, round=rounds) for each in read.kept)
        await _show_pictures(deps, run, (*run.pictures, *made), [each.document for each in read.kept])
        failpoint("after_picture")


async def _keep_earlier(deps: ReplyDeps, run: Run) -> None:
    """What an earlier run had shown before it last used tools is kept; what came after that is made anew."""
    kept = cut_rounds(run.prepared.pictures, len(group_rounds(run.uses)))
    run.pictures = kept
    if kept != run.prepared.pictures:
        try:
            await _show_pictures(deps, run, kept, [])
        except StaleEpoch:
            raise Abandoned from None


async def _show_pictures(deps: ReplyDeps, run: Run, pictures: tuple[Picture, ...], made: Sequence[NewDocument]) -> None:
    place, principal, write = place_of(run), run.prepared.principal, deps.store.write
    fact = await retry_write(lambda: write(principal, picture_reply, place, pictures, made))
    run.pictures = fact.pictures
    deps.live.publish(fact)


def _publish(deps: ReplyDeps, delta: Delta) -> None:
    started = time.perf_counter()
    deps.checkpointer.add(delta)
    deps.live.publish(delta)
    took = time.perf_counter() - started
    deps.checkpointer.tally.add(took)
    if took > _SLOW_SECONDS:
        logger.warning("slow_update", extra={"reply": delta.reply_id, "milliseconds": round(took * 1000, 1)})


async def _note_attempt(deps: ReplyDeps, run: Run, following: Prepared, error: ProviderError, stage: Stage) -> None:
    """Before anything leaves again there is room for it in the minute, and then its receipt is on disk."""
    request = following.request
    images = partial(_find_images, following)
    await deps.limits.count(request.provider, len(request.body), request.paying_key, images)
    concluded = run.prepared.concluded(stage, error.provider_message, overflow=isinstance(error, ContextOverflow))
    run.attempt = following.receipt.attempt
    run.prepared = following
    write = deps.store.write
    await retry_write(lambda: write(following.principal, append_attempt, following.receipt, error.code, concluded))


async def _settle(deps: ReplyDeps, run: Run, error: AntiphonError | None) -> ReplyState:
    try:
        fact = await _write_some_ending(deps, run, error)
    except StaleEpoch:
        metrics.refused_writes.inc()
        raise Abandoned from None
    failpoint("after_settle")
    deps.live.publish(fact)
    metrics.replies_settled.labels(str(fact.state)).inc()
    return fact.state


async def _write_some_ending(deps: ReplyDeps, run: Run, error: AntiphonError | None) -> ReplySettled:
    """How it ended; one that cannot be described or written is a fault of ours, and no reason to start again."""
    try:
        return await _write_ending(deps, run, await _describe_ending(run, error))
    except StaleEpoch:
        raise
    except Exception:
        logger.exception("ending_failed", extra={"reply": run.prepared.receipt.reply_id})
        return await _settle_as(deps, run, _build_plain_ending(run))


async def _describe_ending(run: Run, error: AntiphonError | None) -> Ending:
    """A long text is weighed beside the loop: everybody else would wait meanwhile."""
    if run.length < _LONG_CHARS:
        return build_ending(run, error)
    return await asyncio.to_thread(build_ending, run, error)


async def _write_ending(deps: ReplyDeps, run: Run, ending: Ending) -> ReplySettled:
    failpoint("before_settle")
    await close_open_uses(deps.tools, run)
    return await _settle_as(deps, run, ending)


async def _settle_as(deps: ReplyDeps, run: Run, ending: Ending) -> ReplySettled:
    principal = run.prepared.principal
    owed = build_owed(deps.live_options.of(principal), ending.conversation_id, ending.turn_id)
    return await retry_write(lambda: deps.store.write(principal, settle_reply, ending, owed))


def _learn(deps: ReplyDeps, run: Run) -> None:
    """What the provider counted teaches us how it counts words; with images in between it teaches nothing."""
    composition = run.prepared.composition
    if run.used is not None and run.used.input_tokens and not composition.image_tokens:
        size, messages = composition.size()
        deps.calibration.hear_usage(composition.seat.model, size, messages, run.used.input_tokens)


def build_ending(run: Run, error: AntiphonError | None) -> Ending:
    """How this run ended, in the words of the store."""
    receipt = run.prepared.receipt
    text = run.text("text")
    return Ending(
        conversation_id=run.prepared.conversation_id,
        turn_id=run.prepared.turn_id,
        reply_id=receipt.reply_id,
        epoch=receipt.epoch,
        # A request that was answered with calls has its outcome already.
        attempt=0 if run.between_requests else run.attempt,
        state=_state_of(run, error),
        text=text,
        size=measure(text),
        importance=score_reply(text) if text else None,
        telemetry=_conclude(run, error),
        thinking=run.text("thinking"),
        finish_reason=run.finished.reason if run.finished else None,
        error=None if error is None else describe(error),
        metrics=run.metrics(),
        usage=run.usage,
        saved=run.saved,
        at=datetime.now(UTC),
    )


def _build_plain_ending(run: Run) -> Ending:
    """An ending without anything that could not be described: what was said, and that something went wrong here."""
    receipt, text = run.prepared.receipt, run.text("text")
    return Ending(
        conversation_id=run.prepared.conversation_id,
        turn_id=run.prepared.turn_id,
        reply_id=receipt.reply_id,
        epoch=receipt.epoch,
        attempt=0 if run.between_requests else run.attempt,
        state=ReplyState.INCOMPLETE if text else ReplyState.ERROR,
        text=text,
        size=measure(text),
        thinking=run.text("thinking"),
        error=ReplyError(AntiphonError.code, _OUR_FAULT),
        at=datetime.now(UTC),
    )


def _conclude(run: Run, error: AntiphonError | None) -> Telemetry | None:
    if error is None:
        delivered = run.prepared.concluded("delivered")
        if delivered is None:
            return None
        unreported = count_unreported(run.text("text") + run.text("thinking")) if run.used is None else None
        return replace(delivered, cut_suspected=_is_cut(run), unreported_tokens=unreported)
    words = error.provider_message if isinstance(error, ProviderError) else str(error)
    overflow = isinstance(error, ContextOverflow)
    return run.prepared.concluded("overflow_exhausted" if overflow else "failed", words, overflow=overflow)


def _is_cut(run: Run) -> bool:
    return run.used is not None and is_truncated(run.used.input_tokens, run.prepared.composition.total_tokens)


def _state_of(run: Run, error: AntiphonError | None) -> ReplyState:
    if run.ended_by == "stop":
        return ReplyState.STOPPED
    if isinstance(error, ContentFiltered) or (run.finished and run.finished.reason == "filtered"):
        return ReplyState.FILTERED
    if isinstance(error, AnswerTooLarge) and not run.text("text"):
        # It never came to an answer: it thought, or called, without end.
        return ReplyState.ERROR
    if error is not None and run.output_seen:
        return ReplyState.INCOMPLETE
    if error is not None:
        return ReplyState.RATE_LIMITED if isinstance(error, RateLimited) else ReplyState.ERROR
    return ReplyState.COMPLETE if run.text("text") or run.pictures else ReplyState.EMPTY


def describe(error: AntiphonError) -> ReplyError:
    """The error as it is kept beside the reply."""
    facts = {name: value for name, value in error.facts.items() if value not in (None, "")}
    if isinstance(error, ProviderError) and error.retry_after is not None:
        facts["retry_at"] = format_time(datetime.now(UTC) + timedelta(seconds=error.retry_after))
    return ReplyError(error.code, str(error), facts)
