"""Advisors by the names a person types."""

from collections.abc import Sequence

from antiphon.cli.answers import Advisor
from antiphon.cli.client import Client
from antiphon.conversation.errors import Malformed


async def find_advisors(client: Client, wanted: Sequence[str]) -> tuple[str, ...]:
    """Ids for ids or names; asks the server only when somebody was named."""
    return match_advisors(await client.read_advisors(), wanted) if wanted else ()


def match_advisors(known: Sequence[Advisor], wanted: Sequence[str]) -> tuple[str, ...]:
    """Ids for ids or names, in the order asked and each once; refuses what fits nobody or more than one."""
    return tuple(dict.fromkeys(_match_advisor(known, each) for each in wanted))


def _match_advisor(known: Sequence[Advisor], wanted: str) -> str:
    if any(advisor.id == wanted for advisor in known):
        return wanted
    named = [advisor.id for advisor in known if advisor.name.casefold() == wanted.strip().casefold()]
    if len(named) == 1:
        return named[0]
    if named:
        raise Malformed(f"several advisors are called {wanted}; use an id: {', '.join(named)}")
    names = ", ".join(advisor.name for advisor in known)
    raise Malformed(f"there is no advisor {wanted}; there are: {names or 'none'}")
