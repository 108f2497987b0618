"""A model's answer, held to the shape it was asked for.

The answer is JSON, bare or in one fenced block, and nothing else. What models get wrong by habit is repaired once:
comments, commas before a bracket, brackets that were never closed. Words are never made up: an answer that ends inside
a string stays unreadable, and so does one that ends with a number, which may have had more digits. Reading takes time
linear in the answer, which may have 200,000 characters.

Where a server can hold a model to a schema, `schema_of` is what it is told; `parse_answer` reads either way.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final

from antiphon.conversation.errors import AnswerUnreadable
from antiphon.conversation.text import clean_text

# More than any answer we ask for; past it somebody is being talked to death.
_MOST_CHARS: Final = 200_000
_MOST_DEPTH: Final = 20
# Servers want an object at the root. What is none stands in one under this name.
_ROOT: Final = "answer"
_CLOSERS: Final = {"{": "}", "[": "]"}
_THINKING = re.compile(r"\A\s*<(think|thinking)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```[\w-]*[ \t]*\r?\n(.*?)```", re.DOTALL)
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_COMMENT = re.compile(r"//[^\r\n]*|/\*.*?\*/", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Words:
    """A string."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number."""


@dataclass(frozen=True, slots=True)
class Number:
    """Any number that has an end."""


@dataclass(frozen=True, slots=True)
class Truth:
    """True or false."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these strings."""

    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Maybe:
    """This shape, or null."""

    shape: "Shape"


@dataclass(frozen=True, slots=True)
class Many:
    """A list of this shape."""

    shape: "Shape"


@dataclass(frozen=True, slots=True)
class Record:
    """An object with exactly these fields."""

    fields: Mapping[str, "Shape"]


Shape = Words | Whole | Number | Truth | OneOf | Maybe | Many | Record


def schema_of(shape: Shape) -> dict[str, Any]:
    """This shape as the JSON schema of an answer: an object at the root, every field required, none beside them."""
    return _describe_schema(shape if isinstance(shape, Record) else Record({_ROOT: shape}))


def _describe_schema(shape: Shape) -> dict[str, Any]:
    match shape:
        case Words():
            return {"type": "string"}
        case Whole():
            return {"type": "integer"}
        case Number():
            return {"type": "number"}
        case Truth():
            return {"type": "boolean"}
        case OneOf(choices):
            return {"type": "string", "enum": list(choices)}
        case Maybe(inner):
            return {"anyOf": [_describe_schema(inner), {"type": "null"}]}
        case Many(inner):
            return {"type": "array", "items": _describe_schema(inner)}
        case Record(fields):
            properties = {name: _describe_schema(inner) for name, inner in fields.items()}
            return {
                "type": "object",
                "properties": properties,
                "required": list(properties),
                "additionalProperties": False,
            }


def parse_answer(text: str, shape: Shape) -> Any:
    """The value the answer holds, in this shape; `AnswerUnreadable` says what is wrong with it.

    What is no object may stand in one, as `schema_of` has it.
    """
    bare = _unwrap(text)
    try:
        value = _load(bare)
    except AnswerUnreadable:
        value = _load(_repair(bare))
    if not isinstance(shape, Record) and isinstance(value, dict) and value.keys() == {_ROOT}:
        value = value[_ROOT]
    return _check(value, shape, "the answer")


def _unwrap(text: str) -> str:
    if len(text) > _MOST_CHARS:
        raise AnswerUnreadable("it is far too long")
    said = _THINKING.sub("", text, count=1).strip()
    fenced = _FENCE.findall(said)
    if len(fenced) > 1:
        raise AnswerUnreadable("it holds more than one block")
    return str(fenced[0]).strip() if fenced else said


def _load(text: str) -> object:
    if not text:
        raise AnswerUnreadable("it is empty")
    try:
        value: object = json.loads(text, parse_constant=_refuse, object_pairs_hook=_once)
    except RecursionError:
        raise AnswerUnreadable("it is nested too deeply") from None
    except ValueError:
        raise AnswerUnreadable("it is not JSON") from None
    return value


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object; the same field twice could mean either."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError
    return found


def _repair(text: str) -> str:
    """The text without comments and needless commas, with its brackets closed."""
    out: list[str] = []
    waiting: list[str] = []
    place = 0
    while place < len(text):
        piece = _piece_at(text, place)
        place += len(piece)
        if piece.startswith(("//", "/*")):
            continue
        if piece in _CLOSERS:
            waiting.append(_CLOSERS[piece])
            if len(waiting) > _MOST_DEPTH:
                raise AnswerUnreadable("it is nested too deeply")
        elif piece in ("}", "]"):
            if not waiting or waiting.pop() != piece:
                raise AnswerUnreadable("its brackets do not match")
            _drop_comma(out)
        out.append(piece)
    if waiting and out[-1].isdigit():
        raise AnswerUnreadable("it ends inside a number")
    _drop_comma(out)
    return "".join(out) + "".join(reversed(waiting))


def _piece_at(text: str, place: int) -> str:
    """The string, the comment or the character that begins here; what begins and never ends was cut off."""
    pattern = {'"': _STRING, "/": _COMMENT}.get(text[place])
    if pattern is None:
        return text[place]
    match = pattern.match(text, place)
    if match is None:
        raise AnswerUnreadable("it is not JSON")
    return match[0]


def _drop_comma(out: list[str]) -> None:
    while out and out[-1].isspace():
        out.pop()
    if out and out[-1] == ",":
        out.pop()


def _check(value: object, shape: Shape, place: str) -> Any:
    """The same value, cleaned, or the first thing that is wrong with it."""
    match shape:
        case Words() if isinstance(value, str):
            return clean_text(value)
        case Whole() if isinstance(value, int) and not isinstance(value, bool):
            return value
        case Number() if isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value):
            return value
        case Truth() if isinstance(value, bool):
            return value
        case OneOf(choices) if value in choices:
            return value
        case Maybe(inner):
            return None if value is None else _check(value, inner, place)
        case Many(inner) if isinstance(value, list):
            return [_check(each, inner, f"{place}[{index}]") for index, each in enumerate(value)]
        case Record(fields) if isinstance(value, dict) and value.keys() == fields.keys():
            return {name: _check(value[name], inner, f"{place}.{name}") for name, inner in fields.items()}
        case _:
            raise AnswerUnreadable(f"{place} is not {_describe(shape)}")


def _describe(shape: Shape) -> str:
    match shape:
        case Words():
            return "a text"
        case Whole():
            return "a whole number"
        case Number():
            return "a number"
        case Truth():
            return "true or false"
        case OneOf(choices):
            return f"one of {', '.join(choices)}"
        case Maybe(inner):
            return _describe(inner)
        case Many():
            return "a list"
        case Record(fields):
            return f"an object with {', '.join(fields)} and nothing else"
