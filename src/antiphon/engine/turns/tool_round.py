"""A reply uses tools: ask for leave, run, hand the results back.

Everything that happens is on disk before the next thing happens, so a run that a crash cut off is taken up where it
was: a question to the person goes on waiting, a result is not fetched twice, and a call that had begun is not made
again unless it only reads.
"""

import asyncio
import json
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import orjson

from antiphon.advisors.prompt import ToolPrompts, fill
from antiphon.context.build import ToolRound
from antiphon.context.tags import disarm_tags
from antiphon.conversation.approval import hash_call
from antiphon.conversation.errors import AntiphonError, ApprovalGone, ToolFailed, ToolTimedOut
from antiphon.conversation.event import ReplyUsedTools
from antiphon.conversation.past import ToolEvent
from antiphon.conversation.payload import ToolCall
from antiphon.conversation.picture import as_images
from antiphon.conversation.text import clean_text
from antiphon.conversation.thinking import KeptThoughts
from antiphon.conversation.tool import BroughtPicture, ToolDefinition
from antiphon.conversation.tool_use import ToolUse, group_rounds, put_uses
from antiphon.conversation.wire import parse_time
from antiphon.engine.payloads.attachments import fill_rounds
from antiphon.engine.payloads.compose import Composed
from antiphon.engine.retrieval.reading import DocumentReader
from antiphon.engine.runtime import metrics
from antiphon.engine.runtime.failpoint import failpoint
from antiphon.engine.runtime.identity import new_id
from antiphon.engine.runtime.live_options import LiveOptions
from antiphon.engine.runtime.retry_write import retry_write
from antiphon.engine.runtime.toolkit import ToolContext, Toolkit
from antiphon.engine.turns.pictures import MOST_OF_CALL, MOST_OF_REPLY, PictureSource, read_pictures
from antiphon.engine.turns.run import Run
from antiphon.live.live import Live
from antiphon.store.reads.approvals import ApprovalDecision, read_decisions
from antiphon.store.reads.tool_servers import read_definition, read_definitions
from antiphon.store.reads.turn_snapshot import Slot
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.approvals import expire_approval
from antiphon.store.writes.documents import NewDocument
from antiphon.store.writes.receipts import append_receipt
from antiphon.store.writes.use_tools import (
    ApprovalQuestion,
    Called,
    ToolPlace,
    ask_once_more,
    close_uses_of,
    note_calls,
    note_uses,
    start_use,
)
from antiphon.tools.builtin import find_wrong_argument
from antiphon.tracing import names
from antiphon.tracing.spans import Facts, Tracer

logger = logging.getLogger(__name__)

# Calls beyond these in one round are told to come back.
_MOST_CALLS = 16


@dataclass(frozen=True, slots=True)
class ToolDeps:
    """What using tools needs around it."""

    store: Store
    live: Live
    toolkit: Toolkit
    prompts: ToolPrompts
    live_options: LiveOptions
    reading: DocumentReader
    tracer: Tracer


async def use_tools(deps: ToolDeps, run: Run) -> None:
    """See every call of this round to its end, and get the request ready that hands the results back."""
    run.between_requests = True
    open_uses = [use for use in run.uses if use.is_open] or await _note_calls(deps, run)
    seeing = [asyncio.create_task(_see_to_end(deps, run, use)) for use in open_uses if use.is_open]
    try:
        await asyncio.gather(*seeing)
    finally:
        # One that fails takes the others along: nobody would hand their results back.
        for task in seeing:
            if not task.cancelling():
                task.cancel()
        await asyncio.gather(*seeing, return_exceptions=True)
    await _hand_back(deps, run)


async def close_open_uses(deps: ToolDeps, run: Run) -> None:
    """Write the end of uses that will not be seen to their end, also of those this run did not get to know of."""
    if not run.uses and not run.calls_tools:
        return
    place, principal = place_of(run), run.prepared.principal
    closed = await retry_write(lambda: deps.store.write(principal, close_uses_of, place, deps.prompts.ended))
    if closed is not None:
        _tell(deps, run, closed)


