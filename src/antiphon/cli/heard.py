"""Who was heard in a turn, in sentences: whoever is missing comes before anything that was said."""

from antiphon.analysis.quorum_words import describe_quorum as put_in_words
from antiphon.cli.answers import Answer
from antiphon.cli.printable import make_printable
from antiphon.conversation.quorum import decode_quorum


class Missing(Answer):
    """Somebody of whom nothing came."""

    advisor_id: str = ""
    name: str
    state: str
    code: str | None = None


class Cut(Answer):
    """Somebody whose answer ends before its end."""

    advisor_id: str = ""
    name: str
    state: str


class Trimmed(Answer):
    """Somebody who answered without part of its history."""

    advisor_id: str = ""
    name: str
    turns: int


class Named(Answer):
    """Somebody by name."""

    advisor_id: str = ""
    name: str


class Quorum(Answer):
    """Who was asked and who was heard."""

    asked: int
    answered: int
    confidence: str
    was: str
    missing: tuple[Missing, ...] = ()
    cut: tuple[Cut, ...] = ()
    trimmed: tuple[Trimmed, ...] = ()
    suspected: tuple[Named, ...] = ()
    is_selective: bool = False


def describe_quorum(quorum: Quorum) -> list[str]:
    """One sentence each: how many were heard and what that is worth, then everybody who was not heard in full."""
    return [make_printable(each) for each in put_in_words(decode_quorum(quorum.model_dump()))]
