"""The window: which versions may work on one database side by side.

A version is known by the newest revision it brings. Most migrations add, and versions without them notice nothing. One
that takes something away names the oldest revision whose version can do without it. The newest such name stands in the
database, so that a version can tell whether a revision it has never heard of still suits it.
"""

from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, inspect, null, select, text, update

from antiphon.store.clock import now_ms
from antiphon.store.tables import nodes, schema_window

NONE: Final = "none"
# From here on a database says which versions may work on it.
FIRST: Final = "0052"


class Window(NamedTuple):
    """The revision a database has, and the oldest whose version may work on it; an older database does not say."""

    revision: str
    oldest: str | None = None

    def admits(self, known: str) -> bool:
        """Whether a version may work here whose own newest revision is older than the database's."""
        return self.oldest is not None and self.oldest <= known < self.revision


class LivingNode(NamedTuple):
    """A node whose lease has not run out, and the newest revision its version brings, if it is new enough to say."""

    id: str
    revision: str | None


def read_window(connection: Connection) -> Window:
    """What the database says of itself; `none` for an empty one."""
    tables = inspect(connection).get_table_names()
    if "alembic_version" not in tables:
        return Window(NONE)
    revision = connection.scalar(text("SELECT version_num FROM alembic_version")) or NONE
    return Window(revision, connection.scalar(select(schema_window.c.oldest)) if schema_window.name in tables else None)


def read_living(connection: Connection) -> list[LivingNode]:
    """The nodes that work on a PostgreSQL at this moment."""
    columns = {each["name"] for each in inspect(connection).get_columns(nodes.name)}
    revision = nodes.c.revision if nodes.c.revision.name in columns else null().label("revision")
    query = select(nodes.c.id, revision).where(
        nodes.c.reaped_at.is_(None), nodes.c.lease_until > now_ms(connection.dialect.name)
    )
    return [LivingNode(row.id, row.revision) for row in connection.execute(query.order_by(nodes.c.id))]


def note_window(ctx: Any, step: Any, heads: Any, run_args: Any) -> None:
    """Called by Alembic after each step, within its transaction: a step that moves the window says so in the database.

    The names of the arguments are Alembic's.
    """
    reached = max(heads, default=NONE)
    moves = any(ctx.script.get_revision(each).module.oldest for each in step.up_revision_ids)
    if not moves or reached == NONE or reached < FIRST:
        return
    passed = (each.module.oldest for each in ctx.script.walk_revisions() if each.revision <= reached)
    ctx.connection.execute(update(schema_window).values(oldest=max(each for each in passed if each)))
