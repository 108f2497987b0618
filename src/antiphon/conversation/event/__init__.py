"""What may happen, one file per event.

*Facts* are rows with a gap-free `seq` per conversation, written in the transaction that makes them true.
*Delta* is the other kind of news: positional text, `(reply, epoch, channel, offset, text)`, published as it
arrives. A reader that already has those characters drops it; one that misses some asks for a snapshot.
"""

from antiphon.conversation.event.conversation_created import ConversationCreated
from antiphon.conversation.event.conversation_deleted import ConversationDeleted
from antiphon.conversation.event.conversation_renamed import ConversationRenamed
from antiphon.conversation.event.delta import Channel, Delta
from antiphon.conversation.event.divider_drawn import DividerDrawn
from antiphon.conversation.event.replies_sending import RepliesSending, Sending
from antiphon.conversation.event.reply_added import ReplyAdded
from antiphon.conversation.event.reply_chosen import ReplyChosen
from antiphon.conversation.event.reply_edited import ReplyEdited
from antiphon.conversation.event.reply_pictured import ReplyPictured
from antiphon.conversation.event.reply_settled import ReplySettled
from antiphon.conversation.event.reply_used_tools import ReplyUsedTools
from antiphon.conversation.event.reply_weighed import ReplyWeighed
from antiphon.conversation.event.turn_accepted import TurnAccepted
from antiphon.conversation.event.turns_marked import Marks, TurnsMarked
from antiphon.conversation.event.turns_removed import TurnsRemoved
from antiphon.conversation.event.turns_restored import TurnsRestored
from antiphon.conversation.event.unknown_fact import UnknownFact

KnownFact = (
    ConversationCreated
    | ConversationRenamed
    | TurnAccepted
    | RepliesSending
    | ReplyUsedTools
    | ReplyPictured
    | ReplySettled
    | ReplyAdded
    | ReplyChosen
    | ReplyEdited
    | ReplyWeighed
    | TurnsMarked
    | TurnsRemoved
    | TurnsRestored
    | DividerDrawn
    | ConversationDeleted
)
Fact = KnownFact | UnknownFact
Event = Fact | Delta

__all__ = [
    "Channel",
    "ConversationCreated",
    "ConversationDeleted",
    "ConversationRenamed",
    "Delta",
    "DividerDrawn",
    "Event",
    "Fact",
    "KnownFact",
    "Marks",
    "RepliesSending",
    "ReplyAdded",
    "ReplyChosen",
    "ReplyEdited",
    "ReplyPictured",
    "ReplySettled",
    "ReplyUsedTools",
    "ReplyWeighed",
    "Sending",
    "TurnAccepted",
    "TurnsMarked",
    "TurnsRemoved",
    "TurnsRestored",
    "UnknownFact",
]
