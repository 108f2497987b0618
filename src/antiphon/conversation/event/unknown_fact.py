"""Something happened that this version has no word for."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from antiphon.conversation.ids import ConversationId


@dataclass(frozen=True, slots=True)
class UnknownFact:
    """A fact that a newer version wrote. It has its number and changes nothing; whoever knows it finds it whole."""

    conversation_id: ConversationId
    seq: int
    kind: str
    body: Mapping[str, Any] = field(default_factory=dict)
