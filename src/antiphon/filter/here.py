"""Where and when a filter is read."""

from dataclasses import dataclass
from datetime import datetime, tzinfo

from antiphon.conversation.ids import AdvisorId, ConversationId, TurnId, WorkspaceId


@dataclass(frozen=True, slots=True)
class Here:
    """What the short forms refer to: this conversation, now, the topic, model and advisor one is looking at.

    `without` is a turn that is about to go, and counts as gone. Without a topic `t` means the turns that have none.
    Without a model or an advisor `m` and `a` show nothing.
    """

    workspace_id: WorkspaceId
    conversation_id: ConversationId
    now: datetime
    zone: tzinfo
    topic: str | None = None
    model: str | None = None
    advisor_id: AdvisorId | None = None
    without: TurnId | None = None
