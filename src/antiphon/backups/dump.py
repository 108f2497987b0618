"""PostgreSQL by its own programs: `pg_dump` writes a snapshot into a file, `pg_restore` brings it back."""

from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from antiphon.programs.start import start_program


class ProgramFailed(Exception):
    """One of PostgreSQL's programs did not do it, with the last of what it said."""


@dataclass(frozen=True, slots=True)
class PostgresPrograms:
    """Where they are, if they are, and what they are told: by which variables the database is reached."""

    pg_dump: str | None
    pg_restore: str | None
    environment: Mapping[str, str]


async def dump_database(programs: PostgresPrograms, snapshot: str, target: Path) -> None:
    """Write what stands in this snapshot, without owners and rights: it may come back under other names."""
    if programs.pg_dump is None:
        raise ProgramFailed("pg_dump is not installed here; it comes with PostgreSQL's client programs")
    options = ("--format=custom", "--no-owner", "--no-privileges", "--no-password")
    await _run(programs, programs.pg_dump, *options, f"--snapshot={snapshot}", f"--file={target}")


async def load_dump(programs: PostgresPrograms, dump: Path) -> None:
    """Put a dump into the database, all of it or nothing.

    Without comments: that on an extension is its owner's to write, who is often somebody else.
    """
    options = ("--no-owner", "--no-privileges", "--no-comments", "--no-password", "--exit-on-error")
    database = programs.environment.get("PGDATABASE", "")
    command = (_need_restore(programs), *options, "--single-transaction", f"--dbname={database}", str(dump))
    await _run(programs, *command)


async def read_dump(programs: PostgresPrograms, dump: Path) -> None:
    """Read a dump to its end, as far as that shows without a database that it is whole."""
    await _run(programs, _need_restore(programs), "--file=/dev/null", str(dump))


def _need_restore(programs: PostgresPrograms) -> str:
    if programs.pg_restore is None:
        raise ProgramFailed("pg_restore is not installed here; it comes with PostgreSQL's client programs")
    return programs.pg_restore


async def _run(programs: PostgresPrograms, *command: str) -> None:
    process = await start_program(command, programs.environment, stdin=DEVNULL, stderr=PIPE)
    try:
        _, said = await process.communicate()
    except BaseException:
        if process.returncode is None:
            process.kill()
        raise
    if process.returncode != 0:
        lines = said.decode(errors="replace").strip().splitlines() or [f"it ended with {process.returncode}"]
        raise ProgramFailed(lines[-1])
