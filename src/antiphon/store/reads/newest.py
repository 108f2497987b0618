"""Rows that the database thinks may fit, looked at one after another until enough of them do."""

import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

from sqlalchemy import Row, Select

from antiphon.store.unit import Unit

T = TypeVar("T")

# So many rows are on their way at once, however many there are.
_PAGE: Final = 50
# Beside a search through turns, which takes its own moment: what is older than this reaches is not looked at.
_SECONDS: Final = 0.5


def find_newest(
    unit: Unit,
    query: Select[Any],
    match: Callable[[Row[Any]], T | None],
    limit: int,
    *,
    page: int = _PAGE,
    seconds: float = _SECONDS,
) -> tuple[T, ...]:
    """The first rows, in the order of the query, that `match` makes something of; what is not needed is not fetched."""
    ends = time.monotonic() + seconds
    found: list[T] = []
    with unit.connection.execute(query.execution_options(yield_per=page)) as rows:
        for some in rows.partitions():
            found += [each for row in some if (each := match(row)) is not None]
            if len(found) >= limit or time.monotonic() >= ends:
                break
    return tuple(found[:limit])