class _Round(NamedTuple):
    """What all calls of one answer have in common: its number, where they stand in the text, and which one was cut."""

    number: int
    at: int
    cut: int | None


async def _note_calls(deps: ToolDeps, run: Run) -> list[ToolUse]:
    """Write down what was called, and the questions to the person."""
    prepared, said = run.prepared, run.text("text")
    current = await retry_write(lambda: deps.store.read(prepared.principal, read_definitions))
    uses, questions = [], []
    calls = run.calls
    is_cut = run.finished is not None and run.finished.reason == "length"
    now = _Round(len(group_rounds(run.uses)), len(said), len(calls) - 1 if is_cut else None)
    for number, call in enumerate(calls):
        use, question = _propose(deps, run, current, call, number, now)
        uses.append(use)
        if question is not None:
            questions.append(question)
    # One entry a round, also for those whose thoughts nobody wants back.
    run.kept_thoughts = (*run.kept_thoughts, *(() for _ in range(now.number - len(run.kept_thoughts))), run.to_return)
    called = Called(
        place=place_of(run),
        uses=tuple(uses),
        questions=tuple(questions),
        text=said,
        thinking=run.text("thinking"),
        thoughts=run.kept_thoughts if any(run.kept_thoughts) else (),
        attempt=run.attempt,
        usage=run.usage,
        telemetry=prepared.concluded("delivered"),
        at=datetime.now(UTC),
    )
    fact = await retry_write(lambda: deps.store.write(prepared.principal, note_calls, called))
    _tell(deps, run, fact)
    failpoint("after_tool_calls")
    return list(fact.uses)


def _propose(
    deps: ToolDeps, run: Run, current: Sequence[ToolDefinition], call: ToolCall, number: int, now: _Round
) -> tuple[ToolUse, ApprovalQuestion | None]:
    """The call as a use: about to run, to be asked about, or ended already because it cannot be made.

    Whether it is asked about is decided by how the tool describes itself now.
    """
    told = _find_tool(run, call.name)
    tool = None if told is None else _find_current(deps, run, current, told)
    use = ToolUse(
        id=call.id,
        round=now.number,
        at=now.at,
        server=tool.server if tool else "",
        tool=tool.name if tool else call.name,
        name=call.name,
        arguments=call.arguments,
        status="running",
        epoch=run.prepared.receipt.epoch,
    )
    if problem := _find_problem(tool, call, number, now):
        return _fail(use, problem, deps.prompts.failed), None
    if tool is None or not deps.toolkit.needs_leave(tool):
        return use, None
    return use, _build_question(deps, run, use, tool)


def _find_problem(tool: ToolDefinition | None, call: ToolCall, number: int, now: _Round) -> str:
    if tool is None:
        return f"there is no tool called {call.name}"
    if number >= _MOST_CALLS:
        return f"no more than {_MOST_CALLS} calls are made at once"
    if number == now.cut:
        return "the answer was cut off in the middle of it"
    arguments = parse_arguments(call.arguments)
    if arguments is None:
        return "its arguments are not a JSON object"
    return find_wrong_argument(tool, arguments)


def _build_question(deps: ToolDeps, run: Run, use: ToolUse, tool: ToolDefinition) -> ApprovalQuestion:
    advisor = run.prepared.composition.seat.advisor
    return ApprovalQuestion(
        id=new_id("q"),
        call_id=use.id,
        advisor_id=advisor.id,
        advisor_name=advisor.name,
        server=tool.server,
        place_sha256=tool.place_sha256,
        tool=tool.name,
        schema_sha256=tool.schema_sha256,
        arguments=use.arguments,
        call_sha256=hash_call(tool.server, tool.place_sha256, tool.name, tool.schema_sha256, use.arguments),
        expires_at=datetime.now(UTC) + timedelta(seconds=deps.live_options.instance.approval_seconds),
    )


