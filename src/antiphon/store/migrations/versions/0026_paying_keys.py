"""A receipt says whose key a request was sent with. Those that are there were all sent with the instance's."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None
oldest = None


def upgrade() -> None:
    """Forward."""
    op.add_column("receipts", sa.Column("key_id", sa.String(length=40), nullable=True))
    op.add_column("receipts", sa.Column("key_owner", sa.String(length=10), nullable=True))


def downgrade() -> None:
    """Back. Whose keys paid is forgotten."""
    op.drop_column("receipts", "key_owner")
    op.drop_column("receipts", "key_id")
