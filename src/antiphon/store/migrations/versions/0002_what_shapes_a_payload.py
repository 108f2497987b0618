"""What shapes a payload: topics, tags, marks, dividers, saved filters, sizes, variants, telemetry."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None
oldest = None


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "dividers",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("conversation_id", "position", name=op.f("pk_dividers")),
    )
    op.create_table(
        "calibrations",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_calibrations_workspace_id")),
        sa.PrimaryKeyConstraint("workspace_id", "model", name=op.f("pk_calibrations")),
    )
    op.create_table(
        "saved_filters",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_saved_filters_workspace_id")),
        sa.PrimaryKeyConstraint("workspace_id", "name", name=op.f("pk_saved_filters")),
    )
    op.create_table(
        "topics",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("parent_id", sa.String(length=40), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("prelude", sa.Text(), server_default="", nullable=False),
        sa.Column("model", sa.Text(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_topics_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_topics")),
        sa.UniqueConstraint("workspace_id", "path", name=op.f("uq_topics_workspace_id_path")),
    )
    op.create_table(
        "context_marks",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=False),
        sa.Column("turn_id", sa.String(length=40), nullable=False),
        sa.Column("advisor_id", sa.String(length=40), server_default="", nullable=False),
        sa.Column("mark", sa.String(length=10), nullable=False),
        sa.ForeignKeyConstraint(["turn_id"], ["turns.id"], name=op.f("fk_context_marks_turn_id")),
        sa.PrimaryKeyConstraint("turn_id", "advisor_id", name=op.f("pk_context_marks")),
    )
    with op.batch_alter_table("context_marks", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_context_marks_conversation_id"), ["conversation_id"], unique=False)

    op.create_table(
        "turn_tags",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("turn_id", sa.String(length=40), nullable=False),
        sa.Column("tag", sa.String(length=100), nullable=False),
        sa.ForeignKeyConstraint(["turn_id"], ["turns.id"], name=op.f("fk_turn_tags_turn_id")),
        sa.PrimaryKeyConstraint("turn_id", "tag", name=op.f("pk_turn_tags")),
    )
    with op.batch_alter_table("conversations", schema=None) as batch_op:
        batch_op.add_column(sa.Column("topic_id", sa.String(length=40), nullable=True))
        batch_op.add_column(sa.Column("removed_turns", sa.Integer(), server_default="0", nullable=False))

    with op.batch_alter_table("open_turns", schema=None) as batch_op:
        batch_op.add_column(sa.Column("round", sa.Integer(), server_default="0", nullable=False))
        batch_op.create_index(batch_op.f("ix_open_turns_conversation_id"), ["conversation_id"], unique=False)

    with op.batch_alter_table("participation", schema=None) as batch_op:
        batch_op.add_column(sa.Column("kept_from", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("kept_under", sa.Text(), nullable=True))

    with op.batch_alter_table("receipts", schema=None) as batch_op:
        batch_op.add_column(sa.Column("telemetry", sa.JSON(), nullable=True))

    with op.batch_alter_table("replies", schema=None) as batch_op:
        batch_op.add_column(sa.Column("variant", sa.Integer(), server_default="0", nullable=False))
        batch_op.add_column(sa.Column("chosen", sa.Boolean(), server_default=sa.true(), nullable=False))
        batch_op.add_column(sa.Column("changes", sa.JSON(), nullable=True))
        batch_op.add_column(sa.Column("importance", sa.Float(), nullable=True))
        batch_op.add_column(sa.Column("tool_events", sa.JSON(), server_default="[]", nullable=False))
        batch_op.add_column(sa.Column("edited_text", sa.Text(), nullable=True))
        batch_op.add_column(sa.Column("chars", sa.Integer(), server_default="0", nullable=False))
        batch_op.add_column(sa.Column("wide", sa.Integer(), server_default="0", nullable=False))
        batch_op.add_column(sa.Column("marks", sa.Integer(), server_default="0", nullable=False))

    with op.batch_alter_table("turns", schema=None) as batch_op:
        batch_op.add_column(sa.Column("topic_id", sa.String(length=40), nullable=True))
        batch_op.add_column(sa.Column("stamped_at", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("deleted_at", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("choice", sa.JSON(), server_default="{}", nullable=False))
        batch_op.add_column(sa.Column("chars", sa.Integer(), server_default="0", nullable=False))
        batch_op.add_column(sa.Column("wide", sa.Integer(), server_default="0", nullable=False))
        batch_op.add_column(sa.Column("marks", sa.Integer(), server_default="0", nullable=False))
    # Texts written before sizes were kept: their length is known, and a quarter of it is about what prose has in marks.
    op.execute("UPDATE turns SET chars = length(text), marks = length(text) / 4")
    op.execute("UPDATE replies SET chars = length(text), marks = length(text) / 4")


def downgrade() -> None:
    """Back."""

    with op.batch_alter_table("turns", schema=None) as batch_op:
        batch_op.drop_column("marks")
        batch_op.drop_column("wide")
        batch_op.drop_column("chars")
        batch_op.drop_column("choice")
        batch_op.drop_column("deleted_at")
        batch_op.drop_column("stamped_at")
        batch_op.drop_column("topic_id")

    with op.batch_alter_table("replies", schema=None) as batch_op:
        batch_op.drop_column("marks")
        batch_op.drop_column("wide")
        batch_op.drop_column("chars")
        batch_op.drop_column("edited_text")
        batch_op.drop_column("tool_events")
        batch_op.drop_column("importance")
        batch_op.drop_column("changes")
        batch_op.drop_column("chosen")
        batch_op.drop_column("variant")

    with op.batch_alter_table("receipts", schema=None) as batch_op:
        batch_op.drop_column("telemetry")

    with op.batch_alter_table("participation", schema=None) as batch_op:
        batch_op.drop_column("kept_under")
        batch_op.drop_column("kept_from")

    with op.batch_alter_table("open_turns", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_open_turns_conversation_id"))
        batch_op.drop_column("round")

    with op.batch_alter_table("conversations", schema=None) as batch_op:
        batch_op.drop_column("removed_turns")
        batch_op.drop_column("topic_id")

    op.drop_table("turn_tags")
    with op.batch_alter_table("context_marks", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_context_marks_conversation_id"))

    op.drop_table("context_marks")
    op.drop_table("topics")
    op.drop_table("saved_filters")
    op.drop_table("calibrations")
    op.drop_table("dividers")
