"""Who is meant by a name in a suite: an advisor of the file, one of the first five, or one of the workspace."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.slug import make_slug
from antiphon.advisors.starter import load_starter
from antiphon.evals.suites.problems import Place, Problems, shorten

STARTER: Final = "starter"


class AdvisorFinder:
    """Finds advisors by id, name or the name's slug, and panels by name, capital letters aside.

    An advisor is called by its id from then on, one of the file by its name there. Where nobody has said who is in the
    workspace, any other name is taken as it stands and looked for when the case is played.
    """

    __slots__ = ("_is_closed", "_names", "_panels", "_problems")

    def __init__(
        self, own: Iterable[str], known: Sequence[Advisor], panels: Mapping[str, Sequence[str]], problems: Problems
    ) -> None:
        starter = load_starter()
        self._problems = problems
        self._is_closed = bool(known)
        self._names = {make_slug(advisor.name): str(advisor.id) for advisor in known}
        for advisor in (*starter.advisors, *known):
            self._names |= {advisor.name.casefold(): advisor.id, advisor.id.casefold(): advisor.id}
        self._names |= {name.casefold(): name for name in own}
        first: tuple[str, ...] = tuple(starter.panel.advisor_ids)
        self._panels: dict[str, tuple[str, ...]] = {starter.panel.name.casefold(): first, STARTER: first}
        self._panels |= {name.casefold(): tuple(ids) for name, ids in panels.items()}

    def find(self, name: str, place: Place) -> str:
        """What the advisor is called; a name that nobody has is a problem where everybody is known."""
        found = self._names.get(name.casefold())
        if found is None and self._is_closed:
            self._problems.add(
                place, f"no advisor is called {shorten(name)}{self._problems.suggest(name, self._names)}"
            )
        return found or name

    def find_panel(self, panel: str | Sequence[str], place: Place) -> tuple[str, ...]:
        """Everybody on a panel, which is named or listed; nobody sits there twice."""
        if isinstance(panel, str):
            seated = self._panels.get(panel.casefold())
            if seated is None:
                self._problems.add(
                    place, f"no panel is called {shorten(panel)}{self._problems.suggest(panel, self._panels)}"
                )
            return seated or ()
        found = tuple(self.find(name, (*place, at)) for at, name in enumerate(panel))
        if len(set(found)) < len(found):
            self._problems.add(place, "somebody is on this panel twice")
        return found
