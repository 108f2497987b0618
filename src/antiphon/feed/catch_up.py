"""Filling holes from the store."""

from antiphon.conversation.event import Channel, Delta, Event, ReplySettled
from antiphon.conversation.ids import ReplyId
from antiphon.feed.client_position import ClientPosition, ReplyPosition
from antiphon.store.reads.facts import read_facts
from antiphon.store.reads.texts import read_open_epochs, read_text_from
from antiphon.store.unit import Unit

_CHANNELS: tuple[Channel, ...] = ("thinking", "text")


def catch_up(unit: Unit, place: ClientPosition) -> tuple[ClientPosition, list[Event]]:
    """Everything the store knows that the client was not told, in order, and the place it then stands at.

    Runs in one snapshot, so facts and text agree. A fact that ends a reply comes after the last of its text. The place
    given is not touched: a read that fails half-way has told nobody anything.
    """
    told = place.copy()
    news: list[Event] = []
    while facts := read_facts(unit, told.conversation_id, told.seq):
        for fact in facts:
            if isinstance(fact, ReplySettled) and told.lacks(fact):
                news += _read_rest(unit, told, fact.reply_id, fact.epoch)
            told.tell(fact)
            news.append(fact)
    for reply_id, epoch in read_open_epochs(unit, told.conversation_id):
        if epoch:
            news += _read_rest(unit, told, reply_id, epoch)
    return told, news + told.hear_again()


def _read_rest(unit: Unit, told: ClientPosition, reply_id: ReplyId, epoch: int) -> list[Event]:
    """The stored text of a reply beyond what was told of it."""
    reply = told.replies.get(reply_id)
    if reply is None or reply.epoch != epoch:
        reply = told.replies[reply_id] = ReplyPosition(epoch)
    news: list[Event] = []
    for channel in _CHANNELS:
        offset = reply.offset(channel)
        if text := read_text_from(unit, reply_id, epoch, channel, offset):
            delta = Delta(told.conversation_id, reply_id, epoch, channel, offset, text)
            reply.advance(channel, delta.end)
            news.append(delta)
    return news
