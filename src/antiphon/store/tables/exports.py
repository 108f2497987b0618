"""Files that people have written for themselves, for as long as they are kept to be fetched."""

from sqlalchemy import JSON, BigInteger, Column, Index, Integer, LargeBinary, PrimaryKeyConstraint, String, Table, Text

from antiphon.store.tables.columns import Id, Moment, metadata, owner, same_workspace, workspace

exports = Table(
    "exports",
    metadata,
    Column("id", Id, primary_key=True),
    workspace(),
    owner(),
    Column("format", String(40), nullable=False),
    # Which conversations; none means everything.
    Column("conversation_ids", JSON, nullable=False),
    Column("options", JSON, nullable=False),
    Column("name", Text, nullable=False),
    Column("media_type", String(100), nullable=False),
    Column("status", String(10), nullable=False),
    Column("written", Integer, nullable=False, server_default="0"),
    Column("of", Integer),
    Column("bytes", BigInteger, nullable=False, server_default="0"),
    Column("sha256", String(64)),
    # The public half of the key the file is signed with, and the signature over its SHA-256.
    Column("signer", String(64)),
    Column("signature", LargeBinary),
    Column("error", JSON(none_as_null=True)),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    Column("kept_until", Moment, nullable=False),
    Index(None, "workspace_id", "owner_id", "created_at"),
    Index(None, "kept_until"),
)

# Its bytes: any node may hand them out.
export_pieces = Table(
    "export_pieces",
    metadata,
    same_workspace(),
    Column("export_id", Id, nullable=False),
    Column("number", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
    PrimaryKeyConstraint("export_id", "number"),
)
