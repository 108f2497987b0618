"""Words of a model, made safe for a terminal.

A reply may hold any character, escape sequences included, and a terminal obeys those: it can be told to move
the cursor, rename the window or repeat what was typed. Nothing a model says is printed before it passed here.
"""

import re

from rich.color import Color, ColorParseError
from rich.style import Style

from antiphon.advisors.palette import HUES

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def make_printable(text: str) -> str:
    """The same text without control characters and direction overrides; line breaks and tabs stay."""
    return _CONTROL.sub("", text.replace("\r\n", "\n")).expandtabs(4)


def count_words(text: str) -> str:
    """`1 word`, `210 words`."""
    count = len(text.split())
    return "1 word" if count == 1 else f"{count} words"


def parse_colour(colour: str) -> Style:
    """An advisor's colour as a style; no colour at all when neither the palette nor the terminal has a word for it."""
    name = colour.strip().lower()
    try:
        return Style(color=Color.parse(HUES[name].light if name in HUES else name))
    except ColorParseError:
        return Style()
