"""A filter gets a name, or loses it."""

from datetime import datetime

from sqlalchemy import delete

from antiphon.conversation.errors import NotFound
from antiphon.filter.expand import expand
from antiphon.filter.parse import parse_filter
from antiphon.store.dialect import insert_into
from antiphon.store.reads.filters import read_saved_filters
from antiphon.store.tables import saved_filters
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


def save_filter(unit: Unit, name: str, line: str, at: datetime) -> None:
    """Write the line under the name, in place of what had it.

    `FilterInvalid` when the line cannot be read, mentions a name nobody saved, or leads back to this one.
    """
    saved = read_saved_filters(unit)
    expr = parse_filter(line)
    expand(expr, {**saved, name: line}, line=line)
    named = {"workspace_id": unit.workspace_id, "owner_id": unit.principal.id, "name": name}
    statement = insert_into(saved_filters, unit.dialect).values(named | {"line": line, "created_at": at})
    unit.connection.execute(statement.on_conflict_do_update(index_elements=list(named), set_={"line": line}))


def delete_filter(unit: Unit, name: str) -> None:
    """Forget the name; `NotFound` when there is none. Lines that mention it say so when they are read."""
    mine = (visible(unit, saved_filters)) & (saved_filters.c.name == name)
    if not unit.connection.execute(delete(saved_filters).where(mine)).rowcount:
        raise NotFound("saved filter", name)
