"""Who is told what has ended, how far that was looked for, and what became of each time."""

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

from antiphon.store.tables.columns import Id, Moment, metadata, owner, same_workspace, workspace

# No secret stands here: each is made of a key that is not in the database, the id and the generation.
webhooks = Table(
    "webhooks",
    metadata,
    Column("id", Id, primary_key=True),
    workspace(),
    owner(),
    Column("url", Text, nullable=False),
    Column("events", JSON, nullable=False),
    Column("shape", String(20), nullable=False),
    Column("include_text", Boolean, nullable=False, server_default=false()),
    Column("enabled", Boolean, nullable=False, server_default=true()),
    # Why it was switched off by nobody: gone or failing.
    Column("trouble", String(10)),
    Column("generation", Integer, nullable=False, server_default="1"),
    # By what a secret is known again; it says nothing about it.
    Column("fingerprint", String(16), nullable=False),
    Column("previous_fingerprint", String(16)),
    Column("previous_until", Moment),
    Column("since", Moment, nullable=False),
    Column("failing_since", Moment),
    Column("created_at", Moment, nullable=False),
    Index(None, "workspace_id", "owner_id"),
)

# The last fact of each conversation that was looked at.
webhook_cursors = Table(
    "webhook_cursors",
    metadata,
    same_workspace(),
    Column("webhook_id", Id, nullable=False),
    Column("conversation_id", Id, nullable=False),
    Column("seq", Integer, nullable=False),
    PrimaryKeyConstraint("webhook_id", "conversation_id"),
    Index(None, "conversation_id"),
)

# One event for one address. A row is written once, whoever finds the event, and sent until somebody has it.
webhook_deliveries = Table(
    "webhook_deliveries",
    metadata,
    Column("id", Id, primary_key=True),
    same_workspace(),
    Column("webhook_id", Id, nullable=False),
    Column("event", String(30), nullable=False),
    Column("subject", String(100), nullable=False),
    Column("conversation_id", Id),
    Column("status", String(10), nullable=False),
    # The bytes that are signed and sent, the same each time.
    Column("body", Text, nullable=False),
    # Raised by whoever sends it: whoever had it before writes nothing more.
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("failures", Integer, nullable=False, server_default="0"),
    # When it is sent; while somebody is at it, when another may.
    Column("next_at", Moment),
    Column("answered", Integer),
    Column("problem", String(20)),
    Column("created_at", Moment, nullable=False),
    Column("tried_at", Moment),
    UniqueConstraint("webhook_id", "event", "subject"),
    Index(None, "webhook_id", "created_at"),
    Index(None, "next_at"),
    Index(None, "conversation_id"),
    Index(None, "created_at"),
)
