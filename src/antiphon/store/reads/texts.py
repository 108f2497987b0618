"""The text of replies that are still being written, or a part of one that has ended."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import and_, select

from antiphon.conversation.event import Channel
from antiphon.conversation.ids import ConversationId, ReplyId
from antiphon.conversation.state import OPEN
from antiphon.store.tables import chunks, open_turns, replies
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


class OpenText(NamedTuple):
    """What is on disk of a reply's current epoch."""

    reply_id: ReplyId
    epoch: int
    text: str
    thinking: str


def read_open_texts(unit: Unit, reply_ids: Sequence[ReplyId]) -> list[OpenText]:
    """The checkpointed text of each of these replies; nothing for one that has ended or not begun."""
    if not reply_ids:
        return []
    current = and_(chunks.c.reply_id == replies.c.id, chunks.c.epoch == replies.c.epoch)
    query = (
        select(chunks.c.reply_id, chunks.c.epoch, chunks.c.channel, chunks.c.text)
        .join(replies, current)
        .where(chunks.c.reply_id.in_(reply_ids), visible(unit, chunks))
        .order_by(chunks.c.reply_id, chunks.c.channel, chunks.c.start)
    )
    pieces: dict[tuple[ReplyId, int], dict[str, list[str]]] = {}
    for row in unit.connection.execute(query):
        key = (ReplyId(row.reply_id), row.epoch)
        pieces.setdefault(key, {"text": [], "thinking": []})[row.channel].append(row.text)
    return [
        OpenText(reply_id, epoch, "".join(found["text"]), "".join(found["thinking"]))
        for (reply_id, epoch), found in pieces.items()
    ]


def read_text_from(unit: Unit, reply_id: ReplyId, epoch: int, channel: Channel, offset: int) -> str:
    """The characters from `offset` on, of an open or ended reply; empty when the epoch is not the current one.

    Only the chunks that reach beyond the offset are read, so following a long reply costs what is new.
    """
    row = (
        unit.connection.execute(
            select(replies.c.state, replies.c[channel].label("settled")).where(
                replies.c.id == reply_id,
                replies.c.epoch == epoch,
                visible(unit, replies),
            )
        )
    ).one_or_none()
    if row is None:
        return ""
    if row.state not in ("sending", "streaming"):
        return str(row.settled)[offset:]
    here = and_(chunks.c.reply_id == reply_id, chunks.c.epoch == epoch, chunks.c.channel == channel)
    first = select(chunks.c.start).where(here, chunks.c.start <= offset).order_by(chunks.c.start.desc()).limit(1)
    query = (
        select(chunks.c.start, chunks.c.text)
        .where(here, chunks.c.start >= first.scalar_subquery())
        .order_by(chunks.c.start)
    )
    found = (unit.connection.execute(query)).all()
    if not found:
        return ""
    return "".join(row.text for row in found)[offset - found[0].start :]


def read_open_epochs(unit: Unit, conversation_id: ConversationId) -> list[tuple[ReplyId, int]]:
    """The replies of the conversation that are not finished, and the epoch each is in.

    Only open turns are looked at: a handful of rows however long the conversation is.
    """
    unfinished = select(open_turns.c.turn_id).where(
        open_turns.c.conversation_id == conversation_id, visible(unit, open_turns)
    )
    query = select(replies.c.id, replies.c.epoch).where(replies.c.turn_id.in_(unfinished), replies.c.state.in_(OPEN))
    return [(ReplyId(row.id), row.epoch) for row in unit.connection.execute(query)]