async def _see_to_end(deps: ToolDeps, run: Run, use: ToolUse) -> None:
    tool = _find_tool(run, use.name)
    is_left_over = use.status == "running" and use.epoch != run.prepared.receipt.epoch
    if is_left_over and (tool is None or not tool.read_only or use.approval_id):
        await _note(deps, run, _cut_off(deps, run, use))
        return
    if tool is None:
        await _note(deps, run, _fail(use, f"there is no tool called {use.name} any more", deps.prompts.failed))
        return
    if use.status == "asking":
        allowed = await _wait_for_leave(deps, run, use)
        if allowed is None:
            return
        use = allowed
    await _run_tool(deps, run, use)


async def _wait_for_leave(deps: ToolDeps, run: Run, use: ToolUse) -> ToolUse | None:
    """The use once it has been allowed and written down as running; nothing when it was not."""
    use = replace(use, epoch=run.prepared.receipt.epoch)
    await _note(deps, run, use)
    while True:
        decision = await _wait_for_decision(deps, run, use)
        if decision.status != "approved":
            await _note(deps, run, _refuse(deps, run, use, decision))
            return None
        arguments = decision.arguments or use.arguments
        started = replace(use, status="running", allowed=None if arguments == use.arguments else arguments)
        try:
            await _start(deps, run, started)
        except ApprovalGone:
            # The leave ran out, or the tool is not what it was.
            asked = await _ask_again(deps, run, use)
            if asked is None:
                return None
            use = asked
            continue
        failpoint("after_tool_started")
        return started


async def _wait_for_decision(deps: ToolDeps, run: Run, use: ToolUse) -> ApprovalDecision:
    """Wait until the person has decided or the time is over; a verdict that came in time counts."""
    assert use.approval_id is not None, "who asks has a question"  # noqa: S101
    approval_id = use.approval_id
    expires = parse_time(use.expires_at) if use.expires_at else datetime.now(UTC)
    waiting: asyncio.Future[ApprovalDecision] = asyncio.get_running_loop().create_future()
    run.waits[approval_id] = waiting
    try:
        left = (expires - datetime.now(UTC)).total_seconds()
        with run.deadline.paused():
            async with asyncio.timeout(max(0.0, left)):
                return await waiting
    except TimeoutError:
        principal = run.prepared.principal
        await retry_write(lambda: deps.store.write(principal, expire_approval, approval_id))
        found = await retry_write(lambda: deps.store.read(principal, read_decisions, [approval_id]))
        return found[0] if found else ApprovalDecision(approval_id, "expired", None, None)
    finally:
        run.waits.pop(approval_id, None)


async def _start(deps: ToolDeps, run: Run, use: ToolUse) -> None:
    write = deps.store.write
    place, principal = place_of(run), run.prepared.principal
    own = deps.toolkit.find_builtin(principal, use.server, use.tool)
    fact = await retry_write(lambda: write(principal, start_use, place, use, datetime.now(UTC), own))
    _tell(deps, run, fact)


async def _ask_again(deps: ToolDeps, run: Run, use: ToolUse) -> ToolUse | None:
    """The use with another question about the tool as it is now; nothing when it is there no more."""
    principal = run.prepared.principal
    tool = deps.toolkit.find_builtin(principal, use.server, use.tool)
    if not deps.toolkit.has_builtin(use.server):
        tool = await retry_write(lambda: deps.store.read(principal, read_definition, use.server, use.tool))
    if tool is None:
        await _note(deps, run, _fail(use, f"there is no tool called {use.name} any more", deps.prompts.failed))
        return None
    question = _build_question(deps, run, use, tool)
    place, write = place_of(run), deps.store.write
    fact = await retry_write(
        lambda: write(run.prepared.principal, ask_once_more, place, use, question, datetime.now(UTC))
    )
    _tell(deps, run, fact)
    return fact.uses[0]


async def _run_tool(deps: ToolDeps, run: Run, use: ToolUse) -> None:
    """Make the call, once, and write down what came of it."""
    with deps.tracer.span(names.EXECUTE_TOOL, _describe_use(deps, use)) as span:
        span.note({names.TOOL_STATUS: await _make_call(deps, run, use)})


