"""Pictures that models put into their replies."""

import sqlalchemy as sa
from alembic import op

revision = "0049"
down_revision = "0044"
branch_labels = None
depends_on = None
oldest = None


def upgrade() -> None:
    """Forward."""
    op.add_column("replies", sa.Column("pictures", sa.JSON(), server_default="[]", nullable=False))


def downgrade() -> None:
    """Back. The pictures stay as documents of their conversations; no reply shows them."""
    op.drop_column("replies", "pictures")
