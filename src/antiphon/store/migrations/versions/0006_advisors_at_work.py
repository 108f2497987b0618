"""Advisors at work: tools and approvals, instructions, todos, memories, documents."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None
oldest = None


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "approvals",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=False),
        sa.Column("turn_id", sa.String(length=40), nullable=False),
        sa.Column("reply_id", sa.String(length=40), nullable=False),
        sa.Column("call_id", sa.String(length=200), nullable=False),
        sa.Column("advisor_id", sa.String(length=40), nullable=False),
        sa.Column("advisor_name", sa.Text(), nullable=False),
        sa.Column("server", sa.String(length=40), nullable=False),
        sa.Column("tool", sa.Text(), nullable=False),
        sa.Column("schema_sha256", sa.String(length=64), nullable=False),
        sa.Column("arguments", sa.Text(), nullable=False),
        sa.Column("call_sha256", sa.String(length=64), nullable=False),
        sa.Column("allowed_sha256", sa.String(length=64), nullable=True),
        sa.Column("allowed_arguments", sa.Text(), nullable=True),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("decided_at", sa.BigInteger(), nullable=True),
        sa.Column("decided_by", sa.String(length=40), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_approvals")),
    )
    with op.batch_alter_table("approvals", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_approvals_reply_id"), ["reply_id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_approvals_workspace_id_status_created_at"),
            ["workspace_id", "status", "created_at"],
            unique=False,
        )

    op.create_table(
        "instruction_switches",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("instruction_id", sa.String(length=40), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=False),
        sa.Column("enabled", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("instruction_id", "conversation_id", name=op.f("pk_instruction_switches")),
    )
    with op.batch_alter_table("instruction_switches", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_instruction_switches_conversation_id"), ["conversation_id"], unique=False)

    op.create_table(
        "todos",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("blocked_reason", sa.Text(), nullable=True),
        sa.Column("priority", sa.String(length=10), nullable=False),
        sa.Column("depends_on", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("progress", sa.Float(), server_default="0", nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("conversation_id", "number", name=op.f("pk_todos")),
    )
    op.create_table(
        "analyses",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("first_position", sa.Integer(), server_default="0", nullable=False),
        sa.Column("last_position", sa.Integer(), server_default="0", nullable=False),
        sa.Column("calls", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("node_id", sa.String(length=40), nullable=True),
        sa.Column("counts", sa.JSON(), server_default="{}", nullable=False),
        sa.Column("usage", sa.JSON(), server_default="{}", nullable=False),
        sa.Column("error", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_analyses_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_analyses")),
    )
    with op.batch_alter_table("analyses", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_analyses_workspace_id_conversation_id_kind_created_at"),
            ["workspace_id", "conversation_id", "kind", "created_at"],
            unique=False,
        )

    op.create_table(
        "documents",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=True),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("media_type", sa.String(length=100), nullable=False),
        sa.Column("bytes", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("pages", sa.Integer(), server_default="0", nullable=False),
        sa.Column("width", sa.Integer(), nullable=True),
        sa.Column("height", sa.Integer(), nullable=True),
        sa.Column("enabled", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("removed_at", sa.BigInteger(), nullable=True),
        sa.Column("chars", sa.Integer(), server_default="0", nullable=False),
        sa.Column("wide", sa.Integer(), server_default="0", nullable=False),
        sa.Column("marks", sa.Integer(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_documents_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_documents")),
    )
    with op.batch_alter_table("documents", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_documents_workspace_id_conversation_id_kind"),
            ["workspace_id", "conversation_id", "kind"],
            unique=False,
        )

    op.create_table(
        "instructions",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("enabled", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_instructions_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_instructions")),
    )
    with op.batch_alter_table("instructions", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_instructions_workspace_id_conversation_id_position"),
            ["workspace_id", "conversation_id", "position"],
            unique=False,
        )

    op.create_table(
        "memories",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=True),
        sa.Column("turn_id", sa.String(length=40), nullable=True),
        sa.Column("quote", sa.Text(), server_default="", nullable=False),
        sa.Column("replaces_id", sa.String(length=40), nullable=True),
        sa.Column("analysis_id", sa.String(length=40), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("decided_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_memories_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_memories")),
    )
    with op.batch_alter_table("memories", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_memories_workspace_id_status_created_at"),
            ["workspace_id", "status", "created_at"],
            unique=False,
        )

    op.create_table(
        "standing_approvals",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("server", sa.String(length=40), nullable=False),
        sa.Column("tool", sa.Text(), nullable=False),
        sa.Column("schema_sha256", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_standing_approvals_workspace_id")),
        sa.PrimaryKeyConstraint("workspace_id", "server", "tool", name=op.f("pk_standing_approvals")),
    )
    op.create_table(
        "tool_servers",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("source", sa.String(length=10), nullable=False),
        sa.Column("url", sa.Text(), nullable=True),
        sa.Column("trusted", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("enabled", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("definitions", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("protocol", sa.String(length=20), nullable=True),
        sa.Column("checked_at", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_tool_servers_workspace_id")),
        sa.PrimaryKeyConstraint("workspace_id", "name", name=op.f("pk_tool_servers")),
    )
    op.create_table(
        "document_chunks",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("document_id", sa.String(length=40), nullable=False),
        sa.Column("page", sa.Integer(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("embedder", sa.String(length=100), nullable=True),
        sa.Column("vector", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], name=op.f("fk_document_chunks_document_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_document_chunks")),
    )
    with op.batch_alter_table("document_chunks", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_document_chunks_document_id"), ["document_id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_document_chunks_workspace_id_embedder"), ["workspace_id", "embedder"], unique=False
        )

    op.create_table(
        "document_data",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("document_id", sa.String(length=40), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], name=op.f("fk_document_data_document_id")),
        sa.PrimaryKeyConstraint("document_id", name=op.f("pk_document_data")),
    )
    op.create_table(
        "document_pages",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("document_id", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], name=op.f("fk_document_pages_document_id")),
        sa.PrimaryKeyConstraint("document_id", "number", name=op.f("pk_document_pages")),
    )
    with op.batch_alter_table("advisors", schema=None) as batch_op:
        batch_op.add_column(sa.Column("tools", sa.JSON(), server_default="[]", nullable=False))
        batch_op.add_column(sa.Column("voice", sa.Text(), nullable=True))

    with op.batch_alter_table("receipts", schema=None) as batch_op:
        batch_op.add_column(sa.Column("round", sa.Integer(), server_default="0", nullable=False))

    with op.batch_alter_table("replies", schema=None) as batch_op:
        batch_op.add_column(sa.Column("kept_text", sa.Text(), server_default="", nullable=False))
        batch_op.add_column(sa.Column("kept_thinking", sa.Text(), server_default="", nullable=False))
        batch_op.add_column(sa.Column("worth", sa.Float(), nullable=True))

    with op.batch_alter_table("turns", schema=None) as batch_op:
        batch_op.add_column(sa.Column("attached", sa.Text(), server_default="", nullable=False))
        batch_op.add_column(sa.Column("worth", sa.Float(), nullable=True))


def downgrade() -> None:
    """Back."""
    with op.batch_alter_table("turns", schema=None) as batch_op:
        batch_op.drop_column("worth")
        batch_op.drop_column("attached")

    with op.batch_alter_table("replies", schema=None) as batch_op:
        batch_op.drop_column("worth")
        batch_op.drop_column("kept_thinking")
        batch_op.drop_column("kept_text")

    with op.batch_alter_table("receipts", schema=None) as batch_op:
        batch_op.drop_column("round")

    with op.batch_alter_table("advisors", schema=None) as batch_op:
        batch_op.drop_column("voice")
        batch_op.drop_column("tools")

    op.drop_table("document_pages")
    op.drop_table("document_data")
    with op.batch_alter_table("document_chunks", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_document_chunks_workspace_id_embedder"))
        batch_op.drop_index(batch_op.f("ix_document_chunks_document_id"))

    op.drop_table("document_chunks")
    op.drop_table("tool_servers")
    op.drop_table("standing_approvals")
    with op.batch_alter_table("memories", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_memories_workspace_id_status_created_at"))

    op.drop_table("memories")
    with op.batch_alter_table("instructions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_instructions_workspace_id_conversation_id_position"))

    op.drop_table("instructions")
    with op.batch_alter_table("documents", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_documents_workspace_id_conversation_id_kind"))

    op.drop_table("documents")
    with op.batch_alter_table("analyses", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_analyses_workspace_id_conversation_id_kind_created_at"))

    op.drop_table("analyses")
    op.drop_table("todos")
    with op.batch_alter_table("instruction_switches", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_instruction_switches_conversation_id"))

    op.drop_table("instruction_switches")
    with op.batch_alter_table("approvals", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_approvals_workspace_id_status_created_at"))
        batch_op.drop_index(batch_op.f("ix_approvals_reply_id"))

    op.drop_table("approvals")
