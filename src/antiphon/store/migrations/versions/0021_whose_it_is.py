"""Every row that is somebody's says whose, and a turn says who asked.

What hangs on a conversation is its owner's. What had no owner becomes that of the workspace's first person. Advisors
and panels that came with the workspace stay everybody's; those that were made since are their maker's.
"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None
oldest = "0021"

_CAME_ALONG = ("skeptic", "builder", "historian", "confidant", "contrarian", "starter")
_FIRST = "COALESCE((SELECT MIN(p.id) FROM principals p WHERE p.workspace_id = {table}.workspace_id), 'local')"
_OWNER = "(SELECT c.owner_id FROM conversations c WHERE c.id = {table}.conversation_id)"
_OF_A_CONVERSATION = ("analyses", "documents", "instructions", "memories")
_OWNED = (
    *_OF_A_CONVERSATION,
    "deletions",
    "folders",
    "past_usage",
    "saved_filters",
    "standing_approvals",
    "topics",
)
_AUTHORED = ("turns", "open_turns")
_LIVING = sa.text("removed_at IS NULL")
# By table: what a name is unique among, beside the workspace and its owner.
_KEYS = {"saved_filters": ("name",), "standing_approvals": ("server", "tool")}


def upgrade() -> None:
    """Forward."""
    for table in _OWNED:
        op.add_column(table, _person("owner_id"))
        first, owner = _FIRST.format(table=table), _OWNER.format(table=table)
        _fill(table, "owner_id", f"COALESCE({owner}, {first})" if table in _OF_A_CONVERSATION else first)
    for table in _AUTHORED:
        op.add_column(table, _person("author_id"))
        _fill(table, "author_id", f"COALESCE({_OWNER.format(table=table)}, {_FIRST.format(table=table)})")
    _own_names("workspace_id", "owner_id")
    _index("memories", ["workspace_id", "status", "created_at"], ["workspace_id", "owner_id", "status", "created_at"])
    _index(
        "documents",
        ["workspace_id", "conversation_id", "kind"],
        ["workspace_id", "owner_id", "conversation_id", "kind"],
    )
    _own_advisors()
    _number_lists()


def downgrade() -> None:
    """Back. Of what two people have under the same name, one keeps it."""
    with op.batch_alter_table("workspaces", schema=None) as batch_op:
        batch_op.add_column(sa.Column("list_number", sa.Integer(), server_default="0", nullable=False))
    newest = "COALESCE((SELECT MAX(n.number) FROM list_numbers n WHERE n.workspace_id = workspaces.id), 0)"
    op.execute(f"UPDATE workspaces SET list_number = {newest}")  # noqa: S608 - constants of this file
    op.drop_table("list_numbers")
    for table in ("advisors", "panels"):
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.drop_column("owner_id")
    for table, names in (_KEYS | {"topics": ("path",)}).items():
        _keep_one(table, names)
    op.execute(
        "UPDATE folders SET removed_at = created_at WHERE removed_at IS NULL AND EXISTS (SELECT 1 FROM folders f"
        " WHERE f.workspace_id = folders.workspace_id AND f.name = folders.name AND f.removed_at IS NULL"
        " AND f.owner_id < folders.owner_id)"
    )
    _own_names("workspace_id")
    _index("memories", ["workspace_id", "owner_id", "status", "created_at"], ["workspace_id", "status", "created_at"])
    _index(
        "documents",
        ["workspace_id", "owner_id", "conversation_id", "kind"],
        ["workspace_id", "conversation_id", "kind"],
    )
    for table in (*_OWNED, *_AUTHORED):
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.drop_column("author_id" if table in _AUTHORED else "owner_id")


def _person(name: str) -> "sa.Column[str]":
    return sa.Column(name, sa.String(length=40), server_default="", nullable=False)


def _fill(table: str, column: str, whose: str) -> None:
    op.execute(f"UPDATE {table} SET {column} = {whose}")  # noqa: S608 - constants of this file


def _own_names(*among: str) -> None:
    """Names are unique among these."""
    for table, names in _KEYS.items():
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.drop_constraint(f"pk_{table}", type_="primary")
            batch_op.create_primary_key(f"pk_{table}", [*among, *names])
    mine = "owner_id" in among
    with op.batch_alter_table("topics", schema=None) as batch_op:
        batch_op.drop_constraint("uq_topics_workspace_id_path" if mine else "uq_topics_workspace_id_owner_id_path")
        batch_op.create_unique_constraint(f"uq_topics_{'_'.join(among)}_path", [*among, "path"])
    op.drop_index(f"ix_folders_workspace_id{'' if mine else '_owner_id'}_name", table_name="folders")
    op.create_index(
        f"ix_folders_{'_'.join(among)}_name",
        "folders",
        [*among, "name"],
        unique=True,
        sqlite_where=_LIVING,
        postgresql_where=_LIVING,
    )


def _index(table: str, before: list[str], after: list[str]) -> None:
    op.drop_index(f"ix_{table}_{'_'.join(before)}", table_name=table)
    op.create_index(f"ix_{table}_{'_'.join(after)}", table, after)


def _own_advisors() -> None:
    for table in ("advisors", "panels"):
        op.add_column(table, sa.Column("owner_id", sa.String(length=40), nullable=True))
        made = sa.text(
            f"UPDATE {table} SET owner_id = {_FIRST.format(table=table)} WHERE id NOT IN :came_along"  # noqa: S608
        ).bindparams(sa.bindparam("came_along", _CAME_ALONG, expanding=True))
        op.execute(made)


def _number_lists() -> None:
    op.create_table(
        "list_numbers",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("owner_id", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("workspace_id", "owner_id", name=op.f("pk_list_numbers")),
    )
    op.execute(
        "INSERT INTO list_numbers (workspace_id, owner_id, number)"
        " SELECT p.workspace_id, p.id, w.list_number FROM principals p JOIN workspaces w ON w.id = p.workspace_id"
    )
    with op.batch_alter_table("workspaces", schema=None) as batch_op:
        batch_op.drop_column("list_number")


def _keep_one(table: str, names: tuple[str, ...]) -> None:
    same = " AND ".join(f"other.{name} = {table}.{name}" for name in names)
    op.execute(
        f"DELETE FROM {table} WHERE EXISTS (SELECT 1 FROM {table} other"  # noqa: S608 - constants of this file
        f" WHERE other.workspace_id = {table}.workspace_id AND {same} AND other.owner_id < {table}.owner_id)"
    )
