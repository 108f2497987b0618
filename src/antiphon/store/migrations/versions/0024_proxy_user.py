"""Whom a proxy named when a session began."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None
oldest = None


def upgrade() -> None:
    """Forward."""
    op.add_column("sessions", sa.Column("proxy_user", sa.String(length=255), nullable=True))


def downgrade() -> None:
    """Back. Whoever came by the word of a proxy is signed out: nothing would look at what it says now."""
    op.execute(sa.text("DELETE FROM sessions WHERE proxy_user IS NOT NULL"))
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.drop_column("proxy_user")
