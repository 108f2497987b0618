"""Fields of a body that is open: each is read by itself, and refused by its name."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

from pydantic import ValidationError

from antiphon.api.schemas.choice import ChoiceBody
from antiphon.conversation.errors import FieldRefused, Malformed
from antiphon.conversation.text import clean_text
from antiphon.conversation.thinking import Level
from antiphon.engine.commands.outside_places import OWN_ID, OutsideName

OWN_FIELDS: Final = frozenset(
    ("format", "thinking", "phases", "advisors", "off", "filter", "conversation", "on_disconnect", "expect", "labels")
)
_MOST_NAME: Final = 255
# The wire has more words for effort than there are levels here.
_EFFORTS: Final[Mapping[str, Level]] = {
    "none": "off",
    "minimal": "low",
    "low": "low",
    "medium": "medium",
    "high": "high",
    "xhigh": "high",
    "max": "high",
}
# As the wire has it everywhere.
_MOST_PAIRS, _MOST_PAIR_NAME, _MOST_PAIR_VALUE = 16, 64, 512
# Headers in which a program names its conversation.
_NAMING_HEADERS: Final = (("x-antiphon-conversation", "header"), ("x-openwebui-chat-id", "openwebui"))


def clean_body(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same with U+FFFD for every lone surrogate, also in names: much is said back, and none can be encoded."""
    whole = json.dumps(body, ensure_ascii=False)
    cleaned = clean_text(whole)
    return body if cleaned == whole else cast("dict[str, Any]", json.loads(cleaned))


def read_text(body: Mapping[str, Any], name: str) -> str:
    """A text that has to be there."""
    said = body.get(name)
    if not isinstance(said, str) or not said.strip():
        raise Malformed(f"{name} is missing")
    return said


def read_flag(body: Mapping[str, Any], name: str) -> bool:
    """Yes or no; no where nothing is said."""
    said = body.get(name)
    if said is not None and not isinstance(said, bool):
        raise FieldRefused(name, "this is true or false")
    return bool(said)


def read_number(body: Mapping[str, Any], name: str, least: int, most: int) -> int | None:
    """A whole number within bounds, if one is said."""
    said = body.get(name)
    if said is None:
        return None
    if not isinstance(said, int) or isinstance(said, bool) or not least <= said <= most:
        raise FieldRefused(name, f"this is a whole number from {least} to {most:,}")
    return said


def read_word(own: Mapping[str, Any], name: str, words: tuple[str, ...]) -> Any:
    """One of these words, if one is said."""
    said = own.get(name)
    if said is not None and said not in words:
        raise FieldRefused(f"antiphon.{name}", f"this is one of {', '.join(words)}")
    return said


def read_names(own: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """A list of names."""
    said = own.get(name) or ()
    if not isinstance(said, list | tuple) or not all(isinstance(each, str) for each in said):
        raise FieldRefused(f"antiphon.{name}", "this is a list of names")
    return tuple(said)


def read_own(own: object) -> Mapping[str, Any]:
    """What only this server understands."""
    if own is None:
        return {}
    if not isinstance(own, dict):
        raise FieldRefused("antiphon", "this is an object")
    return own


def read_effort(said: object) -> Level | None:
    """How much thinking a program's word for effort is; none for a word that is not known."""
    return _EFFORTS.get(said) if isinstance(said, str) else None


def read_choice(own: Mapping[str, Any], effort: Level | None = None) -> Mapping[str, Any]:
    """What of the house's own choice a program makes, with the effort that the wire has a field for."""
    said = {name: own[name] for name in ("off", "filter") if own.get(name) is not None}
    if effort is not None:
        said["thinking"] = effort
    try:
        return ChoiceBody(**said).named()
    except ValidationError as error:
        raise FieldRefused("antiphon", error.errors()[0]["msg"].lower()) from None


def read_expected(own: Mapping[str, Any]) -> Mapping[str, str]:
    """The fingerprints a preview showed, by advisor."""
    said = own.get("expect") or {}
    if not isinstance(said, dict) or not all(isinstance(each, str) for each in said.values()):
        raise FieldRefused("antiphon.expect", "this is an object of fingerprints")
    return said


def read_metadata(body: Mapping[str, Any]) -> Mapping[str, str]:
    """Pairs that are kept beside the question and given back with the answer."""
    said = body.get("metadata") or {}
    if not isinstance(said, dict) or len(said) > _MOST_PAIRS:
        raise FieldRefused("metadata", f"this is an object of at most {_MOST_PAIRS} pairs")
    for name, value in said.items():
        if len(name) > _MOST_PAIR_NAME or not isinstance(value, str) or len(value) > _MOST_PAIR_VALUE:
            reason = f"names have at most {_MOST_PAIR_NAME} characters, values are texts of at most {_MOST_PAIR_VALUE}"
            raise FieldRefused("metadata", reason)
    return said


def refuse_unfit(body: Mapping[str, Any]) -> None:
    """What would be another request if it were left out."""
    choice = body.get("tool_choice")
    if choice == "required" or isinstance(choice, dict):
        raise FieldRefused("tool_choice", "advisors call no tools of their callers; leave it out or use auto")
    modalities = body.get("modalities")
    if (isinstance(modalities, list) and "audio" in modalities) or body.get("audio"):
        raise FieldRefused("modalities", "advisors answer in text here")


def find_names(body: Mapping[str, Any], own: Mapping[str, Any], headers: Mapping[str, str]) -> Iterable[OutsideName]:
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


def list_ignored(body: Mapping[str, Any], own: Mapping[str, Any], honoured: frozenset[str]) -> Iterable[str]:
    """What a request says and nobody here does anything about."""
    for name, value in body.items():
        if name not in honoured and value is not None:
            yield name[:60]
    for name, value in own.items():
        if name not in OWN_FIELDS and value is not None:
            yield f"antiphon.{name[:60]}"


def hash_request(body: Mapping[str, Any], names: tuple[OutsideName, ...]) -> str:
    """What a request is known again by."""
    whole = json.dumps([body, names], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(whole.encode()).hexdigest()
