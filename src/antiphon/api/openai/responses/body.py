"""The body of a response: what was asked for, how it stands, and its items."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from antiphon.api.openai.following import find_failure
from antiphon.api.openai.responses.items import Item
from antiphon.api.openai.responses.request import ANSWER
from antiphon.api.openai.usage import Usage
from antiphon.api.openai.voices import Json, find_finish
from antiphon.conversation.program_request import ProgramRequest
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn

Standing = Literal["in_progress", "completed", "incomplete", "failed", "cancelled"]
_CUT = {"length": "max_output_tokens", "content_filter": "content_filter"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an answer stands, and why it is not whole."""

    standing: Standing
    error: Json | None = None
    cut: str | None = None


def judge(turn: Turn) -> Outcome:
    """How the answer to a turn stands. One whose voices were stopped is cancelled, whatever some of them had said."""
    if not turn.all_completed:
        return Outcome("in_progress")
    if any(reply.state is ReplyState.STOPPED for reply in turn.replies):
        return Outcome("cancelled")
    if (failure := find_failure(turn)) is not None:
        code = "rate_limit_exceeded" if failure.rate_limited else "server_error"
        return Outcome("failed", {"code": code, "message": str(failure)})
    if (cut := _CUT.get(find_finish(turn.replies))) is not None:
        return Outcome("incomplete", cut=cut)
    return Outcome("completed")


def write_body(
    turn: Turn,
    request: ProgramRequest,
    outcome: Outcome,
    items: list[Item],
    usage: Usage | None = None,
    facts: Json | None = None,
    pictures: Sequence[Json] = (),
) -> Json:
    """All of it, with every field that programs of this wire look for."""
    own = facts if facts is not None else {"conversation_id": turn.conversation_id, "turn_id": turn.id}
    return {
        "id": f"{ANSWER}{turn.id}",
        "object": "response",
        "created_at": int(turn.created_at.timestamp()),
        "status": outcome.standing,
        "background": request.background,
        "conversation": {"id": turn.conversation_id},
        "error": outcome.error,
        "incomplete_details": None if outcome.cut is None else {"reason": outcome.cut},
        "instructions": request.note or None,
        "max_output_tokens": request.max_tokens,
        "metadata": dict(request.metadata),
        "model": request.model,
        "output": [*(each.describe() for each in items), *pictures],
        "parallel_tool_calls": False,
        "previous_response_id": None if request.previous is None else f"{ANSWER}{request.previous}",
        "reasoning": {"effort": None, "summary": None},
        "store": request.kept,
        "temperature": None,
        "text": {"format": {"type": "text"}},
        "tool_choice": "auto",
        "tools": [],
        "top_p": None,
        "truncation": "disabled",
        "usage": None if usage is None else write_usage(usage),
        "antiphon": {**own, "ignored": list(request.ignored)},
    }


def write_usage(usage: Usage) -> Json:
    """In the words of this wire."""
    return {
        "input_tokens": usage.prompt,
        "input_tokens_details": {"cached_tokens": usage.cached, "cache_write_tokens": 0},
        "output_tokens": usage.completion,
        "output_tokens_details": {"reasoning_tokens": usage.reasoning},
        "total_tokens": usage.prompt + usage.completion,
    }
