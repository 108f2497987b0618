"""What advisors are reminded of: instructions, todos, and what is remembered about the person."""

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    true,
)

from antiphon.store.tables.columns import Id, Moment, metadata, owner, same_workspace, workspace

# For every conversation, or (with a conversation) for one.
instructions = Table(
    "instructions",
    metadata,
    Column("id", Id, primary_key=True),
    workspace(),
    owner(),
    Column("conversation_id", Id),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("position", Integer, nullable=False),
    Column("enabled", Boolean, nullable=False, server_default=true()),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    Index(None, "workspace_id", "conversation_id", "position"),
)

# An instruction for all conversations, switched on or off in one of them.
instruction_switches = Table(
    "instruction_switches",
    metadata,
    same_workspace(),
    Column("instruction_id", Id, nullable=False),
    Column("conversation_id", Id, nullable=False),
    Column("enabled", Boolean, nullable=False),
    PrimaryKeyConstraint("instruction_id", "conversation_id"),
    Index(None, "conversation_id"),
)

todos = Table(
    "todos",
    metadata,
    same_workspace(),
    Column("conversation_id", Id, nullable=False),
    Column("number", Integer, nullable=False),
    Column("position", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("description", Text, nullable=False, server_default=""),
    Column("status", String(20), nullable=False),
    Column("blocked_reason", Text),
    Column("priority", String(10), nullable=False),
    Column("depends_on", JSON, nullable=False, server_default="[]"),
    Column("progress", Float, nullable=False, server_default="0"),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    PrimaryKeyConstraint("conversation_id", "number"),
)

# Found by reading a conversation; nothing of it is used until the person accepts it.
memories = Table(
    "memories",
    metadata,
    Column("id", Id, primary_key=True),
    workspace(),
    owner(),
    Column("kind", String(20), nullable=False),
    Column("text", Text, nullable=False),
    Column("status", String(10), nullable=False),
    Column("conversation_id", Id),
    Column("turn_id", Id),
    # The words it was found in, where they stand in the turn.
    Column("quote", Text, nullable=False, server_default=""),
    # The memory this one would replace when it is accepted.
    Column("replaces_id", Id),
    # The scan that found it; none for one the person wrote down.
    Column("analysis_id", Id),
    Column("created_at", Moment, nullable=False),
    Column("decided_at", Moment),
    Index(None, "workspace_id", "owner_id", "status", "created_at"),
)
