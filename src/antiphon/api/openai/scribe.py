"""Chores of chat programs: one model writes titles and tags, and no panel is woken for them."""

import time
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import orjson
from starlette.responses import JSONResponse, Response

from antiphon.access.principal import Principal
from antiphon.api.dependencies import Dependencies
from antiphon.api.openai.names import SCRIBE
from antiphon.api.openai.request import ChatRequest
from antiphon.api.openai.usage import Usage
from antiphon.api.openai.voices import make_choice, make_message
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.payload import Message, Payload
from antiphon.engine.commands.ask_once import ask_once
from antiphon.engine.runtime.identity import new_id

_TASK_HEADER: Final = "x-antiphon-task"
_TASK_OPENING: Final = "### Task:"
_SECONDS: Final = 120.0
# A title, a few tags, a query: a chore that is longer is none.
_MAX_TOKENS: Final = 2_048
_WHO: Final = AdvisorId("scribe")


def is_chore(wanted: ChatRequest, headers: Mapping[str, str]) -> bool:
    """Whether a program wants something for itself rather than for its person."""
    if headers.get(_TASK_HEADER, "").strip():
        return True
    return not wanted.history and wanted.text.lstrip().startswith(_TASK_OPENING)


class Chore(NamedTuple):
    """What the scribe wrote, and what it took."""

    text: str
    usage: Usage


async def do_chore(deps: Dependencies, caller: Principal, wanted: ChatRequest) -> Chore:
    """The answer of the model that also names conversations. No conversation is kept."""
    deps.engine.check_open()
    options = deps.engine.options_of(caller)
    model = options.analysis_model or options.default_model
    most = min(wanted.max_tokens or _MAX_TOKENS, _MAX_TOKENS)
    answer = await ask_once(deps.engine, caller, Payload(_WHO, model, _write(wanted), most), _SECONDS)
    used = answer.used
    usage = Usage(is_estimated=True) if used is None else Usage(used.input_tokens, used.output_tokens)
    return Chore(answer.text, usage)


async def answer_chore(deps: Dependencies, caller: Principal, wanted: ChatRequest) -> Response:
    """The same as this wire writes it."""
    done = await do_chore(deps, caller, wanted)
    head: dict[str, Any] = {"id": f"chatcmpl-{new_id('s')}", "created": int(time.time()), "model": SCRIBE}
    facts = {"ignored": list(wanted.ignored), "usage_estimated": done.usage.is_estimated}
    if wanted.stream:
        return _stream(wanted, head, done.text, done.usage, facts)
    choices = [make_message(0, {"content": done.text}, "stop")]
    body = {**head, "object": "chat.completion", "choices": choices, "usage": done.usage.describe(), "antiphon": facts}
    return JSONResponse(body)


def _write(wanted: ChatRequest) -> tuple[Message, ...]:
    """What the program said, as it said it: there is nobody here whose thread it could disturb."""
    notes = (Message("system", wanted.note, "system"),) if wanted.note else ()
    told = tuple(
        Message(each.role, each.text, "reply" if each.role == "assistant" else "turn") for each in wanted.history
    )
    return (*notes, *told, Message("user", wanted.text, "human"))


def _stream(
    wanted: ChatRequest, head: Mapping[str, Any], text: str, usage: Usage, facts: Mapping[str, Any]
) -> Response:
    pieces: list[dict[str, Any]] = [
        {"choices": [make_choice(0, {"role": "assistant", "content": text})]},
        {"choices": [make_choice(0, {}, "stop")], "antiphon": facts},
    ]
    if wanted.include_usage:
        pieces.append({"choices": [], "usage": usage.describe()})
    told = [orjson.dumps({**head, "object": "chat.completion.chunk", **each}) for each in pieces]
    body = b"".join(b"data: %b\n\n" % each for each in (*told, b"[DONE]"))
    return Response(body, media_type="text/event-stream")
