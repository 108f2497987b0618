"""What the person decided."""

from sqlalchemy import (
    JSON,
    Column,
    Index,
    Integer,
    String,
    Table,
    Text,
)

from antiphon.store.tables.columns import Id, Moment, metadata, owner, workspace

# What the person decided, and how the advisors stood at the time.
decisions = Table(
    "decisions",
    metadata,
    Column("id", Id, primary_key=True),
    workspace(),
    owner(),
    Column("conversation_id", Id, nullable=False),
    Column("turn_id", Id, nullable=False),
    Column("question", Text, nullable=False),
    Column("options", JSON, nullable=False),
    Column("choice", Text, nullable=False),
    # How sure the person is that it will turn out right, in percent.
    Column("confidence", Integer, nullable=False),
    Column("change_my_mind", Text, nullable=False, server_default=""),
    # Frozen: each advisor's words, stance and the hash of what it had been sent.
    Column("stances", JSON, nullable=False),
    Column("review_at", Moment),
    # Who asks on that day.
    Column("reviewer_id", Id),
    # On the day itself it may be night: nobody asks before this moment.
    Column("waits_until", Moment),
    Column("outcome", String(10)),
    Column("outcome_text", Text, nullable=False, server_default=""),
    Column("outcome_at", Moment),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    Column("removed_at", Moment),
    Index(None, "workspace_id", "created_at"),
    Index(None, "turn_id"),
    Index(None, "review_at"),
)
