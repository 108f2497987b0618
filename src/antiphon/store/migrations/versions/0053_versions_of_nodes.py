"""Nodes say which version they run."""

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0052"
branch_labels = None
depends_on = None
oldest = None


def upgrade() -> None:
    """Forward."""
    op.add_column("nodes", sa.Column("version", sa.String(length=40), nullable=True))


def downgrade() -> None:
    """Back."""
    op.drop_column("nodes", "version")
