"""What could be typed next, for an editor.

The line is unfinished by nature, so it is not parsed: it is enough to know whether the cursor stands in a quote, behind
an `@`, behind a colon or among predicates.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from antiphon.filter.command import COMMANDS
from antiphon.filter.fold import fold_text
from antiphon.filter.words import LETTER_OF, VOCABULARY

MAX_COMPLETIONS: Final = 50
_QUOTES: Final = "'\""
_LONGEST_WORD = max(map(len, LETTER_OF))
_ARGUMENTS = {"export": ("json", "md", "txt", "html"), "flag": ("blue", "grey", "none"), "hud": ("on", "off")}
_STAR_COUNTS = ("0", "1", "2", "3")


class Completion(NamedTuple):
    """Replace the line from `start` to `end`, counted from 0, by `text`; `label` says what it is."""

    start: int
    end: int
    text: str
    label: str


@dataclass(frozen=True, slots=True)
class KnownNames:
    """The names a person may mean."""

    advisors: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    saved: tuple[str, ...] = ()


class _Place(NamedTuple):
    """Where the last open quote and the colon before the cursor stand; -1 for none."""

    quote: int
    colon: int


def complete(line: str, cursor: int, names: KnownNames) -> list[Completion]:
    """At most fifty ways to go on at the cursor, best first; none where nothing fits. Never fails."""
    cursor = min(max(cursor, 0), len(line))
    place = _find_place(line[:cursor])
    if place.quote >= 0:
        found = _complete_quoted(line, cursor, place, names)
    elif place.colon >= 0:
        found = _complete_command(line, cursor, place.colon)
    else:
        found = _complete_predicate(line, cursor, names.saved)
    return found[:MAX_COMPLETIONS]


def _find_place(before: str) -> _Place:
    quote, colon, characters = -1, -1, enumerate(before)
    for at, character in characters:
        if character == "\\" and quote >= 0:
            next(characters, None)
        elif quote >= 0:
            quote = -1 if character == before[quote] else quote
        elif character in _QUOTES:
            quote = at
        elif character == ":" and colon < 0:
            colon = at
    return _Place(quote, colon)


def _complete_quoted(line: str, cursor: int, place: _Place, names: KnownNames) -> list[Completion]:
    mark = line[place.quote]
    closing = line.find(mark, cursor)
    end = len(line) if closing < 0 else closing + 1
    kind, known = _names_for(line, place, names)
    typed = line[place.quote + 1 : cursor].replace("\\", "")
    special = f"\\*{mark}>" if kind == "topic" else f"\\*{mark}"
    return [
        Completion(place.quote, end, f"{mark}{_escape(name, special)}{mark}", kind)
        for name in _rank(known, typed, within=True)
    ]


def _names_for(line: str, place: _Place, names: KnownNames) -> tuple[str, tuple[str, ...]]:
    """What is named in this quote: told by the predicate before it, or else by the command."""
    kinds = {
        "t": ("topic", names.topics),
        "m": ("model", names.models),
        "a": ("advisor", names.advisors),
        "k": ("tag", names.tags),
    }
    if place.colon >= 0:
        command = line[place.colon + 1 : place.quote].split(maxsplit=1)
        letter = {"topic": "t", "tag": "k", "out": "a", "in": "a"}.get(command[0] if command else "", "")
    else:
        head = line[: place.quote].rstrip().removesuffix("=").rstrip()
        letter = LETTER_OF.get(_last_word(head), "")
    return kinds.get(letter, ("", ()))


def _last_word(head: str) -> str:
    """The known word the text ends with, or its last character."""
    longest = next((head[-size:] for size in range(_LONGEST_WORD, 1, -1) if head[-size:] in LETTER_OF), "")
    return longest or head[-1:]


def _complete_command(line: str, cursor: int, colon: int) -> list[Completion]:
    words = line[colon + 1 : cursor]
    start = _word_start(line, cursor)
    typed = line[start:cursor]
    if not words[: len(words) - len(typed)].strip():
        known = _rank(COMMANDS, typed)
        return [Completion(start, _word_end(line, cursor), name, COMMANDS[name][2]) for name in known]
    command = words.split(maxsplit=1)[0]
    choices = _STAR_COUNTS if command == "star" else _ARGUMENTS.get(command, ())
    return [Completion(start, _word_end(line, cursor), each, COMMANDS[command][1]) for each in _rank(choices, typed)]


def _complete_predicate(line: str, cursor: int, saved: tuple[str, ...]) -> list[Completion]:
    start, end = _word_start(line, cursor), _word_end(line, cursor)
    if line[start - 1 : start] == "@":
        known = _rank(saved, line[start:cursor])
        return [Completion(start - 1, end, f"@{name}", "saved filter") for name in known]
    start = _letters_start(line, cursor)
    typed = line[start:cursor]
    if not typed:
        return [Completion(start, cursor, word.letter, f"{word.words[0]}: {word.says}") for word in VOCABULARY]
    words = {word.words[0]: word.says for word in VOCABULARY}
    return [Completion(start, cursor, name, words[name]) for name in _rank(words, typed)]


def _word_start(line: str, cursor: int) -> int:
    while cursor > 0 and (line[cursor - 1].isalnum() or line[cursor - 1] in "-_"):
        cursor -= 1
    return cursor


def _word_end(line: str, cursor: int) -> int:
    while cursor < len(line) and (line[cursor].isalnum() or line[cursor] in "-_"):
        cursor += 1
    return cursor


def _letters_start(line: str, cursor: int) -> int:
    while cursor > 0 and line[cursor - 1].isascii() and line[cursor - 1].isalpha():
        cursor -= 1
    return cursor


def _rank(known: Iterable[str], typed: str, *, within: bool = False) -> list[str]:
    """Those that begin with what was typed, then, if asked, those that hold it; each in their own order."""
    wanted = fold_text(typed.strip())
    folded = [(name, fold_text(name)) for name in known]
    first = [name for name, small in folded if small.startswith(wanted)]
    later = [name for name, small in folded if within and wanted in small and not small.startswith(wanted)]
    return first + later


def _escape(name: str, special: str) -> str:
    return "".join(f"\\{each}" if each in special else each for each in name)
