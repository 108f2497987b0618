"""Every call of a look has a row of its own, and a review that has to wait knows until when."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None
oldest = "0010"


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "analysis_calls",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("analysis_id", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("call", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("analysis_id", "number", name=op.f("pk_analysis_calls")),
    )
    op.execute(_SPREAD[op.get_bind().dialect.name])
    with op.batch_alter_table("analyses", schema=None) as batch_op:
        batch_op.drop_column("calls")

    with op.batch_alter_table("decisions", schema=None) as batch_op:
        batch_op.add_column(sa.Column("waits_until", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    """Back."""
    with op.batch_alter_table("decisions", schema=None) as batch_op:
        batch_op.drop_column("waits_until")

    with op.batch_alter_table("analyses", schema=None) as batch_op:
        batch_op.add_column(sa.Column("calls", sa.JSON(), server_default="[]", nullable=False))
    op.execute(_GATHER[op.get_bind().dialect.name])
    op.drop_table("analysis_calls")


_SPREAD = {
    "sqlite": """INSERT INTO analysis_calls (workspace_id, analysis_id, number, call)
        SELECT a.workspace_id, a.id, each.key, each.value FROM analyses a, json_each(a.calls) each""",
    "postgresql": """INSERT INTO analysis_calls (workspace_id, analysis_id, number, call)
        SELECT a.workspace_id, a.id, each.place - 1, each.value
        FROM analyses a, json_array_elements(a.calls) WITH ORDINALITY AS each(value, place)""",
}
_GATHER = {
    "sqlite": """UPDATE analyses SET calls = (SELECT json_group_array(json(each.call)) FROM (
        SELECT call FROM analysis_calls WHERE analysis_id = analyses.id ORDER BY number) each)""",
    "postgresql": """UPDATE analyses SET calls = coalesce((SELECT json_agg(each.call ORDER BY each.number)
        FROM analysis_calls each WHERE each.analysis_id = analyses.id), '[]')""",
}
