"""What a token may spend in a day and in a month: nothing is begun with it that might pass that.

What may be spent is looked at and set aside in the transaction that begins the thing, one after the other for each
token, so that what is asked at once cannot pass together what it could not pass alone. A request beyond the first, as
when an advisor uses tools, is not foreseen; it counts when it is made.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from antiphon.conversation.errors import CeilingReached, PriceUnknown
from antiphon.conversation.round import is_within
from antiphon.engine.payloads.cost import Till
from antiphon.store.reads.token_uses import (
    Ceilings,
    TokenUse,
    find_unlisted,
    lock_ceilings,
    read_reckoned,
    read_unreckoned,
    read_used_by,
)
from antiphon.store.unit import Unit
from antiphon.store.writes.token_uses import list_uses, write_costs


class Wanted(NamedTuple):
    """A thing that is about to begin, by which model, and the dollars that it may cost, when that is known."""

    thing_id: str
    kind: str
    model: str
    cost: float | None


class TokenSpent(NamedTuple):
    """Dollars since midnight and since the first of the month: what ended as it cost, what runs as it was forecast."""

    day: float
    month: float


def set_aside(unit: Unit, till: Till, now: datetime, wanted: Sequence[Wanted]) -> None:
    """Let these begin and count them, or refuse them all: `CeilingReached`, or `PriceUnknown` where nobody can tell.

    Does nothing for those who came without a token, or with one that may spend what it likes. `now` is told where the
    person lives, whose day it is.
    """
    token_id = unit.principal.token_id
    if token_id is None or not unit.principal.has_ceiling:
        return
    ceilings = lock_ceilings(unit, token_id)
    if not ceilings.is_set:
        return
    unpriced = {each.model for each in wanted if each.cost is None}
    if unpriced:
        raise PriceUnknown(tuple(sorted(unpriced)))
    _list_what_slipped_by(unit, token_id, now, {each.thing_id for each in wanted})
    _check(ceilings, _reckon(unit, till, token_id, now), sum(each.cost or 0.0 for each in wanted))
    list_uses(unit, token_id, [TokenUse(each.thing_id, each.kind, now, each.cost or 0.0) for each in wanted])


def _list_what_slipped_by(unit: Unit, token_id: str, now: datetime, beginning: Collection[str]) -> None:
    """A node believes for two seconds that a token has no ceiling: what it let begin then counts all the same."""
    found = find_unlisted(unit, token_id, find_month(now))
    list_uses(unit, token_id, [each for each in found if each.thing_id not in beginning])


def count_step(unit: Unit, now: datetime, thing_id: str, kind: str) -> None:
    """List a part of something that was let begin: it counts when it has ended, and is not looked at before."""
    if unit.principal.token_id is not None:
        list_uses(unit, unit.principal.token_id, [TokenUse(thing_id, kind, now)])


def read_token_spent(unit: Unit, till: Till, token_id: str, now: datetime) -> TokenSpent:
    """What it has spent so far, listed or not. Nothing is written."""
    day, month = _find_day(now), find_month(now)
    known = read_reckoned(unit, token_id, day, month)
    rest = (*read_unreckoned(unit, token_id, month), *find_unlisted(unit, token_id, month))
    costs = _price(unit, till, rest)
    today = sum(costs[each.thing_id] for each in rest if each.at >= day)
    return TokenSpent(known.day + today, known.month + sum(costs.values()))


def _reckon(unit: Unit, till: Till, token_id: str, now: datetime) -> TokenSpent:
    """The same of all that is listed; what has ended meanwhile is not reckoned again."""
    day, month = _find_day(now), find_month(now)
    known = read_reckoned(unit, token_id, day, month)
    rest = read_unreckoned(unit, token_id, month)
    costs = _price(unit, till, rest)
    write_costs(unit, {each.thing_id: costs[each.thing_id] for each in rest if not each.is_open})
    today = sum(costs[each.thing_id] for each in rest if each.at >= day)
    return TokenSpent(known.day + today, known.month + sum(costs.values()))


def _price(unit: Unit, till: Till, uses: Sequence[TokenUse]) -> Mapping[str, float]:
    """What each has cost; what runs may still cost what was set aside, and so may what nobody reported."""
    if not uses:
        return {}
    used = read_used_by(unit, uses)
    return {each.thing_id: _price_one(each, till.reckon((), used[each.thing_id])) for each in uses}


def _price_one(use: TokenUse, cost: float | None) -> float:
    if cost is None:
        return use.aside
    return max(cost, use.aside) if use.is_open else cost


def _check(ceilings: Ceilings, spent: TokenSpent, forecast: float) -> None:
    if ceilings.day is not None and not is_within(spent.day + forecast, ceilings.day):
        raise CeilingReached(ceilings.day, spent.day, forecast, "day")
    if ceilings.month is not None and not is_within(spent.month + forecast, ceilings.month):
        raise CeilingReached(ceilings.month, spent.month, forecast, "month")


def _find_day(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0)


def find_month(now: datetime) -> datetime:
    """When this month began, where now is told."""
    return _find_day(now).replace(day=1)
