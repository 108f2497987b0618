"""A request of this wire, read: what it asks, of what it can be known, and what of it cannot be honoured."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, cast

from pydantic import ValidationError

from antiphon.api.schemas.choice import MOST_NOTE_CHARS, ChoiceBody
from antiphon.conversation.errors import FieldRefused, Malformed
from antiphon.conversation.outside import Told
from antiphon.engine.commands.outside_threads import OWN_ID, OutsideName

Format = Literal["transcript", "choices", "json"]
OnDisconnect = Literal["cancel", "continue"]

_MOST_MESSAGES: Final = 2_000
_MOST_CHARS: Final = 4_000_000
_MOST_NAME: Final = 255
# What the house does something about; whatever else a request says is named in the answer.
_HONOURED: Final = frozenset(
    (
        "model",
        "messages",
        "stream",
        "stream_options",
        "max_tokens",
        "max_completion_tokens",
        "n",
        "store",
        "conversation",
        "conversation_id",
        "response_format",
        "modalities",
        "antiphon",
    )
)
_OWN: Final = frozenset(
    ("format", "thinking", "phases", "advisors", "off", "filter", "conversation", "on_disconnect", "expect")
)
# Headers in which a program names its conversation.
_NAMING_HEADERS: Final = (("x-antiphon-conversation", "header"), ("x-openwebui-chat-id", "openwebui"))


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """What a program asks, of whom, and how it wants the answer."""

    model: str
    history: tuple[Told, ...]
    text: str
    note: str
    names: tuple[OutsideName, ...]
    request_sha256: str
    stream: bool = False
    include_usage: bool = False
    max_tokens: int | None = None
    n: int = 1
    format: Format | None = None
    thinking: bool = False
    phases: bool = False
    advisors: tuple[str, ...] = ()
    choice: Mapping[str, Any] = field(default_factory=dict)
    expect: Mapping[str, str] = field(default_factory=dict)
    on_disconnect: OnDisconnect | None = None
    kept: bool = True
    ignored: tuple[str, ...] = ()


def read_chat(body: Mapping[str, Any], headers: Mapping[str, str]) -> ChatRequest:
    """The request; `Malformed` or `FieldRefused` say what of it cannot be read or cannot be had."""
    own = _read_own(body.get("antiphon"))
    history, text, note = _read_messages(body.get("messages"))
    _refuse_unfit(body)
    asks_json = _read_response_format(body.get("response_format"))
    stream_options = body.get("stream_options")
    names = tuple(_find_names(body, own, headers))
    return ChatRequest(
        model=_read_text(body, "model"),
        history=history,
        text=text,
        note=note,
        names=names,
        request_sha256=_hash(body, names),
        stream=_read_flag(body, "stream"),
        include_usage=isinstance(stream_options, dict) and bool(stream_options.get("include_usage")),
        max_tokens=_read_max_tokens(body),
        n=_read_number(body, "n", 1, 128) or 1,
        format=_read_word(own, "format", ("transcript", "choices", "json")) or ("json" if asks_json else None),
        thinking=_read_flag(own, "thinking"),
        phases=_read_flag(own, "phases"),
        advisors=_read_names(own, "advisors"),
        choice=_read_choice(own),
        expect=cast("Mapping[str, str]", own.get("expect") or {}),
        on_disconnect=_read_word(own, "on_disconnect", ("cancel", "continue")),
        kept=body.get("store") is not False,
        ignored=tuple(sorted(_list_ignored(body, own))),
    )


def read_body_text(text: object) -> str:
    """The words of one message, whatever form they come in."""
    if text is None:
        return ""
    if isinstance(text, str):
        return text
    if not isinstance(text, list):
        raise FieldRefused("messages", "the content of a message is a text or a list of parts")
    return "\n\n".join(each for each in (_read_part(part) for part in text) if each)


def _read_part(part: object) -> str:
    kind = part.get("type") if isinstance(part, dict) else None
    if isinstance(part, dict) and kind in ("text", "input_text", "output_text", "refusal"):
        said = part.get("text", part.get("refusal", ""))
        return said if isinstance(said, str) else ""
    raise FieldRefused("messages", f"only text is taken here, not {str(kind)[:40]}; attach files in Antiphon itself")


def _read_messages(messages: object) -> tuple[tuple[Told, ...], str, str]:
    """What was said before, the question, and the notes of the program."""
    if not isinstance(messages, list) or not messages:
        raise FieldRefused("messages", "there has to be at least one message")
    if len(messages) > _MOST_MESSAGES:
        raise FieldRefused("messages", f"at most {_MOST_MESSAGES} messages are taken")
    told: list[Told] = []
    notes: list[str] = []
    for message in messages:
        if not isinstance(message, dict):
            raise FieldRefused("messages", "a message is an object with a role and a content")
        role, words = message.get("role"), read_body_text(message.get("content"))
        if len(words) > _MOST_CHARS:
            raise FieldRefused("messages", f"a message has at most {_MOST_CHARS:,} characters")
        if role in ("system", "developer"):
            notes.append(words.strip())
        elif role in ("user", "assistant"):
            told.append(Told(role, words))
        else:
            raise FieldRefused("messages", f"nobody here speaks in the role {str(role)[:40]}")
    if not told or told[-1].role != "user":
        raise FieldRefused("messages", "the last message has to be the user's")
    note = "\n\n".join(each for each in notes if each)
    if len(note) > MOST_NOTE_CHARS:
        raise FieldRefused("messages", f"system messages have at most {MOST_NOTE_CHARS:,} characters together")
    return tuple(told[:-1]), told[-1].text, note


def _refuse_unfit(body: Mapping[str, Any]) -> None:
    """What would be another request if it were left out."""
    choice = body.get("tool_choice")
    if choice == "required" or isinstance(choice, dict):
        raise FieldRefused("tool_choice", "advisors call no tools of their callers; leave it out or use auto")
    if "audio" in (body.get("modalities") or ()) or body.get("audio"):
        raise FieldRefused("modalities", "advisors answer in text here")


def _read_response_format(wanted: object) -> bool:
    """Whether the answer is to be a JSON object."""
    kind = wanted.get("type") if isinstance(wanted, dict) else None
    if kind == "json_schema":
        raise FieldRefused("response_format", "advisors are held to no schema of their callers")
    return kind == "json_object"


def _read_own(own: object) -> Mapping[str, Any]:
    if own is None:
        return {}
    if not isinstance(own, dict):
        raise FieldRefused("antiphon", "this is an object")
    return own


def _read_choice(own: Mapping[str, Any]) -> Mapping[str, Any]:
    said = {name: own[name] for name in ("off", "filter") if own.get(name) is not None}
    try:
        return ChoiceBody(**said).named()
    except ValidationError as error:
        raise FieldRefused("antiphon", error.errors()[0]["msg"].lower()) from None


def _read_text(body: Mapping[str, Any], name: str) -> str:
    said = body.get(name)
    if not isinstance(said, str) or not said.strip():
        raise Malformed(f"{name} is missing")
    return said


def _read_flag(body: Mapping[str, Any], name: str) -> bool:
    said = body.get(name)
    if said is not None and not isinstance(said, bool):
        raise FieldRefused(name, "this is true or false")
    return bool(said)


def _read_number(body: Mapping[str, Any], name: str, least: int, most: int) -> int | None:
    said = body.get(name)
    if said is None:
        return None
    if not isinstance(said, int) or isinstance(said, bool) or not least <= said <= most:
        raise FieldRefused(name, f"this is a whole number from {least} to {most:,}")
    return said


def _read_max_tokens(body: Mapping[str, Any]) -> int | None:
    named = [_read_number(body, name, 1, 10_000_000) for name in ("max_completion_tokens", "max_tokens")]
    return min((each for each in named if each is not None), default=None)


def _read_word(own: Mapping[str, Any], name: str, words: tuple[str, ...]) -> Any:
    said = own.get(name)
    if said is not None and said not in words:
        raise FieldRefused(f"antiphon.{name}", f"this is one of {', '.join(words)}")
    return said


def _read_names(own: Mapping[str, Any], name: str) -> tuple[str, ...]:
    said = own.get(name) or ()
    if not isinstance(said, list | tuple) or not all(isinstance(each, str) for each in said):
        raise FieldRefused(f"antiphon.{name}", "this is a list of names")
    return tuple(said)


def _find_names(body: Mapping[str, Any], own: Mapping[str, Any], headers: Mapping[str, str]) -> Iterable[OutsideName]:
    """What the program calls the conversation, the surest first."""
    for said in (body.get("conversation"), body.get("conversation_id"), own.get("conversation")):
        name = said.get("id") if isinstance(said, dict) else said
        if isinstance(name, str) and name.strip():
            yield _name(OWN_ID, name)
    for header, source in _NAMING_HEADERS:
        if headers.get(header, "").strip():
            yield _name(source, headers[header])


def _name(source: str, name: str) -> OutsideName:
    tidied = name.strip()
    if len(tidied) > _MOST_NAME or "\x00" in tidied:
        raise FieldRefused("conversation", f"a name has at most {_MOST_NAME} characters")
    return OutsideName(source, tidied)


def _list_ignored(body: Mapping[str, Any], own: Mapping[str, Any]) -> Iterable[str]:
    for name, value in body.items():
        if name not in _HONOURED and value is not None:
            yield name[:60]
    for name, value in own.items():
        if name not in _OWN and value is not None:
            yield f"antiphon.{name[:60]}"


def _hash(body: Mapping[str, Any], names: tuple[OutsideName, ...]) -> str:
    whole = json.dumps([body, names], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(whole.encode()).hexdigest()
