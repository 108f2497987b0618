"""A setting gets a value at run time, or goes back to what it was without."""

from collections.abc import Callable, Mapping

from sqlalchemy import delete

from antiphon.store.dialect import insert_into
from antiphon.store.reads.settings import read_settings
from antiphon.store.tables import workspace_settings
from antiphon.store.unit import Unit


def write_setting(unit: Unit, name: str, value: object, check: Callable[[Mapping[str, object]], None]) -> None:
    """Write the value in place of the last one, once `check` has accepted all rows with it among them."""
    check(read_settings(unit) | {name: value})
    row = {"workspace_id": unit.workspace_id, "name": name, "value": value}
    statement = insert_into(workspace_settings, unit.dialect).values(row)
    unit.connection.execute(
        statement.on_conflict_do_update(
            index_elements=["workspace_id", "name"], set_={"value": statement.excluded.value}
        )
    )


def delete_setting(unit: Unit, name: str) -> None:
    """Forget the value; calling it twice does nothing more."""
    mine = (workspace_settings.c.workspace_id == unit.workspace_id) & (workspace_settings.c.name == name)
    unit.connection.execute(delete(workspace_settings).where(mine))
