"""The version after this one: the same code with migrations that are yet to be written.

`python -m tests.fakes.next_version` is `antiphon` as its next release might be. Which migrations that has beside ours,
`ANTIPHON_NEXT_MIGRATIONS` says: a folder made by `write_next`.
"""

import os
import runpy
import shutil
from pathlib import Path
from typing import Literal

from antiphon.store import migrate as migrating

Kind = Literal["adds", "takes away"]
FOLDER = "ANTIPHON_NEXT_MIGRATIONS"
OURS = Path(migrating.__file__).parent / "migrations"
MODULE = "tests.fakes.next_version"
# What each kind of migration does to tables that every send writes to.
_DEEDS = {
    "adds": (
        "None",
        """
    op.add_column("turns", sa.Column("{name}", sa.String(40), server_default="", nullable=False))
    op.create_table("{name}s", sa.Column("id", sa.String(40), primary_key=True))
    op.create_index("ix_turns_{name}", "turns", ["{name}"])
""",
    ),
    "takes away": ('"{revision}"', '\n    op.drop_column("turns", "stars")\n'),
}


def write_next(folder: Path, *kinds: Kind) -> Path:
    """A folder of migrations: ours, and one of each of these kinds after them."""
    shutil.copytree(OURS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    before = max(each.name[:4] for each in (OURS / "versions").glob("[0-9]*.py"))
    for number, kind in enumerate(kinds, 9001):
        _write(folder / "versions" / f"{number}_next.py", str(number), before, kind)
        before = str(number)
    return folder


def _write(file: Path, revision: str, before: str, kind: Kind) -> None:
    oldest, deeds = (each.format(revision=revision, name=f"next_{revision}") for each in _DEEDS[kind])
    head = f'"""What comes next."""\n\nimport sqlalchemy as sa\nfrom alembic import op\n\nrevision = "{revision}"\n'
    links = f'down_revision = "{before}"\nbranch_labels = None\ndepends_on = None\noldest = {oldest}\n\n\n'
    file.write_text(f"{head}{links}def upgrade() -> None:{deeds}", encoding="utf-8")


def become(folder: Path) -> None:
    """Know the migrations of this folder instead of ours."""
    migrating._MIGRATIONS = folder
    migrating.list_revisions.cache_clear()


if __name__ == "__main__":
    become(Path(os.environ.pop(FOLDER)))
    runpy.run_module("antiphon", run_name="__main__", alter_sys=True)
