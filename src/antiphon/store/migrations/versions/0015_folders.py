"""Conversations can lie in folders."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None
oldest = None


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "folders",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("removed_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_folders_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_folders")),
    )
    op.create_index(
        op.f("ix_folders_workspace_id_name"),
        "folders",
        ["workspace_id", "name"],
        unique=True,
        sqlite_where=sa.text("removed_at IS NULL"),
        postgresql_where=sa.text("removed_at IS NULL"),
    )
    with op.batch_alter_table("conversations", schema=None) as batch_op:
        batch_op.add_column(sa.Column("folder_id", sa.String(length=40), nullable=True))
        batch_op.create_index(batch_op.f("ix_conversations_folder_id"), ["folder_id"], unique=False)


def downgrade() -> None:
    """Back. Every conversation stays, outside any folder."""
    with op.batch_alter_table("conversations", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_conversations_folder_id"))
        batch_op.drop_column("folder_id")
    op.drop_index(op.f("ix_folders_workspace_id_name"), table_name="folders")
    op.drop_table("folders")
