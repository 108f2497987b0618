"""Whom and which panel somebody means by an id or a name."""

from collections.abc import Sequence

from antiphon.advisors.slug import make_slug
from antiphon.client.answers.advisors import Advisor
from antiphon.client.answers.panels import Panel
from antiphon.conversation.errors import Malformed


def match_advisors(known: Sequence[Advisor], wanted: Sequence[str]) -> tuple[str, ...]:
    """Ids for ids, names or slugs, in the order asked and each once; refuses what fits nobody or more than one."""
    return tuple(dict.fromkeys(match_advisor(known, each) for each in wanted))


def match_advisor(known: Sequence[Advisor], wanted: str) -> str:
    """The id for an id, a name or a name's slug; refuses what fits nobody or more than one."""
    if any(advisor.id == wanted for advisor in known):
        return wanted
    said = wanted.strip().casefold()
    named = [advisor.id for advisor in known if advisor.name.casefold() == said]
    named = named or [advisor.id for advisor in known if make_slug(advisor.name) == said]
    if len(named) == 1:
        return named[0]
    if named:
        raise Malformed(f"several advisors are called {wanted}; use an id: {', '.join(named)}")
    names = ", ".join(advisor.name for advisor in known)
    raise Malformed(f"there is no advisor {wanted}; there are: {names or 'none'}")


def match_panel(known: Sequence[Panel], wanted: str) -> Panel:
    """The panel of this id or name; refuses what fits none or more than one."""
    found = [each for each in known if wanted == each.id or wanted.strip().casefold() == each.name.casefold()]
    if len(found) == 1:
        return found[0]
    names = ", ".join(each.id if found else each.name for each in found or known)
    raise Malformed(f"several panels are called {wanted}: {names}" if found else f"no panel is {wanted}: {names}")
