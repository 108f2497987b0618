"""Turns written out for people and programs: the one place where that is done."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from html import escape
from typing import Final

from antiphon.analysis.html_page import colour_of, render_markdown, tag, wrap, write_html
from antiphon.analysis.spoken import write_failure
from antiphon.conversation.reply import Reply, ReplyError
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
            return "\n\n".join(export_turn(turn) for turn in turns)
        case "html":
            return write_html(title or UNTITLED, (write_head(title), *map(write_turn, turns)))
        case _:
            return "\n\n".join(_as_text(turn) for turn in turns)


def export_turn(turn: Turn, *, variants: bool = False, thinking: bool = False) -> str:
    """One turn as Markdown: what was asked, then every voice under its name; on request all it said and thought."""
    parts = [f"## {turn.position}. {format_time(turn.created_at)}", turn.text]
    for reply in _list_replies(turn, variants=variants):
        also = "" if reply.chosen else ", also said"
        said = [f"### {reply.name} ({reply.model}){also}", _words(reply)]
        if thinking and reply.thinking.strip():
            said.insert(1, _quote(reply.thinking))
        parts.append("\n\n".join(said))
    return "\n\n".join(parts)


def write_turn(turn: Turn, *, variants: bool = False, thinking: bool = False) -> str:
    """One turn as a part of an HTML page: the question, then every voice by name."""
    head = tag("span", f"{turn.position}. {_say_time(turn.created_at)}", kind="quiet")
    question = tag("p", turn.text, kind="question", dir="auto")
    voices = write_voices(turn, variants=variants, thinking=thinking)
    return wrap("article", (head, question, *voices), kind="turn")


def write_voices(turn: Turn, *, variants: bool = False, thinking: bool = False) -> Iterable[str]:
    """Every voice of a turn by name, each with what it said, as parts of an HTML page."""
    return (_write_voice(reply, thinking=thinking) for reply in _list_replies(turn, variants=variants))


def _write_voice(reply: Reply, *, thinking: bool) -> str:
    model = tag("small", reply.model if reply.chosen else f"{reply.model}, also said")
    said = [wrap("h3", (escape(reply.name), " ", model), dir="auto")]
    if thinking and reply.thinking.strip():
        said.append(wrap("blockquote", (tag("p", reply.thinking, dir="auto"),), kind="thought"))
    said.append(render_markdown(reply.edited if reply.edited is not None else reply.text))
    if reply.error is not None and reply.edited is None:
        said.append(tag("p", _say_failure(reply, reply.error).removeprefix("> "), kind="failed"))
    elif note := _note(reply):
        said.append(tag("p", note, kind="quiet"))
    return wrap("section", said, kind="voice", style=colour_of(reply.colour))


def write_head(title: str) -> str:
    """The beginning of a page about a conversation."""
    return wrap("header", (wrap("p", (tag("b", "Antiphon"),), kind="brand"), tag("h1", title or UNTITLED, dir="auto")))


def _say_time(moment: datetime) -> str:
    at = moment.astimezone(UTC)
    return f"{at.day} {at:%B %Y, %H:%M} UTC"


def _as_text(turn: Turn) -> str:
    lines = [f"[{turn.position}] {format_time(turn.created_at)}", f"You: {turn.text}"]
    return "\n\n".join([*lines, *(f"{each.name}: {_words(each)}" for each in _list_replies(turn))])


def _list_replies(turn: Turn, *, variants: bool = False) -> Iterable[Reply]:
    return (reply for reply in turn.replies if reply.chosen or variants)


def _quote(text: str) -> str:
    """Every line marked, so that nothing in it passes for anything else."""
    return "\n".join(f"> {line}".rstrip() for line in text.strip().splitlines())


def _words(reply: Reply) -> str:
    if reply.edited is not None:
        return f"{reply.edited} {_note(reply)}"
    if reply.error is not None:
        return "\n\n".join(each for each in (reply.text, _say_failure(reply, reply.error)) if each)
    return f"{reply.text} {_note(reply)}".strip() if _note(reply) else reply.text


def _say_failure(reply: Reply, error: ReplyError) -> str:
    """A failure is a line of its own beside the words, and never one of them."""
    return write_failure(error.message, has_words=bool(reply.text))


def _note(reply: Reply) -> str:
    """What has to be known about an answer that is not simply what a voice said to its end."""
    if reply.edited is not None:
        return "[edited]"
    return "" if reply.state is ReplyState.COMPLETE else f"[{reply.state}]"
