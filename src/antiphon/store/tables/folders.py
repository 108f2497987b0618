"""Folders: where conversations lie in the list."""

from sqlalchemy import Column, Index, Table, Text, text

from antiphon.store.tables.columns import Id, Moment, metadata, owner, workspace

# A conversation names its folder, so it lies in one at most. A removed one keeps its row: its conversations still name
# it, and lie there again when it comes back.
folders = Table(
    "folders",
    metadata,
    workspace(),
    owner(),
    Column("id", Id, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("removed_at", Moment),
    Index(
        None,
        "workspace_id",
        "owner_id",
        "name",
        unique=True,
        sqlite_where=text("removed_at IS NULL"),
        postgresql_where=text("removed_at IS NULL"),
    ),
)
