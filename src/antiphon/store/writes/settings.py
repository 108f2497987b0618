"""A setting gets a value at run time, or goes back to what it was without."""

from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import Table, and_, delete, update

from antiphon.conversation.scope import SCOPES, Saved, Scope
from antiphon.store.dialect import insert_into
from antiphon.store.reads.settings import read_settings
from antiphon.store.tables import instance_settings, person_settings, workspace_settings, workspaces
from antiphon.store.unit import Unit

_TABLES: Final[dict[Scope, Table]] = {
    "instance": instance_settings,
    "workspace": workspace_settings,
    "person": person_settings,
}


def write_setting(unit: Unit, scope: Scope, name: str, value: object, check: Callable[[Saved], None]) -> None:
    """Write the value in place of the last one, once `check` has accepted all rows with it among them.

    Those are the rows it has to go with: of its own scope and wider ones. What lies within must go with it instead.
    """
    saved = read_settings(unit)
    around = {each: dict(saved[each]) for each in SCOPES[: SCOPES.index(scope) + 1]}
    around[scope][name] = value
    check(around)
    statement = insert_into(_TABLES[scope], unit.dialect).values(**_key(unit, scope, name), value=value)
    unit.connection.execute(
        statement.on_conflict_do_update(
            index_elements=list(_key(unit, scope, name)), set_={"value": statement.excluded.value}
        )
    )
    _count(unit, scope)


def delete_setting(unit: Unit, scope: Scope, name: str) -> None:
    """Forget the value; calling it twice does nothing more."""
    table, key = _TABLES[scope], _key(unit, scope, name)
    unit.connection.execute(delete(table).where(and_(*(table.c[column] == said for column, said in key.items()))))
    _count(unit, scope)


def _key(unit: Unit, scope: Scope, name: str) -> dict[str, Any]:
    """Which row it is; nobody can name one of somebody else's."""
    if scope == "instance":
        return {"name": name}
    if scope == "workspace":
        return {"workspace_id": unit.workspace_id, "name": name}
    return {"workspace_id": unit.workspace_id, "person_id": unit.principal.id, "name": name}


def _count(unit: Unit, scope: Scope) -> None:
    """Other nodes look at the number; what the instance says they read anyway."""
    if scope != "instance":
        here = workspaces.c.id == unit.workspace_id
        more = workspaces.c.settings_number + 1
        unit.connection.execute(update(workspaces).where(here).values(settings_number=more))
