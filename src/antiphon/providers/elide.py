"""A request's bytes without the pictures in them, for people to look at."""

from collections.abc import Iterator
from typing import Any

import orjson

# Cheap to look for, and in every request that holds a picture.
_SIGNS = (b'"image_url"', b'"base64"', b'"inlineData"', b'"inline_data"')
_BASE64_CHARS, _BASE64_BYTES = 4, 3


def elide_images(body: bytes) -> bytes:
    """The same request with a word in place of each picture's bytes; what holds no picture is the same to the byte."""
    if not any(sign in body for sign in _SIGNS):
        return body
    try:
        request = orjson.loads(body)
    except orjson.JSONDecodeError:
        return body
    found = list(_find(request))
    for holder, key in found:
        holder[key] = _describe(holder[key])
    return orjson.dumps(request) if found else body


def describe_image(part: dict[str, Any]) -> str:
    """A word about the picture in a part of a message; nothing when there is none."""
    return "".join(f"[{_describe(holder[key])}]" for holder, key in _find(part))


def _find(value: Any) -> Iterator[tuple[dict[str, Any], str]]:
    """Every place in which one of the three wires holds the bytes of a picture."""
    if isinstance(value, list):
        for each in value:
            yield from _find(each)
    elif isinstance(value, dict):
        if (place := _place_in(value)) is not None:
            yield place
            return
        for each in value.values():
            yield from _find(each)


def _place_in(part: dict[str, Any]) -> tuple[dict[str, Any], str] | None:
    if part.get("type") == "image_url" and _holds(part.get("image_url"), "url"):
        return part["image_url"], "url"
    if part.get("type") == "image" and _holds(part.get("source"), "data"):
        return part["source"], "data"
    for name in ("inlineData", "inline_data"):
        if _holds(part.get(name), "data"):
            return part[name], "data"
    return None


def _holds(value: object, key: str) -> bool:
    return isinstance(value, dict) and isinstance(value.get(key), str)


def _describe(written: str) -> str:
    head, comma, data = written.rpartition("base64,")
    media_type = head.removeprefix("data:").rstrip(";") if comma else ""
    size = len(data.rstrip("=")) * _BASE64_BYTES // _BASE64_CHARS
    return f"{size:,} bytes of {media_type}" if media_type else f"{size:,} bytes of an image"
