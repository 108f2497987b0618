"""Who was heard in a turn, in sentences: whoever is missing comes before anything that was said."""

from antiphon.analysis.quorum_words import describe_quorum as put_in_words
from antiphon.cli.printing.printable import make_printable
from antiphon.client.answers.quorum import Quorum
from antiphon.conversation.quorum import decode_quorum


def describe_quorum(quorum: Quorum) -> list[str]:
    """One sentence each: how many were heard and what that is worth, then everybody who was not heard in full."""
    return [make_printable(each) for each in put_in_words(decode_quorum(quorum.model_dump()))]
