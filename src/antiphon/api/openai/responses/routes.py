"""Responses, asked for and asked for again: as they stand, as a stream from any number on, cancelled, deleted."""

import asyncio
from contextlib import aclosing
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Depends, Query
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.access.principal import Principal
from antiphon.access.rate_limits import Callers
from antiphon.api.bounded import LONG, BoundedRoute
from antiphon.api.dependencies import Dependencies, Deps
from antiphon.api.guard import Caller, allow, find_callers
from antiphon.api.key import MayHaveKey
from antiphon.api.openai.event_stream import begin_stream
from antiphon.api.openai.following import keep_first
from antiphon.api.openai.responses.answer import ResponseAnswer, ResponseStream
from antiphon.api.openai.responses.ask import answer_response
from antiphon.api.openai.responses.request import ANSWER
from antiphon.conversation.errors import AnswerUnknown, NotFound
from antiphon.conversation.ids import TurnId
from antiphon.conversation.part import ImagePart
from antiphon.conversation.turn import Turn
from antiphon.engine.commands.line_up import read_line_up
from antiphon.engine.commands.outside_places import find_answer
from antiphon.engine.commands.turns import remove_turns, stop_turn
from antiphon.store.reads.outside import KeptRequest
from antiphon.store.reads.turns import read_accepted
from antiphon.store.unit import Unit

router = APIRouter(route_class=BoundedRoute, include_in_schema=False)
WRITE: Final = Policy(Verb.WRITE, "turn")
READ: Final = Policy(Verb.READ, "turn")
# Whoever is speaking hears of a stop within a second; an answer that says so is worth waiting for.
_STOP_SECONDS: Final = 10.0


@router.post("/openai/v1/responses")
@router.post("/v1/responses")
@allow(WRITE, body=LONG, cost=CallCost.PAID)
async def post_response(
    caller: Caller,
    deps: Deps,
    request: Request,
    callers: Annotated[Callers, Depends(find_callers)],
    body: Annotated[dict[str, Any], Body()],
    key: MayHaveKey = None,
) -> Response:
    """Ask, and answer as a whole, piece by piece, or later."""
    return await answer_response(deps, caller, request, callers, body, key)


@router.get("/openai/v1/responses/{response_id}")
@router.get("/v1/responses/{response_id}")
@allow(READ)
async def get_response(
    caller: Caller,
    deps: Deps,
    callers: Annotated[Callers, Depends(find_callers)],
    response_id: str,
    stream: bool = False,
    starting_after: Annotated[int | None, Query(ge=0, lt=1 << 53)] = None,
) -> Response:
    """The answer as it stands, or what follows a number of it, as it comes."""
    answer = await _find(deps, caller, response_id)
    if stream:
        return begin_stream(ResponseStream(answer, starting_after), callers)
    return JSONResponse(await answer.write_now(answer.turn), headers=answer.headers)


@router.post("/openai/v1/responses/{response_id}/cancel")
@router.post("/v1/responses/{response_id}/cancel")
@allow(WRITE)
async def post_cancel(caller: Caller, deps: Deps, response_id: str) -> Response:
    """Stop whoever is speaking; what was said is kept. One that has ended stays as it is."""
    answer = await _find(deps, caller, response_id, Verb.WRITE)
    await stop_turn(deps.engine, caller, answer.turn.id)
    turn = await _wait_until_stopped(answer)
    return JSONResponse(await answer.write_now(turn), headers=answer.headers)


@router.delete("/openai/v1/responses/{response_id}")
@router.delete("/v1/responses/{response_id}")
@allow(WRITE)
async def delete_response(caller: Caller, deps: Deps, response_id: str) -> dict[str, Any]:
    """Remove the question with its answers from its conversation; whoever asked in Antiphon can restore it there."""
    answer = await _find(deps, caller, response_id, Verb.WRITE)
    await remove_turns(deps.engine, caller, answer.turn.conversation_id, (answer.turn.id,))
    return {"id": response_id, "object": "response", "deleted": True}


@router.get("/openai/v1/responses/{response_id}/input_items")
@router.get("/v1/responses/{response_id}/input_items")
@allow(READ)
async def get_input_items(caller: Caller, deps: Deps, response_id: str) -> dict[str, Any]:
    """What was asked; what came before it is in the answers before it."""
    answer = await _find(deps, caller, response_id)
    items = [_describe_question(answer.turn)]
    ends = {"first_id": items[0]["id"], "last_id": items[-1]["id"], "has_more": False}
    return {"object": "list", "data": items, **ends}


async def _find(deps: Dependencies, caller: Principal, response_id: str, verb: Verb = Verb.READ) -> ResponseAnswer:
    """The answer with this name; `NotFound` for one of another program, unless this one may do so to all of them."""
    turn_id = TurnId(response_id.removeprefix(ANSWER)[:80])
    try:
        kept, turn, seq = await deps.engine.store.read(caller, _read, turn_id, verb)
    except AnswerUnknown:
        raise NotFound("response", response_id[:80]) from None
    line_up = await read_line_up(deps.engine, caller)
    slugs = {str(each.advisor.id): each.slug for each in line_up.advisors}
    return ResponseAnswer(deps, caller, kept.request, turn, seq, slugs=slugs)


def _read(unit: Unit, turn_id: TurnId, verb: Verb) -> tuple[KeptRequest, Turn, int]:
    kept = find_answer(unit, turn_id, verb)
    turn, seq = read_accepted(unit, turn_id)
    if turn.surface != "responses":
        raise AnswerUnknown(turn_id)
    return kept, turn, seq


async def _wait_until_stopped(answer: ResponseAnswer) -> Turn:
    turn = answer.turn
    try:
        async with asyncio.timeout(_STOP_SECONDS):
            async with aclosing(answer.follow()) as turns:
                async for each in turns:
                    turn = each
    except TimeoutError:
        # Its node does not hear; it is written as it stands, and ends when that node is back or declared gone.
        pass
    return keep_first(turn)


def _describe_question(turn: Turn) -> dict[str, Any]:
    words: list[dict[str, Any]] = [{"type": "input_text", "text": turn.text}] if turn.text else []
    pictures = [
        {"type": "input_image", "detail": "auto", "file_id": each.document_id, "image_url": None}
        for each in turn.parts
        if isinstance(each, ImagePart)
    ]
    return {"id": f"{ANSWER}{turn.id}", "type": "message", "role": "user", "status": "completed"} | {
        "content": words + pictures
    }
