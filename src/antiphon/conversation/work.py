"""A piece of lasting work: something begun on somebody's behalf that is seen to its end, whichever node does it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Literal

from antiphon.conversation.ids import AdvisorId, ConversationId, NodeId, PrincipalId, WorkspaceId

WorkKind = Literal[
    "map",
    "map_check",
    "synthesis",
    "title",
    "memory",
    "heartbeat",
    "review",
    "rounds",
    "eval",
    "improvement",
    "indexing",
    "import",
    "revisit",
    "export",
    "why",
]
WorkStatus = Literal["waiting", "running"]

# In these no model is asked a question.
ASKING_NOBODY: Final[tuple[WorkKind, ...]] = ("indexing", "import", "export")
# A node that dies takes its work with it; after so many deaths it may be the work that kills.
MOST_STARTS: Final = 5


@dataclass(frozen=True, slots=True)
class NewWork:
    """What is to be done, before anybody is at it. It is done on behalf of whoever writes it down."""

    id: str
    kind: WorkKind
    created_at: datetime
    conversation_id: ConversationId | None = None
    advisor_id: AdvisorId | None = None
    args: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Work:
    """What is to be done, for whom, and who is at it. It bears the id of what comes of it.

    `args` is all that a node needs to begin it or to go on with it. `epoch` counts how often it was taken: whoever
    holds an older one has lost it. `starts` counts those that did not end of their own will. `token_id` is the token it
    was begun with.
    """

    id: str
    kind: WorkKind
    workspace_id: WorkspaceId
    owner_id: PrincipalId
    created_at: datetime
    conversation_id: ConversationId | None = None
    advisor_id: AdvisorId | None = None
    args: Mapping[str, Any] = field(default_factory=dict)
    node_id: NodeId | None = None
    epoch: int = 0
    starts: int = 0
    token_id: str | None = None

    @property
    def status(self) -> WorkStatus:
        """Whether a node is at it."""
        return "waiting" if self.node_id is None else "running"
