"""Workspaces, the people in them, and the settings they changed."""

from sqlalchemy import JSON, Column, Integer, PrimaryKeyConstraint, String, Table, Text

from antiphon.store.tables.columns import Id, Moment, metadata, owner, same_workspace, workspace

workspaces = Table(
    "workspaces",
    metadata,
    Column("id", Id, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    # Grows with every setting that is changed here, so that other nodes see at a glance what to read again.
    Column("settings_number", Integer, nullable=False, server_default="0"),
)


# Grows with every change that somebody makes to their list of conversations and folders.
list_numbers = Table(
    "list_numbers",
    metadata,
    same_workspace(),
    owner(),
    Column("number", Integer, nullable=False),
    PrimaryKeyConstraint("workspace_id", "owner_id"),
)


principals = Table(
    "principals",
    metadata,
    Column("id", Id, nullable=False),
    workspace(),
    Column("role", String(20), nullable=False),
    Column("name", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    PrimaryKeyConstraint("workspace_id", "id"),
)


# What whoever runs the server has changed, for everybody.
instance_settings = Table(
    "instance_settings",
    metadata,
    Column("name", String(200), primary_key=True),
    Column("value", JSON, nullable=False),
)


# What holds for everybody in a workspace.
workspace_settings = Table(
    "workspace_settings",
    metadata,
    workspace(),
    Column("name", String(200), nullable=False),
    Column("value", JSON, nullable=False),
    PrimaryKeyConstraint("workspace_id", "name"),
)


# What somebody has changed for themselves.
person_settings = Table(
    "person_settings",
    metadata,
    workspace(),
    Column("person_id", Id, nullable=False),
    Column("name", String(200), nullable=False),
    Column("value", JSON, nullable=False),
    PrimaryKeyConstraint("workspace_id", "person_id", "name"),
)
