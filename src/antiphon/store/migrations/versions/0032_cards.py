"""The character cards that advisors came by."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None
oldest = None


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "advisor_cards",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("advisor_id", sa.String(length=40), nullable=False),
        sa.Column("card", sa.LargeBinary(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("picture", sa.LargeBinary(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("workspace_id", "advisor_id", name=op.f("pk_advisor_cards")),
    )


def downgrade() -> None:
    """Back. Advisors stay; what their cards held beyond them is gone."""
    op.drop_table("advisor_cards")
