"""What stays of a conversation that is gone: that it was deleted, by whom, and what it had used."""

from sqlalchemy import JSON, Boolean, Column, Index, Integer, String, Table, Text, false

from antiphon.store.tables.columns import Id, Moment, metadata, owner, same_workspace

# Written when a deletion is asked for and finished when nothing is left, so that one cut off is seen through.
# No words and no title: who, when, and how much.
deletions = Table(
    "deletions",
    metadata,
    Column("conversation_id", Id, primary_key=True),
    same_workspace(),
    owner(),
    Column("asked_by", Id, nullable=False),
    # `asked` by a person, or `expired` for one that was kept for a while only.
    Column("why", String(10), nullable=False),
    Column("asked_at", Moment, nullable=False),
    Column("deleted_at", Moment),
    Column("turns", Integer, nullable=False, server_default="0"),
)

# What requests used whose receipts are deleted or that never had any: sums of what was spent stay true.
past_usage = Table(
    "past_usage",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    same_workspace(),
    owner(),
    # The token it was asked for with, if it was.
    Column("token_id", Id),
    # `reply`, one row per receipt; `analysis`, one row for all its calls; `chore` and `picture`, which
    # are kept nowhere else. A picture's row is there before it is asked for, without a usage until it is known.
    Column("kind", String(10), nullable=False),
    Column("thing_id", Id, nullable=False),
    Column("turn_id", Id),
    Column("advisor_id", Id, nullable=False, server_default=""),
    Column("provider", Text, nullable=False, server_default=""),
    Column("model", Text, nullable=False),
    Column("answered", Boolean, nullable=False, server_default=false()),
    Column("usage", JSON(none_as_null=True)),
    Column("used_at", Moment, nullable=False),
    Index(None, "workspace_id", "used_at"),
    # What of it a thing had used that was asked for with a token.
    Index(None, "thing_id"),
)