def _describe_use(deps: ToolDeps, use: ToolUse) -> Facts:
    """Which tool. What people called the tools of their own servers is theirs."""
    server = deps.toolkit.label(use.server)
    tool = use.tool if server == use.server else server
    return {names.OPERATION: names.EXECUTE_TOOL, names.TOOL: tool, names.TOOL_SERVER: server}


async def _make_call(deps: ToolDeps, run: Run, use: ToolUse) -> str:
    started = time.monotonic()
    brought: tuple[NewDocument, ...] = ()
    arguments = parse_arguments(use.allowed or use.arguments) or {}
    prepared = run.prepared
    composition = prepared.composition
    context = ToolContext(
        prepared.principal,
        prepared.conversation_id,
        prepared.turn_id,
        composition.seat.advisor.id,
        composition.frame_input.choice,
    )
    seconds = deps.live_options.instance.tool_seconds
    try:
        result = await deps.toolkit.call(use.server, use.tool, arguments, context, seconds)
        text = disarm_tags(clean_text(result.text))
        ended = replace(use, status="success" if result.ok else "error", result=text)
        if result.pictures:
            ended, brought = await _take_pictures(deps, run, ended, result.pictures)
    except (ToolFailed, ToolTimedOut) as error:
        ended = _fail(use, str(error), deps.prompts.unanswered)
    except AntiphonError as error:
        ended = _fail(use, str(error), deps.prompts.failed)
    metrics.tool_calls.labels(deps.toolkit.label(use.server), ended.status).inc()
    if use.allowed is not None:
        changed = fill(deps.prompts.changed, {"arguments": use.allowed})
        ended = replace(ended, told=f"{changed}\n\n{ended.words}")
    await _note(deps, run, replace(ended, seconds=round(time.monotonic() - started, 3)), brought=brought)
    failpoint("after_tool_result")
    return ended.status


async def _take_pictures(
    deps: ToolDeps, run: Run, use: ToolUse, brought: Sequence[BroughtPicture]
) -> tuple[ToolUse, tuple[NewDocument, ...]]:
    """The use with the pictures that came with it, and the documents to keep them as; the model is told of others."""
    source = PictureSource(run.prepared.principal, run.prepared.conversation_id, use.tool)
    known = len(run.pictures) + sum(len(each.pictures) for each in run.uses)
    room = max(0, min(MOST_OF_CALL, MOST_OF_REPLY - known))
    read = await read_pictures(deps.reading, source, brought, room, known + 1)
    words = [use.result, *(fill(deps.prompts.picture, {"reason": why}) for why in read.refused)]
    shown = tuple(each.picture for each in read.kept)
    said = replace(use, result="\n\n".join(each for each in words if each), pictures=shown)
    return said, tuple(each.document for each in read.kept)


async def _hand_back(deps: ToolDeps, run: Run) -> None:
    """Encode what is sent next and write its receipt before it leaves."""
    rounds = build_rounds(run.uses, run.text("text"), run.kept_thoughts)
    if any(use.pictures for use in run.uses):
        principal, now = run.prepared.principal, run.prepared.composition
        rounds = await retry_write(lambda: deps.store.read(principal, fill_rounds, now, rounds))
    composition = run.prepared.composition.with_rounds(rounds, _closing(deps, rounds))
    request = await asyncio.to_thread(run.prepared.provider.encode, composition.payload())
    following = run.prepared.handing_back(run.attempt + 1, composition, request)
    write = deps.store.write
    await retry_write(lambda: write(following.principal, append_receipt, following.receipt))
    run.begin_round(following)


