"""What a day cost: receipts by the moment they were sent."""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None
oldest = None


def upgrade() -> None:
    """Forward."""
    op.create_index(op.f("ix_receipts_workspace_id_sent_at"), "receipts", ["workspace_id", "sent_at"])


def downgrade() -> None:
    """Back."""
    op.drop_index(op.f("ix_receipts_workspace_id_sent_at"), table_name="receipts")
