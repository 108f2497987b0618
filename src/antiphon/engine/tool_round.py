"""A reply uses tools: ask for leave, run, hand the results back.

Everything that happens is on disk before the next thing happens, so a run that a crash cut off is taken up where it
was: a question to the person goes on waiting, a result is not fetched twice, and a call that had begun is not made
again unless it only reads.
"""

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson

from antiphon.advisors.prompt import ToolPrompts, fill
from antiphon.context.build import Round
from antiphon.context.tags import disarm_tags
from antiphon.conversation.approval import hash_call
from antiphon.conversation.errors import AntiphonError, ApprovalGone
from antiphon.conversation.event import ReplyUsedTools
from antiphon.conversation.past import ToolEvent
from antiphon.conversation.payload import ToolCall
from antiphon.conversation.text import clean_text
from antiphon.conversation.tool import ToolDefinition
from antiphon.conversation.tool_use import ToolUse, group_rounds, put_uses
from antiphon.conversation.wire import parse_time
from antiphon.engine import metrics
from antiphon.engine.compose import Composed
from antiphon.engine.failpoint import pull_plug
from antiphon.engine.identity import new_id
from antiphon.engine.in_force import InForce
from antiphon.engine.persist import persist
from antiphon.engine.run import Run
from antiphon.engine.toolkit import ToolContext, Toolkit
from antiphon.live.live import Live
from antiphon.store.reads.approvals import Decision, read_decisions
from antiphon.store.reads.scene import Slot
from antiphon.store.reads.tool_servers import read_definition, read_definitions
from antiphon.store.unit import Store
from antiphon.store.writes.decide_approval import expire_approval
from antiphon.store.writes.use_tools import (
    Called,
    Place,
    Question,
    ask_once_more,
    close_uses_of,
    note_calls,
    note_uses,
    start_round,
    start_use,
)
from antiphon.tools.builtin import find_wrong_argument

logger = logging.getLogger(__name__)

# Calls beyond these in one round are told to come back.
_MOST_CALLS = 16


@dataclass(frozen=True, slots=True)
class Workbench:
    """What using tools needs around it."""

    store: Store
    live: Live
    toolkit: Toolkit
    prompts: ToolPrompts
    in_force: InForce


async def use_tools(bench: Workbench, run: Run) -> None:
    """See every call of this round to its end, and get the request ready that hands the results back."""
    run.between_requests = True
    open_uses = [use for use in run.uses if use.is_open] or await _note_calls(bench, run)
    seeing = [asyncio.create_task(_see_to_end(bench, run, use)) for use in open_uses if use.is_open]
    try:
        await asyncio.gather(*seeing)
    finally:
        # One that fails takes the others along: nobody would hand their results back.
        for task in seeing:
            if not task.cancelling():
                task.cancel()
        await asyncio.gather(*seeing, return_exceptions=True)
    await _hand_back(bench, run)


async def close_open_uses(bench: Workbench, run: Run) -> None:
    """Write the end of uses that will not be seen to their end, also of those this run did not get to know of."""
    if not run.uses and not run.calls_tools:
        return
    place, principal = _place(run), run.prepared.principal
    closed = await persist(lambda: bench.store.write(principal, close_uses_of, place, bench.prompts.ended))
    if closed is not None:
        _tell(bench, run, closed)


async def _note_calls(bench: Workbench, run: Run) -> list[ToolUse]:
    """Write down what was called, and the questions to the person."""
    prepared, said = run.prepared, run.text("text")
    current = await persist(lambda: bench.store.read(prepared.principal, read_definitions))
    uses, questions = [], []
    for number, call in enumerate(run.calls):
        use, question = _propose(bench, run, current, call, number)
        uses.append(use)
        if question is not None:
            questions.append(question)
    called = Called(
        place=_place(run),
        uses=tuple(uses),
        questions=tuple(questions),
        text=said,
        thinking=run.text("thinking"),
        attempt=run.attempt,
        usage=run.usage,
        telemetry=prepared.concluded("delivered"),
        at=datetime.now(UTC),
    )
    fact = await persist(lambda: bench.store.write(prepared.principal, note_calls, called))
    _tell(bench, run, fact)
    pull_plug("after_tool_calls")
    return list(fact.uses)


def _propose(
    bench: Workbench, run: Run, current: Sequence[ToolDefinition], call: ToolCall, number: int
) -> tuple[ToolUse, Question | None]:
    """The call as a use: about to run, to be asked about, or ended already because it cannot be made.

    Whether it is asked about is decided by how the tool describes itself now.
    """
    told = _find_tool(run, call.name)
    tool = told if told is None or bench.toolkit.has_builtin(told.server) else _find_current(current, told)
    use = ToolUse(
        id=call.id,
        round=len(group_rounds(run.uses)),
        at=len(run.text("text")),
        server=tool.server if tool else "",
        tool=tool.name if tool else call.name,
        name=call.name,
        arguments=call.arguments,
        status="running",
        epoch=run.prepared.receipt.epoch,
    )
    if problem := _find_problem(run, tool, call, number):
        return _fail(bench, use, problem), None
    if tool is None or not bench.toolkit.needs_leave(tool):
        return use, None
    return use, _build_question(bench, run, use, tool)


