"""Which versions may work on one database side by side, and which one each node is of."""

import sqlalchemy as sa
from alembic import op

revision = "0052"
down_revision = "0051"
branch_labels = None
depends_on = None
oldest = None


def upgrade() -> None:
    """Forward. The last migration that older versions could not live with was 0021."""
    op.create_table(
        "schema_window",
        sa.Column("oldest", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("oldest", name=op.f("pk_schema_window")),
    )
    op.execute("INSERT INTO schema_window (oldest) VALUES ('0021')")
    op.add_column("nodes", sa.Column("revision", sa.String(length=40), nullable=True))


def downgrade() -> None:
    """Back. A version wants its own revision again and no other."""
    op.drop_column("nodes", "revision")
    op.drop_table("schema_window")
