"""What tokens have started, what that used, and what it may cost."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, case, exists, func, literal, select, union_all

from antiphon.conversation.state import OPEN
from antiphon.store.reads.analyses import AnalysisUse
from antiphon.store.reads.spending import was_answered
from antiphon.store.reads.work import is_under_way
from antiphon.store.tables import Moment, analyses, past_usage, receipts, replies, token_uses, tokens
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


class Ceilings(NamedTuple):
    """Dollars that a token may spend in one day and in one month; none sets no limit."""

    day: float | None = None
    month: float | None = None

    @property
    def is_set(self) -> bool:
        """Whether there is any."""
        return self.day is not None or self.month is not None


class TokenUse(NamedTuple):
    """Something that was started with a token and is not reckoned yet; `aside` is what it may cost at most."""

    thing_id: str
    kind: str
    at: datetime
    aside: float = 0.0
    is_open: bool = False


class Reckoned(NamedTuple):
    """What is reckoned already cost since either moment."""

    day: float
    month: float


def lock_ceilings(unit: Unit, token_id: str) -> Ceilings:
    """What the token may spend; until the transaction has ended nobody else begins anything with it."""
    mine = (tokens.c.id == token_id) & (tokens.c.person_id == unit.principal.id)
    query = select(tokens.c.day_ceiling, tokens.c.month_ceiling).where(mine).with_for_update()
    row = unit.connection.execute(query).one_or_none()
    return Ceilings() if row is None else Ceilings(*row)


def read_reckoned(unit: Unit, token_id: str, day: datetime, month: datetime) -> Reckoned:
    """The sums of what is known to have cost so much."""
    today = case((token_uses.c.at >= literal(day, Moment), token_uses.c.cost))
    query = select(func.coalesce(func.sum(today), 0.0), func.coalesce(func.sum(token_uses.c.cost), 0.0))
    row = unit.connection.execute(query.where(_since(unit, token_id, month))).one()
    return Reckoned(float(row[0]), float(row[1]))


def read_unreckoned(unit: Unit, token_id: str, since: datetime) -> tuple[TokenUse, ...]:
    """What was begun since then and whose cost nobody has reckoned, run or not."""
    speaking = exists(select(replies.c.id).where(replies.c.id == token_uses.c.thing_id, replies.c.state.in_(OPEN)))
    looking = exists(
        select(analyses.c.id).where(
            analyses.c.id == token_uses.c.thing_id, analyses.c.status == "running", is_under_way(analyses.c.work_id)
        )
    )
    known = (past_usage.c.thing_id == token_uses.c.thing_id) & past_usage.c.usage.is_not(None)
    written = exists(select(past_usage.c.id).where(known))
    is_open = case((token_uses.c.kind == "reply", speaking), (token_uses.c.kind == "analysis", looking), else_=~written)
    query = select(token_uses.c.thing_id, token_uses.c.kind, token_uses.c.at, token_uses.c.aside, is_open)
    rows = unit.connection.execute(query.where(_since(unit, token_id, since), token_uses.c.cost.is_(None)))
    return tuple(TokenUse(row[0], row[1], row[2], row[3], bool(row[4])) for row in rows)


def find_unlisted(unit: Unit, token_id: str, since: datetime) -> tuple[TokenUse, ...]:
    """What the token started since then while it might spend as much as it liked, so that nobody kept a list."""
    said = (
        select(receipts.c.reply_id, literal("reply"), func.min(receipts.c.sent_at))
        .join(replies, replies.c.id == receipts.c.reply_id)
        .where(visible(unit, receipts), replies.c.token_id == token_id, receipts.c.sent_at >= since)
        .where(_is_unlisted(receipts.c.reply_id))
        .group_by(receipts.c.reply_id)
    )
    looked = select(analyses.c.id, literal("analysis"), analyses.c.created_at).where(
        visible(unit, analyses), analyses.c.token_id == token_id, analyses.c.created_at >= since
    )
    gone = (
        select(past_usage.c.thing_id, past_usage.c.kind, func.min(past_usage.c.used_at))
        .where(visible(unit, past_usage), past_usage.c.token_id == token_id, past_usage.c.used_at >= since)
        .where(_is_unlisted(past_usage.c.thing_id))
        .group_by(past_usage.c.thing_id, past_usage.c.kind)
    )
    rows = unit.connection.execute(union_all(said, looked.where(_is_unlisted(analyses.c.id)), gone))
    return tuple(TokenUse(*row) for row in rows)


def read_used_by(unit: Unit, things: Sequence[TokenUse]) -> dict[str, list[AnalysisUse]]:
    """What each of these has used so far, request by request, kept or deleted."""
    ids = [each.thing_id for each in things]
    used: dict[str, list[AnalysisUse]] = {each: [] for each in ids}
    said = (
        select(receipts.c.reply_id, receipts.c.provider, receipts.c.model, receipts.c.usage, was_answered())
        .join(replies, replies.c.id == receipts.c.reply_id)
        .where(visible(unit, receipts), receipts.c.reply_id.in_(ids))
    )
    gone = select(
        past_usage.c.thing_id, past_usage.c.provider, past_usage.c.model, past_usage.c.usage, past_usage.c.answered
    ).where(visible(unit, past_usage), past_usage.c.thing_id.in_(ids), past_usage.c.kind == "reply")
    for thing_id, provider, model, usage, answered in unit.connection.execute(union_all(said, gone)):
        used[thing_id].append(_count_request(f"{provider}:{model}", usage, answered=answered))
    looked = select(analyses.c.id, analyses.c.model, analyses.c.usage).where(
        visible(unit, analyses), analyses.c.id.in_(ids)
    )
    forgotten = select(past_usage.c.thing_id, past_usage.c.model, past_usage.c.usage).where(
        visible(unit, past_usage), past_usage.c.thing_id.in_(ids), past_usage.c.kind != "reply"
    )
    for thing_id, model, usage in unit.connection.execute(union_all(looked, forgotten)):
        counts = (int((usage or {}).get(name, 0)) for name in AnalysisUse._fields[1:])
        used[thing_id].append(AnalysisUse(model, *counts))
    return used


def _count_request(model: str, usage: dict[str, int] | None, *, answered: bool) -> AnalysisUse:
    told = usage or {}
    is_told = told.get("input_tokens") is not None and told.get("output_tokens") is not None
    # Nobody tells what pictures cost, and their tokens are dearer than those of words.
    if not is_told or told.get("pictures"):
        return AnalysisUse(model, 1, int(bool(answered)), 0, 0, 0)
    read, written = told.get("cached_tokens") or 0, told.get("cache_write_tokens") or 0
    return AnalysisUse(model, 1, 0, told["input_tokens"], told["output_tokens"], read, cache_write_tokens=written)


def _since(unit: Unit, token_id: str, since: datetime) -> ColumnElement[bool]:
    return and_(visible(unit, token_uses), token_uses.c.token_id == token_id, token_uses.c.at >= since)


def _is_unlisted(thing_id: ColumnElement[str]) -> ColumnElement[bool]:
    return ~exists(select(token_uses.c.thing_id).where(token_uses.c.thing_id == thing_id))
