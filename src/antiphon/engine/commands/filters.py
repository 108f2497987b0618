"""Keep a filter under a name, or forget it."""

from datetime import UTC, datetime
from typing import Final

from antiphon.access.principal import Principal
from antiphon.conversation.errors import FilterInvalid, Malformed
from antiphon.engine.engine import Engine
from antiphon.filter.parse import parse_filter
from antiphon.filter.tree import Saved
from antiphon.store.writes.filters import delete_filter as erase_filter
from antiphon.store.writes.filters import save_filter as write_filter

# As long as the column that keeps it.
MAX_NAME: Final = 100


async def save_filter(engine: Engine, principal: Principal, name: str, line: str) -> str:
    """The line as it was kept; saving again replaces it.

    Refuses a name that could not be written behind an `@`, and a line that cannot be read, has a command, mentions a
    name nobody saved or leads back to itself.
    """
    engine.check_open()
    _check_name(name)
    kept = line.strip()
    await engine.store.write(principal, write_filter, name, kept, datetime.now(UTC))
    return kept


async def delete_filter(engine: Engine, principal: Principal, name: str) -> None:
    """Forget the name; `NotFound` when it is not there."""
    engine.check_open()
    _check_name(name)
    await engine.store.write(principal, erase_filter, name)


def _check_name(name: str) -> None:
    """The grammar decides what a name is."""
    try:
        is_name = len(name) <= MAX_NAME and parse_filter(f"@{name}") == Saved(name)
    except FilterInvalid:
        is_name = False
    if not is_name:
        raise Malformed("the name of a saved filter has letters, digits, - and _, and at most 100 of them")
