"""Conversations can be deleted for good, and kept for a while only."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None
oldest = None


def upgrade() -> None:
    """Forward."""
    with op.batch_alter_table("conversations", schema=None) as batch_op:
        batch_op.add_column(sa.Column("kept_until", sa.BigInteger(), nullable=True))
        batch_op.create_index(batch_op.f("ix_conversations_kept_until"), ["kept_until"], unique=False)
    with op.batch_alter_table("replies", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_replies_copied_from"), ["copied_from"], unique=False)
    op.create_table(
        "deletions",
        sa.Column("conversation_id", sa.String(length=40), nullable=False),
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("asked_by", sa.String(length=40), nullable=False),
        sa.Column("why", sa.String(length=10), nullable=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.Column("deleted_at", sa.BigInteger(), nullable=True),
        sa.Column("turns", sa.Integer(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("conversation_id", name=op.f("pk_deletions")),
    )
    op.create_table(
        "past_usage",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("thing_id", sa.String(length=40), nullable=False),
        sa.Column("turn_id", sa.String(length=40), nullable=True),
        sa.Column("advisor_id", sa.String(length=40), server_default="", nullable=False),
        sa.Column("provider", sa.Text(), server_default="", nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("answered", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("usage", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("used_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_past_usage")),
    )
    op.create_index(op.f("ix_past_usage_workspace_id_used_at"), "past_usage", ["workspace_id", "used_at"], unique=False)


def downgrade() -> None:
    """Back. What was deleted stays deleted, what it cost is no longer counted, and all that is there is kept."""
    op.drop_index(op.f("ix_past_usage_workspace_id_used_at"), table_name="past_usage")
    op.drop_table("past_usage")
    op.drop_table("deletions")
    with op.batch_alter_table("replies", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_replies_copied_from"))
    with op.batch_alter_table("conversations", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_conversations_kept_until"))
        batch_op.drop_column("kept_until")
