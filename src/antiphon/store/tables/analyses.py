"""What models say about a conversation: analyses, the calls made for them, and the claims they found."""

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

from antiphon.store.tables.columns import Id, Moment, index_of_tokens, metadata, owner, same_workspace, workspace

# Looks at a conversation, which do not continue it.
analyses = Table(
    "analyses",
    metadata,
    Column("id", Id, primary_key=True),
    workspace(),
    # Who asked for it; one that looks for better words looks at no conversation.
    owner(),
    # The token it was asked for with, if it was.
    Column("token_id", Id),
    Column("conversation_id", Id, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("model", Text, nullable=False),
    Column("status", String(10), nullable=False),
    Column("first_position", Integer, nullable=False, server_default="0"),
    Column("last_position", Integer, nullable=False, server_default="0"),
    # The work it is done in, while that is open; the same id, unless it is one step of something larger.
    Column("work_id", Id),
    # Written by versions that are gone; nobody reads it any more.
    Column("node_id", Id),
    # What came of it, and what all calls used together.
    Column("counts", JSON, nullable=False, server_default="{}"),
    Column("usage", JSON, nullable=False, server_default="{}"),
    Column("error", JSON(none_as_null=True)),
    Column("created_at", Moment, nullable=False),
    Column("ended_at", Moment),
    # The one turn it looks at, if it looks at one.
    Column("turn_id", Id),
    # What was read, in the form of its kind; claims have rows of their own.
    Column("result", JSON(none_as_null=True)),
    # The one reply it is about, if it is about one.
    Column("reply_id", Id),
    Index(None, "workspace_id", "conversation_id", "kind", "created_at"),
    Index(None, "turn_id", "kind"),
    Index(None, "reply_id", "kind"),
    # What a person's looks of one kind have found out before.
    Index(None, "owner_id", "kind", "created_at"),
    # What has ended of late, for whoever tells others.
    Index(None, "workspace_id", "ended_at"),
    index_of_tokens("analyses"),
)


# Each request of a look, numbered from 0: url, body, hash, moment, outcome, usage, answer. Bodies are large, so that
# what has ended is not written again with the next one.
analysis_calls = Table(
    "analysis_calls",
    metadata,
    same_workspace(),
    Column("analysis_id", Id, nullable=False),
    Column("number", Integer, nullable=False),
    Column("call", JSON, nullable=False),
    PrimaryKeyConstraint("analysis_id", "number"),
)


# What was claimed in a turn. Each stance has the words it rests on, by reply and character.
claims = Table(
    "claims",
    metadata,
    same_workspace(),
    Column("analysis_id", Id, nullable=False),
    Column("number", Integer, nullable=False),
    Column("conversation_id", Id, nullable=False),
    Column("turn_id", Id, nullable=False),
    Column("text", Text, nullable=False),
    Column("label", String(10), nullable=False),
    Column("stances", JSON, nullable=False, server_default="[]"),
    Column("created_at", Moment, nullable=False),
    PrimaryKeyConstraint("analysis_id", "number"),
    Index(None, "workspace_id", "created_at"),
    Index(None, "turn_id"),
)
