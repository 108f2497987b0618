"""How providers have answered of late, and what has failed. Asked by the system across all workspaces.

Read from what is kept anyway: receipts, what became of their replies, and how looks at conversations ended. Only
newest rows, and only so many of them: nobody waits long for this, however much there is.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Select, select

from antiphon.store.tables import analyses, receipts, replies, workspaces
from antiphon.store.unit import Unit

# Enough to tell a slow provider from a slow answer.
_MOST: Final = 2_000
_MOST_WORKSPACES: Final = 100


class Asked(NamedTuple):
    """One request: of whom, when, and how it ended; `code` names what went wrong with the reply in the end."""

    provider: str
    sent_at: datetime
    outcome: str | None
    code: str | None
    first_token_seconds: float | None
    total_seconds: float | None


class FailedLook(NamedTuple):
    """A look at a conversation that came to nothing."""

    kind: str
    code: str | None
    ended_at: datetime


def read_asked(unit: Unit, since: datetime) -> tuple[Asked, ...]:
    """Requests for replies that left here since then, the newest of each workspace."""
    return tuple(Asked(*row) for row in _read_by_workspace(unit, _asked(since), receipts))


def read_failed_looks(unit: Unit, since: datetime) -> tuple[FailedLook, ...]:
    """Looks that have failed since then, the newest of each workspace."""
    query = select(analyses.c.kind, analyses.c.error["code"].as_string(), analyses.c.ended_at).where(
        analyses.c.ended_at >= since, analyses.c.error.is_not(None)
    )
    newest = query.order_by(analyses.c.ended_at.desc())
    return tuple(FailedLook(*row) for row in _read_by_workspace(unit, newest, analyses))


def _asked(since: datetime) -> Select[Any]:
    """What came back from another installation with an archive was not asked here."""
    return (
        select(
            receipts.c.provider,
            receipts.c.sent_at,
            receipts.c.outcome,
            replies.c.error["code"].as_string(),
            replies.c.metrics["first_token_seconds"].as_float(),
            replies.c.metrics["total_seconds"].as_float(),
        )
        .join(replies, replies.c.id == receipts.c.reply_id)
        .where(receipts.c.sent_at >= since, receipts.c.signer.is_(None))
        .order_by(receipts.c.sent_at.desc())
    )


def _read_by_workspace(unit: Unit, newest: Select[Any], table: Any) -> Iterator[Any]:
    """One workspace after the other, since that is how the rows are indexed, until there are enough."""
    left = _MOST
    for workspace_id in unit.connection.execute(select(workspaces.c.id).limit(_MOST_WORKSPACES)).scalars().all():
        rows = unit.connection.execute(newest.where(table.c.workspace_id == workspace_id).limit(left)).all()
        yield from rows
        left -= len(rows)
        if left <= 0:
            return
