"""What a program sends to begin a run, read: the question as on the other wires, and what only this one can say."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from antiphon.api.openai.fields import (
    OWN_FIELDS,
    clean_body,
    find_names,
    hash_request,
    read_choice,
    read_expected,
    read_flag,
    read_names,
    read_own,
    read_text,
    read_word,
)
from antiphon.api.openai.request import ChatRequest, Messages, join_notes, read_messages
from antiphon.conversation.errors import FieldRefused
from antiphon.engine.commands.outside_places import OutsideName

# Where a thread was named.
SOURCE: Final = "agui"
_MOST_ID: Final = 255
_MOST_RESUMED: Final = 100
_HONOURED: Final = frozenset(
    ("threadId", "runId", "protocolVersion", "messages", "context", "forwardedProps", "resume")
)
# What of our own is about how another wire writes.
_OF_THE_OTHERS: Final = ("format", "thinking", "labels")
# Messages that tell what our own advisors did; it is here already.
_OUR_OWN: Final = frozenset(("tool", "reasoning", "activity"))
_FIRST_WITH_SUBAGENTS: Final = 1


@dataclass(frozen=True, slots=True)
class Resumed:
    """What the person says to a call that waited for leave."""

    approval_id: str
    allowed: bool
    arguments: dict[str, Any] | None = None
    always: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RunRequest:
    """A run: the question, or the word on what an earlier run asked. `messages` are what was said, as it was told."""

    thread_id: str
    run_id: str
    asked: ChatRequest
    has_subagents: bool
    messages: tuple[Mapping[str, Any], ...] = ()
    resumed: tuple[Resumed, ...] = ()


def read_run(body: Mapping[str, Any], headers: Mapping[str, str], model: str) -> RunRequest:
    """The request; `Malformed` or `FieldRefused` say what of it cannot be read or cannot be had."""
    body = clean_body(body)
    thread_id, run_id = _read_id(body, "threadId"), _read_id(body, "runId")
    props = _read_props(body)
    own = read_own(props.get("antiphon"))
    resumed = tuple(_read_resumed(body))
    told = tuple(_cut(_read_list(body, "messages")))
    said = Messages((), "", "") if resumed else read_messages([_translate(each) for each in told], "messages")
    names = (OutsideName(SOURCE, thread_id), *find_names({}, own, headers))
    note = join_notes((said.note, *_read_context(body)), "context")
    asked = ChatRequest(
        model=model,
        history=said.history,
        text=said.text,
        note=note,
        names=names,
        request_sha256=_hash(body, names, told, own, model),
        pictures=said.pictures,
        stream=True,
        phases=read_flag(own, "phases"),
        advisors=read_names(own, "advisors"),
        choice=read_choice(own),
        expect=read_expected(own),
        on_disconnect=read_word(own, "on_disconnect", ("cancel", "continue")) or "continue",
        ignored=tuple(sorted(_list_ignored(body, props, own))),
    )
    return RunRequest(thread_id, run_id, asked, _has_subagents(body), told, resumed)


def _read_id(body: Mapping[str, Any], name: str) -> str:
    said = read_text(body, name).strip()
    if len(said) > _MOST_ID or "\x00" in said:
        raise FieldRefused(name, f"this has at most {_MOST_ID} characters")
    return said


def _read_list(body: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    said = body.get(name)
    if said is None:
        return []
    if not isinstance(said, list) or not all(isinstance(each, dict) for each in said):
        raise FieldRefused(name, "this is a list of objects")
    return said


def _read_props(body: Mapping[str, Any]) -> Mapping[str, Any]:
    said = body.get("forwardedProps")
    if said is not None and not isinstance(said, dict):
        raise FieldRefused("forwardedProps", "this is an object")
    return said or {}


def _cut(messages: list[Mapping[str, Any]]) -> Iterable[Mapping[str, Any]]:
    """Up to the last thing the person said: a run that is begun again may show what it had been told already."""
    last = max((place for place, each in enumerate(messages) if each.get("role") == "user"), default=-1)
    return messages[: last + 1]


def _translate(message: Mapping[str, Any]) -> Mapping[str, Any]:
    """A message in the words of the other wire."""
    if message.get("role") in _OUR_OWN:
        return {"role": "system", "content": ""}
    content = message.get("content")
    if not isinstance(content, list):
        return message
    return {**message, "content": [_translate_part(each) for each in content]}


def _translate_part(part: object) -> object:
    if not isinstance(part, dict):
        return part
    source = part.get("source")
    if part.get("type") == "image" and isinstance(source, dict):
        url = source.get("value")
        if source.get("type") == "data":
            url = f"data:{source.get('mimeType')};base64,{url}"
        return {"type": "image_url", "image_url": url if source.get("type") in ("data", "url") else None}
    if part.get("type") == "binary" and str(part.get("mimeType")).startswith("image/"):
        url = f"data:{part['mimeType']};base64,{part['data']}" if part.get("data") else part.get("url")
        return {"type": "image_url", "image_url": url}
    return part


def _read_context(body: Mapping[str, Any]) -> Iterable[str]:
    """What the screen around the conversation shows, each with what it is."""
    for each in _read_list(body, "context"):
        value = each.get("value")
        if not isinstance(value, str):
            raise FieldRefused("context", "each is an object with a description and a value")
        described = str(each.get("description") or "").strip()
        yield f"{described}:\n{value.strip()}" if described else value.strip()


def _read_resumed(body: Mapping[str, Any]) -> Iterable[Resumed]:
    entries = _read_list(body, "resume")
    if len(entries) > _MOST_RESUMED:
        raise FieldRefused("resume", f"at most {_MOST_RESUMED} are taken")
    for each in entries:
        named, payload = each.get("interruptId"), each.get("payload")
        if not isinstance(named, str) or each.get("status") not in ("resolved", "cancelled"):
            raise FieldRefused("resume", "each names an interrupt, and is resolved or cancelled")
        yield _read_answer(named[:80], each["status"], payload)


def _read_answer(approval_id: str, status: Literal["resolved", "cancelled"], payload: object) -> Resumed:
    """No answer but a plain yes is a yes."""
    said = payload if isinstance(payload, dict) else {"approved": payload}
    arguments, reason = said.get("arguments"), said.get("reason")
    if arguments is not None and not isinstance(arguments, dict):
        raise FieldRefused("resume", "the arguments of a call are an object")
    return Resumed(
        approval_id,
        allowed=status == "resolved" and said.get("approved") is True,
        arguments=arguments,
        always=said.get("always") is True,
        reason=reason[:2_000] if isinstance(reason, str) else "",
    )


def _has_subagents(body: Mapping[str, Any]) -> bool:
    """Programs of before 1.0 say no version, and end the run at an event they do not know."""
    major = str(body.get("protocolVersion") or "").partition(".")[0]
    return major.isdigit() and int(major) >= _FIRST_WITH_SUBAGENTS


def _list_ignored(body: Mapping[str, Any], props: Mapping[str, Any], own: Mapping[str, Any]) -> set[str]:
    """What a request says and nobody here does anything about."""
    ignored = {name[:60] for name, value in body.items() if name not in _HONOURED and value not in (None, [], {})}
    ignored |= {f"forwardedProps.{name[:60]}" for name in props if name != "antiphon"}
    unknown = (name for name in own if name not in OWN_FIELDS or name in _OF_THE_OTHERS)
    return ignored | {f"antiphon.{name[:60]}" for name in unknown}


def _hash(
    body: Mapping[str, Any],
    names: tuple[OutsideName, ...],
    told: tuple[Mapping[str, Any], ...],
    own: Mapping[str, Any],
    model: str,
) -> str:
    """What a run is known again by: what the person and the program say, not what it shows of the answers."""
    said = [
        [each.get("role"), each.get("content")] for each in told if each.get("role") in ("user", "system", "developer")
    ]
    return hash_request({"model": model, "said": said, "context": body.get("context"), "antiphon": dict(own)}, names)
