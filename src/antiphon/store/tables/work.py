"""Lasting work that has not ended, and the answers it was given so far."""

from sqlalchemy import JSON, Column, Index, Integer, PrimaryKeyConstraint, String, Table

from antiphon.store.tables.columns import Id, Moment, metadata, owner, same_workspace

# One row for each piece of work, gone when it has ended: what came of it is kept where its kind keeps it.
work = Table(
    "work",
    metadata,
    same_workspace(),
    Column("id", Id, primary_key=True),
    Column("kind", String(20), nullable=False),
    owner(),
    Column("conversation_id", Id),
    Column("advisor_id", Id),
    # The token it was begun with, if it was.
    Column("token_id", Id),
    # What a node needs to begin it or to go on with it.
    Column("args", JSON, nullable=False, server_default="{}"),
    # The node that is at it; when that one is gone, or there is none, any other may be.
    Column("node_id", Id),
    # Raised by whoever takes it: whoever had it before writes nothing more.
    Column("epoch", Integer, nullable=False, server_default="0"),
    # How often it was begun by somebody who neither ended it nor gave it back.
    Column("starts", Integer, nullable=False, server_default="0"),
    # Not before this moment.
    Column("due_at", Moment),
    Column("created_at", Moment, nullable=False),
    Index(None, "node_id"),
    Index(None, "conversation_id"),
)

# Answers of models for work whose own tables keep only what has ended, such as a case half played: by the hash of the
# request, and how often the same was asked before. Gone with the step they belong to.
work_answers = Table(
    "work_answers",
    metadata,
    same_workspace(),
    Column("work_id", Id, nullable=False),
    Column("step", String(100), nullable=False),
    Column("sha256", String(64), nullable=False),
    Column("number", Integer, nullable=False),
    Column("answer", JSON, nullable=False),
    PrimaryKeyConstraint("work_id", "step", "sha256", "number"),
)
