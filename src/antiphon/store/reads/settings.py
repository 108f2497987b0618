"""Settings changed at run time: the instance's, those of workspaces, and those of people."""

from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import Select, select

from antiphon.conversation.ids import PrincipalId, WorkspaceId
from antiphon.conversation.scope import Saved
from antiphon.store.tables import instance_settings, person_settings, workspace_settings, workspaces
from antiphon.store.unit import Unit

# How many workspaces one statement names; far below what any database takes.
_AT_ONCE: Final = 500


class WorkspaceRows(NamedTuple):
    """What one workspace has changed, what each of its people has, and the number that this was read under."""

    number: int
    shared: dict[str, object]
    people: dict[PrincipalId, dict[str, object]]


class ChangedRows(NamedTuple):
    """What the instance has changed, and every workspace that has another number than before."""

    instance: dict[str, object]
    workspaces: dict[WorkspaceId, WorkspaceRows]


def read_settings(unit: Unit) -> Saved:
    """What the database holds for the principal, by whose it is."""
    shared = select(workspace_settings).where(workspace_settings.c.workspace_id == unit.workspace_id)
    mine = (person_settings.c.workspace_id == unit.workspace_id) & (person_settings.c.person_id == unit.principal.id)
    return {
        "instance": _read(unit, select(instance_settings)),
        "workspace": _read(unit, shared),
        "person": _read(unit, select(person_settings).where(mine)),
    }


def read_changed_settings(unit: Unit, known: Mapping[WorkspaceId, int]) -> ChangedRows:
    """What is new since these numbers were seen. Asked by the system across all workspaces."""
    numbers = select(workspaces.c.id, workspaces.c.settings_number).where(workspaces.c.settings_number > 0)
    found = [(row.id, row.settings_number) for row in unit.connection.execute(numbers)]
    changed = {WorkspaceId(each): WorkspaceRows(number, {}, {}) for each, number in found if known.get(each) != number}
    names = list(changed)
    for first in range(0, len(names), _AT_ONCE):
        _fill(unit, changed, names[first : first + _AT_ONCE])
    return ChangedRows(_read(unit, select(instance_settings)), changed)


def _fill(unit: Unit, found: Mapping[WorkspaceId, WorkspaceRows], names: Collection[WorkspaceId]) -> None:
    shared = select(workspace_settings).where(workspace_settings.c.workspace_id.in_(names))
    for row in unit.connection.execute(shared):
        found[row.workspace_id].shared[row.name] = row.value
    own = select(person_settings).where(person_settings.c.workspace_id.in_(names))
    for row in unit.connection.execute(own):
        found[row.workspace_id].people.setdefault(row.person_id, {})[row.name] = row.value


def _read(unit: Unit, query: Select[Any]) -> dict[str, object]:
    return {row.name: row.value for row in unit.connection.execute(query)}
