"""Files that people write for themselves; signatures that came with receipts; what an import calls otherwise."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None
oldest = None


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "exports",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("owner_id", sa.String(length=40), nullable=False),
        sa.Column("format", sa.String(length=40), nullable=False),
        sa.Column("conversation_ids", sa.JSON(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("media_type", sa.String(length=100), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("written", sa.Integer(), server_default="0", nullable=False),
        sa.Column("of", sa.Integer(), nullable=True),
        sa.Column("bytes", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=True),
        sa.Column("signer", sa.String(length=64), nullable=True),
        sa.Column("signature", sa.LargeBinary(), nullable=True),
        sa.Column("error", sa.JSON(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("kept_until", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_exports_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exports")),
    )
    op.create_index(
        op.f("ix_exports_workspace_id_owner_id_created_at"), "exports", ["workspace_id", "owner_id", "created_at"]
    )
    op.create_index(op.f("ix_exports_kept_until"), "exports", ["kept_until"])
    op.create_table(
        "export_pieces",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("export_id", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("export_id", "number", name=op.f("pk_export_pieces")),
    )
    op.add_column("receipts", sa.Column("signer", sa.String(length=64), nullable=True))
    op.add_column("receipts", sa.Column("signature", sa.LargeBinary(), nullable=True))
    op.add_column("imports", sa.Column("renamed", sa.JSON(), server_default="{}", nullable=False))


def downgrade() -> None:
    """Back. Files that were written are gone; receipts that came from elsewhere are signed by nobody."""
    with op.batch_alter_table("imports", schema=None) as batch_op:
        batch_op.drop_column("renamed")
    with op.batch_alter_table("receipts", schema=None) as batch_op:
        batch_op.drop_column("signature")
        batch_op.drop_column("signer")
    op.drop_table("export_pieces")
    op.drop_table("exports")
