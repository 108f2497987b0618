"""Who can be asked, under the names that programs use: slugs, which stay whatever is renamed."""

from collections.abc import Sequence
from dataclasses import dataclass

from antiphon.client import AsyncClient
from antiphon.client.answers.advisors import Advisor
from antiphon.client.answers.panels import Offered
from antiphon.client.naming import match_advisors
from antiphon.conversation.errors import Malformed


@dataclass(frozen=True, slots=True)
class LineUp:
    """Every panel and every advisor that can be asked."""

    panels: tuple[Offered, ...]
    advisors: tuple[Offered, ...]

    def find_slug(self, advisor_id: str) -> str:
        """What programs call an advisor; its id when it can be asked no more."""
        return next((each.slug for each in self.advisors if _id_of(each) == advisor_id), advisor_id)

    def find_advisors(self, wanted: Sequence[str]) -> tuple[str, ...]:
        """Ids for slugs, ids or names; refuses what fits nobody or more than one."""
        slugs = {each.slug: _id_of(each) for each in self.advisors}
        known = [Advisor(id=_id_of(each), name=each.name) for each in self.advisors]
        return match_advisors(known, [slugs.get(each, each) for each in wanted])

    def find_panel(self, wanted: str) -> str:
        """The id for a slug, an id or a name; refuses what fits none or more than one."""
        name = wanted.strip().casefold()
        found = [each for each in self.panels if wanted in (each.slug, each.antiphon.panel_id)]
        found = found or [each for each in self.panels if each.name.casefold() == name]
        if len(found) == 1 and found[0].antiphon.panel_id is not None:
            return found[0].antiphon.panel_id
        names = ", ".join(each.slug for each in found or self.panels)
        raise Malformed(f"several panels are called {wanted}: {names}" if found else f"no panel is {wanted}: {names}")


async def read_line_up(client: AsyncClient) -> LineUp:
    """Who can be asked now."""
    offered = await client.panels.offered()
    panels = tuple(each for each in offered if each.antiphon.kind == "panel")
    return LineUp(panels, tuple(each for each in offered if each.antiphon.kind == "advisor"))


def _id_of(advisor: Offered) -> str:
    return advisor.antiphon.advisors[0].id
