"""Leave to speak unasked, and what became of each time that it was due."""

from sqlalchemy import (
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
)

from antiphon.store.tables.columns import Id, Moment, metadata, owner, same_workspace

# An advisor that may speak unasked in one conversation. `generation` rises with every human message, which makes
# whatever was scheduled before it void.
heartbeats = Table(
    "heartbeats",
    metadata,
    same_workspace(),
    Column("conversation_id", Id, nullable=False),
    Column("advisor_id", Id, nullable=False),
    owner(),
    Column("enabled", Boolean, nullable=False, server_default=false()),
    Column("every_minutes", Integer, nullable=False),
    # Local times `HH:MM` between which nobody speaks; both or none.
    Column("quiet_from", String(5)),
    Column("quiet_until", String(5)),
    Column("model", Text),
    # Thousandths of the interval by which it comes later than the others, so that they do not all speak at once.
    Column("jitter", Integer, nullable=False, server_default="0"),
    Column("generation", Integer, nullable=False, server_default="0"),
    Column("next_at", Moment),
    Column("updated_at", Moment, nullable=False),
    PrimaryKeyConstraint("conversation_id", "advisor_id"),
    Index(None, "next_at"),
)


# One occurrence each: taken by one node, decided once, fired or skipped with a reason.
beats = Table(
    "beats",
    metadata,
    same_workspace(),
    Column("id", Id, primary_key=True),
    Column("conversation_id", Id, nullable=False),
    Column("advisor_id", Id, nullable=False),
    # `heartbeat`, or `review` when a decision is looked back on.
    Column("kind", String(10), nullable=False),
    Column("due_at", Moment, nullable=False),
    Column("generation", Integer, nullable=False),
    # Empty unless it is a review.
    Column("decision_id", Id, nullable=False, server_default=""),
    Column("status", String(10), nullable=False),
    Column("reason", String(40)),
    # How many occurrences in a row were skipped for this same reason.
    Column("times", Integer, nullable=False, server_default="1"),
    Column("why", Text, nullable=False, server_default=""),
    Column("analysis_id", Id),
    Column("turn_id", Id),
    # Written by versions that are gone; nobody reads it any more.
    Column("node_id", Id),
    Column("taken_at", Moment, nullable=False),
    Column("ended_at", Moment),
    Column("read_at", Moment),
    # The same occurrence cannot be taken twice, whoever tries.
    UniqueConstraint(
        "conversation_id", "advisor_id", "kind", "decision_id", "due_at", "generation", name="uq_beats_occurrence"
    ),
    Index(None, "workspace_id", "conversation_id", "taken_at"),
    Index(None, "workspace_id", "taken_at"),
    Index(None, "status"),
)
