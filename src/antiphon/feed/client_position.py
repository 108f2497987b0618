"""What one client has been told of one conversation, and so what it still needs to hear.

Pure bookkeeping. `hear` takes live news in any order, repeated or with holes, and lets through exactly what continues
what was told; when something is missing it waits, and the store fills the hole.
"""

from dataclasses import dataclass, field, replace

from antiphon.conversation.event import (
    Channel,
    ConversationDeleted,
    Delta,
    Event,
    Fact,
    RepliesSending,
    ReplyAdded,
    ReplySettled,
    TurnAccepted,
    TurnsRestored,
)
from antiphon.conversation.ids import ConversationId, ReplyId
from antiphon.conversation.view import ConversationView

# News that waits for a hole to be filled. Past this the store is the quicker teller anyway.
_MOST_PENDING = 2_000


@dataclass(slots=True)
class ReplyPosition:
    """How much of an open reply's current epoch the client has."""

    epoch: int
    text: int = 0
    thinking: int = 0

    def offset(self, channel: Channel) -> int:
        """Characters told on this channel."""
        return self.text if channel == "text" else self.thinking

    def advance(self, channel: Channel, end: int) -> None:
        """Note that the client now has everything before `end`."""
        if channel == "text":
            self.text = end
        else:
            self.thinking = end


@dataclass(slots=True)
class ClientPosition:
    """The place of one client in one conversation. `replies` holds those that are open."""

    conversation_id: ConversationId
    seq: int
    replies: dict[ReplyId, ReplyPosition] = field(default_factory=dict)
    ended: set[ReplyId] = field(default_factory=set)
    pending: list[Event] = field(default_factory=list)

    @classmethod
    def from_view(cls, view: ConversationView) -> "ClientPosition":
        """Somebody who was just shown this snapshot."""
        told = cls(view.id, view.seq)
        for reply in (reply for turn in view.turns for reply in turn.replies):
            if reply.completed:
                told.ended.add(reply.id)
            else:
                told.replies[reply.id] = ReplyPosition(reply.epoch, len(reply.text), len(reply.thinking))
        return told

    def copy(self) -> "ClientPosition":
        """A place that can be moved without moving this one."""
        replies = {reply_id: replace(reply) for reply_id, reply in self.replies.items()}
        return ClientPosition(self.conversation_id, self.seq, replies, set(self.ended), list(self.pending))

    @property
    def behind(self) -> bool:
        """True when something was heard that does not follow what was told: ask the store."""
        return bool(self.pending)

    def hear(self, event: Event) -> list[Event]:
        """What to tell the client now that this was heard."""
        if not isinstance(event, Delta):
            return self._hear_fact(event)
        reply = self.replies.get(event.reply_id)
        if reply is None:
            return [] if event.reply_id in self.ended else self._wait(event)
        return self._hear_delta(reply, event)

    def hear_again(self) -> list[Event]:
        """After the store was read to its end: what had to wait, where it follows now.

        The store knows every turn and epoch a delta can belong to, so a delta it does not explain is old news.
        """
        pending, self.pending = self.pending, []
        out: list[Event] = []
        for event in pending:
            if not isinstance(event, Delta):
                out += self._hear_fact(event)
            elif (reply := self.replies.get(event.reply_id)) is not None and event.epoch <= reply.epoch:
                out += self._hear_delta(reply, event)
        return out

    def lacks(self, fact: ReplySettled) -> bool:
        """True when the client does not have all the text of a reply that has ended."""
        reply = self.replies.get(fact.reply_id)
        if reply is None or reply.epoch != fact.epoch:
            return fact.text_length + fact.thinking_length > 0
        return reply.text < fact.text_length or reply.thinking < fact.thinking_length

    def tell(self, fact: Fact) -> None:
        """Note that the client was told this fact."""
        self.seq = fact.seq
        match fact:
            case TurnAccepted():
                self.replies |= {reply.id: ReplyPosition(reply.epoch) for reply in fact.turn.replies}
            case RepliesSending():
                self.replies |= {each.reply_id: ReplyPosition(each.epoch) for each in fact.replies}
            case ReplySettled():
                self.replies.pop(fact.reply_id, None)
                self.ended.add(fact.reply_id)
            case ReplyAdded():
                self.replies[fact.reply.id] = ReplyPosition(fact.reply.epoch)
            case TurnsRestored():
                self.ended |= {reply.id for turn in fact.turns for reply in turn.replies}
            case _:
                pass

    def _hear_fact(self, fact: Fact) -> list[Event]:
        if isinstance(fact, ConversationDeleted):
            # Nothing that was not told before it can be told any more: it follows whatever was.
            fact = replace(fact, seq=self.seq + 1)
        if fact.seq <= self.seq:
            return []
        if fact.seq > self.seq + 1 or (isinstance(fact, ReplySettled) and self.lacks(fact)):
            return self._wait(fact)
        self.tell(fact)
        return [fact]

    def _hear_delta(self, reply: ReplyPosition, delta: Delta) -> list[Event]:
        known = reply.offset(delta.channel)
        if delta.epoch < reply.epoch or (delta.epoch == reply.epoch and delta.end <= known):
            return []
        if delta.epoch > reply.epoch or delta.offset > known:
            return self._wait(delta)
        reply.advance(delta.channel, delta.end)
        return [delta if delta.offset == known else _cut(delta, known)]

    def _wait(self, event: Event) -> list[Event]:
        if len(self.pending) < _MOST_PENDING:
            self.pending.append(event)
        return []


def _cut(delta: Delta, known: int) -> Delta:
    """The part of a delta that is new."""
    text = delta.text[known - delta.offset :]
    return Delta(delta.conversation_id, delta.reply_id, delta.epoch, delta.channel, known, text)
