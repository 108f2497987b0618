"""A message as it is previewed and as it is sent: the same value for both."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, Self

from antiphon.client.answers.previews import Preview


@dataclass(frozen=True, slots=True)
class Message:
    """What to say, to whom (nobody named: the whole panel), and what was chosen for it.

    `at` and `expect` come from a preview and hold the send to it. `attachments` are documents that go along.
    `replaces` is the id of the newest question, which this one words anew, or of one that nobody answered.
    """

    text: str
    advisor_ids: tuple[str, ...] = ()
    choice: Mapping[str, Any] = field(default_factory=dict)
    at: str | None = None
    expect: Mapping[str, str] = field(default_factory=dict)
    attachments: tuple[str, ...] = ()
    replaces: str | None = None

    def held_to(self, preview: Preview) -> Self:
        """The message with the moment and the fingerprints of a preview; the server refuses it once they changed."""
        expect = {each.advisor_id: each.sha256 for each in preview.advisors if each.sha256 is not None}
        return replace(self, at=preview.at, expect=expect)

    def encode(self) -> dict[str, Any]:
        """The body of a request; what was not said is left out."""
        said = {
            "advisor_ids": list(self.advisor_ids),
            "choice": dict(self.choice),
            "at": self.at,
            "expect": dict(self.expect),
            "attachments": list(self.attachments),
            "replaces": self.replaces,
        }
        return {"text": self.text} | {name: value for name, value in said.items() if value}


@dataclass(frozen=True, slots=True)
class Question:
    """What a program asks for its person, over the wire that `surface` names: in a new conversation, or in one.

    Of the conversation's panel, of another one in a new conversation, or of the advisors named. `note` is what the
    program itself says to them. They answer at once unless `lets_them_ask`, or a person began the conversation.
    """

    text: str
    surface: Literal["mcp", "agui", "bridge"]
    conversation_id: str | None = None
    panel_id: str | None = None
    advisor_ids: tuple[str, ...] = ()
    note: str = ""
    lets_them_ask: bool = False

    def encode(self) -> dict[str, Any]:
        """The body of a request; what was not said is left out."""
        return {name: value for name, value in asdict(self).items() if value}


def as_message(said: Message | str) -> Message:
    """The message; bare words are one to the whole panel."""
    return Message(said) if isinstance(said, str) else said
