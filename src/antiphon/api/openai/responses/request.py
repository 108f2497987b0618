"""A request for a response, read: the same question as on the other wire, and what only this one can say."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

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
from antiphon.api.openai.request import ChatRequest, join_notes, read_messages
from antiphon.conversation.errors import FieldRefused
from antiphon.conversation.ids import ReplyId, TurnId

ANSWER: Final = "resp_"
MESSAGE: Final = "msg_"
THOUGHT: Final = "rs_"
PICTURE: Final = "ig_"
_MOST_TOKENS: Final = 10_000_000
_HONOURED: Final = frozenset(
    (
        "model",
        "input",
        "instructions",
        "stream",
        "stream_options",
        "max_output_tokens",
        "store",
        "metadata",
        "conversation",
        "conversation_id",
        "previous_response_id",
        "background",
        "modalities",
        "text",
        "reasoning",
        "antiphon",
    )
)
# What of our own is about how the other wire writes.
_OF_THE_OTHER: Final = ("format", "thinking")


@dataclass(frozen=True, slots=True)
class ResponseRequest:
    """The question, and what it goes on from: the answer it names, or the last of its own that it shows again.

    What is shown by reference alone has to be here.
    """

    asked: ChatRequest
    previous: TurnId | None = None
    shown: ReplyId | None = None
    is_reference: bool = False
    background: bool = False
    labels: bool | None = None


@dataclass(frozen=True, slots=True)
class _Input:
    messages: list[Any]
    shown: ReplyId | None = None
    is_reference: bool = False


def read_response(body: Mapping[str, Any], headers: Mapping[str, str]) -> ResponseRequest:
    """The request; `Malformed` or `FieldRefused` say what of it cannot be read or cannot be had."""
    body = clean_body(body)
    own = read_own(body.get("antiphon"))
    given = _read_input(body.get("input"))
    told = read_messages(given.messages, "input")
    refuse_unfit(body)
    _refuse_unfit(body)
    names = tuple(find_names(body, own, headers))
    previous = _read_previous(body)
    if previous is not None and body.get("conversation"):
        raise FieldRefused("previous_response_id", "name the answer to go on from, or the conversation, not both")
    asked = ChatRequest(
        model=read_text(body, "model"),
        history=told.history,
        text=told.text,
        note=join_notes((_read_instructions(body), told.note), "instructions"),
        names=names,
        request_sha256=hash_request(body, names),
        pictures=told.pictures,
        stream=read_flag(body, "stream"),
        max_tokens=read_number(body, "max_output_tokens", 1, _MOST_TOKENS),
        phases=read_flag(own, "phases"),
        advisors=read_names(own, "advisors"),
        choice=read_choice(own, read_effort(_read_part(body, "reasoning").get("effort"))),
        expect=read_expected(own),
        metadata=read_metadata(body),
        on_disconnect=read_word(own, "on_disconnect", ("cancel", "continue")) or "continue",
        kept=body.get("store") is not False,
        ignored=tuple(sorted({*list_ignored(body, own, _HONOURED), *_list_ignored(body, own)})),
    )
    return ResponseRequest(
        asked,
        previous=previous,
        shown=given.shown,
        is_reference=given.is_reference,
        background=read_flag(body, "background"),
        labels=read_flag(own, "labels") if "labels" in own else None,
    )


def _read_input(given: object) -> _Input:
    """The messages among the items; thoughts and pictures that were shown are left out, and our own answers are known
    by id."""
    if isinstance(given, str):
        return _Input([{"role": "user", "content": given}])
    if not isinstance(given, list):
        raise FieldRefused("input", "this is a text or a list of items")
    messages: list[Any] = []
    shown: ReplyId | None = None
    is_reference = False
    for item in given:
        if not isinstance(item, dict):
            raise FieldRefused("input", "an item is an object")
        kind = item.get("type") or "message"
        said_id = item.get("id")
        if isinstance(said_id, str) and said_id.startswith(MESSAGE):
            shown, is_reference = ReplyId(said_id.removeprefix(MESSAGE)[:80]), kind == "item_reference"
        elif kind == "item_reference" and not (isinstance(said_id, str) and said_id.startswith((THOUGHT, PICTURE))):
            raise FieldRefused("input", f"there is no item {str(said_id)[:80]} here")
        if kind == "message":
            messages.append(item)
        elif kind not in ("reasoning", "image_generation_call", "item_reference"):
            raise FieldRefused("input", f"messages are taken here, not {str(kind)[:40]}")
    return _Input(messages, shown, is_reference)


def _read_instructions(body: Mapping[str, Any]) -> str:
    said = body.get("instructions")
    if said is not None and not isinstance(said, str):
        raise FieldRefused("instructions", "this is a text")
    return (said or "").strip()


def _read_previous(body: Mapping[str, Any]) -> TurnId | None:
    said = body.get("previous_response_id")
    if said is None:
        return None
    if not isinstance(said, str):
        raise FieldRefused("previous_response_id", "this is a text")
    return TurnId(said.removeprefix(ANSWER)[:80])


def _refuse_unfit(body: Mapping[str, Any]) -> None:
    """What would be another request if it were left out."""
    text = body.get("text")
    if text is not None and not isinstance(text, dict):
        raise FieldRefused("text", "this is an object")
    wanted = text.get("format") if isinstance(text, dict) else None
    kind = wanted.get("type") if isinstance(wanted, dict) else None
    if kind not in (None, "text"):
        raise FieldRefused("text.format", "advisors are held to no form of their callers; each answers in words")
    if body.get("prompt") is not None:
        raise FieldRefused("prompt", "there are no prompts of callers here; send the words themselves")


def _list_ignored(body: Mapping[str, Any], own: Mapping[str, Any]) -> list[str]:
    thinking = _read_part(body, "reasoning")
    known = {"text": {"format"}, "reasoning": {"effort"} if read_effort(thinking.get("effort")) else set()}
    inside = [
        f"{part}.{name[:60]}"
        for part, honoured in known.items()
        for name, value in _read_part(body, part).items()
        if name not in honoured and value is not None
    ]
    return inside + [f"antiphon.{name}" for name in _OF_THE_OTHER if own.get(name) is not None]


def _read_part(body: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    part = body.get(name)
    return part if isinstance(part, dict) else {}