def _find_problem(run: Run, tool: ToolDefinition | None, call: ToolCall, number: int) -> str:
    if tool is None:
        return f"there is no tool called {call.name}"
    if number >= _MOST_CALLS:
        return f"no more than {_MOST_CALLS} calls are made at once"
    if number == len(run.calls) - 1 and run.finished is not None and run.finished.reason == "length":
        return "the answer was cut off in the middle of it"
    arguments = parse_arguments(call.arguments)
    if arguments is None:
        return "its arguments are not a JSON object"
    return find_wrong_argument(tool, arguments)


def _build_question(bench: Workbench, run: Run, use: ToolUse, tool: ToolDefinition) -> Question:
    advisor = run.prepared.composition.seat.advisor
    return Question(
        id=new_id("q"),
        call_id=use.id,
        advisor_id=advisor.id,
        advisor_name=advisor.name,
        server=tool.server,
        tool=tool.name,
        schema_sha256=tool.schema_sha256,
        arguments=use.arguments,
        call_sha256=hash_call(tool.server, tool.name, tool.schema_sha256, use.arguments),
        expires_at=datetime.now(UTC) + timedelta(seconds=bench.in_force.now.approval_seconds),
    )


async def _see_to_end(bench: Workbench, run: Run, use: ToolUse) -> None:
    tool = _find_tool(run, use.name)
    is_left_over = use.status == "running" and use.epoch != run.prepared.receipt.epoch
    if is_left_over and (tool is None or not tool.read_only or use.approval_id):
        await _note(bench, run, _cut_off(bench, run, use))
        return
    if tool is None:
        await _note(bench, run, _fail(bench, use, f"there is no tool called {use.name} any more"))
        return
    if use.status == "asking":
        allowed = await _wait_for_leave(bench, run, use)
        if allowed is None:
            return
        use = allowed
    await _run_tool(bench, run, use)


async def _wait_for_leave(bench: Workbench, run: Run, use: ToolUse) -> ToolUse | None:
    """The use once it has been allowed and written down as running; nothing when it was not."""
    use = replace(use, epoch=run.prepared.receipt.epoch)
    await _note(bench, run, use)
    while True:
        decision = await _wait_for_decision(bench, run, use)
        if decision.status != "approved":
            await _note(bench, run, _refuse(bench, run, use, decision))
            return None
        arguments = decision.arguments or use.arguments
        started = replace(use, status="running", allowed=None if arguments == use.arguments else arguments)
        try:
            await _start(bench, run, started)
        except ApprovalGone:
            # The leave ran out, or the tool is not what it was.
            asked = await _ask_again(bench, run, use)
            if asked is None:
                return None
            use = asked
            continue
        pull_plug("after_tool_started")
        return started


async def _wait_for_decision(bench: Workbench, run: Run, use: ToolUse) -> Decision:
    """Wait until the person has decided or the time is over; a verdict that came in time counts."""
    assert use.approval_id is not None, "who asks has a question"  # noqa: S101
    approval_id = use.approval_id
    expires = parse_time(use.expires_at) if use.expires_at else datetime.now(UTC)
    waiting: asyncio.Future[Decision] = asyncio.get_running_loop().create_future()
    run.waits[approval_id] = waiting
    try:
        left = (expires - datetime.now(UTC)).total_seconds()
        async with asyncio.timeout(max(0.0, left)):
            return await waiting
    except TimeoutError:
        principal = run.prepared.principal
        await persist(lambda: bench.store.write(principal, expire_approval, approval_id))
        found = await persist(lambda: bench.store.read(principal, read_decisions, [approval_id]))
        return found[0] if found else Decision(approval_id, "expired", None, None)
    finally:
        run.waits.pop(approval_id, None)


async def _start(bench: Workbench, run: Run, use: ToolUse) -> None:
    write = bench.store.write
    place, principal = _place(run), run.prepared.principal
    fact = await persist(lambda: write(principal, start_use, place, use, datetime.now(UTC)))
    _tell(bench, run, fact)


async def _ask_again(bench: Workbench, run: Run, use: ToolUse) -> ToolUse | None:
    """The use with another question about the tool as it is now; nothing when it is there no more."""
    principal = run.prepared.principal
    tool = await persist(lambda: bench.store.read(principal, read_definition, use.server, use.tool))
    if tool is None:
        await _note(bench, run, _fail(bench, use, f"there is no tool called {use.name} any more"))
        return None
    question = _build_question(bench, run, use, tool)
    place, write = _place(run), bench.store.write
    fact = await persist(lambda: write(run.prepared.principal, ask_once_more, place, use, question, datetime.now(UTC)))
    _tell(bench, run, fact)
    return fact.uses[0]


