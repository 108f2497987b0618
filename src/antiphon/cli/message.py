"""A message as it is previewed and as it is sent: the same value for both."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Message:
    """What to say, to whom (nobody named: the whole panel), and what was chosen for it.

    `at` and `expect` come from a preview and hold the send to it. `attachments` are documents that go along.
    """

    text: str
    advisor_ids: tuple[str, ...] = ()
    choice: Mapping[str, Any] = field(default_factory=dict)
    at: str | None = None
    expect: Mapping[str, str] = field(default_factory=dict)
    attachments: tuple[str, ...] = ()

    def encode(self) -> dict[str, Any]:
        """The body of a request; what was not said is left out."""
        said = {
            "advisor_ids": list(self.advisor_ids),
            "choice": dict(self.choice),
            "at": self.at,
            "expect": dict(self.expect),
            "attachments": list(self.attachments),
        }
        return {"text": self.text} | {name: value for name, value in said.items() if value}
