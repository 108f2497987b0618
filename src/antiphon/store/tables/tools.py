"""Which tools there are, and what people allowed advisors to do with them."""

from sqlalchemy import JSON, Boolean, Column, Index, PrimaryKeyConstraint, String, Table, Text, false, true

from antiphon.store.tables.columns import Id, Moment, metadata, owner, same_workspace, workspace

# A row per server, whoever brought it. `definitions` is what it last said it can do: payloads are built from that.
tool_servers = Table(
    "tool_servers",
    metadata,
    workspace(),
    Column("name", String(40), nullable=False),
    Column("source", String(10), nullable=False),
    Column("url", Text),
    # The fingerprint of the operator's server; a person's is made of its address.
    Column("place_sha256", String(64)),
    # Whether it is believed when it says that a tool only reads.
    Column("trusted", Boolean, nullable=False, server_default=false()),
    Column("enabled", Boolean, nullable=False, server_default=true()),
    Column("definitions", JSON, nullable=False, server_default="[]"),
    Column("error", Text),
    Column("protocol", String(20)),
    Column("checked_at", Moment),
    Column("created_at", Moment, nullable=False),
    PrimaryKeyConstraint("workspace_id", "name"),
)

# One question to the person: may this call be made? Decided once, used once.
approvals = Table(
    "approvals",
    metadata,
    Column("id", Id, primary_key=True),
    same_workspace(),
    Column("conversation_id", Id, nullable=False),
    Column("turn_id", Id, nullable=False),
    Column("reply_id", Id, nullable=False),
    Column("call_id", String(200), nullable=False),
    Column("advisor_id", Id, nullable=False),
    Column("advisor_name", Text, nullable=False),
    Column("server", String(40), nullable=False),
    Column("place_sha256", String(64), nullable=False, server_default=""),
    Column("tool", Text, nullable=False),
    Column("schema_sha256", String(64), nullable=False),
    Column("arguments", Text, nullable=False),
    # Over server, its place, tool, schema and arguments: what was asked, and what was allowed if the person changed it.
    Column("call_sha256", String(64), nullable=False),
    Column("allowed_sha256", String(64)),
    Column("allowed_arguments", Text),
    Column("status", String(10), nullable=False),
    Column("reason", Text),
    Column("created_at", Moment, nullable=False),
    Column("expires_at", Moment, nullable=False),
    Column("decided_at", Moment),
    Column("decided_by", Id),
    Index(None, "workspace_id", "status", "created_at"),
    Index(None, "reply_id"),
)

# "Always for this tool": holds while its server is the same and the tool describes itself in the same words.
standing_approvals = Table(
    "standing_approvals",
    metadata,
    workspace(),
    owner(),
    Column("server", String(40), nullable=False),
    Column("tool", Text, nullable=False),
    Column("schema_sha256", String(64), nullable=False),
    Column("place_sha256", String(64), nullable=False, server_default=""),
    Column("created_at", Moment, nullable=False),
    PrimaryKeyConstraint("workspace_id", "owner_id", "server", "tool"),
)
