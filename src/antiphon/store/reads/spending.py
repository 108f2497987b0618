"""What was used since a moment, added up by who used it."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, case, func, or_, select

from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.state import ReplyState
from antiphon.store.tables import receipts, replies
from antiphon.store.unit import Unit

# An attempt that ended like this was answered, so somebody was paid for it, whether or not they said how much.
_ANSWERED = (
    ReplyState.COMPLETE,
    ReplyState.EMPTY,
    ReplyState.FILTERED,
    ReplyState.INCOMPLETE,
    ReplyState.INTERRUPTED,
    ReplyState.STOPPED,
    "called_tools",
)


class Used(NamedTuple):
    """What one advisor has used of one model. `unreported` counts replies that were answered without a count."""

    advisor_id: AdvisorId
    provider: str
    model: str
    replies: int
    reported: int
    unreported: int
    input_tokens: int
    output_tokens: int
    cached_tokens: int


def read_used(unit: Unit, since: datetime) -> tuple[Used, ...]:
    """The sums over all receipts sent since then, whatever became of their turns. One row per advisor and model."""
    return _add_up(unit, receipts.c.sent_at >= since)


def read_turn_used(unit: Unit, turn_id: TurnId) -> tuple[Used, ...]:
    """The sums over all receipts of one turn."""
    return _add_up(unit, replies.c.turn_id == turn_id)


def _add_up(unit: Unit, which: ColumnElement[bool]) -> tuple[Used, ...]:
    counts = {name: receipts.c.usage[name].as_integer() for name in ("input_tokens", "output_tokens", "cached_tokens")}
    is_reported = and_(counts["input_tokens"].is_not(None), counts["output_tokens"].is_not(None))
    # An epoch that a crash cut off leaves a receipt that nobody ever closed.
    was_answered = or_(receipts.c.outcome.in_(_ANSWERED), receipts.c.epoch < replies.c.epoch)
    who = (replies.c.advisor_id, receipts.c.provider, receipts.c.model)
    query = (
        select(
            *who,
            func.count(func.distinct(receipts.c.reply_id)),
            func.count(func.distinct(case((is_reported, receipts.c.reply_id)))),
            func.count(func.distinct(case((and_(~is_reported, was_answered), receipts.c.reply_id)))),
            *(func.coalesce(func.sum(case((is_reported, each))), 0) for each in counts.values()),
        )
        .join(replies, replies.c.id == receipts.c.reply_id)
        .where(receipts.c.workspace_id == unit.workspace_id, which)
        .group_by(*who)
        .order_by(*who)
    )
    return tuple(Used(*row) for row in unit.connection.execute(query))


def count_turns_asked(unit: Unit, since: datetime) -> int:
    """How many turns something was sent for since then."""
    query = (
        select(func.count(func.distinct(replies.c.turn_id)))
        .select_from(receipts)
        .join(replies, replies.c.id == receipts.c.reply_id)
        .where(receipts.c.workspace_id == unit.workspace_id, receipts.c.sent_at >= since)
    )
    return int(unit.connection.execute(query).scalar_one())
