"""Bodies about character cards."""

from typing import Literal

from pydantic import BaseModel

from antiphon.api.schemas.advisors import AdvisorAnswer


class LoreAnswer(BaseModel):
    """An entry of a lorebook as the document it would be, switched off. `lost` are rules that have no place here.

    A `guideline` goes along with every message once it is switched on; in the `library` advisors look for it.
    """

    name: str
    kind: Literal["guideline", "library"]
    words: list[str]
    text: str
    lost: list[str]


class CardAnswer(BaseModel):
    """What a character card would become. Nothing of it is here yet.

    `greetings` are not used and `notes` are for you. `replaced` are macros that have names in their place now, `left`
    those that stay as they are; `cut` are fields that were too long.
    """

    version: str
    carrier: Literal["png", "json", "charx"]
    person: str
    name: str
    description: str
    tagline: str
    notes: str
    greetings: list[str]
    entries: list[LoreAnswer]
    entries_left: int
    book_rules: list[str]
    replaced: list[str]
    left: list[str]
    cut: list[str]


class TakenCardAnswer(BaseModel):
    """The advisor out of a card, and the ids of the documents out of its lorebook, which are switched off."""

    id: str
    advisor: AdvisorAnswer
    document_ids: list[str]
