"""Names for identities, so that a turn cannot be passed where a reply is meant."""

from typing import NewType

WorkspaceId = NewType("WorkspaceId", str)
PrincipalId = NewType("PrincipalId", str)
ConversationId = NewType("ConversationId", str)
TurnId = NewType("TurnId", str)
ReplyId = NewType("ReplyId", str)
AdvisorId = NewType("AdvisorId", str)
PanelId = NewType("PanelId", str)
NodeId = NewType("NodeId", str)
DocumentId = NewType("DocumentId", str)
