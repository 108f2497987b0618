"""Which nodes there are, which turns they answer for, and what they learned about models."""

from sqlalchemy import (
    JSON,
    Column,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

from antiphon.store.tables.columns import Id, Moment, metadata, same_workspace, workspace

# What was learned about a model from what it reported: characters per token, its window.
calibrations = Table(
    "calibrations",
    metadata,
    workspace(),
    Column("model", Text, nullable=False),
    Column("body", JSON, nullable=False),
    Column("updated_at", Moment, nullable=False),
    PrimaryKeyConstraint("workspace_id", "model"),
)


# Turns that are not finished, and the node that answers for each. Small however large the rest grows.
open_turns = Table(
    "open_turns",
    metadata,
    same_workspace(),
    Column("turn_id", Id, primary_key=True),
    Column("conversation_id", Id, nullable=False),
    # On whose behalf it goes on when nobody is there any more.
    Column("author_id", Id, nullable=False),
    Column("node_id", Id),
    Column("handed_over_at", Moment),
    # Written by versions that are gone; nobody reads it any more.
    Column("round", Integer, nullable=False, server_default="0"),
    Index(None, "node_id"),
    Index(None, "conversation_id"),
)


# Processes, not people's data: like the next one it has no workspace.
nodes = Table(
    "nodes",
    metadata,
    Column("id", Id, primary_key=True),
    Column("started_at", Moment, nullable=False),
    Column("lease_until", Moment, nullable=False),
    Column("reaped_at", Moment),
    # The newest revision its version brings; versions before 0052 do not say.
    Column("revision", Id),
    # What it runs; none where it was written by a version that did not say.
    Column("version", String(40)),
)


# One row: the oldest revision whose version may work on this database.
schema_window = Table("schema_window", metadata, Column("oldest", Id, primary_key=True))


# How far rows of earlier versions have been rewritten, so that a start goes on where the last process was.
backfills = Table(
    "backfills",
    metadata,
    Column("name", Id, primary_key=True),
    Column("place", JSON, nullable=False),
)
