"""Panels, syntheses of them and advisors, each an agent that other people's screens run."""

from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Body, Depends
from starlette.requests import Request
from starlette.responses import Response

from antiphon.access.policy import CallCost, Policy, Verb, check_allowed
from antiphon.access.principal import Principal
from antiphon.access.rate_limits import Callers
from antiphon.api.agui.answer import RunAnswer, RunStream
from antiphon.api.agui.capabilities import describe_agent
from antiphon.api.agui.events import RunWriter
from antiphon.api.agui.request import SOURCE, Resumed, RunRequest, read_run
from antiphon.api.bounded import LONG, BoundedRoute
from antiphon.api.dependencies import Dependencies, Deps
from antiphon.api.guard import Caller, allow, find_callers
from antiphon.api.openai.asking import choose_advisors, keep_pictures, write_outside
from antiphon.api.openai.event_stream import begin_stream
from antiphon.api.openai.following import keep_first
from antiphon.api.openai.names import OWNER, Target, find_target
from antiphon.conversation.errors import ApprovalGone, FieldRefused, NotFound
from antiphon.conversation.turn import Turn
from antiphon.engine.commands.approvals import allow_call, reject_call
from antiphon.engine.commands.line_up import LineUp, keep_names, read_line_up
from antiphon.engine.commands.outside_threads import ask_outside
from antiphon.store.reads.approvals import Approval, read_approval
from antiphon.store.reads.outside import read_outside_thread
from antiphon.store.reads.turns import read_accepted
from antiphon.store.unit import Unit

router = APIRouter(route_class=BoundedRoute, include_in_schema=False)
WRITE: Final = Policy(Verb.WRITE, "turn")
READ: Final = Policy(Verb.READ, "turn")
GIVE_LEAVE: Final = Policy(Verb.WRITE, "tool")
Kind = Literal["panels", "synthesis", "advisors"]
_KINDS: Final = {"panels": "panel", "synthesis": "synthesis", "advisors": "advisor"}


@router.post("/agui/{kind}/{slug}")
@allow(WRITE, body=LONG, cost=CallCost.PAID)
async def post_run(
    caller: Caller,
    deps: Deps,
    request: Request,
    callers: Annotated[Callers, Depends(find_callers)],
    body: Annotated[dict[str, Any], Body()],
    kind: Kind,
    slug: str,
) -> Response:
    """Run: ask, or go on behind what an earlier run asked. The question is on disk before the first event."""
    wanted = read_run(body, request.headers, f"{OWNER}/{_KINDS[kind]}/{slug}")
    target = await find_target(deps, caller, wanted.asked.model)
    line_up = await read_line_up(deps.engine, caller)
    await keep_names(deps.engine, caller, line_up)
    run = await (_resume if wanted.resumed else _ask)(deps, caller, wanted, target, line_up)
    stops = wanted.asked.on_disconnect == "cancel"
    return begin_stream(RunStream(run), callers, stops=stops)


@router.get("/agui/{kind}/{slug}/capabilities")
@allow(READ)
async def get_capabilities(caller: Caller, deps: Deps, kind: Kind, slug: str) -> dict[str, Any]:
    """What this agent can do."""
    return describe_agent(await find_target(deps, caller, f"{OWNER}/{_KINDS[kind]}/{slug}"))


async def _ask(deps: Dependencies, caller: Principal, wanted: RunRequest, target: Target, line_up: LineUp) -> RunAnswer:
    advisors = choose_advisors(line_up, target, wanted.asked)
    pictures = await keep_pictures(deps, caller, wanted.asked.pictures)
    question = write_outside(
        deps, caller, wanted.asked, target, advisors, line_up, surface=SOURCE, attachments=pictures
    )
    question = replace(question, key=f"{SOURCE} {wanted.thread_id} {wanted.run_id}")
    asked = await ask_outside(deps.engine, caller, question)
    run = _begin(deps, caller, wanted, target, line_up, asked.turn, asked.seq)
    run.joined = asked.joined
    return run


async def _resume(
    deps: Dependencies, caller: Principal, wanted: RunRequest, target: Target, line_up: LineUp
) -> RunAnswer:
    """Say what the person says to each call, and go on with the replies that waited for it."""
    check_allowed(caller, GIVE_LEAVE)
    asked, turn, seq = await deps.engine.store.read(caller, _read_asked, wanted)
    run = _begin(deps, caller, wanted, target, line_up, turn, seq)
    run.answered = frozenset(each.id for each in asked)
    run.writer.skip(keep_first(turn), {each.reply_id for each in asked}, run.answered)
    for each in wanted.resumed:
        # Decided on another screen, or too late: then the advisor has gone on, and so does the run.
        with suppress(ApprovalGone):
            await _decide(deps, caller, each)
    return run


async def _decide(deps: Dependencies, caller: Principal, said: Resumed) -> None:
    if said.allowed:
        arguments, always = said.arguments, said.always
        await allow_call(deps.engine, caller, said.approval_id, arguments=arguments, always=always)
    else:
        await reject_call(deps.engine, caller, said.approval_id, reason=said.reason)


def _read_asked(unit: Unit, wanted: RunRequest) -> tuple[list[Approval], Turn, int]:
    """What was asked in this thread, all of it about one turn; `NotFound` for a question of any other."""
    conversation_id = read_outside_thread(unit, SOURCE, wanted.thread_id)
    asked = [read_approval(unit, each.approval_id) for each in wanted.resumed]
    for each in asked:
        if each.conversation_id != conversation_id:
            raise NotFound("approval", each.id)
    if len({each.turn_id for each in asked}) > 1:
        raise FieldRefused("resume", "these were asked in different runs")
    return asked, *read_accepted(unit, asked[0].turn_id)


def _begin(
    deps: Dependencies, caller: Principal, wanted: RunRequest, target: Target, line_up: LineUp, turn: Turn, seq: int
) -> RunAnswer:
    return RunAnswer(
        deps,
        caller,
        wanted,
        turn,
        seq,
        writer=RunWriter(has_subagents=wanted.has_subagents),
        slugs={str(each.advisor.id): each.slug for each in line_up.advisors},
        mode=target.mode if target.kind == "synthesis" else None,
    )
