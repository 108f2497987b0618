"""What was done to accounts and by whom. Rows are added and never changed; no words of conversations, no secrets."""

from sqlalchemy import JSON, Column, Index, String, Table, Text

from antiphon.store.tables.columns import Id, Moment, metadata

audit = Table(
    "audit",
    metadata,
    # Ids sort by time, so a page goes on behind the last one it showed.
    Column("id", Id, primary_key=True),
    Column("at", Moment, nullable=False),
    # None for what concerns the whole installation.
    Column("workspace_id", Id),
    Column("actor_id", Id),
    Column("actor_kind", String(10), nullable=False),
    Column("actor_name", Text, nullable=False),
    Column("session_id", Id),
    Column("token_id", Id),
    Column("address", String(64), nullable=False, server_default=""),
    Column("agent", String(300), nullable=False, server_default=""),
    Column("action", String(60), nullable=False),
    # ok, refused or failed.
    Column("outcome", String(10), nullable=False),
    Column("target_kind", String(20), nullable=False),
    Column("target_id", Id),
    Column("target_name", Text, nullable=False, server_default=""),
    Column("before", JSON(none_as_null=True)),
    Column("after", JSON(none_as_null=True)),
    Column("reason", Text),
    Index(None, "workspace_id", "id"),
)
