"""Reading the room: claims, rounds, heartbeats, decisions, and whose a turn and a title are."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None
oldest = None


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "beats",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=False),
        sa.Column("advisor_id", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("decision_id", sa.String(length=40), server_default="", nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("reason", sa.String(length=40), nullable=True),
        sa.Column("times", sa.Integer(), server_default="1", nullable=False),
        sa.Column("why", sa.Text(), server_default="", nullable=False),
        sa.Column("analysis_id", sa.String(length=40), nullable=True),
        sa.Column("turn_id", sa.String(length=40), nullable=True),
        sa.Column("node_id", sa.String(length=40), nullable=True),
        sa.Column("taken_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("read_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_beats")),
        sa.UniqueConstraint(
            "conversation_id",
            "advisor_id",
            "kind",
            "decision_id",
            "due_at",
            "generation",
            name=op.f("uq_beats_occurrence"),
        ),
    )
    with op.batch_alter_table("beats", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_beats_status"), ["status"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_beats_workspace_id_conversation_id_taken_at"),
            ["workspace_id", "conversation_id", "taken_at"],
            unique=False,
        )
        batch_op.create_index(batch_op.f("ix_beats_workspace_id_taken_at"), ["workspace_id", "taken_at"], unique=False)

    op.create_table(
        "claims",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("analysis_id", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=False),
        sa.Column("turn_id", sa.String(length=40), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("label", sa.String(length=10), nullable=False),
        sa.Column("stances", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("analysis_id", "number", name=op.f("pk_claims")),
    )
    with op.batch_alter_table("claims", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_claims_turn_id"), ["turn_id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_claims_workspace_id_created_at"), ["workspace_id", "created_at"], unique=False
        )

    op.create_table(
        "heartbeats",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=False),
        sa.Column("advisor_id", sa.String(length=40), nullable=False),
        sa.Column("owner_id", sa.String(length=40), nullable=False),
        sa.Column("enabled", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("every_minutes", sa.Integer(), nullable=False),
        sa.Column("quiet_from", sa.String(length=5), nullable=True),
        sa.Column("quiet_until", sa.String(length=5), nullable=True),
        sa.Column("model", sa.Text(), nullable=True),
        sa.Column("jitter", sa.Integer(), server_default="0", nullable=False),
        sa.Column("generation", sa.Integer(), server_default="0", nullable=False),
        sa.Column("next_at", sa.BigInteger(), nullable=True),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("conversation_id", "advisor_id", name=op.f("pk_heartbeats")),
    )
    with op.batch_alter_table("heartbeats", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_heartbeats_next_at"), ["next_at"], unique=False)

    op.create_table(
        "round_runs",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=False),
        sa.Column("owner_id", sa.String(length=40), nullable=False),
        sa.Column("planned", sa.Integer(), nullable=False),
        sa.Column("ceiling", sa.Float(), nullable=True),
        sa.Column("asks", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("until_quiet", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("advisor_ids", sa.JSON(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("choice", sa.JSON(), server_default="{}", nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("reason", sa.String(length=20), nullable=True),
        sa.Column("facts", sa.JSON(), server_default="{}", nullable=False),
        sa.Column("node_id", sa.String(length=40), nullable=True),
        sa.Column("step", sa.Integer(), server_default="0", nullable=False),
        sa.Column("rounds", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_round_runs")),
    )
    with op.batch_alter_table("round_runs", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_round_runs_conversation_id_created_at"), ["conversation_id", "created_at"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_round_runs_status"), ["status"], unique=False)

    op.create_table(
        "decisions",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("owner_id", sa.String(length=40), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=False),
        sa.Column("turn_id", sa.String(length=40), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("choice", sa.Text(), nullable=False),
        sa.Column("confidence", sa.Integer(), nullable=False),
        sa.Column("change_my_mind", sa.Text(), server_default="", nullable=False),
        sa.Column("stances", sa.JSON(), nullable=False),
        sa.Column("review_at", sa.BigInteger(), nullable=True),
        sa.Column("reviewer_id", sa.String(length=40), nullable=True),
        sa.Column("outcome", sa.String(length=10), nullable=True),
        sa.Column("outcome_text", sa.Text(), server_default="", nullable=False),
        sa.Column("outcome_at", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("removed_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_decisions_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_decisions")),
    )
    with op.batch_alter_table("decisions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_decisions_review_at"), ["review_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_decisions_turn_id"), ["turn_id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_decisions_workspace_id_created_at"), ["workspace_id", "created_at"], unique=False
        )

    with op.batch_alter_table("analyses", schema=None) as batch_op:
        batch_op.add_column(sa.Column("turn_id", sa.String(length=40), nullable=True))
        batch_op.add_column(sa.Column("result", sa.JSON(), nullable=True))
        batch_op.create_index(batch_op.f("ix_analyses_turn_id_kind"), ["turn_id", "kind"], unique=False)

    with op.batch_alter_table("conversations", schema=None) as batch_op:
        batch_op.add_column(sa.Column("titled_by", sa.String(length=10), server_default="words", nullable=False))

    with op.batch_alter_table("panels", schema=None) as batch_op:
        batch_op.add_column(sa.Column("phases", sa.JSON(), server_default="[]", nullable=False))
        batch_op.add_column(sa.Column("rounds", sa.JSON(), server_default="{}", nullable=False))

    with op.batch_alter_table("turns", schema=None) as batch_op:
        batch_op.add_column(sa.Column("origin", sa.String(length=10), server_default="person", nullable=False))


def downgrade() -> None:
    """Back."""
    with op.batch_alter_table("turns", schema=None) as batch_op:
        batch_op.drop_column("origin")

    with op.batch_alter_table("panels", schema=None) as batch_op:
        batch_op.drop_column("rounds")
        batch_op.drop_column("phases")

    with op.batch_alter_table("conversations", schema=None) as batch_op:
        batch_op.drop_column("titled_by")

    with op.batch_alter_table("analyses", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_analyses_turn_id_kind"))
        batch_op.drop_column("result")
        batch_op.drop_column("turn_id")

    with op.batch_alter_table("decisions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_decisions_workspace_id_created_at"))
        batch_op.drop_index(batch_op.f("ix_decisions_turn_id"))
        batch_op.drop_index(batch_op.f("ix_decisions_review_at"))

    op.drop_table("decisions")
    with op.batch_alter_table("round_runs", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_round_runs_status"))
        batch_op.drop_index(batch_op.f("ix_round_runs_conversation_id_created_at"))

    op.drop_table("round_runs")
    with op.batch_alter_table("heartbeats", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_heartbeats_next_at"))

    op.drop_table("heartbeats")
    with op.batch_alter_table("claims", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_claims_workspace_id_created_at"))
        batch_op.drop_index(batch_op.f("ix_claims_turn_id"))

    op.drop_table("claims")
    with op.batch_alter_table("beats", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_beats_workspace_id_taken_at"))
        batch_op.drop_index(batch_op.f("ix_beats_workspace_id_conversation_id_taken_at"))
        batch_op.drop_index(batch_op.f("ix_beats_status"))

    op.drop_table("beats")
