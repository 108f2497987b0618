"""Custom instructions: what a person wants every answer to respect."""

from dataclasses import dataclass
from typing import TypedDict

from antiphon.conversation.errors import Malformed
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.text import clean_text, on_one_line

# As much of a text as stands for its name.
_NAME = 60


@dataclass(frozen=True, slots=True)
class Instruction:
    """An instruction for every conversation, or for the one it names.

    One for every conversation can be switched on or off in each; `switched` is how, where it was looked up.
    """

    id: str
    name: str
    text: str
    position: int
    enabled: bool = True
    conversation_id: ConversationId | None = None
    switched: bool | None = None

    @property
    def counts(self) -> bool:
        """Whether it is sent along where it was looked up."""
        return self.enabled if self.switched is None else self.switched


class InstructionChanges(TypedDict, total=False):
    """Some of what can be said about an instruction; what is missing stays as it is."""

    name: str
    text: str
    enabled: bool


def tidy_name(name: str, text: str) -> str:
    """The name on one line; an instruction without one is called by its first words."""
    return on_one_line(name) or on_one_line(text)[:_NAME]


def tidy_text(text: str) -> str:
    """The text without blanks at its ends; `Malformed` when nothing is left."""
    tidied = clean_text(text).strip()
    if not tidied:
        raise Malformed("an instruction needs a text")
    return tidied
