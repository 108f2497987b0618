"""A question to a panel, to a synthesis of it or to one advisor, over the wire that most programs speak."""

from contextlib import ExitStack
from dataclasses import replace
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Depends
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send
from typing_extensions import override

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.access.rate_limits import Callers
from antiphon.advisors.advisor import Advisor
from antiphon.api.bounded import LONG, BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow, find_callers
from antiphon.api.held_stream import HeldStream, hold_stream
from antiphon.api.key import MayHaveKey
from antiphon.api.openai.answer import Answer, AnswerStream
from antiphon.api.openai.asking import choose_advisors, is_retry, keep_pictures, write_outside
from antiphon.api.openai.names import Target, find_target
from antiphon.api.openai.request import ChatRequest, read_chat
from antiphon.api.openai.responses.ask import answer_response
from antiphon.api.openai.scribe import answer_chore, is_chore
from antiphon.api.openai.synthesis import SynthesisWriter
from antiphon.api.openai.voices import AdvisorWriter, ChoicesWriter, JsonWriter, TranscriptWriter, Writer
from antiphon.api.openai_errors import note_accepted
from antiphon.conversation.errors import FieldRefused
from antiphon.engine.accounts.watch import OpenStream
from antiphon.engine.commands.line_up import keep_names, read_line_up
from antiphon.engine.commands.outside_threads import ask_outside
from antiphon.engine.commands.turns import stop_turn

router = APIRouter(route_class=BoundedRoute, include_in_schema=False)
WRITE: Final = Policy(Verb.WRITE, "turn")


@router.post("/openai/v1/chat/completions")
@router.post("/v1/chat/completions")
@allow(WRITE, body=LONG, cost=CallCost.PAID)
async def post_chat(
    caller: Caller,
    deps: Deps,
    request: Request,
    callers: Annotated[Callers, Depends(find_callers)],
    body: Annotated[dict[str, Any], Body()],
    key: MayHaveKey = None,
) -> Response:
    """Ask, and answer as a whole or piece by piece. The question is on disk before the answer begins."""
    if "input" in body and "messages" not in body:
        # Some programs send bodies of the other wire here, and read answers of that one.
        return await answer_response(deps, caller, request, callers, body, key)
    wanted = read_chat(body, request.headers)
    target = await find_target(deps, caller, wanted.model)
    guards = deps.settings.api_task_guard
    if target.kind == "scribe" or (guards and is_chore(wanted, request.headers)):
        return await answer_chore(deps, caller, wanted)
    line_up = await read_line_up(deps.engine, caller)
    await keep_names(deps.engine, caller, line_up)
    asked = choose_advisors(line_up, target, wanted)
    writer = choose_writer(target, wanted, asked)
    pictures = await keep_pictures(deps, caller, wanted.pictures)
    question = write_outside(deps, caller, wanted, target, asked, line_up, attachments=pictures)
    question = replace(question, key=key, is_retry=is_retry(request.headers))
    accepted = await ask_outside(deps.engine, caller, question)
    note_accepted(request.scope)
    slugs = {str(each.advisor.id): each.slug for each in line_up.advisors}
    mode = target.mode if target.kind == "synthesis" else None
    answer = Answer(deps, caller, wanted, question, accepted, wanted.model, writer, slugs, mode=mode)
    if not wanted.stream:
        return JSONResponse(await answer.write_whole(), headers=answer.headers)
    return await begin_stream(answer, callers)


async def begin_stream(answer: Answer, callers: Callers) -> Response:
    """The answer piece by piece, held like every stream: counted, and ended with what its reader came with."""
    stream = AnswerStream(answer)
    with ExitStack() as held:
        held.enter_context(callers.hold_feed(answer.caller))
        reader = held.enter_context(hold_stream(answer.deps, answer.caller))
        try:
            await stream.begin()
        except BaseException:
            await stream.close()
            raise
        return ProgramStream(stream, reader, held.pop_all())


class ProgramStream(HeldStream):
    """A stream to a program. On this wire closing it is the only way to say Stop, so whoever is speaking is stopped."""

    def __init__(self, stream: AnswerStream, reader: OpenStream, held: ExitStack) -> None:
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", **stream.answer.headers}
        super().__init__(stream.write(reader), held, media_type="text/event-stream", headers=headers)
        self._stream = stream

    @override
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._stream.close()
            await self._stop_if_left()

    async def _stop_if_left(self) -> None:
        answer = self._stream.answer
        goes_on = answer.wanted.on_disconnect == "continue" or answer.deps.engine.draining
        if not (self._stream.is_over or goes_on):
            await stop_turn(answer.deps.engine, answer.caller, answer.asked.turn.id)


def choose_writer(target: Target, wanted: ChatRequest, asked: tuple[Advisor, ...]) -> Writer:
    """How the answer is written; one choice each only for whoever says so or counts them."""
    chosen = wanted.format
    if target.kind == "panel" and wanted.n == len(asked) > 1:
        chosen = chosen or "choices"
    elif wanted.n > 1:
        raise FieldRefused("n", f"this is 1, or the number of advisors: {len(asked)}")
    if target.kind == "advisor":
        return AdvisorWriter()
    if target.kind == "synthesis":
        return SynthesisWriter()
    if chosen == "choices":
        return ChoicesWriter()
    return JsonWriter() if chosen == "json" else TranscriptWriter(thinking=wanted.thinking)
