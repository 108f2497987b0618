"""What an upgrade would do, told without doing it."""

import io
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from sqlalchemy import text

from antiphon.store.migrate import build_config, is_newer, look_at, wanted_revision
from antiphon.store.window import FIRST, NONE, LivingNode, Window, read_living

_SQLITE: Final = "sqlite:///"
_MAKES: Final = re.compile(r"CREATE TABLE (\w+)")
_EXCLUSIVE, _MOMENT = "access exclusive", "for a moment"
# What PostgreSQL takes for a statement, and for how long. The first that fits counts.
_LOCKS: Final = (
    (r"ALTER TABLE (\w+) ADD COLUMN .*GENERATED", _EXCLUSIVE, "while the table is written anew"),
    (r"ALTER TABLE (\w+) ALTER COLUMN \w+ (?:SET DATA )?TYPE", _EXCLUSIVE, "while the table is written anew"),
    (r"ALTER TABLE (\w+) ALTER COLUMN \w+ SET NOT NULL", _EXCLUSIVE, "while the table is read"),
    (r"ALTER TABLE (\w+) ADD (?:CONSTRAINT|PRIMARY|UNIQUE|CHECK)", _EXCLUSIVE, "while the table is read"),
    (r"(?:ALTER|DROP) TABLE (\w+)", _EXCLUSIVE, _MOMENT),
    (r"CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)\w+ ON (\w+)", "share", "while the index is built; reading goes on"),
    (r"(?:UPDATE|DELETE FROM|INSERT INTO) (\w+)", "row exclusive", "on rows alone; reading and writing go on"),
)
# What lasts, in words that fit where nobody may read the table meanwhile.
_MEANWHILE: Final = {"share": "while the index is built", "row exclusive": "while its rows are written"}
_REFERENCES: Final = re.compile(r"REFERENCES (\w+)")
_INDEX: Final = re.compile(r"DROP INDEX (\w+)")


class Lock(NamedTuple):
    """What a statement keeps from others: a table's name, PostgreSQL's name for the lock, and for how long."""

    table: str
    mode: str
    lasts: str


class Step(NamedTuple):
    """One migration to come. `oldest` is None where versions without it go on working, as most do."""

    revision: str
    about: str
    oldest: str | None
    locks: tuple[Lock, ...] = ()


class Plan(NamedTuple):
    """What stands, what would be run, and who is at work: nodes of PostgreSQL, or the size of the file to be copied."""

    kind: str
    window: Window
    wanted: str
    steps: tuple[Step, ...] = ()
    nodes: tuple[LivingNode, ...] = ()
    copied_bytes: int = 0
    rows: Mapping[str, int] = MappingProxyType({})

    @property
    def oldest(self) -> str | None:
        """The oldest revision whose version can go on beside all that would be run; None where any can."""
        return max((each.oldest for each in self.steps if each.oldest), default=None)

    @property
    def starts_from(self) -> str | None:
        """The oldest revision whose version starts on it afterwards; None where that of the present one does."""
        least = max(self.oldest or "", FIRST)
        return least if self.window.revision < least else None

    @property
    def late(self) -> list[str]:
        """The nodes at work that could not go on."""
        before = self.window.revision
        return [each.id for each in self.nodes if self.oldest and (each.revision or before) < self.oldest]


def plan_upgrade(url: str) -> Plan:
    """Everything `migrate` would do with this database, changing nothing and locking nothing.

    `SchemaAhead` for a database that this version is too old for.
    """
    with look_at(url) as (connection, window):
        plan = Plan("SQLite" if url.startswith(_SQLITE) else "PostgreSQL", window, wanted_revision())
        if is_newer(window.revision) or window.revision == plan.wanted:
            return plan
        plan = plan._replace(steps=tuple(_list_steps(window.revision)))
        if window.revision == NONE:
            return plan
        if plan.kind == "SQLite":
            return plan._replace(copied_bytes=Path(url.removeprefix(_SQLITE)).stat().st_size)
        sizes = connection.execute(text("SELECT relname, reltuples::bigint FROM pg_class WHERE relkind = 'r'")).all()
        # Nobody knows how many rows a table has that was never analysed.
        return plan._replace(nodes=tuple(read_living(connection)), rows={name: n for name, n in sizes if n >= 0})


def _list_steps(found: str) -> Iterator[Step]:
    from alembic.script import ScriptDirectory

    for script in reversed(list(ScriptDirectory.from_config(build_config()).walk_revisions())):
        if found == NONE or script.revision > found:
            about = (script.doc or "").partition("\n")[0]
            yield Step(script.revision, about, script.module.oldest, tuple(find_locks(render(script.module))))


def render(module: Any) -> list[str]:
    """The statements of a migration as PostgreSQL would be told them, each on one line."""
    from alembic.operations import Operations
    from alembic.runtime.migration import MigrationContext

    written = io.StringIO()
    opts = {"as_sql": True, "output_buffer": written, "literal_binds": True}
    with Operations.context(MigrationContext.configure(dialect_name="postgresql", opts=opts)):
        module.upgrade()
    return [" ".join(each.split()) for each in re.split(r";\s*\n", written.getvalue()) if each.strip()]


def find_locks(statements: list[str]) -> Iterator[Lock]:
    """What these statements keep from others, once per table; tables they make themselves do not count.

    They are one transaction: a table that is held exclusively stays so while what comes after it is done to it.
    """
    made = {found[1] for each in statements if (found := _MAKES.match(each))}
    locks = dict.fromkeys(lock for lock in _hold(statements) if lock.table not in made)
    longer = {lock.table for lock in locks if lock.mode == _EXCLUSIVE and lock.lasts != _MOMENT}
    yield from (lock for lock in locks if lock.table not in longer or lock[1:] != (_EXCLUSIVE, _MOMENT))


def _hold(statements: list[str]) -> Iterator[Lock]:
    exclusive: set[str] = set()
    for statement in statements:
        for lock in _locks_of(statement):
            if lock.mode == _EXCLUSIVE:
                exclusive.add(lock.table)
            if lock.table in exclusive and lock.mode != _EXCLUSIVE:
                yield Lock(lock.table, _EXCLUSIVE, _MEANWHILE.get(lock.mode, _MOMENT))
            else:
                yield lock


def _locks_of(statement: str) -> Iterator[Lock]:
    if _MAKES.match(statement):
        for table in _REFERENCES.findall(statement):
            yield Lock(table, "share row exclusive", _MOMENT)
        return
    if dropped := _INDEX.match(statement):
        yield Lock(dropped[1], _EXCLUSIVE, _MOMENT)
        return
    for pattern, mode, lasts in _LOCKS:
        if found := re.match(pattern, statement):
            yield Lock(found[1], mode, lasts)
            return
