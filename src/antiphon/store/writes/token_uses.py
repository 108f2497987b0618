"""What tokens start is listed, and what it cost is written beside it."""

from collections.abc import Iterable, Mapping

from sqlalchemy import bindparam, update

from antiphon.store.dialect import insert_into
from antiphon.store.reads.token_uses import TokenUse
from antiphon.store.tables import token_uses
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


def list_uses(unit: Unit, token_id: str, uses: Iterable[TokenUse]) -> None:
    """These count against what the token may spend from now on; one that is listed already stays as it is."""
    rows = [
        {
            "workspace_id": unit.workspace_id,
            "owner_id": unit.principal.id,
            "token_id": token_id,
            "thing_id": each.thing_id,
            "kind": each.kind,
            "at": each.at,
            "aside": each.aside,
        }
        for each in uses
    ]
    if rows:
        unit.connection.execute(insert_into(token_uses, unit.dialect).on_conflict_do_nothing(), rows)


def write_costs(unit: Unit, costs: Mapping[str, float]) -> None:
    """What each of these has cost; it is not reckoned again."""
    rows = [{"thing": thing_id, "dollars": cost} for thing_id, cost in costs.items()]
    if rows:
        mine = (token_uses.c.thing_id == bindparam("thing")) & visible(unit, token_uses)
        unit.connection.execute(update(token_uses).where(mine).values(cost=bindparam("dollars")), rows)
