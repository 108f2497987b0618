"""A question to a panel, to a synthesis of it or to one advisor, over the wire that most programs speak."""

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Depends
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send
from typing_extensions import override

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.access.principal import Principal
from antiphon.access.rate_limits import Callers
from antiphon.advisors.advisor import Advisor
from antiphon.advisors.prompt import load_history_prompt
from antiphon.api.bounded import LONG, BoundedRoute
from antiphon.api.context import read_choice
from antiphon.api.dependencies import Dependencies, Deps
from antiphon.api.guard import Caller, allow, find_callers
from antiphon.api.held_stream import HeldStream
from antiphon.api.key import MayHaveKey
from antiphon.api.openai.answer import Answer, AnswerStream
from antiphon.api.openai.names import Target, find_target
from antiphon.api.openai.request import ChatRequest, read_chat
from antiphon.api.openai.scribe import answer_chore, is_chore
from antiphon.api.openai.synthesis import SynthesisWriter
from antiphon.api.openai.voices import AdvisorWriter, ChoicesWriter, JsonWriter, TranscriptWriter, Writer
from antiphon.api.openai_errors import note_accepted
from antiphon.api.schemas.choice import ChoiceBody
from antiphon.context.choice import Choice
from antiphon.conversation.errors import FieldRefused
from antiphon.conversation.ids import AdvisorId, ConversationId, PanelId
from antiphon.conversation.outside import Told
from antiphon.conversation.turn import Surface
from antiphon.engine.commands.ask_for_program import ProgramQuestion
from antiphon.engine.commands.line_up import LineUp, keep_names, read_line_up
from antiphon.engine.commands.outside_threads import OutsideQuestion, ask_outside
from antiphon.engine.commands.turns import stop_turn

router = APIRouter(route_class=BoundedRoute, include_in_schema=False)
WRITE: Final = Policy(Verb.WRITE, "turn")
# Of a history that was never said here: as much as a person would quote, the newest of it.
_MOST_FOREIGN_CHARS: Final = 24_000
_WHOSE: Final = {"user": "Person", "assistant": "Assistant"}


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
    wanted = read_chat(body, request.headers)
    target = await find_target(deps, caller, wanted.model)
    guards = deps.settings.api_task_guard
    if target.kind == "scribe" or (guards and is_chore(wanted, request.headers)):
        return await answer_chore(deps, caller, wanted)
    line_up = await read_line_up(deps.engine, caller)
    await keep_names(deps.engine, caller, line_up)
    asked = choose_advisors(line_up, target, wanted)
    writer = choose_writer(target, wanted, asked)
    question = write_outside(deps, caller, wanted, target, asked, line_up)
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
        try:
            await stream.begin()
        except BaseException:
            await stream.close()
            raise
        return ProgramStream(stream, held.pop_all())


class ProgramStream(HeldStream):
    """A stream to a program. On this wire closing it is the only way to say Stop, so whoever is speaking is stopped."""

    def __init__(self, stream: AnswerStream, held: ExitStack) -> None:
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", **stream.answer.headers}
        super().__init__(stream.write(), held, media_type="text/event-stream", headers=headers)
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


def choose_advisors(line_up: LineUp, target: Target, wanted: ChatRequest) -> tuple[Advisor, ...]:
    """Those who are asked: all of the target, or those of it that the program names."""
    if not wanted.advisors:
        return target.advisors
    named = {line_up.find_advisor(each): each for each in wanted.advisors}
    for found, name in named.items():
        if found is None or found not in target.advisors:
            raise FieldRefused("antiphon.advisors", f"{name[:60]} is not among them")
    return tuple(each for each in target.advisors if each in named)


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


def write_outside(
    deps: Dependencies,
    caller: Principal,
    wanted: ChatRequest,
    target: Target,
    asked: tuple[Advisor, ...],
    line_up: LineUp,
    surface: Surface = "openai",
) -> OutsideQuestion:
    """The question, and all that it may be known by."""
    choice = _choose(deps.engine.options_of(caller).choice, wanted)

    def write_question(conversation_id: ConversationId, foreign: int) -> ProgramQuestion:
        return ProgramQuestion(
            surface=surface,
            conversation_id=conversation_id,
            text=wanted.text,
            key="",
            advisor_ids=tuple(each.id for each in asked),
            note="\n\n".join(each for each in (wanted.note, write_foreign(wanted.history[:foreign])) if each),
            lets_them_ask=wanted.phases,
            choice=choice,
            expect={AdvisorId(each): sha256 for each, sha256 in wanted.expect.items()},
        )

    return OutsideQuestion(
        names=wanted.names,
        history=wanted.history,
        text=wanted.text,
        request_sha256=wanted.request_sha256,
        write_question=write_question,
        panel_id=_choose_panel(target, line_up),
        kept=wanted.kept,
    )


def _choose(usual: Choice, wanted: ChatRequest) -> Choice:
    chosen = read_choice(usual, ChoiceBody(**wanted.choice)) or usual
    return replace(chosen, max_tokens=wanted.max_tokens)


def _choose_panel(target: Target, line_up: LineUp) -> PanelId | None:
    """The panel a new conversation has: the one asked, or one on which the advisor sits."""
    if target.panel is not None:
        return target.panel.panel.id
    seating = [each for each in line_up.panels if set(target.advisors) <= set(each.advisors)]
    best = sorted(seating, key=lambda each: not each.is_default)
    return best[0].panel.id if best else None


def write_foreign(history: tuple[Told, ...]) -> str:
    """What another model said and was asked in that program, as the program tells it: quoted, nobody's own."""
    lines: list[str] = []
    left = _MOST_FOREIGN_CHARS
    for each in reversed(history):
        line = f"{_WHOSE[each.role]}: {each.text.strip()}"[:left]
        left -= len(line)
        lines.append(line)
        if left <= 0:
            break
    return "\n\n".join((load_history_prompt(), *reversed(lines))) if lines else ""


def is_retry(headers: Mapping[str, str]) -> bool:
    """Whether the program says that it has sent this before."""
    said = headers.get("x-stainless-retry-count", "")
    return said.isdigit() and int(said) > 0
