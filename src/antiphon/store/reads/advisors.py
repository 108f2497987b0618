"""Advisors: those there are, their versions, and those a turn or a panel asks."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Row, bindparam, false, select

from antiphon.advisors.advisor import Advisor
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.thinking import decode_thinking
from antiphon.store.tables import advisors, replies
from antiphon.store.unit import Unit
from antiphon.store.visible import name_reader, visible, visible_then


class AdvisorLine(NamedTuple):
    """A version of an advisor as it stands in a list: when it was saved, and whether the advisor is archived."""

    advisor: Advisor
    archived: bool
    created_at: datetime


_FIRST = advisors.alias("first")


def read_advisor_lines(unit: Unit, *, archived: bool = False) -> tuple[AdvisorLine, ...]:
    """Every advisor in its current version, oldest advisor first; those archived only when asked for."""
    query = (
        select(advisors)
        .join(
            _FIRST,
            (_FIRST.c.workspace_id == advisors.c.workspace_id)
            & (_FIRST.c.id == advisors.c.id)
            & (_FIRST.c.version == 1),
        )
        .where(visible(unit, advisors), advisors.c.current)
        .order_by(_FIRST.c.created_at, advisors.c.id)
    )
    if not archived:
        query = query.where(advisors.c.archived == false())
    return tuple(_as_line(row) for row in unit.connection.execute(query))


def read_advisors(unit: Unit) -> tuple[Advisor, ...]:
    """Every advisor of the workspace that can be asked, in its current version."""
    return tuple(line.advisor for line in read_advisor_lines(unit))


def read_versions(unit: Unit, advisor_id: AdvisorId) -> tuple[AdvisorLine, ...]:
    """Every version of an advisor, newest first; `NotFound` when there is none."""
    mine = (visible(unit, advisors)) & (advisors.c.id == advisor_id)
    rows = unit.connection.execute(select(advisors).where(mine).order_by(advisors.c.version.desc()))
    found = tuple(_as_line(row) for row in rows)
    if not found:
        raise NotFound("advisor", advisor_id)
    return found


_ASKED = (
    select(advisors)
    .join(
        replies,
        (replies.c.workspace_id == advisors.c.workspace_id)
        & (replies.c.advisor_id == advisors.c.id)
        & (replies.c.advisor_version == advisors.c.version),
    )
    .where(replies.c.turn_id == bindparam("turn"), visible_then(replies))
)


def read_asked_advisors(unit: Unit, turn_id: TurnId) -> dict[tuple[AdvisorId, int], Advisor]:
    """The very versions a turn was addressed to, whatever has changed since."""
    rows = unit.connection.execute(_ASKED, name_reader(unit) | {"turn": turn_id})
    return {(AdvisorId(row.id), row.version): _as_advisor(row) for row in rows}


def read_advisor(unit: Unit, advisor_id: AdvisorId, version: int | None = None) -> Advisor:
    """One version of an advisor, or its current one; `NotFound` when there is none."""
    query = select(advisors).where(visible(unit, advisors), advisors.c.id == advisor_id)
    query = query.where(advisors.c.current) if version is None else query.where(advisors.c.version == version)
    row = unit.connection.execute(query).one_or_none()
    if row is None:
        raise NotFound("advisor", advisor_id if version is None else f"{advisor_id} version {version}")
    return _as_advisor(row)


def _as_line(row: Row[Any]) -> AdvisorLine:
    return AdvisorLine(_as_advisor(row), row.archived, row.created_at)


def _as_advisor(row: Row[Any]) -> Advisor:
    return Advisor(
        id=AdvisorId(row.id),
        version=row.version,
        name=row.name,
        description=row.description,
        colour=row.colour,
        model=row.model,
        temperature=row.parameters.get("temperature"),
        max_tokens=row.parameters.get("max_tokens"),
        tagline=row.tagline,
        voice=row.voice,
        tools=tuple(row.tools),
        thinking=decode_thinking(row.parameters.get("thinking")),
    )


_CURRENT = select(advisors).where(
    visible_then(advisors),
    advisors.c.id.in_(bindparam("ids", expanding=True)),
    advisors.c.current,
    advisors.c.archived == false(),
)


def read_seated(unit: Unit, advisor_ids: Sequence[str]) -> tuple[Advisor, ...]:
    """Those of these advisors that can be asked, in their current versions and in this order."""
    rows = unit.connection.execute(_CURRENT, name_reader(unit) | {"ids": advisor_ids})
    by_id = {row.id: _as_advisor(row) for row in rows}
    return tuple(by_id[each] for each in advisor_ids if each in by_id)
