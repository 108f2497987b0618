"""Saved filters, and the names a filter may mention."""

from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Select, select, union

from antiphon.filter.complete import KnownNames
from antiphon.store.tables import advisors, calibrations, saved_filters, topics, turn_tags
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

# An editor shows fifty; past this, typing another letter helps more than a longer list.
_MAX_NAMES: Final = 1000


def read_saved_filters(unit: Unit) -> dict[str, str]:
    """Every saved filter of the workspace: name and line, in the order of the names."""
    query = select(saved_filters.c.name, saved_filters.c.line).where(visible(unit, saved_filters))
    return {row.name: row.line for row in unit.connection.execute(query.order_by(saved_filters.c.name))}


def read_names(unit: Unit) -> KnownNames:
    """What advisors, models, topics, tags and saved filters of the workspace are called.

    Models are those an advisor or a topic asks for and those that have answered.
    """
    answered = select(calibrations.c.model.label("name")).where(visible(unit, calibrations))
    models = union(
        _named(unit, advisors.c.model, advisors.c.current), _named(unit, topics.c.model), answered
    ).subquery()
    return KnownNames(
        advisors=_read(unit, _named(unit, advisors.c.name, advisors.c.current)),
        models=_read(unit, select(models.c.name).where(models.c.name.is_not(None))),
        topics=_read(unit, _named(unit, topics.c.path)),
        tags=_read(unit, _named(unit, turn_tags.c.tag)),
        saved=tuple(read_saved_filters(unit)),
    )


def _named(unit: Unit, name: Column[Any], *conditions: ColumnElement[bool]) -> Select[tuple[str]]:
    mine = visible(unit, name.table)
    return select(name.label("name")).where(mine, *conditions).distinct()


def _read(unit: Unit, query: Select[tuple[str]]) -> tuple[str, ...]:
    return tuple(sorted(row.name for row in unit.connection.execute(query.limit(_MAX_NAMES))))
