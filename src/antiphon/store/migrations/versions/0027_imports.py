"""Conversations of other programs: the file, what was read in it, and what became of it."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None
oldest = None

_ID = sa.String(length=40)
_KEY = sa.String(length=450)


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "imports",
        sa.Column("id", _ID, nullable=False),
        sa.Column("workspace_id", _ID, nullable=False),
        sa.Column("owner_id", _ID, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("importer", sa.String(length=40), nullable=True),
        sa.Column("label", sa.Text(), server_default="", nullable=False),
        sa.Column("importer_version", sa.Integer(), nullable=True),
        sa.Column("report", sa.JSON(), nullable=True),
        sa.Column("error", sa.JSON(), nullable=True),
        sa.Column("guests", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("topics", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_imports_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_imports")),
    )
    op.create_index(
        op.f("ix_imports_workspace_id_owner_id_created_at"), "imports", ["workspace_id", "owner_id", "created_at"]
    )
    op.create_table(
        "import_pieces",
        sa.Column("workspace_id", _ID, nullable=False),
        sa.Column("import_id", _ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("import_id", "number", name=op.f("pk_import_pieces")),
    )
    op.create_table(
        "import_items",
        sa.Column("workspace_id", _ID, nullable=False),
        sa.Column("import_id", _ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("source_id", sa.String(length=200), nullable=False),
        sa.Column("source_key", _KEY, nullable=False),
        sa.Column("branch", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("began_at", sa.BigInteger(), nullable=True),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("replies", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("fate", sa.String(length=10), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("conversation_id", _ID, nullable=True),
        sa.Column("before", sa.JSON(), nullable=True),
        sa.PrimaryKeyConstraint("import_id", "number", name=op.f("pk_import_items")),
    )
    op.create_index(op.f("ix_import_items_conversation_id"), "import_items", ["conversation_id"])
    op.create_table(
        "import_originals",
        sa.Column("workspace_id", _ID, nullable=False),
        sa.Column("import_id", _ID, nullable=False),
        sa.Column("source_id", sa.String(length=200), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("import_id", "source_id", name=op.f("pk_import_originals")),
    )
    op.create_table(
        "import_links",
        sa.Column("workspace_id", _ID, nullable=False),
        sa.Column("owner_id", _ID, nullable=False),
        sa.Column("importer", sa.String(length=40), nullable=False),
        sa.Column("source_key", _KEY, nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("turn_keys", sa.JSON(), nullable=False),
        sa.Column("conversation_id", _ID, nullable=False),
        sa.PrimaryKeyConstraint("workspace_id", "owner_id", "importer", "source_key", name=op.f("pk_import_links")),
    )
    op.create_index(op.f("ix_import_links_conversation_id"), "import_links", ["conversation_id"])


def downgrade() -> None:
    """Back. What was imported stays as conversations, and could be imported a second time."""
    for name in ("import_links", "import_originals", "import_items", "import_pieces", "imports"):
        op.drop_table(name)
