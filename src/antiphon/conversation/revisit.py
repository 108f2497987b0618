"""What somebody once asked, elsewhere or here, asked of a panel, question after question, in a new conversation."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from antiphon.conversation.ids import ConversationId, PanelId, TurnId

# person: somebody wrote there. failed: nobody answered, or a question was refused.
RevisitStatus = Literal["running", "done", "stopped", "person", "failed"]
# As many questions as anybody reads the answers of.
MOST_QUESTIONS = 200


@dataclass(frozen=True, slots=True)
class Revisit:
    """Where the questions come from and where they are asked, how many of them, and how far it has come.

    `turn_id` is the newest question asked. `facts` are the refusal or the failure it ended with.
    """

    id: str
    source_id: ConversationId
    conversation_id: ConversationId
    panel_id: PanelId
    planned: int
    asked: int
    turn_id: TurnId
    created_at: datetime
    status: RevisitStatus = "running"
    facts: Mapping[str, Any] = field(default_factory=dict)
