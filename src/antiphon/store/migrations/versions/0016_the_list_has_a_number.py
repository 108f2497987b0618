"""The list of conversations has a number that grows when it changes."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None
oldest = None


def upgrade() -> None:
    """Forward."""
    with op.batch_alter_table("workspaces", schema=None) as batch_op:
        batch_op.add_column(sa.Column("list_number", sa.Integer(), server_default="0", nullable=False))


def downgrade() -> None:
    """Back."""
    with op.batch_alter_table("workspaces", schema=None) as batch_op:
        batch_op.drop_column("list_number")
