"""Looks that are about one reply: why it came out as it did."""

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0040"
branch_labels = None
depends_on = None
oldest = None


def upgrade() -> None:
    """Forward."""
    op.add_column("analyses", sa.Column("reply_id", sa.String(length=40), nullable=True))
    op.create_index("ix_analyses_reply_id_kind", "analyses", ["reply_id", "kind"])


def downgrade() -> None:
    """Back. Looks are about turns again; what was found out about replies is kept, and found no more."""
    op.drop_index("ix_analyses_reply_id_kind", "analyses")
    op.drop_column("analyses", "reply_id")
