r"""What stands between quotes: plain text, a pattern, a topic.

A backslash makes the next character an ordinary one: `\'`, `\*`, `\\`, and in topics `\/` and `\>`.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from antiphon.filter.tree import Pattern, TopicPath
from antiphon.filter.wrong import Wrong

# Longer than any name and any phrase worth looking for.
MAX_TEXT: Final = 200


class Character(NamedTuple):
    """A character, and whether a backslash made it ordinary."""

    text: str
    plain: bool


def read_characters(quoted: str, position: int) -> list[Character]:
    """The characters between the quotes; `Wrong` when there are none or too many."""
    rest = iter(quoted[1:-1])
    found = [Character(next(rest), True) if each == "\\" else Character(each, False) for each in rest]
    if not found:
        raise Wrong(position, "there is nothing between the quotes")
    if len(found) > MAX_TEXT:
        raise Wrong(position, f"the text between the quotes is too long; {MAX_TEXT} characters are the limit")
    return found


def read_text(quoted: str, position: int) -> str:
    """The characters as they are, where a wildcard would make no sense."""
    return "".join(character.text for character in read_characters(quoted, position))


def read_pattern(quoted: str, position: int) -> Pattern:
    """The text with its wildcards."""
    return _pattern(read_characters(quoted, position))


def read_topic(quoted: str, position: int) -> tuple[TopicPath, bool]:
    """A topic's name or path, and whether three dots at the end ask for what lies below it."""
    characters = _strip(read_characters(quoted, position))
    characters, below = _cut_dots(characters)
    rooted = bool(characters) and characters[0] == Character("/", False)
    parts = [_strip(part) for part in _split(characters[1:] if rooted else characters)]
    if not all(parts):
        raise Wrong(position, "a topic has a name, and in a path every part has one")
    return TopicPath(tuple(_pattern(part) for part in parts), rooted or len(parts) > 1), below


def read_path(quoted: str, position: int) -> str:
    """One topic's whole path, `/Work/Hiring`; a single name stands at the root."""
    topic, below = read_topic(quoted, position)
    if below or any(len(segment.pieces) > 1 for segment in topic.segments):
        raise Wrong(position, "name one topic here, without * and without ...")
    names = [segment.pieces[0] for segment in topic.segments]
    if any("/" in name for name in names):
        raise Wrong(position, "a topic's name cannot hold a slash")
    return "".join("/" + name for name in names)


def _pattern(characters: Iterable[Character]) -> Pattern:
    pieces = [""]
    for character in characters:
        if character != Character("*", False):
            pieces[-1] += character.text
        elif len(pieces) == 1 or pieces[-1]:
            pieces.append("")
    return Pattern(tuple(pieces))


def _split(characters: list[Character]) -> list[list[Character]]:
    parts: list[list[Character]] = [[]]
    for character in characters:
        if character.text in "/>" and not character.plain:
            parts.append([])
        else:
            parts[-1].append(character)
    return parts


def _strip(characters: list[Character]) -> list[Character]:
    """Without the white space at both ends, unless a backslash asked for it."""
    kept = [at for at, character in enumerate(characters) if character.plain or not character.text.isspace()]
    return characters[kept[0] : kept[-1] + 1] if kept else []


def _cut_dots(characters: list[Character]) -> tuple[list[Character], bool]:
    if characters[-3:] == [Character(".", False)] * 3:
        return _strip(characters[:-3]), True
    if characters[-1:] == [Character("\u2026", False)]:
        return _strip(characters[:-1]), True
    return characters, False


def quote(pattern: Pattern) -> str:
    """The pattern between quotes, as `read_pattern` reads it back."""
    return f"'{_escape(pattern, _SPECIAL)}'"


def quote_topic(path: TopicPath) -> str:
    """The path between quotes, as `read_topic` reads it back."""
    inner = "/".join(_escape_ends(_escape(segment, _SPECIAL + "/>")) for segment in path.segments)
    if inner.endswith(("...", "\u2026")):
        inner = f"{inner[:-1]}\\{inner[-1]}"
    return f"'/{inner}'" if path.rooted else f"'{inner}'"


_SPECIAL: Final = "\\'*"


def _escape(pattern: Pattern, special: str) -> str:
    pieces = ("".join(f"\\{each}" if each in special else each for each in piece) for piece in pattern.pieces)
    return "*".join(pieces)


def _escape_ends(text: str) -> str:
    if text[-1].isspace():
        text = f"{text[:-1]}\\{text[-1]}"
    return f"\\{text}" if text[0].isspace() else text
