"""Who can be asked from outside: panels and advisors, each with a short name that stays."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from antiphon.access.principal import Principal
from antiphon.advisors.advisor import Advisor
from antiphon.advisors.panel import Panel
from antiphon.advisors.slug import propose_slugs
from antiphon.engine.engine import Engine
from antiphon.store.reads.advisors import AdvisorLine, read_advisor_lines
from antiphon.store.reads.panels import read_panels
from antiphon.store.reads.slugs import read_slugs
from antiphon.store.unit import Unit
from antiphon.store.writes.slugs import keep_slugs


class NamedPanel(NamedTuple):
    """A panel, its slug, and those of its advisors that can be asked."""

    panel: Panel
    slug: str
    advisors: tuple[Advisor, ...]
    is_default: bool


class NamedAdvisor(NamedTuple):
    """An advisor that can be asked, its slug, and when this version of it was saved."""

    advisor: Advisor
    slug: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class LineUp:
    """Every panel and every advisor a principal may ask; `is_kept` when all their slugs are on disk."""

    panels: tuple[NamedPanel, ...]
    advisors: tuple[NamedAdvisor, ...]
    is_kept: bool = True

    def find_panel(self, name: str) -> NamedPanel | None:
        """The panel with this slug or id; without a name the default one."""
        if not name:
            return next((each for each in self.panels if each.is_default), None)
        by_slug = [each for each in self.panels if each.slug == name]
        return next(iter(by_slug or [each for each in self.panels if each.panel.id == name]), None)

    def find_advisor(self, name: str) -> Advisor | None:
        """The advisor with this slug or id."""
        by_slug = [each.advisor for each in self.advisors if each.slug == name]
        return next(iter(by_slug or [each.advisor for each in self.advisors if each.advisor.id == name]), None)

    def find_created(self, panel: NamedPanel | None, advisors: tuple[Advisor, ...]) -> datetime | None:
        """Since when it is as it is: the newest of those who answer."""
        ids = {each.id for each in (advisors if panel is None else panel.advisors)}
        return max((each.created_at for each in self.advisors if each.advisor.id in ids), default=None)


async def read_line_up(engine: Engine, principal: Principal) -> LineUp:
    """Who can be asked now. Whatever has no slug yet is offered under one made of its name."""
    return await engine.store.read(principal, _read)


async def keep_names(engine: Engine, principal: Principal, line_up: LineUp) -> None:
    """Whoever is asked from outside keeps the slug it was asked by, whatever it is called later."""
    if line_up.is_kept:
        return
    await engine.store.write(principal, _keep, line_up)


def _read(unit: Unit) -> LineUp:
    lines, panels = read_advisor_lines(unit), read_panels(unit)
    advisors = {str(line.advisor.id): line.advisor.name for line in lines}
    kept = read_slugs(unit, "advisor"), read_slugs(unit, "panel")
    new = propose_slugs(kept[0], advisors), propose_slugs(kept[1], {str(each.id): each.name for each, _ in panels})
    for_advisors, for_panels = kept[0] | new[0], kept[1] | new[1]
    return LineUp(
        tuple(NamedPanel(panel, for_panels[panel.id], _seat(panel, lines), is_default) for panel, is_default in panels),
        tuple(NamedAdvisor(line.advisor, for_advisors[line.advisor.id], line.created_at) for line in lines),
        is_kept=not any(new),
    )


def _seat(panel: Panel, lines: tuple[AdvisorLine, ...]) -> tuple[Advisor, ...]:
    active = {line.advisor.id: line.advisor for line in lines}
    return tuple(active[each] for each in panel.advisor_ids if each in active)


def _keep(unit: Unit, line_up: LineUp) -> None:
    keep_slugs(unit, "panel", {each.panel.id: each.panel.name for each in line_up.panels})
    keep_slugs(unit, "advisor", {each.advisor.id: each.advisor.name for each in line_up.advisors})
