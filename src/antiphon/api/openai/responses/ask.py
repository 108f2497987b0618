"""A question asked for a response: accepted like every other, and answered at once, whole or event by event."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from antiphon.access.principal import Principal
from antiphon.access.rate_limits import Callers
from antiphon.api.dependencies import Dependencies
from antiphon.api.openai.asking import choose_advisors, is_retry, keep_pictures, write_outside
from antiphon.api.openai.event_stream import HEADERS, begin_stream
from antiphon.api.openai.names import SCRIBE, Target, find_target
from antiphon.api.openai.responses.answer import ResponseAnswer, ResponseStream
from antiphon.api.openai.responses.body import Outcome, write_body
from antiphon.api.openai.responses.events import EventWriter, write_event
from antiphon.api.openai.responses.items import Item
from antiphon.api.openai.responses.places import CREATED, SPEAKING, Place, number_of
from antiphon.api.openai.responses.request import MESSAGE, ResponseRequest, read_response
from antiphon.api.openai.scribe import do_chore, is_chore
from antiphon.api.openai_errors import note_accepted
from antiphon.conversation.errors import AnswerUnknown, FieldRefused, NotFound
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.program_request import ProgramRequest
from antiphon.conversation.turn import Turn
from antiphon.engine.commands.line_up import keep_names, read_line_up
from antiphon.engine.commands.outside_places import find_answer
from antiphon.engine.commands.outside_threads import ask_outside
from antiphon.engine.runtime.identity import new_id
from antiphon.store.reads.turns import read_placed_reply


async def answer_response(
    deps: Dependencies,
    caller: Principal,
    request: Request,
    callers: Callers,
    body: dict[str, Any],
    key: str | None,
) -> Response:
    """Ask, and answer as a whole, piece by piece, or later. The question is on disk before the answer begins."""
    wanted = read_response(body, request.headers)
    target = await find_target(deps, caller, wanted.asked.model)
    guards = deps.settings.api_task_guard
    if target.kind == "scribe" or (guards and is_chore(wanted.asked, request.headers)):
        return await _answer_chore(deps, caller, wanted)
    if wanted.background and target.kind == "synthesis":
        raise FieldRefused("background", "one text out of a panel is written while somebody waits; ask the panel")
    line_up = await read_line_up(deps.engine, caller)
    await keep_names(deps.engine, caller, line_up)
    advisors = choose_advisors(line_up, target, wanted.asked)
    pictures = await keep_pictures(deps, caller, wanted.asked.pictures)
    question = write_outside(
        deps, caller, wanted.asked, target, advisors, line_up, surface="responses", attachments=pictures
    )
    after = wanted.previous or await _find_shown(deps, caller, wanted)
    kept = _keep(wanted, target, after)
    question = replace(
        question,
        key=key,
        is_retry=is_retry(request.headers),
        after=after,
        tells_again=wanted.previous is None,
        appends=bool(body.get("conversation")) and not wanted.asked.history,
        request=kept,
    )
    asked = await ask_outside(deps.engine, caller, question)
    note_accepted(request.scope)
    slugs = {str(each.advisor.id): each.slug for each in line_up.advisors}
    answer = ResponseAnswer(deps, caller, kept, asked.turn, asked.seq, question, slugs, asked.diverged)
    if wanted.asked.stream:
        stops = wanted.asked.on_disconnect == "cancel" and not wanted.background
        return begin_stream(ResponseStream(answer), callers, stops=stops)
    written = await (answer.write_now(asked.turn) if wanted.background else answer.write_whole())
    return JSONResponse(written, headers=answer.headers)


def _keep(wanted: ResponseRequest, target: Target, after: TurnId | None) -> ProgramRequest:
    """What the answer is written with, however late it is asked for."""
    return ProgramRequest(
        model=wanted.asked.model,
        answering="synthesis" if target.kind == "synthesis" else "advisor" if target.kind == "advisor" else "panel",
        mode=target.mode,
        labels=True if wanted.labels is None else wanted.labels,
        background=wanted.background,
        previous=after,
        note=wanted.asked.note,
        max_tokens=wanted.asked.max_tokens,
        metadata=wanted.asked.metadata,
        ignored=wanted.asked.ignored,
        kept=wanted.asked.kept,
    )


async def _find_shown(deps: Dependencies, caller: Principal, wanted: ResponseRequest) -> TurnId | None:
    """The turn of the last answer that a program shows again by its id; nothing for one that is not its own."""
    if wanted.shown is None or wanted.asked.names:
        return None
    try:
        place, _ = await deps.engine.store.read(caller, read_placed_reply, wanted.shown)
        await deps.engine.store.read(caller, find_answer, place.turn_id)
    except (AnswerUnknown, NotFound):
        if wanted.is_reference:
            raise FieldRefused("input", f"there is no item {MESSAGE}{wanted.shown} here") from None
        return None
    return place.turn_id


async def _answer_chore(deps: Dependencies, caller: Principal, wanted: ResponseRequest) -> Response:
    """What the scribe wrote; it is kept nowhere and cannot be asked for again."""
    done = await do_chore(deps, caller, wanted.asked)
    name = new_id("s")
    turn = Turn(TurnId(name), ConversationId(""), 0, wanted.asked.text, datetime.now(UTC), ())
    item = Item("message", f"{MESSAGE}{name}", 0, 0, SPEAKING, done.text, status="completed")
    kept = replace(_keep(wanted, Target("scribe", SCRIBE, "Scribe"), None), model=SCRIBE, kept=False)
    facts = {"usage_estimated": done.usage.is_estimated}
    body = write_body(turn, kept, Outcome("completed"), [item], done.usage, facts) | {"conversation": None}
    if not wanted.asked.stream:
        return JSONResponse(body)
    begun = write_event("response.created", CREATED, response=body | {"status": "in_progress", "output": []})
    end = write_event("response.completed", number_of(Place(1)), response=body)
    pieces = (begun, *EventWriter().advance([item]), end)
    return Response(b"".join(pieces), media_type="text/event-stream", headers=HEADERS)