async def _run_tool(bench: Workbench, run: Run, use: ToolUse) -> None:
    """Make the call, once, and write down what came of it."""
    started = time.monotonic()
    arguments = parse_arguments(use.allowed or use.arguments) or {}
    prepared = run.prepared
    composition = prepared.composition
    context = ToolContext(
        prepared.principal,
        prepared.conversation_id,
        prepared.turn_id,
        composition.seat.advisor.id,
        composition.scene.choice,
    )
    seconds = bench.in_force.now.tool_seconds
    try:
        result = await bench.toolkit.call(use.server, use.tool, arguments, context, seconds)
        text = disarm_tags(clean_text(result.text))
        ended = replace(use, status="success" if result.ok else "error", result=text)
    except AntiphonError as error:
        ended = _fail(bench, use, str(error))
    metrics.tool_calls.labels(use.server, ended.status).inc()
    if use.allowed is not None:
        changed = fill(bench.prompts.changed, {"arguments": use.allowed})
        ended = replace(ended, told=f"{changed}\n\n{ended.words}")
    await _note(bench, run, replace(ended, seconds=round(time.monotonic() - started, 3)))
    pull_plug("after_tool_result")


async def _hand_back(bench: Workbench, run: Run) -> None:
    """Encode what is sent next and write its receipt before it leaves."""
    rounds = build_rounds(run.uses, run.text("text"))
    composition = run.prepared.composition.with_rounds(rounds, _closing(bench, rounds))
    request = await asyncio.to_thread(run.prepared.provider.encode, composition.payload())
    following = run.prepared.handing_back(run.attempt + 1, composition, request)
    write = bench.store.write
    await persist(lambda: write(following.principal, start_round, following.receipt))
    run.begin_round(following)


def take_up(bench: Workbench, composed: Composed, slot: Slot) -> Composed:
    """A reply behind the tools that an earlier run of it used; while some are open, nothing can be encoded yet."""
    if composed.provider is None or composed.problem or any(use.is_open for use in slot.uses):
        return composed
    rounds = build_rounds(slot.uses, slot.kept_text)
    composition = composed.composition.with_rounds(rounds, _closing(bench, rounds))
    return replace(composed, composition=composition, request=composed.provider.encode(composition.payload()))


def _closing(bench: Workbench, rounds: Sequence[Round]) -> str:
    return bench.prompts.over if len(rounds) >= bench.in_force.now.tool_rounds else ""


def build_rounds(uses: Sequence[ToolUse], text: str) -> tuple[Round, ...]:
    """What was said and used so far in this answer, as it is handed back."""
    rounds: list[Round] = []
    said = 0
    for group in group_rounds(uses):
        events = tuple(ToolEvent(ToolCall(use.id, use.name, use.arguments), use.words) for use in group)
        rounds.append(Round(text[said : group[0].at].strip(), events))
        said = group[0].at
    return tuple(rounds)


def parse_arguments(text: str) -> dict[str, Any] | None:
    """The arguments a model wrote; nothing when they are not a JSON object."""
    try:
        parsed = orjson.loads(text.strip() or "{}")
    except orjson.JSONDecodeError:
        return None
    return parsed if isinstance(parsed, dict) else None


async def _note(bench: Workbench, run: Run, *uses: ToolUse) -> None:
    write = bench.store.write
    place, principal = _place(run), run.prepared.principal
    _tell(bench, run, await persist(lambda: write(principal, note_uses, place, uses)))


def _tell(bench: Workbench, run: Run, fact: ReplyUsedTools) -> None:
    run.uses = put_uses(run.uses, fact.uses)
    bench.live.publish(fact)


def _fail(bench: Workbench, use: ToolUse, reason: str) -> ToolUse:
    told = fill(bench.prompts.failed, {"reason": reason})
    return replace(use, status="error", result=reason, told=told)


def _cut_off(bench: Workbench, run: Run, use: ToolUse) -> ToolUse:
    words = bench.prompts.cut_off
    return replace(use, status="error", epoch=run.prepared.receipt.epoch, result=words, told=words)


def _refuse(bench: Workbench, run: Run, use: ToolUse, decision: Decision) -> ToolUse:
    if decision.status == "used":
        return _cut_off(bench, run, use)
    if decision.status == "rejected":
        reason = decision.reason or ""
        told = fill(bench.prompts.rejected, {"reason": reason}).replace(" ]", "]")
        return replace(use, status="rejected", result=reason, told=told)
    return replace(use, status="rejected", result=decision.status, told=bench.prompts.expired)


def _find_tool(run: Run, name: str) -> ToolDefinition | None:
    tools = run.prepared.composition.seat.tools
    return next((tool for tool in tools if tool.wire_name == name), None)


def _find_current(current: Sequence[ToolDefinition], told: ToolDefinition) -> ToolDefinition | None:
    return next((each for each in current if (each.server, each.name) == (told.server, told.name)), None)


def _place(run: Run) -> Place:
    prepared = run.prepared
    receipt = prepared.receipt
    return Place(prepared.conversation_id, prepared.turn_id, receipt.reply_id, receipt.epoch)
