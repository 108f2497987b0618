"""A conversation that begins with the turns of another knows where it left that one."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None
oldest = None


def upgrade() -> None:
    """Forward."""
    with op.batch_alter_table("conversations", schema=None) as batch_op:
        batch_op.add_column(sa.Column("branched_from", sa.String(length=40), nullable=True))
    with op.batch_alter_table("replies", schema=None) as batch_op:
        batch_op.add_column(sa.Column("copied_from", sa.String(length=40), nullable=True))


def downgrade() -> None:
    """Back. Branches stay as conversations of their own, without receipts for what was copied."""
    with op.batch_alter_table("replies", schema=None) as batch_op:
        batch_op.drop_column("copied_from")
    with op.batch_alter_table("conversations", schema=None) as batch_op:
        batch_op.drop_column("branched_from")
