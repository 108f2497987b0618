"""Advisors."""

from antiphon.client.answers.base import Answer


class Parameters(Answer):
    """What shapes an answer beside the words; `thinking` is a level or a number of tokens."""

    thinking: str | int | None = None


class Advisor(Answer):
    """Someone who can be asked, as it stands; `description` is what it is told of itself."""

    id: str
    name: str
    colour: str = ""
    description: str = ""
    version: int = 1
    tagline: str = ""
    model: str | None = None
    tools: tuple[str, ...] = ()
    parameters: Parameters | None = None
    archived: bool = False

    @property
    def thinking(self) -> str | int | None:
        """How much it thinks, if that was set for it."""
        return None if self.parameters is None else self.parameters.thinking


class Description(Answer):
    """A description and who wrote it; in a rehearsal it was written in advance."""

    description: str
    model: str
    rehearsal: bool = False


class CardEntry(Answer):
    """An entry of a lorebook, as the document it would be; `lost` are rules that have no place here."""

    name: str
    kind: str
    words: tuple[str, ...]
    text: str
    lost: tuple[str, ...]


class Card(Answer):
    """What a character card would become."""

    version: str
    carrier: str
    person: str
    name: str
    description: str
    tagline: str
    notes: str
    greetings: tuple[str, ...]
    entries: tuple[CardEntry, ...]
    entries_left: int
    book_rules: tuple[str, ...]
    replaced: tuple[str, ...]
    left: tuple[str, ...]
    cut: tuple[str, ...]


class TakenCard(Answer):
    """The advisor out of a card, and the documents out of its lorebook."""

    advisor: Advisor
    document_ids: tuple[str, ...]
