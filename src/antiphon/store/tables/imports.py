"""Exports of other programs that somebody brought: as they arrived, as they were read, and what became of them."""

from sqlalchemy import JSON, BigInteger, Column, Index, Integer, LargeBinary, PrimaryKeyConstraint, String, Table, Text

from antiphon.store.tables.columns import Id, Moment, metadata, owner, same_workspace, workspace

# What another program calls something; with the message that tells a branch from the others.
_Key = String(450)

imports = Table(
    "imports",
    metadata,
    Column("id", Id, primary_key=True),
    workspace(),
    owner(),
    Column("name", Text, nullable=False),
    Column("bytes", BigInteger, nullable=False),
    Column("status", String(10), nullable=False),
    # Which importer read it, and which version of that; none until it is known.
    Column("importer", String(40)),
    Column("label", Text, nullable=False, server_default=""),
    Column("importer_version", Integer),
    Column("report", JSON(none_as_null=True)),
    Column("error", JSON(none_as_null=True)),
    # Advisors and topics that stand for somebody or something there; they go with it where nobody else needs them.
    Column("guests", JSON, nullable=False, server_default="[]"),
    Column("topics", JSON, nullable=False, server_default="[]"),
    # Ids of an archive of ours that were taken here, and what stands for them.
    Column("renamed", JSON, nullable=False, server_default="{}"),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    Index(None, "workspace_id", "owner_id", "created_at"),
)

# The file while it waits to be read: any node may read it, and afterwards it is gone.
import_pieces = Table(
    "import_pieces",
    metadata,
    same_workspace(),
    Column("import_id", Id, nullable=False),
    Column("number", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
    PrimaryKeyConstraint("import_id", "number"),
)

# One conversation as it will stand here. `content` is empty once it does.
import_items = Table(
    "import_items",
    metadata,
    same_workspace(),
    Column("import_id", Id, nullable=False),
    Column("number", Integer, nullable=False),
    Column("source_id", String(200), nullable=False),
    Column("source_key", _Key, nullable=False),
    Column("branch", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("began_at", Moment),
    Column("turns", Integer, nullable=False),
    Column("replies", Integer, nullable=False),
    Column("digest", String(64), nullable=False),
    # new, grown or known when it was read; imported, left or undone afterwards.
    Column("fate", String(10), nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("conversation_id", Id),
    # Of one that has grown: what was known of it before, so that it can be again.
    Column("before", JSON(none_as_null=True)),
    PrimaryKeyConstraint("import_id", "number"),
    Index(None, "conversation_id"),
)

# The bytes a conversation was read from, packed.
import_originals = Table(
    "import_originals",
    metadata,
    same_workspace(),
    Column("import_id", Id, nullable=False),
    Column("source_id", String(200), nullable=False),
    Column("data", LargeBinary, nullable=False),
    PrimaryKeyConstraint("import_id", "source_id"),
)

# What a later version wrote into an archive and nobody here can read, so that it leaves again as it came: fields of a
# record (number 0), lines that came after it (from 1 on), or a file as a whole. `anchor` says which record is meant:
# none at the beginning of a file. What belongs to no conversation has an empty one.
carried = Table(
    "carried",
    metadata,
    same_workspace(),
    owner(),
    Column("conversation_id", Id, nullable=False),
    Column("file", String(200), nullable=False),
    Column("anchor", String(32), nullable=False),
    Column("number", Integer, nullable=False),
    Column("import_id", Id, nullable=False),
    Column("data", LargeBinary, nullable=False),
    PrimaryKeyConstraint("workspace_id", "owner_id", "conversation_id", "file", "anchor", "number"),
    Index(None, "conversation_id"),
    Index(None, "import_id"),
)

# What of another program stands where: the same brought twice is found here.
import_links = Table(
    "import_links",
    metadata,
    same_workspace(),
    owner(),
    Column("importer", String(40), nullable=False),
    Column("source_key", _Key, nullable=False),
    Column("digest", String(64), nullable=False),
    # The turns that are there already, by what they are called there.
    Column("turn_keys", JSON, nullable=False),
    Column("conversation_id", Id, nullable=False),
    PrimaryKeyConstraint("workspace_id", "owner_id", "importer", "source_key"),
    Index(None, "conversation_id"),
)
