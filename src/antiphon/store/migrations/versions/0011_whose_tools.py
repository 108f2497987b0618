"""Leave is given to a server at its place, not to a name."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None
oldest = "0011"

_OF_LEAVE = ("approvals", "standing_approvals")


def upgrade() -> None:
    """Forward. Nobody knows any more where leave for good was given to, so it is asked for again."""
    op.execute("DELETE FROM standing_approvals")
    with op.batch_alter_table("tool_servers", schema=None) as batch_op:
        batch_op.add_column(sa.Column("place_sha256", sa.String(length=64), nullable=True))
    for table in _OF_LEAVE:
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.add_column(sa.Column("place_sha256", sa.String(length=64), server_default="", nullable=False))


def downgrade() -> None:
    """Back. The old version would take leave given to one place for leave given to a name, so none is left."""
    op.execute("DELETE FROM standing_approvals")
    for table in ("tool_servers", *_OF_LEAVE):
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.drop_column("place_sha256")
