"""The lorebook of a character card: each entry as a document, with what becomes of its rules.

Elsewhere an entry comes along by itself when its words fall. Here a document is searched by an advisor, or goes along
always; no other rule has a counterpart, and those an entry has are named.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from antiphon.conversation.text import clean_text, on_one_line

LoreKind = Literal["guideline", "library"]

MOST_ENTRIES: Final = 200
_MOST_WORDS: Final = 100
_LONGEST_NAME: Final = 60
# Rules that decide when an entry comes along, or where it stands, in the words of the card.
_RULES: Final = (
    "secondary_keys",
    "selective",
    "case_sensitive",
    "use_regex",
    "insertion_order",
    "priority",
    "position",
)
# What an entry has where nobody set the rule.
_UNSET: Final[tuple[object, ...]] = (None, "", False, 0, [], {})
_BOOK_RULES: Final = ("scan_depth", "token_budget", "recursive_scanning")


class LoreEntry(NamedTuple):
    """One entry: its words, what it will be here, and the rules that do not come along."""

    name: str
    kind: LoreKind
    words: tuple[str, ...]
    text: str
    lost: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lore:
    """The entries, how many there are beyond them, and rules of the book as a whole that do not come along."""

    entries: tuple[LoreEntry, ...] = ()
    left: int = 0
    rules: tuple[str, ...] = ()


def read_lore(book: Any, fill: Callable[[str], str]) -> Lore:
    """What is in a lorebook, if this is one; empty entries are passed over."""
    if not isinstance(book, Mapping):
        return Lore()
    listed = book.get("entries")
    written = listed.values() if isinstance(listed, Mapping) else listed if isinstance(listed, list) else ()
    entries = [entry for each in written if isinstance(each, Mapping) and (entry := _read_entry(each, fill))]
    rules = tuple(name for name in _BOOK_RULES if book.get(name) not in _UNSET)
    return Lore(tuple(entries[:MOST_ENTRIES]), max(0, len(entries) - MOST_ENTRIES), rules)


def write_document(entry: LoreEntry) -> str:
    """The entry as the text of a document: the words it is found by stand first."""
    words = f"({', '.join(entry.words)})\n\n" if entry.words else ""
    return f"# {entry.name}\n\n{words}{entry.text}\n"


def _read_entry(entry: Mapping[str, Any], fill: Callable[[str], str]) -> LoreEntry | None:
    text = fill(_text(entry, "content"))
    if not text:
        return None
    words = tuple(_list_words(entry.get("keys", entry.get("key"))))
    name = on_one_line(_text(entry, "name") or _text(entry, "comment")) or ", ".join(words[:3]) or text
    is_constant = entry.get("constant") is True
    return LoreEntry(
        name=clean_text(name)[:_LONGEST_NAME].strip(),
        kind="guideline" if is_constant else "library",
        words=words,
        text=text,
        lost=tuple(_list_lost(entry, text, is_found=bool(words) and not is_constant)),
    )


def _list_lost(entry: Mapping[str, Any], text: str, *, is_found: bool) -> Iterator[str]:
    if is_found:
        # It would come along by itself; here an advisor looks for it.
        yield "keys"
    yield from (name for name in _RULES if entry.get(name) not in _UNSET)
    extensions = entry.get("extensions")
    if isinstance(extensions, Mapping):
        yield from sorted(on_one_line(str(name))[:_LONGEST_NAME] for name in extensions)[:_MOST_WORDS]
    if any(line.startswith("@@") for line in text.splitlines()):
        yield "decorators"


def _list_words(keys: Any) -> list[str]:
    listed = keys if isinstance(keys, list) else []
    return [word for each in listed[:_MOST_WORDS] if isinstance(each, str) and (word := on_one_line(each)[:200])]


def _text(entry: Mapping[str, Any], field: str) -> str:
    value = entry.get(field)
    return value if isinstance(value, str) else ""
