"""Everything that lasts has one owner: a table of work, and the answers it was given."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None
oldest = "0017"


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "work",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("owner_id", sa.String(length=40), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=True),
        sa.Column("advisor_id", sa.String(length=40), nullable=True),
        sa.Column("args", sa.JSON(), server_default="{}", nullable=False),
        sa.Column("node_id", sa.String(length=40), nullable=True),
        sa.Column("epoch", sa.Integer(), server_default="0", nullable=False),
        sa.Column("starts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_work")),
    )
    op.create_index(op.f("ix_work_node_id"), "work", ["node_id"], unique=False)
    op.create_index(op.f("ix_work_conversation_id"), "work", ["conversation_id"], unique=False)
    op.create_table(
        "work_answers",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("work_id", sa.String(length=40), nullable=False),
        sa.Column("step", sa.String(length=100), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("answer", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("work_id", "step", "sha256", "number", name=op.f("pk_work_answers")),
    )
    with op.batch_alter_table("analyses", schema=None) as batch_op:
        batch_op.add_column(sa.Column("work_id", sa.String(length=40), nullable=True))
    # Runs of rounds went on by themselves before, too; now their work has a row.
    op.execute(
        """INSERT INTO work (workspace_id, id, kind, owner_id, conversation_id, args, created_at)
           SELECT workspace_id, id, 'rounds', owner_id, conversation_id, '{}', created_at
           FROM round_runs WHERE status = 'running'"""
    )


def downgrade() -> None:
    """Back. What was under way counts as cut off; what it had come to is kept."""
    with op.batch_alter_table("analyses", schema=None) as batch_op:
        batch_op.drop_column("work_id")
    op.drop_table("work_answers")
    op.drop_index(op.f("ix_work_conversation_id"), table_name="work")
    op.drop_index(op.f("ix_work_node_id"), table_name="work")
    op.drop_table("work")
