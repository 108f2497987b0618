"""A picture that is made to order is on disk before it is asked for, and what it cost once that is known."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import insert, update

from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.store.tables import past_usage
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


class PictureOrder(NamedTuple):
    """Which advisor asks for a picture, in which turn, and which `provider:model` is to make it."""

    id: str
    turn_id: TurnId
    advisor_id: AdvisorId
    model: str
    at: datetime


def begin_picture(unit: Unit, order: PictureOrder) -> None:
    """It is about to be asked for."""
    row = {
        "workspace_id": unit.workspace_id,
        "owner_id": unit.principal.id,
        "token_id": unit.principal.token_id,
        "kind": "picture",
        "thing_id": order.id,
        "turn_id": order.turn_id,
        "advisor_id": order.advisor_id,
        "model": order.model,
        "used_at": order.at,
    }
    unit.connection.execute(insert(past_usage), row)


def end_picture(unit: Unit, order_id: str, usage: Mapping[str, int]) -> None:
    """It was made, or not; writing it twice does nothing."""
    mine = (past_usage.c.thing_id == order_id) & visible(unit, past_usage)
    values = {"usage": dict(usage), "answered": bool(usage.get("calls"))}
    unit.connection.execute(update(past_usage).where(mine).values(**values))
