"""Turns written out for people and programs: the one place where that is done."""

import json
from base64 import b64encode
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from html import escape
from typing import Final

from antiphon.analysis.html_page import colour_of, render_markdown, tag, wrap, write_html
from antiphon.analysis.spoken import escape_name, write_failure
from antiphon.conversation.ids import DocumentId
from antiphon.conversation.part import FilePart, ImagePart
from antiphon.conversation.picture import MEDIA_TYPES, Picture
from antiphon.conversation.reply import Reply, ReplyError
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.conversation.wire import encode_turn, format_time

UNTITLED: Final = "A conversation"
# The bytes of a picture; none where it was removed, or nobody can say.
ReadPicture = Callable[[DocumentId], bytes | None]


def no_picture(_: DocumentId) -> bytes | None:
    """Nobody can say."""
    return None


def export_turns(turns: Iterable[Turn], form: str, title: str = "", read_picture: ReadPicture = no_picture) -> str:
    """The turns as `json`, `md`, `html` or `txt`, oldest first. Only chosen answers stand in those for people."""
    match form:
        case "json":
            return json.dumps([encode_turn(turn) for turn in turns], ensure_ascii=False, indent=1)
        case "md":
            return "\n\n".join(export_turn(turn, read_picture=read_picture) for turn in turns)
        case "html":
            written = (write_turn(turn, read_picture=read_picture) for turn in turns)
            return write_html(title or UNTITLED, (write_head(title), *written))
        case _:
            return "\n\n".join(_as_text(turn) for turn in turns)


def export_turn(
    turn: Turn, *, variants: bool = False, thinking: bool = False, read_picture: ReadPicture = no_picture
) -> str:
    """One turn as Markdown: what was asked, then every voice under its name; on request all it said and thought.

    A picture stands in the page itself where its bytes can be had, and is named where they cannot.
    """
    parts = [f"## {turn.position}. {format_time(turn.created_at)}", *([turn.text] if turn.text else [])]
    parts += (_mark_picture(each, read_picture(each.document_id)) for each in _list_shown(turn))
    parts += (f"[{escape_name(name)}]" for name in _list_files(turn))
    for reply in _list_replies(turn, variants=variants):
        also = "" if reply.chosen else ", also said"
        said = [f"### {reply.name} ({reply.model}){also}", _words(reply)]
        if thinking and reply.thinking.strip():
            said.insert(1, _quote(reply.thinking))
        said += (_mark_picture(each, read_picture(each.document_id)) for each in reply.all_pictures)
        parts.append("\n\n".join(said))
    return "\n\n".join(parts)


def write_turn(
    turn: Turn, *, variants: bool = False, thinking: bool = False, read_picture: ReadPicture = no_picture
) -> str:
    """One turn as a part of an HTML page: the question, then every voice by name."""
    head = tag("span", f"{turn.position}. {_say_time(turn.created_at)}", kind="quiet")
    question = write_question(turn, read_picture=read_picture)
    voices = write_voices(turn, variants=variants, thinking=thinking, read_picture=read_picture)
    return wrap("article", (head, *question, *voices), kind="turn")


def write_question(turn: Turn, *, read_picture: ReadPicture = no_picture) -> Iterable[str]:
    """What the person said and showed, as parts of an HTML page."""
    said = [tag("p", turn.text, kind="question", dir="auto")] if turn.text else []
    return (*said, *write_shown(turn, read_picture=read_picture))


def write_shown(turn: Turn, *, read_picture: ReadPicture = no_picture) -> Iterable[str]:
    """What the person handed over beside their words: pictures, and files by name."""
    shown = (_write_picture(each, read_picture(each.document_id)) for each in _list_shown(turn))
    return (*shown, *(tag("p", f"[{name}]", kind="quiet", dir="auto") for name in _list_files(turn)))


def write_voices(
    turn: Turn, *, variants: bool = False, thinking: bool = False, read_picture: ReadPicture = no_picture
) -> Iterable[str]:
    """Every voice of a turn by name, each with what it said, as parts of an HTML page."""
    replies = _list_replies(turn, variants=variants)
    return (_write_voice(reply, thinking=thinking, read_picture=read_picture) for reply in replies)


def _write_voice(reply: Reply, *, thinking: bool, read_picture: ReadPicture) -> str:
    model = tag("small", reply.model if reply.chosen else f"{reply.model}, also said")
    said = [wrap("h3", (escape(reply.name), " ", model), dir="auto")]
    if thinking and reply.thinking.strip():
        said.append(wrap("blockquote", (tag("p", reply.thinking, dir="auto"),), kind="thought"))
    said.append(render_markdown(reply.edited if reply.edited is not None else reply.text))
    said += (_write_picture(each, read_picture(each.document_id)) for each in reply.all_pictures)
    if reply.error is not None and reply.edited is None:
        said.append(tag("p", _say_failure(reply, reply.error).removeprefix("> "), kind="failed"))
    elif note := _note(reply):
        said.append(tag("p", note, kind="quiet"))
    return wrap("section", said, kind="voice", style=colour_of(reply.colour))


def _write_picture(picture: Picture, data: bytes | None) -> str:
    """The picture inside the page; a line that names it where its bytes cannot be had."""
    said = picture.alt or picture.name
    if data is None or picture.media_type not in MEDIA_TYPES:
        return tag("p", f"[{said}, {picture.width} \u00d7 {picture.height} pixels]", kind="quiet")
    size = f'width="{int(picture.width)}" height="{int(picture.height)}"'
    image = f'<img class="shown" alt="{escape(said)}" {size} src="{_address(picture, data)}">'
    return wrap("figure", (image, tag("figcaption", picture.name, kind="quiet")))


def _mark_picture(picture: Picture, data: bytes | None) -> str:
    said = escape_name(" ".join((picture.alt or picture.name).split()))
    if data is None or picture.media_type not in MEDIA_TYPES:
        return f"[{said}, {picture.width} \u00d7 {picture.height} pixels]"
    return f"![{said}]({_address(picture, data)})"


def _address(picture: Picture, data: bytes) -> str:
    return f"data:{picture.media_type};base64,{b64encode(data).decode('ascii')}"


def write_head(title: str) -> str:
    """The beginning of a page about a conversation."""
    return wrap("header", (wrap("p", (tag("b", "Antiphon"),), kind="brand"), tag("h1", title or UNTITLED, dir="auto")))


def _say_time(moment: datetime) -> str:
    at = moment.astimezone(UTC)
    return f"{at.day} {at:%B %Y, %H:%M} UTC"


def _as_text(turn: Turn) -> str:
    shown = (f"[{name}]" for name in (*(each.name for each in _list_shown(turn)), *_list_files(turn)))
    lines = [f"[{turn.position}] {format_time(turn.created_at)}", f"You: {' '.join((turn.text, *shown)).strip()}"]
    return "\n\n".join([*lines, *(f"{each.name}: {_words(each)}" for each in _list_replies(turn))])


def _list_replies(turn: Turn, *, variants: bool = False) -> Iterable[Reply]:
    return (reply for reply in turn.replies if reply.chosen or variants)


def _list_shown(turn: Turn) -> Iterable[Picture]:
    parts = (each for each in turn.parts if isinstance(each, ImagePart))
    return (Picture(each.document_id, each.media_type, each.width, each.height, each.name) for each in parts)


def _list_files(turn: Turn) -> Iterable[str]:
    return (" ".join(each.name.split()) for each in turn.parts if isinstance(each, FilePart))


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
