"""A question that is asked in other words knows the one it was first."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None
oldest = None


def upgrade() -> None:
    """Forward."""
    with op.batch_alter_table("turns", schema=None) as batch_op:
        batch_op.add_column(sa.Column("first_wording", sa.String(length=40), nullable=True))
        batch_op.create_index(batch_op.f("ix_turns_first_wording"), ["first_wording"], unique=False)


def downgrade() -> None:
    """Back. Earlier wordings are deleted turns then, as they were before."""
    with op.batch_alter_table("turns", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_turns_first_wording"))
        batch_op.drop_column("first_wording")
