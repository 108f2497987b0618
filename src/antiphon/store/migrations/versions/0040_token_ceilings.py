"""Tokens may spend so much and no more, and what is started with one says so."""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0038"
branch_labels = None
depends_on = None
oldest = None

_MARKED = ("replies", "analyses", "past_usage", "work")


def upgrade() -> None:
    """Forward. Answers to turns that came with a token are that token's."""
    op.add_column("tokens", sa.Column("day_ceiling", sa.Float(), nullable=True))
    op.add_column("tokens", sa.Column("month_ceiling", sa.Float(), nullable=True))
    for table in _MARKED:
        op.add_column(table, sa.Column("token_id", sa.String(length=40), nullable=True))
    asked = "(SELECT id FROM turns WHERE token_id IS NOT NULL)"
    op.execute(
        "UPDATE replies SET token_id = (SELECT token_id FROM turns WHERE turns.id = replies.turn_id)"  # noqa: S608
        f" WHERE copied_from IS NULL AND turn_id IN {asked}"
    )
    for table in ("replies", "analyses"):
        where = sa.text("token_id IS NOT NULL")
        op.create_index(f"ix_{table}_token_id", table, ["token_id"], sqlite_where=where, postgresql_where=where)
    op.create_index(op.f("ix_past_usage_thing_id"), "past_usage", ["thing_id"])
    op.create_table(
        "token_uses",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("owner_id", sa.String(length=40), nullable=False),
        sa.Column("token_id", sa.String(length=40), nullable=False),
        sa.Column("thing_id", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("aside", sa.Float(), server_default="0", nullable=False),
        sa.Column("cost", sa.Float(), nullable=True),
        sa.PrimaryKeyConstraint("thing_id", name=op.f("pk_token_uses")),
    )
    op.create_index(op.f("ix_token_uses_token_id_at"), "token_uses", ["token_id", "at"])


def downgrade() -> None:
    """Back. Tokens spend as much as they like; what they have spent by chores alone is no longer told by token."""
    op.drop_table("token_uses")
    op.drop_index(op.f("ix_past_usage_thing_id"), "past_usage")
    for table in ("replies", "analyses"):
        op.drop_index(f"ix_{table}_token_id", table)
    for table in _MARKED:
        op.drop_column(table, "token_id")
    op.drop_column("tokens", "month_ceiling")
    op.drop_column("tokens", "day_ceiling")
