"""An advisor comes into being, gets another version, is archived or brought back."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from sqlalchemy import insert, select, update

from antiphon.advisors.advisor import Advisor, encode_parameters
from antiphon.advisors.changes import Changes, apply, build_advisor, differs
from antiphon.advisors.exchange import Mode, Step
from antiphon.advisors.palette import next_colour
from antiphon.advisors.panel import MOST_SEATS
from antiphon.conversation.errors import AdvisorStale, Malformed, PanelEmpty
from antiphon.conversation.ids import AdvisorId, PanelId
from antiphon.store.reads.advisors import AdvisorLine, read_advisor, read_advisors, read_versions
from antiphon.store.reads.panels import Importing, find_empty_panels, read_importing
from antiphon.store.reads.people import is_alone
from antiphon.store.tables import advisors, panels, workspaces
from antiphon.store.unit import Unit
from antiphon.store.visible import check_may_change, visible


def create_advisor(unit: Unit, advisor_id: AdvisorId, content: Changes, at: datetime) -> AdvisorLine:
    """Write the first version; without a colour it gets the first nobody has."""
    lock_advisors(unit)
    advisor = build_advisor(advisor_id, content)
    if not advisor.colour:
        used = [each.colour for each in read_advisors(unit)]
        advisor = apply({"colour": str(next_colour(used))}, advisor)
    _insert(unit, advisor, at, unit.principal.id)
    return read_versions(unit, advisor_id)[0]


def change_advisor(
    unit: Unit, advisor_id: AdvisorId, changes: Changes, expect_version: int | None, at: datetime
) -> AdvisorLine:
    """Write another version, unless nothing really changes; `AdvisorStale` when it is not the one expected."""
    lock_advisors(unit)
    current = read_versions(unit, advisor_id)[0]
    if expect_version not in (None, current.advisor.version):
        raise AdvisorStale(advisor_id, current.advisor.version)
    _succeed(unit, current, apply(changes, current.advisor), at)
    return read_versions(unit, advisor_id)[0]


def change_models(unit: Unit, models: Mapping[AdvisorId, str | None], at: datetime) -> tuple[AdvisorLine, ...]:
    """Write another version of each of these advisors with this model; `NotFound` for one there never was."""
    lock_advisors(unit)
    for advisor_id, model in models.items():
        current = read_versions(unit, advisor_id)[0]
        _succeed(unit, current, apply({"model": model}, current.advisor), at)
    return tuple(read_versions(unit, each)[0] for each in models)


def restore_advisor(unit: Unit, advisor_id: AdvisorId, version: int, at: datetime) -> AdvisorLine:
    """Write what an earlier version said as a new one, unless the current one says the same."""
    lock_advisors(unit)
    current = read_versions(unit, advisor_id)[0]
    _succeed(unit, current, read_advisor(unit, advisor_id, version), at)
    return read_versions(unit, advisor_id)[0]


def archive_advisor(unit: Unit, advisor_id: AdvisorId, *, archived: bool) -> AdvisorLine:
    """Archive an advisor or bring it back; doing so twice does nothing.

    Refused with `PanelEmpty` while it is the last one of a panel, and with `NotAllowed` where it is everybody's and not
    up to the principal.
    """
    lock_advisors(unit)
    read_advisor(unit, advisor_id)
    check_may_change(unit, advisors, advisor_id)
    if archived and (left_empty := find_empty_panels(unit, without=[advisor_id])):
        raise PanelEmpty(tuple(left_empty), tuple(left_empty.values()))
    _mark(unit, [advisor_id], archived=archived)
    return read_versions(unit, advisor_id)[0]


def import_advisors(
    unit: Unit, rows: Sequence[Changes], new_ids: Sequence[AdvisorId], mode: Mode, at: datetime
) -> Importing:
    """Carry the whole import out. A panel that would be left with nobody gets those of the file instead."""
    lock_advisors(unit)
    importing = read_importing(unit, rows, new_ids, mode)
    check_may_change(unit, advisors, *(each.id for each in importing.plan.archived))
    check_may_change(unit, panels, *importing.refilled)
    for step in importing.plan.steps:
        _take_step(unit, step, at)
    _mark(unit, [each.id for each in importing.plan.archived], archived=True)
    seats = [step.advisor.id for step in importing.plan.steps][:MOST_SEATS]
    check_seen_by_all(unit, importing.refilled, seats)
    mine = (visible(unit, panels)) & panels.c.id.in_(list(importing.refilled))
    unit.connection.execute(update(panels).where(mine).values(advisor_ids=seats))
    return importing


def lock_advisors(unit: Unit) -> None:
    """Changes to a workspace's advisors and panels happen one after the other; nothing else waits for them."""
    query = select(workspaces.c.id).where(workspaces.c.id == unit.workspace_id)
    unit.connection.execute(query.with_for_update(key_share=True))


def check_seen_by_all(unit: Unit, panel_ids: Collection[PanelId], advisor_ids: Collection[AdvisorId]) -> None:
    """`Malformed` where one of these panels is everybody's and others do not have who would sit on it."""
    ours = select(panels.c.id).where(visible(unit, panels), panels.c.owner_id.is_(None), panels.c.id.in_(panel_ids))
    if is_alone(unit) or unit.connection.execute(ours.limit(1)).first() is None:
        return
    mine = visible(unit, advisors) & advisors.c.owner_id.is_not(None) & advisors.c.id.in_(advisor_ids)
    query = select(advisors.c.name).where(mine, advisors.c.current).order_by(advisors.c.name)
    if names := unit.connection.execute(query).scalars().all():
        raise Malformed(f"this panel is everybody's, and others do not have {', '.join(names)}")


def _take_step(unit: Unit, step: Step, at: datetime) -> None:
    if step.outcome == "new":
        _insert(unit, step.advisor, at, unit.principal.id)
        return
    if step.unarchived:
        check_may_change(unit, advisors, step.advisor.id)
        _mark(unit, [step.advisor.id], archived=False)
    _succeed(unit, read_versions(unit, step.advisor.id)[0], step.advisor, at)


def _succeed(unit: Unit, current: AdvisorLine, wanted: Advisor, at: datetime) -> None:
    """The wanted words as the version after the current one; the current one stays if it says the same."""
    if not differs(wanted, current.advisor):
        return
    check_may_change(unit, advisors, wanted.id)
    mine = (visible(unit, advisors)) & (advisors.c.id == wanted.id)
    was = update(advisors).where(mine, advisors.c.current).values(current=False).returning(advisors.c.owner_id)
    owner_id = unit.connection.execute(was).scalar_one()
    _insert(unit, wanted, at, owner_id, archived=current.archived, version=current.advisor.version + 1)


def _insert(
    unit: Unit, advisor: Advisor, at: datetime, owner_id: str | None, *, archived: bool = False, version: int = 1
) -> None:
    row = {
        "workspace_id": unit.workspace_id,
        "owner_id": owner_id,
        "id": advisor.id,
        "version": version,
        "current": True,
        "name": advisor.name,
        "description": advisor.description,
        "colour": advisor.colour,
        "model": advisor.model,
        "parameters": encode_parameters(advisor),
        "tagline": advisor.tagline,
        "voice": advisor.voice,
        "tools": list(advisor.tools),
        "archived": archived,
        "created_at": at,
    }
    unit.connection.execute(insert(advisors), row)


def _mark(unit: Unit, advisor_ids: Sequence[AdvisorId], *, archived: bool) -> None:
    mine = (visible(unit, advisors)) & advisors.c.id.in_(advisor_ids)
    unit.connection.execute(update(advisors).where(mine).values(archived=archived))
