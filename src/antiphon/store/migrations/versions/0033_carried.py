"""What a later version wrote into an archive, carried along until it leaves again."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None
oldest = None


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "carried",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("owner_id", sa.String(length=40), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=False),
        sa.Column("file", sa.String(length=200), nullable=False),
        sa.Column("anchor", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("import_id", sa.String(length=40), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint(
            "workspace_id", "owner_id", "conversation_id", "file", "anchor", "number", name=op.f("pk_carried")
        ),
    )
    op.create_index(op.f("ix_carried_conversation_id"), "carried", ["conversation_id"])
    op.create_index(op.f("ix_carried_import_id"), "carried", ["import_id"])


def downgrade() -> None:
    """Back. What was carried is gone; the archives it came in still hold it."""
    op.drop_table("carried")
