"""A character card as an advisor: what would be said of it here, and what of the card has no place.

Cards of the first, second and third version are read alike. A card is somebody else's file: any field may be missing
or of another kind, and then it counts as empty.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from antiphon.advisors.card_lore import LoreEntry, read_lore
from antiphon.advisors.prompt import CardPrompts, fill
from antiphon.conversation.errors import Malformed
from antiphon.conversation.text import clean_text, on_one_line

MOST_NAME: Final = 80
MOST_TAGLINE: Final = 80
# As long as a description may be.
MOST_DESCRIPTION: Final = 20_000
_MOST_GREETINGS: Final = 50
_MOST_MACROS: Final = 100
_DEEPEST: Final = 60
_MACRO: Final = re.compile(r"\{\{([^{}]{1,200})\}\}|<(bot|char|user)>", re.IGNORECASE)
_VERSIONS: Final = {"chara_card_v3": "3", "chara_card_v2": "2"}
_ADVISOR: Final = frozenset({"char", "bot"})


@dataclass(frozen=True, slots=True)
class CardPlan:
    """What a card would become, before anything is written.

    Greetings are not used. `left` are macros that nobody here understands; `cut` names fields that were too long.
    """

    version: str
    name: str
    description: str
    tagline: str
    notes: str
    greetings: tuple[str, ...]
    entries: tuple[LoreEntry, ...]
    entries_left: int
    book_rules: tuple[str, ...]
    replaced: tuple[str, ...]
    left: tuple[str, ...]
    cut: tuple[str, ...]


def plan_card(card: Mapping[str, Any], person: str, prompts: CardPrompts) -> CardPlan:
    """The advisor in this card, with `person` in place of whoever the card calls its user; `Malformed` without a name.

    A nickname stands where a card calls its character.
    """
    data = card_data(card)
    name = on_one_line(_text(data, "name"))
    if not name:
        raise Malformed("this card has no name")
    words = Macros(on_one_line(_text(data, "nickname")) or name, person)
    description = _describe(data, words, prompts)
    lore = read_lore(data.get("character_book"), words.fill)
    greetings = tuple(words.fill(each) for each in _list_greetings(data))
    cut = [("name", name, MOST_NAME), ("description", description, MOST_DESCRIPTION)]
    return CardPlan(
        version=_VERSIONS.get(str(card.get("spec", "")), "1"),
        name=name[:MOST_NAME].strip(),
        description=description[:MOST_DESCRIPTION].strip(),
        tagline=", ".join(_list_words(data, "tags"))[:MOST_TAGLINE].strip(),
        notes=clean_text(_text(data, "creator_notes")).strip(),
        greetings=greetings,
        entries=lore.entries,
        entries_left=lore.left,
        book_rules=lore.rules,
        replaced=tuple(words.replaced),
        left=tuple(words.left),
        cut=tuple(field for field, text, most in cut if len(text) > most),
    )


class Macros:
    """Fills in who is meant, and notes what was filled in and what nobody here understands."""

    def __init__(self, advisor: str, person: str) -> None:
        self._advisor, self._person = advisor, person
        self.replaced: dict[str, None] = {}
        self.left: dict[str, None] = {}

    def fill(self, text: str) -> str:
        """The text with names in place of macros for them."""
        return _MACRO.sub(self._replace, clean_text(text)).strip()

    def _replace(self, match: re.Match[str]) -> str:
        written, word = match[0], (match[1] or match[2]).strip().lower()
        known = self._advisor if word in _ADVISOR else self._person if word == "user" else None
        if word == "original":
            # It stands for what another program would have said itself; here our own frame stands around.
            known = ""
        kept = self.left if known is None else self.replaced
        if len(kept) < _MOST_MACROS:
            kept[written] = None
        return written if known is None else known


def card_data(card: Mapping[str, Any]) -> Mapping[str, Any]:
    """Where the fields of a card stand: under `data`, or at the top in the first version."""
    data = card.get("data")
    return data if isinstance(data, Mapping) else card


def clean_card(value: Any, depth: int = 0) -> Any:
    """The same with every text in it storable; `Malformed` for what is nested too deeply."""
    if depth > _DEEPEST:
        raise Malformed("this card is nested too deeply")
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, list):
        return [clean_card(each, depth + 1) for each in value]
    if isinstance(value, dict):
        return {clean_text(str(name)): clean_card(each, depth + 1) for name, each in value.items()}
    return value


def _describe(data: Mapping[str, Any], words: Macros, prompts: CardPrompts) -> str:
    """All that the card says of who speaks, under headings of ours."""
    headed = (
        ("", "system_prompt"),
        ("", "description"),
        (prompts.personality, "personality"),
        (prompts.scenario, "scenario"),
        (prompts.examples, "mes_example"),
        (prompts.always, "post_history_instructions"),
    )
    parts = ((heading, words.fill(_text(data, field))) for heading, field in headed)
    return "\n\n".join(fill(heading, {"text": text}) if heading else text for heading, text in parts if text)


def _list_greetings(data: Mapping[str, Any]) -> Iterator[str]:
    several = (data.get(field) for field in ("alternate_greetings", "group_only_greetings"))
    more = (each for listed in several if isinstance(listed, list) for each in listed)
    texts = [each for each in (data.get("first_mes"), *more) if isinstance(each, str) and each.strip()]
    yield from texts[:_MOST_GREETINGS]


def _list_words(data: Mapping[str, Any], field: str) -> list[str]:
    listed = data.get(field)
    return [on_one_line(each) for each in listed if isinstance(each, str)] if isinstance(listed, list) else []


def _text(data: Mapping[str, Any], field: str) -> str:
    value = data.get(field)
    return value if isinstance(value, str) else ""
