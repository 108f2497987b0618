"""Answers that are no JSON, as the OpenAPI document declares them."""

from typing import Any

Responses = dict[int | str, dict[str, Any]]


def declare_text(media_type: str, description: str) -> Responses:
    """A 200 with text of this type."""
    return {200: {"description": description, "content": {media_type: {"schema": {"type": "string"}}}}}


def declare_bytes(description: str, *media_types: str) -> Responses:
    """A 200 with bytes of one of these types."""
    schema = {"schema": {"type": "string", "format": "binary"}}
    return {200: {"description": description, "content": dict.fromkeys(media_types, schema)}}
