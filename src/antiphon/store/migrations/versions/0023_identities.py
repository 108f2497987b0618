"""Who somebody is elsewhere, who gave a role, and which session came from where."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None
oldest = None

_ID = sa.String(length=40)


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "identities",
        sa.Column("id", _ID, nullable=False),
        sa.Column("issuer", sa.String(length=500), nullable=False),
        sa.Column("subject", sa.String(length=255), nullable=False),
        sa.Column("person_id", _ID, nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("last_seen_at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("subject <> ''", name="ck_identities_subject"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_identities_person_id")),
        sa.PrimaryKeyConstraint("issuer", "subject", name=op.f("pk_identities")),
        sa.UniqueConstraint("id", name=op.f("uq_identities_id")),
    )
    op.create_index(op.f("ix_identities_person_id"), "identities", ["person_id"])
    op.add_column("people", sa.Column("role_source", sa.String(length=60), server_default="manual", nullable=False))
    op.add_column("memberships", sa.Column("source", sa.String(length=60), server_default="manual", nullable=False))
    op.add_column("sessions", sa.Column("identity_id", _ID, nullable=True))
    op.add_column("sessions", sa.Column("issuer_sid", sa.String(length=255), nullable=True))
    op.create_index(op.f("ix_sessions_identity_id"), "sessions", ["identity_id"])


def downgrade() -> None:
    """Back. Whoever came through a provider keeps the account and has no way in but a new password."""
    op.drop_index(op.f("ix_sessions_identity_id"), table_name="sessions")
    for table, columns in (
        ("sessions", ("identity_id", "issuer_sid")),
        ("memberships", ("source",)),
        ("people", ("role_source",)),
    ):
        with op.batch_alter_table(table, schema=None) as batch_op:
            for column in columns:
                batch_op.drop_column(column)
    op.drop_table("identities")
