"""A few more characters of a reply."""

from dataclasses import dataclass
from typing import Literal

from antiphon.conversation.ids import ConversationId, ReplyId

Channel = Literal["text", "thinking"]


@dataclass(frozen=True, slots=True)
class Delta:
    """`text` stands at `offset` (in code points) of this channel of this epoch of the reply."""

    conversation_id: ConversationId
    reply_id: ReplyId
    epoch: int
    channel: Channel
    offset: int
    text: str
    kind: Literal["delta"] = "delta"

    @property
    def end(self) -> int:
        """The first offset after this delta."""
        return self.offset + len(self.text)