def take_up(unit: Unit, deps: ToolDeps, composed: Composed, slot: Slot) -> Composed:
    """A reply behind the tools that an earlier run of it used; while some are open, nothing can be encoded yet."""
    if composed.provider is None or composed.problem or any(use.is_open for use in slot.uses):
        return composed
    rounds = build_rounds(slot.uses, slot.kept_text, slot.kept_thoughts)
    if any(use.pictures for use in slot.uses):
        rounds = fill_rounds(unit, composed.composition, rounds)
    composition = composed.composition.with_rounds(rounds, _closing(deps, rounds))
    return replace(composed, composition=composition, request=composed.provider.encode(composition.payload()))


def _closing(deps: ToolDeps, rounds: Sequence[ToolRound]) -> str:
    return deps.prompts.over if len(rounds) >= deps.live_options.instance.tool_rounds else ""


def build_rounds(uses: Sequence[ToolUse], text: str, thoughts: KeptThoughts = ()) -> tuple[ToolRound, ...]:
    """What was said and used so far in this answer, as it is handed back, with what is wanted back of its thinking."""
    rounds: list[ToolRound] = []
    said = 0
    for number, group in enumerate(group_rounds(uses)):
        events = tuple(
            ToolEvent(ToolCall(use.id, use.name, use.arguments), use.words, images=as_images(use.pictures))
            for use in group
        )
        thought = thoughts[number] if number < len(thoughts) else ()
        rounds.append(ToolRound(text[said : group[0].at].strip(), events, thought))
        said = group[0].at
    return tuple(rounds)


def parse_arguments(text: str) -> dict[str, Any] | None:
    """The arguments a model wrote, to the last digit; nothing when they are not a JSON object."""
    text = text.strip() or "{}"
    try:
        # One is strict about what JSON is, the other reads large whole numbers as they stand.
        orjson.loads(text)
        parsed = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return parsed if isinstance(parsed, dict) else None


async def _note(deps: ToolDeps, run: Run, *uses: ToolUse, brought: tuple[NewDocument, ...] = ()) -> None:
    write = deps.store.write
    place, principal = place_of(run), run.prepared.principal
    _tell(deps, run, await retry_write(lambda: write(principal, note_uses, place, uses, brought)))


def _tell(deps: ToolDeps, run: Run, fact: ReplyUsedTools) -> None:
    run.uses = put_uses(run.uses, fact.uses)
    deps.live.publish(fact)


def _fail(use: ToolUse, reason: str, words: str) -> ToolUse:
    """The use with why nothing came of it; what a server says of itself is in there too."""
    reason = disarm_tags(clean_text(reason))
    return replace(use, status="error", result=reason, told=fill(words, {"reason": reason}))


def _cut_off(deps: ToolDeps, run: Run, use: ToolUse) -> ToolUse:
    words = deps.prompts.cut_off
    return replace(use, status="error", epoch=run.prepared.receipt.epoch, result=words, told=words)


def _refuse(deps: ToolDeps, run: Run, use: ToolUse, decision: ApprovalDecision) -> ToolUse:
    if decision.status == "used":
        return _cut_off(deps, run, use)
    if decision.status == "rejected":
        reason = decision.reason or ""
        told = fill(deps.prompts.rejected, {"reason": reason}).replace(" ]", "]")
        return replace(use, status="rejected", result=reason, told=told)
    return replace(use, status="rejected", result=decision.status, told=deps.prompts.expired)


def _find_tool(run: Run, name: str) -> ToolDefinition | None:
    tools = run.prepared.composition.seat.tools
    return next((tool for tool in tools if tool.wire_name == name), None)


def _find_current(
    deps: ToolDeps, run: Run, current: Sequence[ToolDefinition], told: ToolDefinition
) -> ToolDefinition | None:
    if deps.toolkit.has_builtin(told.server):
        return deps.toolkit.find_builtin(run.prepared.principal, told.server, told.name)
    return next((each for each in current if (each.server, each.name) == (told.server, told.name)), None)


def place_of(run: Run) -> ToolPlace:
    """The reply of this run, and which run of it this is."""
    prepared = run.prepared
    receipt = prepared.receipt
    return ToolPlace(prepared.conversation_id, prepared.turn_id, receipt.reply_id, receipt.epoch)
