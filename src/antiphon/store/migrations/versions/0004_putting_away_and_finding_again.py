"""Putting conversations away, and finding turns again."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None
oldest = None


def upgrade() -> None:
    """Forward."""
    with op.batch_alter_table("conversations", schema=None) as batch_op:
        batch_op.add_column(sa.Column("removed_at", sa.BigInteger(), nullable=True))

    with op.batch_alter_table("turns", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_turns_workspace_id_created_at_id"), ["workspace_id", "created_at", "id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_turns_workspace_id_topic_id_conversation_id_deleted_at"),
            ["workspace_id", "topic_id", "conversation_id", "deleted_at"],
            unique=False,
        )

    with op.batch_alter_table("replies", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_replies_turn_id_chosen_advisor_id_state"),
            ["turn_id", "chosen", "advisor_id", "state"],
            unique=False,
        )


def downgrade() -> None:
    """Back."""
    with op.batch_alter_table("replies", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_replies_turn_id_chosen_advisor_id_state"))

    with op.batch_alter_table("turns", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_turns_workspace_id_topic_id_conversation_id_deleted_at"))
        batch_op.drop_index(batch_op.f("ix_turns_workspace_id_created_at_id"))

    with op.batch_alter_table("conversations", schema=None) as batch_op:
        batch_op.drop_column("removed_at")
