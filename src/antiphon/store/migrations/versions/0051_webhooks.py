"""Programs elsewhere that are told what has ended."""

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"
branch_labels = None
depends_on = None
oldest = None


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "webhooks",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("owner_id", sa.String(length=40), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.Column("shape", sa.String(length=20), nullable=False),
        sa.Column("include_text", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("enabled", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("trouble", sa.String(length=10), nullable=True),
        sa.Column("generation", sa.Integer(), server_default="1", nullable=False),
        sa.Column("fingerprint", sa.String(length=16), nullable=False),
        sa.Column("previous_fingerprint", sa.String(length=16), nullable=True),
        sa.Column("previous_until", sa.BigInteger(), nullable=True),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("failing_since", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_webhooks_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhooks")),
    )
    op.create_index(op.f("ix_webhooks_workspace_id_owner_id"), "webhooks", ["workspace_id", "owner_id"])
    op.create_table(
        "webhook_cursors",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("webhook_id", sa.String(length=40), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("webhook_id", "conversation_id", name=op.f("pk_webhook_cursors")),
    )
    op.create_index(op.f("ix_webhook_cursors_conversation_id"), "webhook_cursors", ["conversation_id"])
    op.create_table(
        "webhook_deliveries",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("webhook_id", sa.String(length=40), nullable=False),
        sa.Column("event", sa.String(length=30), nullable=False),
        sa.Column("subject", sa.String(length=100), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=True),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("failures", sa.Integer(), server_default="0", nullable=False),
        sa.Column("next_at", sa.BigInteger(), nullable=True),
        sa.Column("answered", sa.Integer(), nullable=True),
        sa.Column("problem", sa.String(length=20), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("tried_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook_deliveries")),
        sa.UniqueConstraint(
            "webhook_id", "event", "subject", name=op.f("uq_webhook_deliveries_webhook_id_event_subject")
        ),
    )
    op.create_index(op.f("ix_analyses_workspace_id_ended_at"), "analyses", ["workspace_id", "ended_at"])
    for columns in (["webhook_id", "created_at"], ["next_at"], ["conversation_id"], ["created_at"]):
        op.create_index(op.f(f"ix_webhook_deliveries_{'_'.join(columns)}"), "webhook_deliveries", columns)


def downgrade() -> None:
    """Back. Nobody elsewhere is told anything."""
    op.drop_index(op.f("ix_analyses_workspace_id_ended_at"), "analyses")
    op.drop_table("webhook_deliveries")
    op.drop_table("webhook_cursors")
    op.drop_table("webhooks")
