"""What one message of ChatGPT says, by the type of its content."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import orjson

from antiphon.importers.ledger import FieldUse, Ledger, declare, declare_kept
from antiphon.importers.nodes import AttachedFile, ToolCall
from antiphon.importers.shapes import list_of, object_of, objects_of, text_of

_MARK = re.compile("\ue200([^\ue200\ue201]*)\ue201")
_OLD_SOURCE = re.compile("【[^】]{1,40}†[^】]{0,80}】")
_HTTP: Final = ("https://", "http://")

CONTENT_FIELDS: Final[tuple[FieldUse, ...]] = (
    *declare(
        "content",
        "taken",
        content_type="how the rest is read",
        parts="text; pictures and sound by their name",
        text="code, or what a tool said",
        language="of code",
        thoughts="thinking of the answer below",
        result="what a tool said",
        url="source of what a tool read",
        title="title of what a tool read",
        user_profile="note of the conversation: it speaks to nobody",
        user_instructions="note of the conversation: it speaks to nobody",
        model_set_context="note of the conversation: it speaks to nobody",
        name="of a tool that failed",
    ),
    *declare("content", "original", content="“Thought for 44 s” says nothing here"),
    *declare_kept("content", "domain", "tether_id", "snippet", "summary", "assets", "source_analysis_msg_id"),
    *declare_kept("content", "response_format_name", "pub_date", "crawl_date", "pub_timestamp", "ref_id"),
)


@dataclass(frozen=True, slots=True)
class Said:
    """Text, thinking, tools and files of one message; `note` is a text that was set for the whole conversation."""

    text: str = ""
    thinking: str = ""
    tools: tuple[ToolCall, ...] = ()
    files: tuple[AttachedFile, ...] = ()
    note: str = ""


def read_content(message: Mapping[str, Any], ledger: Ledger) -> Said:
    """What the message says; a type nobody knows is named in its place and counted."""
    content = object_of(message.get("content"))
    kind = text_of(content.get("content_type"))
    if not content:
        return Said()
    ledger.look("content", content)
    read = _KINDS.get(kind)
    if read is None:
        ledger.warn(f"content_type {kind[:40] or 'none'}")
        return Said(text=f"({kind[:40] or 'Something'}: not shown)")
    said = read(message, content)
    return replace(said, text=_tidy(said.text, object_of(message.get("metadata"))))


def _read_parts(message: Mapping[str, Any], content: Mapping[str, Any]) -> Said:
    texts: list[str] = []
    files: list[AttachedFile] = []
    for part in list_of(content.get("parts")):
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, dict) and (pointer := text_of(part.get("asset_pointer"))):
            files.append(AttachedFile(pointer.rpartition("/")[2] or "picture"))
        elif isinstance(part, dict):
            # What was spoken is written beside the sound.
            texts.append(text_of(part.get("text")))
    text = "\n\n".join(each for each in texts if each)
    found = tuple(files) + _list_attachments(message)
    role, recipient = text_of(object_of(message.get("author")).get("role")), text_of(message.get("recipient"))
    if role == "tool":
        name = text_of(object_of(message.get("author")).get("name")) or "tool"
        return Said(tools=(ToolCall(text_of(message.get("id")), name, "", text),) if text else (), files=found)
    if role == "assistant" and recipient not in ("", "all"):
        return Said(tools=(ToolCall(text_of(message.get("id")), recipient, text),) if text else (), files=found)
    return Said(text, files=found)


def _list_attachments(message: Mapping[str, Any]) -> tuple[AttachedFile, ...]:
    named = objects_of(object_of(message.get("metadata")).get("attachments"))
    return tuple(AttachedFile(name) for each in named if (name := text_of(each.get("name"))))


def _read_code(message: Mapping[str, Any], content: Mapping[str, Any]) -> Said:
    code, recipient = text_of(content.get("text")), text_of(message.get("recipient"))
    if recipient not in ("", "all"):
        return Said(tools=(ToolCall(text_of(message.get("id")), recipient, code),) if code else ())
    language = text_of(content.get("language"))
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", code)), 3)
    return Said(f"{fence}{'' if language == 'unknown' else language}\n{code}\n{fence}" if code else "")


def _read_result(message: Mapping[str, Any], content: Mapping[str, Any]) -> Said:
    said = text_of(content.get("text")) or text_of(content.get("result"))
    head = " — ".join(each for each in (text_of(content.get("title")), text_of(content.get("url"))) if each)
    name = text_of(object_of(message.get("author")).get("name")) or text_of(content.get("name")) or "tool"
    told = "\n".join(each for each in (head, said) if each)
    failed = content.get("content_type") == "system_error"
    return Said(tools=(ToolCall(text_of(message.get("id")), name, "", told, failed),) if told else ())


def _read_thoughts(_message: Mapping[str, Any], content: Mapping[str, Any]) -> Said:
    thoughts = objects_of(content.get("thoughts"))
    lines = ["\n".join(filter(None, (text_of(each.get("summary")), text_of(each.get("content"))))) for each in thoughts]
    return Said(thinking="\n\n".join(each for each in lines if each))


def _read_recap(_message: Mapping[str, Any], _content: Mapping[str, Any]) -> Said:
    return Said()


def _read_note(_message: Mapping[str, Any], content: Mapping[str, Any]) -> Said:
    names = ("user_profile", "user_instructions", "model_set_context")
    return Said(note="\n\n".join(filter(None, (text_of(content.get(name)) for name in names))) or " ")


_KINDS: Final[Mapping[str, Callable[[Mapping[str, Any], Mapping[str, Any]], Said]]] = {
    "text": _read_parts,
    "multimodal_text": _read_parts,
    "code": _read_code,
    "execution_output": _read_result,
    "tether_quote": _read_result,
    "tether_browsing_display": _read_result,
    "sonic_webpage": _read_result,
    "system_error": _read_result,
    "thoughts": _read_thoughts,
    "reasoning_recap": _read_recap,
    "user_editable_context": _read_note,
    "model_editable_context": _read_note,
}


def _tidy(text: str, metadata: Mapping[str, Any]) -> str:
    """The text without marks that only its program can draw, and its sources at the end."""
    if not text:
        return text
    plain = _MARK.sub(_write_mark, text)
    sources = list(dict.fromkeys(_list_sources(metadata)))
    if sources or "†" in plain:
        plain = _OLD_SOURCE.sub("", plain)
    notes = "\n".join(f"[^{number}]: {title} — {url}" for number, (title, url) in enumerate(sources, start=1))
    return f"{plain.rstrip()}\n\n{notes}" if notes else plain


def _write_mark(found: "re.Match[str]") -> str:
    kind, *rest = found[1].split("\ue202")
    if kind == "url" and len(rest) >= 2 and rest[1].startswith(_HTTP):
        return f"[{rest[0]}]({rest[1]})"
    if kind == "entity" and rest:
        return _label_of(rest[0])
    return ""


def _label_of(written: str) -> str:
    """The label of an entity: a list of its kind, its label and more, or the label alone."""
    try:
        found = orjson.loads(written)
    except orjson.JSONDecodeError:
        return written
    named = [each for each in list_of(found) if isinstance(each, str)]
    return named[1] if len(named) > 1 else "".join(named[:1])


def _list_sources(metadata: Mapping[str, Any]) -> list[tuple[str, str]]:
    cited = [object_of(each.get("metadata")) for each in objects_of(metadata.get("citations"))]
    cited += [
        item
        for each in objects_of(metadata.get("content_references"))
        for item in (each, *objects_of(each.get("items")))
    ]
    found = []
    for each in cited:
        url = text_of(each.get("url"))
        if url.startswith(_HTTP):
            found.append((" ".join((text_of(each.get("title")) or url).split()), url.split()[0]))
    return found
