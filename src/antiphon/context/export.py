"""Turns written out for people and programs."""

import json
from collections.abc import Iterable

from antiphon.conversation.reply import Reply
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.conversation.wire import encode_turn, format_time


def export_turns(turns: Iterable[Turn], form: str) -> str:
    """The turns as `json`, `md` or `txt`, oldest first. Only chosen answers stand in the two for people."""
    match form:
        case "json":
            return json.dumps([encode_turn(turn) for turn in turns], ensure_ascii=False, indent=1)
        case "md":
            return "\n\n".join(_as_markdown(turn) for turn in turns)
        case _:
            return "\n\n".join(_as_text(turn) for turn in turns)


def _as_markdown(turn: Turn) -> str:
    parts = [f"## {turn.position}. {format_time(turn.created_at)}", turn.text]
    voices = [f"### {reply.name} ({reply.model})\n\n{_words(reply)}" for reply in _chosen(turn)]
    return "\n\n".join([*parts, *voices])


def _as_text(turn: Turn) -> str:
    lines = [f"[{turn.position}] {format_time(turn.created_at)}", f"You: {turn.text}"]
    return "\n\n".join([*lines, *(f"{reply.name}: {_words(reply)}" for reply in _chosen(turn))])


def _chosen(turn: Turn) -> Iterable[Reply]:
    return (reply for reply in turn.replies if reply.chosen)


def _words(reply: Reply) -> str:
    if reply.edited is not None:
        return f"{reply.edited} [edited]"
    if reply.error is not None:
        return f"{reply.text}\n\n[error: {reply.error.code}] {reply.error.message}".strip()
    if reply.state is not ReplyState.COMPLETE:
        return f"{reply.text} [{reply.state}]".strip()
    return reply.text
