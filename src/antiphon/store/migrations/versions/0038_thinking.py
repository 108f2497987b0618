"""How much a panel's advisors think, and what their providers want back of it."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0033"
branch_labels = None
depends_on = None
oldest = None


def upgrade() -> None:
    """Forward."""
    op.add_column("panels", sa.Column("thinking", sa.String(length=20), nullable=True))
    op.add_column("replies", sa.Column("kept_thoughts", sa.JSON(), server_default="[]", nullable=False))


def downgrade() -> None:
    """Back. Panels leave thinking to the settings again."""
    op.drop_column("replies", "kept_thoughts")
    op.drop_column("panels", "thinking")
