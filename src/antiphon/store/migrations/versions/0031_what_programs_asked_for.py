"""What programs asked for is kept, to be asked for again; and what somebody once asked can be asked of a panel."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0029"
branch_labels = None
depends_on = None
oldest = None


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "program_requests",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("turn_id", sa.String(length=40), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=False),
        sa.Column("token_id", sa.String(length=40), nullable=False),
        sa.Column("asked", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("turn_id", name=op.f("pk_program_requests")),
    )
    op.create_index(op.f("ix_program_requests_conversation_id"), "program_requests", ["conversation_id"])
    op.create_table(
        "revisits",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("owner_id", sa.String(length=40), nullable=False),
        sa.Column("source_id", sa.String(length=40), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=False),
        sa.Column("panel_id", sa.String(length=40), nullable=False),
        sa.Column("planned", sa.Integer(), nullable=False),
        sa.Column("asked", sa.Integer(), nullable=False),
        sa.Column("turn_id", sa.String(length=40), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("facts", sa.JSON(), server_default="{}", nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_revisits")),
    )
    op.create_index(op.f("ix_revisits_conversation_id"), "revisits", ["conversation_id"])
    op.create_index(op.f("ix_revisits_source_id"), "revisits", ["source_id"])


def downgrade() -> None:
    """Back. Answers to programs can no longer be asked for again, and nothing is asked anew; the conversations stay."""
    op.drop_table("revisits")
    op.drop_table("program_requests")
