"""What may happen, one file per event.

*Facts* are rows with a gap-free `seq` per conversation, written in the transaction that makes them true.
*Delta* is the other kind of news: positional text, `(reply, epoch, channel, offset, text)`, published as it
arrives. A reader that already has those characters drops it; one that misses some asks for a snapshot.
"""

from antiphon.conversation.event.conversation_created import ConversationCreated
from antiphon.conversation.event.conversation_renamed import ConversationRenamed
from antiphon.conversation.event.delta import Channel, Delta
from antiphon.conversation.event.replies_sending import RepliesSending, Sending
from antiphon.conversation.event.reply_settled import ReplySettled
from antiphon.conversation.event.turn_accepted import TurnAccepted

Fact = ConversationCreated | ConversationRenamed | TurnAccepted | RepliesSending | ReplySettled
Event = Fact | Delta

__all__ = [
    "Channel",
    "ConversationCreated",
    "ConversationRenamed",
    "Delta",
    "Event",
    "Fact",
    "RepliesSending",
    "ReplySettled",
    "Sending",
    "TurnAccepted",
]
