"""A request of this wire, read: what it asks, of what it can be known, and what of it cannot be honoured."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from antiphon.api.openai.content import Picture, read_content
from antiphon.api.openai.fields import (
    clean_body,
    find_names,
    hash_request,
    list_ignored,
    read_choice,
    read_effort,
    read_expected,
    read_flag,
    read_metadata,
    read_names,
    read_number,
    read_own,
    read_text,
    read_word,
    refuse_unfit,
)
from antiphon.api.schemas.choice import MOST_NOTE_CHARS
from antiphon.conversation.errors import FieldRefused
from antiphon.conversation.outside import Told
from antiphon.engine.commands.outside_places import OutsideName

Format = Literal["transcript", "choices", "json"]
OnDisconnect = Literal["cancel", "continue"]

_MOST_MESSAGES: Final = 2_000
_MOST_CHARS: Final = 4_000_000
_MOST_TOKENS: Final = 10_000_000
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
        "metadata",
        "conversation",
        "conversation_id",
        "response_format",
        "modalities",
        "reasoning_effort",
        "antiphon",
    )
)


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """What a program asks, of whom, and how it wants the answer."""

    model: str
    history: tuple[Told, ...]
    text: str
    note: str
    names: tuple[OutsideName, ...]
    request_sha256: str
    pictures: tuple[Picture, ...] = ()
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
    metadata: Mapping[str, str] = field(default_factory=dict)
    on_disconnect: OnDisconnect | None = None
    kept: bool = True
    ignored: tuple[str, ...] = ()


def read_chat(body: Mapping[str, Any], headers: Mapping[str, str]) -> ChatRequest:
    """The request; `Malformed` or `FieldRefused` say what of it cannot be read or cannot be had."""
    body = clean_body(body)
    own = read_own(body.get("antiphon"))
    told = read_messages(body.get("messages"), "messages")
    refuse_unfit(body)
    asks_json = _read_response_format(body.get("response_format"))
    stream_options = body.get("stream_options")
    names = tuple(find_names(body, own, headers))
    ignored = set(list_ignored(body, own, _HONOURED))
    effort = read_effort(body.get("reasoning_effort"))
    if effort is None and body.get("reasoning_effort") is not None:
        ignored.add("reasoning_effort")
    if "labels" in own:
        ignored.add("antiphon.labels")
    return ChatRequest(
        model=read_text(body, "model"),
        history=told.history,
        text=told.text,
        note=told.note,
        names=names,
        request_sha256=hash_request(body, names),
        pictures=told.pictures,
        stream=read_flag(body, "stream"),
        include_usage=isinstance(stream_options, dict) and bool(stream_options.get("include_usage")),
        max_tokens=_read_max_tokens(body),
        n=read_number(body, "n", 1, 128) or 1,
        format=read_word(own, "format", ("transcript", "choices", "json")) or ("json" if asks_json else None),
        thinking=read_flag(own, "thinking"),
        phases=read_flag(own, "phases"),
        advisors=read_names(own, "advisors"),
        choice=read_choice(own, effort),
        expect=read_expected(own),
        metadata=read_metadata(body),
        on_disconnect=read_word(own, "on_disconnect", ("cancel", "continue")),
        kept=body.get("store") is not False,
        ignored=tuple(sorted(ignored)),
    )


@dataclass(frozen=True, slots=True)
class Messages:
    """What was said before, the question with its pictures, and the notes of the program."""

    history: tuple[Told, ...]
    text: str
    note: str
    pictures: tuple[Picture, ...] = ()


def read_messages(messages: object, param: str) -> Messages:
    """All of it. Pictures of earlier messages are not taken anew: where they were taken, they are here."""
    if not isinstance(messages, list) or not messages:
        raise FieldRefused(param, "there has to be at least one message")
    if len(messages) > _MOST_MESSAGES:
        raise FieldRefused(param, f"at most {_MOST_MESSAGES:,} messages are taken")
    told: list[Told] = []
    notes: list[str] = []
    pictures: tuple[Picture, ...] = ()
    for message in messages:
        if not isinstance(message, dict):
            raise FieldRefused(param, "a message is an object with a role and a content")
        role, content = message.get("role"), read_content(message.get("content"), param)
        if len(content.text) > _MOST_CHARS:
            raise FieldRefused(param, f"a message has at most {_MOST_CHARS:,} characters")
        if role in ("system", "developer"):
            notes.append(content.text.strip())
        elif role in ("user", "assistant"):
            told.append(Told(role, content.text, tuple(each.print for each in content.pictures)))
            pictures = content.pictures
        else:
            raise FieldRefused(param, f"nobody here speaks in the role {str(role)[:40]}")
    if not told or told[-1].role != "user":
        raise FieldRefused(param, "the last message has to be the user's")
    return Messages(tuple(told[:-1]), told[-1].text, join_notes(notes, param), pictures)


def join_notes(notes: Iterable[str], param: str) -> str:
    """What a program says to the advisors, together."""
    note = "\n\n".join(each for each in notes if each)
    if len(note) > MOST_NOTE_CHARS:
        raise FieldRefused(param, f"system messages have at most {MOST_NOTE_CHARS:,} characters together")
    return note


def _read_response_format(wanted: object) -> bool:
    """Whether the answer is to be a JSON object."""
    kind = wanted.get("type") if isinstance(wanted, dict) else None
    if kind == "json_schema":
        raise FieldRefused("response_format", "advisors are held to no schema of their callers")
    return kind == "json_object"


def _read_max_tokens(body: Mapping[str, Any]) -> int | None:
    named = [read_number(body, name, 1, _MOST_TOKENS) for name in ("max_completion_tokens", "max_tokens")]
    return min((each for each in named if each is not None), default=None)
