"""Secrets sealed under keys that are sealed themselves, and second factors. All of it stays empty without accounts."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None
oldest = None

_ID = sa.String(length=40)


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "data_keys",
        sa.Column("id", _ID, nullable=False),
        sa.Column("workspace_id", _ID, nullable=True),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("wrapped", sa.LargeBinary(), nullable=False),
        sa.Column("keeper_id", _ID, nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("retired_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_data_keys")),
    )
    op.create_table(
        "secrets",
        sa.Column("id", _ID, nullable=False),
        sa.Column("workspace_id", _ID, nullable=True),
        sa.Column("person_id", _ID, nullable=True),
        sa.Column("purpose", sa.String(length=10), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("host", sa.String(length=300), nullable=False),
        sa.Column("key_id", _ID, nullable=False),
        sa.Column("nonce", sa.LargeBinary(), nullable=False),
        sa.Column("ciphertext", sa.LargeBinary(), nullable=False),
        sa.Column("last4", sa.String(length=4), server_default="", nullable=False),
        sa.Column("created_by", _ID, nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("rotated_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["key_id"], ["data_keys.id"], name=op.f("fk_secrets_key_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_secrets")),
    )
    op.create_index(op.f("ix_secrets_purpose_name"), "secrets", ["purpose", "name"])
    op.create_index(op.f("ix_secrets_key_id"), "secrets", ["key_id"])
    op.create_table(
        "second_factors",
        sa.Column("person_id", _ID, nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("secret_id", _ID, nullable=False),
        sa.Column("last_counter", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("confirmed_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_second_factors_person_id")),
        sa.ForeignKeyConstraint(["secret_id"], ["secrets.id"], name=op.f("fk_second_factors_secret_id")),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_second_factors")),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("person_id", _ID, nullable=False),
        sa.Column("code_hmac", sa.Text(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_recovery_codes_person_id")),
        sa.PrimaryKeyConstraint("person_id", "code_hmac", name=op.f("pk_recovery_codes")),
    )


def downgrade() -> None:
    """Back. What was sealed is gone, and nobody is asked for a code any more."""
    for name in ("recovery_codes", "second_factors", "secrets", "data_keys"):
        op.drop_table(name)
