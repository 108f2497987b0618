"""Files people brought, page by page, and the pieces they are searched by."""

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    true,
)

from antiphon.store.tables.columns import Id, Moment, metadata, owner, same_workspace, size, workspace

# `kind` is what it is for: a guideline goes to the system prompt, an inline file into one message, and the library is
# listed and searched. Without a conversation it belongs to all of them.
documents = Table(
    "documents",
    metadata,
    Column("id", Id, primary_key=True),
    workspace(),
    owner(),
    Column("conversation_id", Id),
    Column("kind", String(10), nullable=False),
    Column("name", Text, nullable=False),
    Column("title", Text, nullable=False, server_default=""),
    Column("media_type", String(100), nullable=False),
    Column("bytes", Integer, nullable=False),
    Column("sha256", String(64), nullable=False),
    Column("pages", Integer, nullable=False, server_default="0"),
    Column("width", Integer),
    Column("height", Integer),
    Column("enabled", Boolean, nullable=False, server_default=true()),
    Column("created_at", Moment, nullable=False),
    Column("removed_at", Moment),
    *size(),
    Index(None, "workspace_id", "owner_id", "conversation_id", "kind"),
)

document_data = Table(
    "document_data",
    metadata,
    same_workspace(),
    Column("document_id", Id, ForeignKey("documents.id"), primary_key=True),
    Column("data", LargeBinary, nullable=False),
)

document_pages = Table(
    "document_pages",
    metadata,
    same_workspace(),
    Column("document_id", Id, ForeignKey("documents.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("label", Text, nullable=False),
    Column("text", Text, nullable=False),
    PrimaryKeyConstraint("document_id", "number"),
)

# `id` counts up, so that full-text indexes can point at rows.
document_chunks = Table(
    "document_chunks",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    same_workspace(),
    Column("document_id", Id, ForeignKey("documents.id"), nullable=False),
    Column("page", Integer, nullable=False),
    Column("start", Integer, nullable=False),
    Column("end", Integer, nullable=False),
    Column("text", Text, nullable=False),
    # Which model made the vector; none while it is waiting for one.
    Column("embedder", String(100)),
    Column("vector", LargeBinary),
    Index(None, "document_id"),
    Index(None, "workspace_id", "embedder"),
)
