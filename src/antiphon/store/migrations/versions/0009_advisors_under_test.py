"""Advisors under test: cases, runs, results, and attempts at better words."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None
oldest = None


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "eval_cases",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("owner_id", sa.String(length=40), nullable=False),
        sa.Column("advisor_id", sa.String(length=40), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("source", sa.JSON(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("archived_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_eval_cases_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_eval_cases")),
    )
    with op.batch_alter_table("eval_cases", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_eval_cases_workspace_id_advisor_id_created_at"),
            ["workspace_id", "advisor_id", "created_at"],
            unique=False,
        )

    op.create_table(
        "eval_runs",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("owner_id", sa.String(length=40), nullable=False),
        sa.Column("advisor_id", sa.String(length=40), nullable=False),
        sa.Column("advisor_version", sa.Integer(), nullable=False),
        sa.Column("description", sa.Text(), nullable=True),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("judge_model", sa.Text(), nullable=True),
        sa.Column("case_ids", sa.JSON(), nullable=False),
        sa.Column("repeat", sa.Integer(), server_default="1", nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("error", sa.JSON(), nullable=True),
        sa.Column("node_id", sa.String(length=40), nullable=True),
        sa.Column("epoch", sa.Integer(), server_default="1", nullable=False),
        sa.Column("improvement_id", sa.String(length=40), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_eval_runs")),
    )
    with op.batch_alter_table("eval_runs", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_eval_runs_workspace_id_advisor_id_created_at"),
            ["workspace_id", "advisor_id", "created_at"],
            unique=False,
        )

    op.create_table(
        "eval_results",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("run_id", sa.String(length=40), nullable=False),
        sa.Column("case_id", sa.String(length=40), nullable=False),
        sa.Column("repeat", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("score", sa.Float(), nullable=True),
        sa.Column("tokens", sa.Integer(), server_default="0", nullable=False),
        sa.Column("dollars", sa.Float(), nullable=True),
        sa.Column("seconds", sa.Float(), server_default="0", nullable=False),
        sa.Column("uses", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("told", sa.JSON(), server_default="{}", nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("run_id", "case_id", "repeat", name=op.f("pk_eval_results")),
    )
    with op.batch_alter_table("eval_results", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_eval_results_workspace_id_case_id_ended_at"),
            ["workspace_id", "case_id", "ended_at"],
            unique=False,
        )
        batch_op.create_index(
            batch_op.f("ix_eval_results_workspace_id_ended_at"), ["workspace_id", "ended_at"], unique=False
        )

    op.create_table(
        "eval_unkept",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("run_id", sa.String(length=40), nullable=False),
        sa.Column("case_id", sa.String(length=40), nullable=False),
        sa.Column("repeat", sa.Integer(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("tokens", sa.Integer(), server_default="0", nullable=False),
        sa.Column("dollars", sa.Float(), nullable=True),
        sa.Column("uses", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("run_id", "case_id", "repeat", "epoch", name=op.f("pk_eval_unkept")),
    )
    with op.batch_alter_table("eval_unkept", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_eval_unkept_workspace_id_ended_at"), ["workspace_id", "ended_at"], unique=False
        )

    op.create_table(
        "eval_improvements",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("owner_id", sa.String(length=40), nullable=False),
        sa.Column("advisor_id", sa.String(length=40), nullable=False),
        sa.Column("advisor_version", sa.Integer(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("case_ids", sa.JSON(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("judge_model", sa.Text(), nullable=True),
        sa.Column("writer_model", sa.Text(), nullable=True),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("attempts", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("best", sa.Integer(), server_default="0", nullable=False),
        sa.Column("accepted_version", sa.Integer(), nullable=True),
        sa.Column("error", sa.JSON(), nullable=True),
        sa.Column("node_id", sa.String(length=40), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_eval_improvements")),
    )
    with op.batch_alter_table("eval_improvements", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_eval_improvements_workspace_id_advisor_id_created_at"),
            ["workspace_id", "advisor_id", "created_at"],
            unique=False,
        )


def downgrade() -> None:
    """Back."""
    with op.batch_alter_table("eval_improvements", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_eval_improvements_workspace_id_advisor_id_created_at"))

    op.drop_table("eval_improvements")
    with op.batch_alter_table("eval_unkept", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_eval_unkept_workspace_id_ended_at"))

    op.drop_table("eval_unkept")
    with op.batch_alter_table("eval_results", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_eval_results_workspace_id_ended_at"))
        batch_op.drop_index(batch_op.f("ix_eval_results_workspace_id_case_id_ended_at"))

    op.drop_table("eval_results")
    with op.batch_alter_table("eval_runs", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_eval_runs_workspace_id_advisor_id_created_at"))

    op.drop_table("eval_runs")
    with op.batch_alter_table("eval_cases", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_eval_cases_workspace_id_advisor_id_created_at"))

    op.drop_table("eval_cases")
