"""What other programs know things by: names of panels and advisors, names of conversations, fingerprints."""

from sqlalchemy import Column, Index, PrimaryKeyConstraint, String, Table, UniqueConstraint

from antiphon.store.tables.columns import Id, Moment, Packed, metadata, owner, same_workspace

# A short name that stays the same when what it stands for is renamed: programs keep it in their settings.
slugs = Table(
    "slugs",
    metadata,
    same_workspace(),
    owner(),
    Column("kind", String(10), nullable=False),
    Column("slug", String(60), nullable=False),
    Column("thing_id", Id, nullable=False),
    PrimaryKeyConstraint("workspace_id", "owner_id", "kind", "slug"),
    UniqueConstraint("workspace_id", "owner_id", "kind", "thing_id"),
)


# What a program calls a conversation of ours. Without a token the id is empty.
outside_threads = Table(
    "outside_threads",
    metadata,
    same_workspace(),
    owner(),
    Column("token_id", Id, nullable=False),
    Column("source", String(20), nullable=False),
    Column("name", String(255), nullable=False),
    Column("conversation_id", Id, nullable=False),
    PrimaryKeyConstraint("workspace_id", "owner_id", "token_id", "source", "name"),
    Index(None, "conversation_id"),
)


# By what a program says again it is known again: a history as it was told and answered, or a request that is repeated.
fingerprints = Table(
    "fingerprints",
    metadata,
    same_workspace(),
    owner(),
    Column("token_id", Id, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("fingerprint", String(64), nullable=False),
    # Of a request with a key: what it said, so that one key does not stand for two things.
    Column("body_sha256", String(64)),
    Column("conversation_id", Id, nullable=False),
    Column("turn_id", Id, nullable=False),
    Column("created_at", Moment, nullable=False),
    PrimaryKeyConstraint("workspace_id", "owner_id", "token_id", "kind", "fingerprint"),
    Index(None, "conversation_id"),
    Index(None, "created_at"),
)


# What a program said beside its question, and is told again with the answer. Without a token the id is empty.
program_requests = Table(
    "program_requests",
    metadata,
    same_workspace(),
    Column("turn_id", Id, primary_key=True),
    Column("conversation_id", Id, nullable=False),
    Column("token_id", Id, nullable=False),
    Column("asked", Packed, nullable=False),
    Index(None, "conversation_id"),
)
