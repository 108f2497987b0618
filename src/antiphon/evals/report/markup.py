"""HTML that cannot be broken into: plain text is always escaped, and only this file makes markup of it.

Models say what they like, markup, control characters and direction overrides included. All of it is shown as the
characters it is made of; what would be invisible or turn the line around is shown by its number.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

# C0 and C1 controls but tab and line breaks, direction overrides and isolates, lone surrogates, tag characters.
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\U000e0000-\U000e007f]")
_VOID = frozenset({"meta", "input", "br", "col"})


@dataclass(frozen=True, slots=True)
class Html:
    """Markup that is safe as it stands."""

    text: str


Content = Html | str | None
Attribute = str | int | float | bool | None


class TextRange(NamedTuple):
    """A part of a text, by character."""

    start: int
    end: int


def tag(name: str, /, *children: Content, **attributes: Attribute) -> Html:
    """An element. `class_` is `class`, `aria_label` is `aria-label`; an attribute that is none or false is left out."""
    opened = f"<{name}{''.join(_write_attribute(key, value) for key, value in attributes.items())}>"
    return Html(opened if name in _VOID else f"{opened}{join(children).text}</{name}>")


def join(children: Iterable[Content]) -> Html:
    """Markup and text one after the other."""
    return Html("".join(_write(each) for each in children if each is not None))


def show_text(text: str) -> Html:
    """Any text, with what could not be seen shown by number."""
    parts: list[Content] = []
    end = 0
    for found in _UNSEEN.finditer(text):
        parts += [Html(escape(text[end : found.start()])), _show_code(found[0])]
        end = found.end()
    return join((*parts, Html(escape(text[end:]))))


def mark_text(text: str, stretches: Sequence[TextRange]) -> Html:
    """Any text with stretches of it marked; where they overlap they become one."""
    parts: list[Content] = []
    end = 0
    for stretch in _merge(stretches, len(text)):
        parts += [show_text(text[end : stretch.start]), tag("mark", show_text(text[stretch.start : stretch.end]))]
        end = stretch.end
    return join((*parts, show_text(text[end:])))


def _write(child: Html | str) -> str:
    return child.text if isinstance(child, Html) else show_text(child).text


def _write_attribute(key: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(_UNSEEN.sub("", str(value)))}"'


def _show_code(character: str) -> Html:
    return Html(f'<span class="unseen" title="a character that cannot be seen">U+{ord(character):04X}</span>')


def _merge(stretches: Sequence[TextRange], length: int) -> list[TextRange]:
    merged: list[TextRange] = []
    for start, end in sorted((max(0, each.start), min(length, each.end)) for each in stretches):
        if start >= end:
            continue
        if merged and start <= merged[-1].end:
            merged[-1] = TextRange(merged[-1].start, max(end, merged[-1].end))
        else:
            merged.append(TextRange(start, end))
    return merged
