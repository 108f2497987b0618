"""Advisors answering each other."""

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    String,
    Table,
    Text,
    false,
)

from antiphon.store.tables.columns import Id, Moment, metadata, owner, same_workspace

# Advisors answering each other, round after round. `step` is raised by whoever takes the next one.
round_runs = Table(
    "round_runs",
    metadata,
    same_workspace(),
    Column("id", Id, primary_key=True),
    Column("conversation_id", Id, nullable=False),
    owner(),
    Column("planned", Integer, nullable=False),
    # What all rounds together may cost, in US dollars; none means no ceiling.
    Column("ceiling", Float),
    # Every round waits for the person's word, or the next begins when one has ended.
    Column("asks", Boolean, nullable=False, server_default=false()),
    # End when a round brings no new claim.
    Column("until_quiet", Boolean, nullable=False, server_default=false()),
    Column("advisor_ids", JSON(none_as_null=True)),
    # What every round says in the person's place, and what was chosen for it.
    Column("text", Text, nullable=False),
    Column("choice", JSON, nullable=False, server_default="{}"),
    Column("status", String(10), nullable=False),
    Column("reason", String(20)),
    # The figures or the refusal behind the reason.
    Column("facts", JSON, nullable=False, server_default="{}"),
    # Written by versions that are gone; nobody reads it any more.
    Column("node_id", Id),
    Column("step", Integer, nullable=False, server_default="0"),
    # Each round: its turn, what it was forecast to cost, what it cost, how many new claims it brought.
    Column("rounds", JSON, nullable=False, server_default="[]"),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    Index(None, "conversation_id", "created_at"),
    Index(None, "status"),
)
