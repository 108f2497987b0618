"""Values in the slots of a prompt, as promptfoo writes them: `{{name}}`, and nothing else of a template."""

import json
import re
from collections.abc import Mapping
from typing import Final

from pydantic import JsonValue

SLOT: Final = re.compile(r"\{\{\s*([\w.-]+)\s*\}\}")
# All prompts together once values are filled in: a file of 1 MiB could otherwise become any number of them.
_MOST_CHARS: Final = 16 * 1024 * 1024


class TooMuch(Exception):
    """Filled in, the prompts are more than can be held."""


class Filler:
    """Puts values into slots, and counts what becomes of it before it does."""

    __slots__ = ("_left",)

    def __init__(self) -> None:
        self._left = _MOST_CHARS

    def fill(self, text: str, values: Mapping[str, str]) -> str:
        """Each `{{name}}` once; what is filled in is never looked at again."""
        if "{{" not in text:
            return text
        self.take(len(text) + sum(len(values.get(found[1], "")) for found in SLOT.finditer(text)))
        return SLOT.sub(lambda found: values.get(found[1], found[0]), text)

    def take(self, chars: int) -> None:
        """`TooMuch` if so many more are too many."""
        self._left -= chars
        if self._left < 0:
            raise TooMuch


def write_value(value: JsonValue) -> str:
    """The value as it stands in a prompt: a text as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value)
