"""What was used since a moment, added up by who used it."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, Subquery, and_, case, func, or_, select, union_all

from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.state import ReplyState
from antiphon.store.tables import past_usage, receipts, replies
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

# An attempt that ended like this was answered, so somebody was paid for it, whether or not they said how much.
ANSWERED = (
    ReplyState.COMPLETE,
    ReplyState.EMPTY,
    ReplyState.FILTERED,
    ReplyState.INCOMPLETE,
    ReplyState.INTERRUPTED,
    ReplyState.STOPPED,
    "called_tools",
)


class ModelUsage(NamedTuple):
    """What one advisor has used of one model.

    `unreported` counts replies that were answered without a count, or with pictures, whose price is not that of words.
    """

    advisor_id: AdvisorId
    provider: str
    model: str
    replies: int
    reported: int
    unreported: int
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    cache_write_tokens: int


def was_answered() -> ColumnElement[bool]:
    """Whether somebody was paid for a request. An epoch that a crash cut off leaves a receipt that nobody closed."""
    return or_(receipts.c.outcome.in_(ANSWERED), receipts.c.epoch < replies.c.epoch)


def read_used(unit: Unit, since: datetime) -> tuple[ModelUsage, ...]:
    """The sums over all requests made since then, whatever became of their turns. One row per advisor and model."""
    return _add_up(unit, _requests(unit, receipts.c.sent_at >= since, past_usage.c.used_at >= since))


def read_turn_used(unit: Unit, turn_id: TurnId) -> tuple[ModelUsage, ...]:
    """The sums over all receipts of one turn."""
    return _add_up(unit, _requests(unit, replies.c.turn_id == turn_id, past_usage.c.turn_id == turn_id))


def count_turns_asked(unit: Unit, since: datetime) -> int:
    """How many turns something was sent for since then."""
    made = _requests(unit, receipts.c.sent_at >= since, past_usage.c.used_at >= since)
    return int(unit.connection.execute(select(func.count(func.distinct(made.c.turn_id)))).scalar_one())


def _requests(unit: Unit, sent: ColumnElement[bool], past: ColumnElement[bool]) -> Subquery:
    """Requests with their receipts, and those whose receipts went with their conversation."""
    kept = (
        select(
            receipts.c.reply_id,
            replies.c.turn_id,
            replies.c.advisor_id,
            receipts.c.provider,
            receipts.c.model,
            receipts.c.usage,
            was_answered().label("answered"),
        )
        .join(replies, replies.c.id == receipts.c.reply_id)
        .where(visible(unit, receipts), sent)
    )
    gone = select(
        past_usage.c.thing_id,
        past_usage.c.turn_id,
        past_usage.c.advisor_id,
        past_usage.c.provider,
        past_usage.c.model,
        past_usage.c.usage,
        past_usage.c.answered,
    ).where(visible(unit, past_usage), past_usage.c.kind == "reply", past)
    return union_all(kept, gone).subquery("requests")


def _add_up(unit: Unit, made: Subquery) -> tuple[ModelUsage, ...]:
    names = ("input_tokens", "output_tokens", "cached_tokens", "cache_write_tokens")
    counts = {name: made.c.usage[name].as_integer() for name in names}
    is_reported = and_(counts["input_tokens"].is_not(None), counts["output_tokens"].is_not(None))
    is_unpriced = and_(or_(~is_reported, made.c.usage["pictures"].as_integer().is_not(None)), made.c.answered)
    who = (made.c.advisor_id, made.c.provider, made.c.model)
    query = (
        select(
            *who,
            func.count(func.distinct(made.c.reply_id)),
            func.count(func.distinct(case((is_reported, made.c.reply_id)))),
            func.count(func.distinct(case((is_unpriced, made.c.reply_id)))),
            *(func.coalesce(func.sum(case((is_reported, each))), 0) for each in counts.values()),
        )
        .group_by(*who)
        .order_by(*who)
    )
    return tuple(ModelUsage(*row) for row in unit.connection.execute(query))
