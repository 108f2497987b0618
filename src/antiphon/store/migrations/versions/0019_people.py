"""People, what they prove themselves with, and what was done by whom. All of it stays empty while accounts are off."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None
oldest = None

_ID = sa.String(length=40)
_HASH = sa.String(length=64)


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "people",
        sa.Column("id", _ID, nullable=False),
        sa.Column("kind", sa.String(length=10), server_default="person", nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("email_verified", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("instance_role", sa.String(length=20), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=True),
        sa.Column("auth_epoch", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("suspended_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
        sa.UniqueConstraint("email", name=op.f("uq_people_email")),
    )
    op.create_table(
        "memberships",
        sa.Column("workspace_id", _ID, nullable=False),
        sa.Column("person_id", _ID, nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_memberships_workspace_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_memberships_person_id")),
        sa.PrimaryKeyConstraint("workspace_id", "person_id", name=op.f("pk_memberships")),
    )
    op.create_index(op.f("ix_memberships_person_id"), "memberships", ["person_id"])
    op.create_table(
        "sessions",
        sa.Column("id", _ID, nullable=False),
        sa.Column("token_sha256", _HASH, nullable=False),
        sa.Column("person_id", _ID, nullable=False),
        sa.Column("workspace_id", _ID, nullable=False),
        sa.Column("auth_epoch", sa.Integer(), nullable=False),
        sa.Column("method", sa.String(length=20), nullable=False),
        sa.Column("address", sa.String(length=64), server_default="", nullable=False),
        sa.Column("agent", sa.String(length=300), server_default="", nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.Column("verified_at", sa.BigInteger(), nullable=False),
        sa.Column("idle_until", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_sessions_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sa.UniqueConstraint("token_sha256", name=op.f("uq_sessions_token_sha256")),
    )
    op.create_index(op.f("ix_sessions_person_id"), "sessions", ["person_id"])
    op.create_table(
        "tokens",
        sa.Column("id", _ID, nullable=False),
        sa.Column("token_sha256", _HASH, nullable=False),
        sa.Column("person_id", _ID, nullable=False),
        sa.Column("workspace_id", _ID, nullable=False),
        sa.Column("scopes", sa.JSON(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("last4", sa.String(length=4), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("last_used_at", sa.BigInteger(), nullable=True),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_tokens_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tokens")),
        sa.UniqueConstraint("token_sha256", name=op.f("uq_tokens_token_sha256")),
    )
    op.create_index(op.f("ix_tokens_person_id"), "tokens", ["person_id"])
    op.create_table(
        "one_time",
        sa.Column("id", _ID, nullable=False),
        sa.Column("token_sha256", _HASH, nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("person_id", _ID, nullable=True),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("created_by", _ID, nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_one_time")),
        sa.UniqueConstraint("token_sha256", name=op.f("uq_one_time_token_sha256")),
    )
    op.create_table(
        "auth_changes",
        sa.Column("seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("id", _ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_auth_changes")),
    )
    op.create_index(op.f("ix_auth_changes_at"), "auth_changes", ["at"])
    op.create_table(
        "audit",
        sa.Column("id", _ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("workspace_id", _ID, nullable=True),
        sa.Column("actor_id", _ID, nullable=True),
        sa.Column("actor_kind", sa.String(length=10), nullable=False),
        sa.Column("actor_name", sa.Text(), nullable=False),
        sa.Column("session_id", _ID, nullable=True),
        sa.Column("token_id", _ID, nullable=True),
        sa.Column("address", sa.String(length=64), server_default="", nullable=False),
        sa.Column("agent", sa.String(length=300), server_default="", nullable=False),
        sa.Column("action", sa.String(length=60), nullable=False),
        sa.Column("outcome", sa.String(length=10), nullable=False),
        sa.Column("target_kind", sa.String(length=20), nullable=False),
        sa.Column("target_id", _ID, nullable=True),
        sa.Column("target_name", sa.Text(), server_default="", nullable=False),
        sa.Column("before", sa.JSON(), nullable=True),
        sa.Column("after", sa.JSON(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    op.create_index(op.f("ix_audit_workspace_id_id"), "audit", ["workspace_id", "id"])


def downgrade() -> None:
    """Back. Nobody can sign in any more, and what was done is forgotten."""
    for name in ("audit", "auth_changes", "one_time", "tokens", "sessions", "memberships", "people"):
        op.drop_table(name)
