"""What can be read out of an error body, whatever its shape.

The same facts come as an object, a string, an array, an error within an error, `detail`, lines of a stream, a web
page, or not at all. Codes, words and counts are gathered from wherever they are kept, a few levels down.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import orjson

TEXT_LIMIT = 10_000
_DEPTH_LIMIT = 8
_NODE_LIMIT = 2_000
_LINE_LIMIT = 20
_CODE_LIMIT = 100
_SECOND_LOOK_LIMIT = 65_536

_CODE_KEYS = frozenset(
    {"code", "type", "__type", "status", "status_code", "reason", "finish_reason", "finishreason", "stop_reason"}
)
_TEXT_KEYS = frozenset({"message", "msg", "error", "errors", "detail", "description", "raw"})
_COUNT_KEYS = frozenset({"n_ctx", "n_prompt_tokens"})
# Some servers repeat the request. What people wrote must not be taken for what the server says.
_ECHO_KEYS = frozenset({"input", "messages", "request", "body", "failed_generation", "flagged_input"})

# Straight, back and acute; then the curly, low and angled ones.
_QUOTES = dict.fromkeys(map(ord, "'\"`\u00b4\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u00ab\u00bb"))
_PAGE = re.compile(r"\s{0,100}<(?:!doctype|html|head|body|\?xml)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Refusal:
    """`status` is absent for a failure without one; `text` is for people, `words` is the same made comparable."""

    status: int | None
    codes: tuple[str, ...] = ()
    text: str = ""
    words: str = ""
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_page(self) -> bool:
        """True for a web page: a login form or a proxy's apology."""
        return _PAGE.match(self.text) is not None


def read_response(status: int, body: bytes, headers: Mapping[str, str]) -> Refusal:
    """What an HTTP answer says. A body without any words is shown as it is."""
    raw = body.decode("utf-8", "replace")
    refusal = _read(None if status == 200 else status, parse_text(raw), _codes_in(headers))
    return refusal if refusal.text else replace(refusal, text=raw[:TEXT_LIMIT].strip())


def read_object(error: object) -> Refusal:
    """What a frame of a stream says."""
    return _read(None, error, ())


def parse_text(text: str) -> object:
    """The JSON in a body, in each of its lines or events, or else the body itself."""
    whole = _parse_json(text)
    if whole is not None:
        return whole
    lines = text.split("\n", _LINE_LIMIT)[:_LINE_LIMIT]
    parsed = [each for line in lines if (each := _parse_json(line.strip().removeprefix("data:"))) is not None]
    return parsed or text


def normalise(text: str) -> str:
    """Lower case, single spaces, no quotation marks: providers vary all three."""
    return " ".join(text.translate(_QUOTES).lower().split())


def _read(status: int | None, body: object, codes: tuple[str, ...]) -> Refusal:
    found: list[str] = list(codes)
    texts: list[str] = []
    counts: dict[str, int] = {}
    for key, value in _walk(body):
        if key in _CODE_KEYS and not isinstance(value, float):
            found.append(str(value).strip().lower()[:_CODE_LIMIT])
        elif key in _TEXT_KEYS and isinstance(value, str):
            texts.append(value)
        elif key in _COUNT_KEYS and isinstance(value, int) and value > 0:
            counts.setdefault(key, value)
    text = " ".join(dict.fromkeys(texts))[:TEXT_LIMIT].strip()
    return Refusal(status, tuple(dict.fromkeys(found)), text, normalise(text), counts)


def _walk(body: Any) -> Iterator[tuple[str, str | int | float]]:
    """Every plain value with the key it stands under, in order; the body itself counts as a message."""
    stack: list[tuple[str, Any, int]] = [("message", body, 0)]
    for _ in range(_NODE_LIMIT):
        if not stack:
            return
        key, value, depth = stack.pop()
        if isinstance(value, str) and value[:1] in ("{", "[") and (inner := _parse_json(value)) is not None:
            value = inner
        if isinstance(value, dict | list):
            if depth < _DEPTH_LIMIT:
                stack.extend(reversed(_children(key, value, depth + 1)))
        elif isinstance(value, str | int | float) and not isinstance(value, bool):
            yield key, value


def _children(key: str, value: dict[Any, Any] | list[Any], depth: int) -> list[tuple[str, Any, int]]:
    """What lies one level down. A list speaks under the key of the list."""
    if isinstance(value, list):
        return [(key, each, depth) for each in value[:_NODE_LIMIT]]
    names = list(value)[:_NODE_LIMIT]
    lowered = [(str(name).lower(), value[name]) for name in names]
    return [(name, each, depth) for name, each in lowered if name not in _ECHO_KEYS]


def _parse_json(text: str) -> object | None:
    """The object or array in a text. What orjson finds too sloppy (half a surrogate pair) gets a second look."""
    text = text.strip().removeprefix("\ufeff")
    if text[:1] not in ("{", "["):
        return None
    try:
        return orjson.loads(text)  # type: ignore[no-any-return]  # anything JSON can hold is an object
    except ValueError:
        pass
    if len(text) > _SECOND_LOOK_LIMIT:
        return None
    try:
        return json.loads(text)  # type: ignore[no-any-return]  # as above
    except (ValueError, RecursionError):
        return None


def _codes_in(headers: Mapping[str, str]) -> tuple[str, ...]:
    """The code AWS sends as a header, without the address it appends."""
    lowered = {name.lower(): value for name, value in headers.items()}
    code = lowered.get("x-amzn-errortype", "").partition(":")[0].strip().lower()
    return (code,) if code else ()
