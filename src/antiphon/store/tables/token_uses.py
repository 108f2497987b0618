"""What was started with tokens that may spend so much and no more."""

from sqlalchemy import Column, Float, Index, String, Table

from antiphon.store.tables.columns import Id, Moment, metadata, owner, same_workspace

# One row for each thing that is paid for, from the transaction that begins it on. It outlives what it stands for: what
# was spent stays spent when a conversation is deleted.
token_uses = Table(
    "token_uses",
    metadata,
    same_workspace(),
    owner(),
    Column("token_id", Id, nullable=False),
    Column("thing_id", Id, primary_key=True),
    # `reply`, `analysis`, `chore` or `picture`.
    Column("kind", String(10), nullable=False),
    Column("at", Moment, nullable=False),
    # Dollars that it may cost at most, set aside while it runs; and what it did cost, once somebody has reckoned that.
    Column("aside", Float, nullable=False, server_default="0"),
    Column("cost", Float),
    Index(None, "token_id", "at"),
)
