"""What was once asked, asked of a panel."""

from sqlalchemy import JSON, Column, Index, Integer, String, Table

from antiphon.store.tables.columns import Id, Moment, metadata, owner, same_workspace

# The questions themselves stand where they were asked; `asked` of them were asked here.
revisits = Table(
    "revisits",
    metadata,
    same_workspace(),
    Column("id", Id, primary_key=True),
    owner(),
    Column("source_id", Id, nullable=False),
    Column("conversation_id", Id, nullable=False),
    Column("panel_id", Id, nullable=False),
    Column("planned", Integer, nullable=False),
    Column("asked", Integer, nullable=False),
    # The newest question that was asked.
    Column("turn_id", Id, nullable=False),
    Column("status", String(10), nullable=False),
    Column("facts", JSON, nullable=False, server_default="{}"),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    Index(None, "conversation_id"),
    Index(None, "source_id"),
)
