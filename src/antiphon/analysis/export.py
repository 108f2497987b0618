"""Turns written out for people and programs: the one place where that is done."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from html import escape
from typing import Final

from antiphon.analysis.html_page import colour_of, render_markdown, tag, wrap, write_html
from antiphon.conversation.reply import Reply
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.conversation.wire import encode_turn, format_time

UNTITLED: Final = "A conversation"


def export_turns(turns: Iterable[Turn], form: str, title: str = "") -> str:
    """The turns as `json`, `md`, `html` or `txt`, oldest first. Only chosen answers stand in those for people."""
    match form:
        case "json":
            return json.dumps([encode_turn(turn) for turn in turns], ensure_ascii=False, indent=1)
        case "md":
            return "\n\n".join(_as_markdown(turn) for turn in turns)
        case "html":
            return write_html(title or UNTITLED, (_write_head(title), *map(write_turn, turns)))
        case _:
            return "\n\n".join(_as_text(turn) for turn in turns)


def write_turn(turn: Turn) -> str:
    """One turn as a part of an HTML page: the question, then every voice by name."""
    head = tag("span", f"{turn.position}. {_say_time(turn.created_at)}", kind="quiet")
    question = tag("p", turn.text, kind="question", dir="auto")
    return wrap("article", (head, question, *write_voices(turn)), kind="turn")


def write_voices(turn: Turn) -> Iterable[str]:
    """Every voice of a turn by name, each with what it said, as parts of an HTML page."""
    return (_write_voice(reply) for reply in _chosen(turn))


def _write_voice(reply: Reply) -> str:
    name = wrap("h3", (escape(reply.name), " ", tag("small", reply.model)), dir="auto")
    words = render_markdown(reply.edited if reply.edited is not None else reply.text)
    note = _note(reply)
    said = (words, tag("p", note, kind="failed" if reply.error else "quiet")) if note else (words,)
    return wrap("section", (name, *said), kind="voice", style=colour_of(reply.colour))


def _write_head(title: str) -> str:
    return wrap("header", (wrap("p", (tag("b", "Antiphon"),), kind="brand"), tag("h1", title or UNTITLED, dir="auto")))


def _say_time(moment: datetime) -> str:
    at = moment.astimezone(UTC)
    return f"{at.day} {at:%B %Y, %H:%M} UTC"


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
        return f"{reply.edited} {_note(reply)}"
    gap = " " if reply.error is None else "\n\n"
    return f"{reply.text}{gap}{_note(reply)}".strip() if _note(reply) else reply.text


def _note(reply: Reply) -> str:
    """What has to be known about an answer that is not simply what a voice said to its end."""
    if reply.edited is not None:
        return "[edited]"
    if reply.error is not None:
        return f"[error: {reply.error.code}] {reply.error.message}"
    return "" if reply.state is ReplyState.COMPLETE else f"[{reply.state}]"
