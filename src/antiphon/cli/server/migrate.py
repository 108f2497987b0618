"""`antiphon migrate`."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from antiphon.settings import load_settings

if TYPE_CHECKING:
    from antiphon.store.plan import Lock, Plan, Step


def migrate(
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", help="Change nothing; say what would be run, and whether older nodes may go on."),
    ] = False,
) -> None:
    """Bring the database up to date.

    Running it twice changes nothing. A SQLite file is copied first. On PostgreSQL nodes of an older version go on
    meanwhile; what they could not go on with is refused while they run.

    Exit code of --dry-run: 0, or 3 when nodes are at work that could not go on.
    """
    from antiphon.app import migrate_database, plan_migration

    # The database cannot be asked for settings before it has been brought up to date.
    settings = load_settings().settings
    if dry_run:
        plan = plan_migration(settings)
        print("\n".join(describe(plan)))
        raise typer.Exit(3 if plan.late else 0)
    before, after, backup = migrate_database(settings)
    print(f"already at revision {after}" if before == after else f"migrated from revision {before} to {after}")
    if backup is not None:
        print(f"as it was before: {backup}")


def describe(plan: "Plan") -> Iterator[str]:
    """The plan in lines."""
    found = plan.window.revision
    if not plan.steps:
        yield f"{plan.kind}: revision {found}, this version brings {plan.wanted}; there is nothing to run"
        return
    yield f"{plan.kind}: revision {found}, this version brings {plan.wanted}; nothing was changed"
    for step in plan.steps:
        yield from _describe_step(plan, step)
    yield ""
    if plan.kind == "SQLite":
        yield f"first: a copy beside the database, {plan.copied_bytes / 1e6:.1f} MB" if plan.copied_bytes else "new"
    else:
        yield from _describe_nodes(plan)
    if found != "none":
        starts = f"a version of revision {found} starts on it afterwards"
        yield (
            f"back: only versions from {plan.starts_from} on start on it afterwards"
            if plan.starts_from
            else f"back: {starts}"
        )


def _describe_step(plan: "Plan", step: "Step") -> Iterator[str]:
    yield f"\n{step.revision}  {step.about}"
    yield "      safe beside older versions: " + (f"no, only from {step.oldest} on" if step.oldest else "yes")
    if plan.kind == "PostgreSQL":
        for lock in step.locks:
            yield f"      locks {lock.table} ({lock.mode}) {lock.lasts}{_count_rows(plan, lock)}"


def _count_rows(plan: "Plan", lock: "Lock") -> str:
    return f", about {plan.rows[lock.table]:,} rows" if lock.table in plan.rows else ""


def _describe_nodes(plan: "Plan") -> Iterator[str]:
    if not plan.nodes:
        yield "nodes at work: none"
    for node in plan.nodes:
        known = node.revision or f"{plan.window.revision} or older"
        yield f"node at work: {node.id}, revision {known}: {'could not go on' if node.id in plan.late else 'goes on'}"
