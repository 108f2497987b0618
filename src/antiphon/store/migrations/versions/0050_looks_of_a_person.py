"""A person's newest looks of one kind are found without reading the others."""

from alembic import op

revision = "0050"
down_revision = "0049"
branch_labels = None
depends_on = None
oldest = None


def upgrade() -> None:
    """Forward."""
    op.create_index("ix_analyses_owner_id_kind_created_at", "analyses", ["owner_id", "kind", "created_at"])


def downgrade() -> None:
    """Back."""
    op.drop_index("ix_analyses_owner_id_kind_created_at", "analyses")
