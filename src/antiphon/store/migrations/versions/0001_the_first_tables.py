"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None
oldest = "0001"


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "chunks",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("reply_id", sa.String(length=40), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("channel", sa.String(length=10), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("reply_id", "epoch", "channel", "start", name=op.f("pk_chunks")),
    )
    op.create_table(
        "facts",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("turn_id", sa.String(length=40), nullable=True),
        sa.Column("reply_id", sa.String(length=40), nullable=True),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("conversation_id", "seq", name=op.f("pk_facts")),
    )
    op.create_table(
        "idempotency_keys",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("principal_id", sa.String(length=40), nullable=False),
        sa.Column("key", sa.String(length=255), nullable=False),
        sa.Column("body_sha256", sa.String(length=64), nullable=False),
        sa.Column("turn_id", sa.String(length=40), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("workspace_id", "principal_id", "key", name=op.f("pk_idempotency_keys")),
    )
    with op.batch_alter_table("idempotency_keys", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_idempotency_keys_created_at"), ["created_at"], unique=False)

    op.create_table(
        "nodes",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("lease_until", sa.BigInteger(), nullable=False),
        sa.Column("reaped_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_nodes")),
    )
    op.create_table(
        "open_turns",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("turn_id", sa.String(length=40), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=False),
        sa.Column("node_id", sa.String(length=40), nullable=True),
        sa.Column("handed_over_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("turn_id", name=op.f("pk_open_turns")),
    )
    with op.batch_alter_table("open_turns", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_open_turns_node_id"), ["node_id"], unique=False)

    op.create_table(
        "participation",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=False),
        sa.Column("advisor_id", sa.String(length=40), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("conversation_id", "advisor_id", name=op.f("pk_participation")),
    )
    op.create_table(
        "receipts",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("reply_id", sa.String(length=40), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("headers", sa.JSON(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("sent_at", sa.BigInteger(), nullable=False),
        sa.Column("outcome", sa.String(length=40), nullable=True),
        sa.Column("usage", sa.JSON(), nullable=True),
        sa.PrimaryKeyConstraint("reply_id", "epoch", "attempt", name=op.f("pk_receipts")),
    )
    op.create_table(
        "workspaces",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_workspaces")),
    )
    op.create_table(
        "advisors",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("current", sa.Boolean(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("colour", sa.String(length=20), nullable=False),
        sa.Column("model", sa.Text(), nullable=True),
        sa.Column("parameters", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_advisors_workspace_id")),
        sa.PrimaryKeyConstraint("workspace_id", "id", "version", name=op.f("pk_advisors")),
    )
    op.create_table(
        "conversations",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("owner_id", sa.String(length=40), nullable=False),
        sa.Column("panel_id", sa.String(length=40), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("last_seq", sa.Integer(), nullable=False),
        sa.Column("turn_count", sa.Integer(), nullable=False),
        sa.Column("open_replies", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_conversations_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_conversations")),
    )
    with op.batch_alter_table("conversations", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_conversations_workspace_id_updated_at_id"),
            ["workspace_id", "updated_at", "id"],
            unique=False,
        )

    op.create_table(
        "panels",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("advisor_ids", sa.JSON(), nullable=False),
        sa.Column("early_turns", sa.Integer(), nullable=False),
        sa.Column("is_default", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_panels_workspace_id")),
        sa.PrimaryKeyConstraint("workspace_id", "id", name=op.f("pk_panels")),
    )
    op.create_table(
        "principals",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_principals_workspace_id")),
        sa.PrimaryKeyConstraint("workspace_id", "id", name=op.f("pk_principals")),
    )
    op.create_table(
        "workspace_settings",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_workspace_settings_workspace_id")),
        sa.PrimaryKeyConstraint("workspace_id", "name", name=op.f("pk_workspace_settings")),
    )
    op.create_table(
        "turns",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("accepted_seq", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("parts", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("stars", sa.Integer(), server_default="0", nullable=False),
        sa.Column("colour_flag", sa.String(length=20), nullable=True),
        sa.Column("pinned", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("importance", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["conversation_id"], ["conversations.id"], name=op.f("fk_turns_conversation_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_turns")),
        sa.UniqueConstraint("conversation_id", "position", name=op.f("uq_turns_conversation_id_position")),
    )
    op.create_table(
        "replies",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=False),
        sa.Column("turn_id", sa.String(length=40), nullable=False),
        sa.Column("slot", sa.Integer(), nullable=False),
        sa.Column("advisor_id", sa.String(length=40), nullable=False),
        sa.Column("advisor_version", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("colour", sa.String(length=20), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("stop_requested", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("text", sa.Text(), server_default="", nullable=False),
        sa.Column("thinking", sa.Text(), server_default="", nullable=False),
        sa.Column("finish_reason", sa.String(length=40), nullable=True),
        sa.Column("error", sa.JSON(), nullable=True),
        sa.Column("metrics", sa.JSON(), nullable=True),
        sa.Column("settled_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["turn_id"], ["turns.id"], name=op.f("fk_replies_turn_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_replies")),
        sa.UniqueConstraint("turn_id", "slot", name=op.f("uq_replies_turn_id_slot")),
    )


def downgrade() -> None:
    """Back."""
    op.drop_table("replies")
    op.drop_table("turns")
    op.drop_table("workspace_settings")
    op.drop_table("principals")
    op.drop_table("panels")
    with op.batch_alter_table("conversations", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_conversations_workspace_id_updated_at_id"))

    op.drop_table("conversations")
    op.drop_table("advisors")
    op.drop_table("workspaces")
    op.drop_table("receipts")
    op.drop_table("participation")
    with op.batch_alter_table("open_turns", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_open_turns_node_id"))

    op.drop_table("open_turns")
    op.drop_table("nodes")
    with op.batch_alter_table("idempotency_keys", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_idempotency_keys_created_at"))

    op.drop_table("idempotency_keys")
    op.drop_table("facts")
    op.drop_table("chunks")
