"""What other programs know panels, advisors and conversations by, and when their conversations are put away."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None
oldest = None


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "slugs",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("owner_id", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("slug", sa.String(length=60), nullable=False),
        sa.Column("thing_id", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("workspace_id", "owner_id", "kind", "slug", name=op.f("pk_slugs")),
        sa.UniqueConstraint(
            "workspace_id",
            "owner_id",
            "kind",
            "thing_id",
            name=op.f("uq_slugs_workspace_id_owner_id_kind_thing_id"),
        ),
    )
    op.create_table(
        "outside_threads",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("owner_id", sa.String(length=40), nullable=False),
        sa.Column("token_id", sa.String(length=40), nullable=False),
        sa.Column("source", sa.String(length=20), nullable=False),
        sa.Column("name", sa.String(length=255), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint(
            "workspace_id", "owner_id", "token_id", "source", "name", name=op.f("pk_outside_threads")
        ),
    )
    op.create_index(op.f("ix_outside_threads_conversation_id"), "outside_threads", ["conversation_id"])
    op.create_table(
        "fingerprints",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("owner_id", sa.String(length=40), nullable=False),
        sa.Column("token_id", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("body_sha256", sa.String(length=64), nullable=True),
        sa.Column("conversation_id", sa.String(length=40), nullable=False),
        sa.Column("turn_id", sa.String(length=40), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "workspace_id", "owner_id", "token_id", "kind", "fingerprint", name=op.f("pk_fingerprints")
        ),
    )
    op.create_index(op.f("ix_fingerprints_conversation_id"), "fingerprints", ["conversation_id"])
    op.create_index(op.f("ix_fingerprints_created_at"), "fingerprints", ["created_at"])
    op.add_column("conversations", sa.Column("put_away_at", sa.BigInteger(), nullable=True))
    op.create_index(op.f("ix_conversations_put_away_at"), "conversations", ["put_away_at"])


def downgrade() -> None:
    """Back. Programs are strangers again; their conversations stay."""
    with op.batch_alter_table("conversations", schema=None) as batch_op:
        batch_op.drop_index(op.f("ix_conversations_put_away_at"))
        batch_op.drop_column("put_away_at")
    op.drop_table("fingerprints")
    op.drop_table("outside_threads")
    op.drop_table("slugs")
