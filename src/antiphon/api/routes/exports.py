"""Conversations written out: for notes, for another program, for paper."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from starlette.responses import Response

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.analysis.html_page import POLICY
from antiphon.api.bounded import BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.conversation.errors import Malformed, NotFound
from antiphon.conversation.ids import ConversationId
from antiphon.engine.commands.export import Export, export

router = APIRouter(route_class=BoundedRoute, tags=["conversations"])
READ = Policy(Verb.READ, "export")
Form = Literal["md", "txt", "json", "html", "decision", "openai-chat", "preferences", "sharegpt"]
# Numbers and spans of numbers, as a filter shows them: 1-4,7.
Spans = Annotated[str, Query(max_length=20_000, pattern=r"^\d{1,9}(-\d{1,9})?(,\d{1,9}(-\d{1,9})?)*$")]

_TYPES = {
    "md": "text/markdown",
    "txt": "text/plain",
    "json": "application/json",
    "openai-chat": "application/jsonl",
    "preferences": "application/jsonl",
    "sharegpt": "application/json",
}
_SUFFIXES = {"openai-chat": "jsonl", "preferences": "jsonl", "sharegpt": "json"}
# Whose suffix does not say what they are.
_NAMED = frozenset({"decision", *_SUFFIXES})
_PAGE = "text/html"
_TEXT = {"schema": {"type": "string"}}


@router.get(
    "/v1/conversations/{conversation_id}/export",
    response_class=Response,
    responses={
        200: {
            "description": "The turns, written out",
            "content": dict.fromkeys(("text/markdown", "text/plain", "application/jsonl", _PAGE), _TEXT)
            | {"application/json": {"schema": {"items": {"type": "object"}}}},
        }
    },
    operation_id="export_conversation",
)
@allow(READ, cost=CallCost.HEAVY, raises=(Malformed, NotFound))
async def get_export(
    caller: Caller,
    deps: Deps,
    conversation_id: str,
    form: Form = "md",
    turns: Spans | None = None,
    answers: bool = False,
    look: bool = False,
) -> Response:
    """The conversation or some of its turns: Markdown, text, JSON, one HTML page, or the decision page of one turn.

    To train a model on, the whole of it: chats, preferences, or as ShareGPT has it, each voice by itself. A page can be
    looked at instead of saved; it runs no script and asks nobody for anything.
    """
    wanted = Export(ConversationId(conversation_id), form, _read_spans(turns), answers)
    text = await export(deps.engine, caller, wanted)
    suffix = _SUFFIXES.get(form, form if form in _TYPES else "html")
    name = f"antiphon-{conversation_id}{f'-{form}' if form in _NAMED else ''}.{suffix}"
    headers = {
        "Content-Disposition": f'{"inline" if look else "attachment"}; filename="{name}"',
        "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    }
    return Response(text, media_type=f"{_TYPES.get(form, _PAGE)}; charset=utf-8", headers=headers)


def _read_spans(turns: str | None) -> tuple[tuple[int, int], ...]:
    spans = (each.partition("-") for each in (turns.split(",") if turns else ()))
    return tuple((int(first), int(last or first)) for first, _, last in spans)
