"""Plain values out of YAML, within limits.

A parser turns text into events; values are made from those here, so that nothing is ever built that was not counted
first: no tag makes an object, an alias counts as often as it is used, and a nest that is too deep is left where it
becomes so. Plain words mean what YAML 1.2 says: `yes`, `12:30` and `2026-01-01` are text, `true` and `12` are not.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import yaml

from antiphon.conversation.errors import EvalFileInvalid
from antiphon.evals.suites.problems import Place, shorten

MOST_BYTES: Final = 1024 * 1024
MOST_DEPTH: Final = 20
MOST_NODES: Final = 50_000
MOST_ALIASED: Final = 1_000
# More digits than anything that is counted here; Python itself gives up at 4,300.
_MOST_DIGITS = 100

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TAGS = "tag:yaml.org,2002:"
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# What may not even be written as an escape: it cannot be stored, or is no character at all.
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
_WHOLE = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_BROKEN = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_ENDLESS = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_BEGIN_NUMBERS = frozenset("+-.0123456789")
_WORDS: Final = {
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "NULL": None,
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
}
_KINDS: Final[dict[str, tuple[type, ...]]] = {
    "int": (int,),
    "float": (int, float),
    "bool": (bool,),
    "null": (type(None),),
}


class YamlDocument(NamedTuple):
    """What a file holds, and on which line each part of it begins."""

    value: Any
    lines: dict[Place, int]


class _Position(NamedTuple):
    line: int
    column: int


class _Node(NamedTuple):
    value: Any
    size: int
    depth: int


def read_yaml(data: bytes, name: str = "") -> YamlDocument:
    """The one document in these bytes; `EvalFileInvalid` with line and column for whatever is not plain."""
    return _Reader(_decode(data, name), name).read()


def is_plain_word(text: str) -> bool:
    """Whether this, written without quotes, would be read as something else than text."""
    patterns = (_WHOLE, _BROKEN, _ENDLESS)
    return text in _WORDS or text == "<<" or any(each.fullmatch(text) for each in patterns)


def is_storable(number: int) -> bool:
    """Whether it has at most 64 bits, its sign among them: what JSON and databases keep whole."""
    return -(2**63) <= number < 2**63


def _decode(data: bytes, name: str) -> str:
    if len(data) > MOST_BYTES:
        raise EvalFileInvalid((f"the file: is larger than {MOST_BYTES // 1024:,} KiB, the most that is read",), name)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise EvalFileInvalid((f"line {line}: is not text in UTF-8",), name) from error
    odd = _UNPRINTABLE.search(text)
    if odd:
        line = text.count("\n", 0, odd.start()) + 1
        column = odd.start() - text.rfind("\n", 0, odd.start())
        raise EvalFileInvalid((f"line {line}, column {column}: holds a character that cannot be seen",), name)
    return text


class _Reader:
    """One pass over the events of a text."""

    __slots__ = ("_aliased", "_anchors", "_count", "_events", "_lines", "_name")

    def __init__(self, text: str, name: str) -> None:
        self._events: Iterator[yaml.Event] = yaml.parse(text, Loader=_LOADER)
        self._name = name
        self._anchors: dict[str, _Node | None] = {}
        self._lines: dict[Place, int] = {}
        self._count = 0
        self._aliased = 0

    def read(self) -> YamlDocument:
        self._next()
        event = self._next()
        if isinstance(event, yaml.StreamEndEvent):
            return YamlDocument(None, {})
        node = self._node(self._next(), (), 1)
        self._next()
        after = self._next()
        if not isinstance(after, yaml.StreamEndEvent):
            raise self._refuse(after, "a second document begins here; one file holds one")
        return YamlDocument(node.value, self._lines)

    def _next(self) -> yaml.Event:
        try:
            return next(self._events)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            where = f"line {mark.line + 1}, column {mark.column + 1}" if mark else "the file"
            told = f"{where}: is not YAML: {shorten(str(error.problem or error.context))}"
            raise EvalFileInvalid((told,), self._name) from error
        except (yaml.YAMLError, StopIteration, ValueError) as error:
            raise EvalFileInvalid(("the file: is not YAML",), self._name) from error

    def _node(self, event: yaml.Event, place: Place, depth: int) -> _Node:
        self._take(event, 1)
        if depth > MOST_DEPTH:
            raise self._refuse(event, f"is nested deeper than {MOST_DEPTH} levels")
        self._lines.setdefault(place, _position(event).line)
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event, depth)
        anchor = getattr(event, "anchor", None)
        if anchor:
            self._anchors[anchor] = None
        node = self._build(event, place, depth)
        if anchor:
            self._anchors[anchor] = node
        return node

    def _build(self, event: yaml.Event, place: Place, depth: int) -> _Node:
        if isinstance(event, yaml.ScalarEvent):
            return _Node(self._scalar(event), 1, 1)
        if isinstance(event, yaml.SequenceStartEvent):
            self._check_tag(event, "seq")
            return self._sequence(place, depth)
        self._check_tag(event, "map")
        return self._mapping(place, depth)

    def _alias(self, event: yaml.AliasEvent, depth: int) -> _Node:
        name = event.anchor or ""
        node = self._anchors.get(name)
        if node is None:
            what = "holds itself" if name in self._anchors else "stands for nothing that came before"
            raise self._refuse(event, f"*{shorten(name)} {what}")
        self._aliased += node.size
        if self._aliased > MOST_ALIASED:
            raise self._refuse(event, f"aliases stand for more than {MOST_ALIASED:,} values in all")
        if depth + node.depth - 1 > MOST_DEPTH:
            raise self._refuse(event, f"is nested deeper than {MOST_DEPTH} levels")
        self._take(event, node.size)
        return node

    def _sequence(self, place: Place, depth: int) -> _Node:
        values: list[Any] = []
        count = deepest = 1
        while not isinstance(event := self._next(), yaml.SequenceEndEvent):
            node = self._node(event, (*place, len(values)), depth + 1)
            values.append(node.value)
            count += node.size
            deepest = max(deepest, node.depth + 1)
        return _Node(values, count, deepest)

    def _mapping(self, place: Place, depth: int) -> _Node:
        values: dict[str, Any] = {}
        merged: dict[str, Any] = {}
        count = deepest = 1
        while not isinstance(event := self._next(), yaml.MappingEndEvent):
            key = self._key(event, values)
            self._lines[(*place, key)] = _position(event).line
            node = self._node(self._next(), (*place, key), depth + 1)
            if key == "<<" and isinstance(event, yaml.ScalarEvent) and event.implicit[0]:
                merged |= self._merge(event, node.value)
            else:
                values[key] = node.value
            count += node.size + 1
            deepest = max(deepest, node.depth + 1)
        return _Node(merged | values, count, deepest)

    def _key(self, event: yaml.Event, beside: dict[str, Any]) -> str:
        self._take(event, 1)
        if not isinstance(event, yaml.ScalarEvent):
            raise self._refuse(event, "a key must be text")
        key = self._scalar(event)
        if not isinstance(key, str):
            raise self._refuse(event, f"a key must be text; put quotes around {shorten(event.value) or 'it'}")
        if _UNPRINTABLE.search(key):
            raise self._refuse(event, "a key must be made of characters that can be seen")
        if key in beside:
            raise self._refuse(event, f"{shorten(key)} stands here twice")
        if event.anchor:
            self._anchors[event.anchor] = _Node(key, 1, 1)
        return key

    def _merge(self, event: yaml.Event, value: Any) -> dict[str, Any]:
        several = value if isinstance(value, list) else [value]
        if not all(isinstance(each, dict) for each in several):
            raise self._refuse(event, "<< takes in keys with values, or a list of them")
        # The first that has a key is the one that gives it.
        return {key: given for each in reversed(several) for key, given in each.items()}

    def _scalar(self, event: yaml.ScalarEvent) -> Any:
        text = event.value
        if _UNSTORABLE.search(text):
            raise self._refuse(event, "stands for a character that cannot be stored")
        tag = self._check_tag(event, "str", *_KINDS)
        if tag == "str" or (not tag and not event.implicit[0]):
            return text
        value = self._plain(event, text)
        if tag and (not isinstance(value, _KINDS[tag]) or (isinstance(value, bool) and tag != "bool")):
            raise self._refuse(event, f"{shorten(text)} is not a value of the kind {tag}")
        return value

    def _plain(self, event: yaml.Event, text: str) -> Any:
        if text in _WORDS:
            return _WORDS[text]
        if text[0] not in _BEGIN_NUMBERS:
            return text
        if _ENDLESS.fullmatch(text):
            raise self._refuse(event, f"{text} is not a number that can be used here")
        read: Callable[[str], int | float] | None = None
        if _WHOLE.fullmatch(text):
            read = _read_whole
        elif _BROKEN.fullmatch(text):
            read = float
        if read is None:
            return text
        if len(text) > _MOST_DIGITS:
            raise self._refuse(event, f"a number of {len(text):,} digits is more than can be read; as text, quote it")
        value = read(text)
        if value in (float("inf"), float("-inf")) or (isinstance(value, int) and not is_storable(value)):
            raise self._refuse(event, f"{shorten(text)} is too large a number")
        return value

    def _check_tag(self, event: Any, *allowed: str) -> str:
        """The short name of a tag that was written, or nothing; any but the plain ones is refused."""
        tag = event.tag
        if tag is None:
            return ""
        if tag == "!":
            return "str" if "str" in allowed else ""
        short = tag.removeprefix(_TAGS)
        if short == tag or short not in allowed:
            raise self._refuse(event, f"the tag {shorten(tag)} is not taken; values are plain here")
        return str(short)

    def _take(self, event: yaml.Event, count: int) -> None:
        self._count += count
        if self._count > MOST_NODES:
            raise self._refuse(event, f"the file holds more than {MOST_NODES:,} values")

    def _refuse(self, event: yaml.Event, sentence: str) -> EvalFileInvalid:
        position = _position(event)
        return EvalFileInvalid((f"line {position.line}, column {position.column}: {sentence}",), self._name)


def _position(event: yaml.Event) -> _Position:
    mark = event.start_mark
    return _Position(mark.line + 1, mark.column + 1) if mark else _Position(0, 0)


def _read_whole(text: str) -> int:
    return int(text, 0) if text.startswith(("0o", "0x")) else int(text)
