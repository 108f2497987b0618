"""Turns that another program sent, and how many of an advisor's turns led past the phases."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None
oldest = None


def upgrade() -> None:
    """Forward."""
    op.add_column("turns", sa.Column("surface", sa.String(length=10), nullable=True))
    op.add_column("turns", sa.Column("token_id", sa.String(length=40), nullable=True))
    op.add_column("participation", sa.Column("unphased", sa.Integer(), server_default="0", nullable=False))


def downgrade() -> None:
    """Back. Turns of programs stay, as if a person had sent them."""
    with op.batch_alter_table("participation", schema=None) as batch_op:
        batch_op.drop_column("unphased")
    with op.batch_alter_table("turns", schema=None) as batch_op:
        batch_op.drop_column("token_id")
        batch_op.drop_column("surface")
