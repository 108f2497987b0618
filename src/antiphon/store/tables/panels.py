"""Advisors, and the panels they sit on."""

from sqlalchemy import JSON, Boolean, Column, Integer, LargeBinary, PrimaryKeyConstraint, String, Table, Text, false

from antiphon.store.tables.columns import Id, Moment, Packed, metadata, same_workspace, workspace

# One that names no owner is everybody's in the workspace.
advisors = Table(
    "advisors",
    metadata,
    workspace(),
    Column("owner_id", Id),
    Column("id", Id, nullable=False),
    Column("version", Integer, nullable=False),
    Column("current", Boolean, nullable=False),
    Column("name", Text, nullable=False),
    Column("description", Text, nullable=False),
    Column("colour", String(20), nullable=False),
    Column("model", Text),
    Column("parameters", JSON, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("tagline", Text, nullable=False, server_default=""),
    # The same on every version of an advisor.
    Column("archived", Boolean, nullable=False, server_default=false()),
    # Which tools it may use: `server` or `server/tool`.
    Column("tools", JSON, nullable=False, server_default="[]"),
    # How it sounds when it is read aloud.
    Column("voice", Text),
    PrimaryKeyConstraint("workspace_id", "id", "version"),
)

# The character card an advisor came by, whole, so that it can be given back.
advisor_cards = Table(
    "advisor_cards",
    metadata,
    same_workspace(),
    Column("advisor_id", Id, nullable=False),
    Column("card", Packed, nullable=False),
    # Who stands in it where the card speaks of its user.
    Column("person", Text, nullable=False),
    # Written anew, as every picture is; always PNG.
    Column("picture", LargeBinary),
    Column("created_at", Moment, nullable=False),
    PrimaryKeyConstraint("workspace_id", "advisor_id"),
)

# Of those that are everybody's one is the default; a person may have one of their own in its place.
panels = Table(
    "panels",
    metadata,
    workspace(),
    Column("owner_id", Id),
    Column("id", Id, nullable=False),
    Column("name", Text, nullable=False),
    Column("advisor_ids", JSON, nullable=False),
    Column("early_turns", Integer, nullable=False),
    Column("is_default", Boolean, nullable=False),
    Column("created_at", Moment, nullable=False),
    # The row stays: a conversation that was begun with it at the same moment still finds its advisors.
    Column("removed", Boolean, nullable=False, server_default=false()),
    # The phases an advisor goes through, in order; none means early turns and then the rest.
    Column("phases", JSON, nullable=False, server_default="[]"),
    # How its advisors answer each other when nobody says otherwise.
    Column("rounds", JSON, nullable=False, server_default="{}"),
    # How much those think who have no setting of their own; nothing leaves it to the settings.
    Column("thinking", String(20)),
    PrimaryKeyConstraint("workspace_id", "id"),
)
