"""Settings belong to the instance, to a workspace or to a person."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None
oldest = "0020"

_INSTANCE = ("chars_per_token",)
_PERSON = (
    "day_ceiling",
    "dropping",
    "failed_turns",
    "heartbeats",
    "map_after_turn",
    "memory_scan",
    "on_interrupt",
    "synthesis_after_turn",
    "time_zone",
    "timestamps",
    "titles",
    "turn_ceiling",
)
_WORKSPACE_ROWS = sa.table(
    "workspace_settings", sa.column("workspace_id"), sa.column("name"), sa.column("value", sa.JSON())
)
_INSTANCE_ROWS = sa.table("instance_settings", sa.column("name"), sa.column("value", sa.JSON()))
_PERSON_ROWS = sa.table(
    "person_settings",
    sa.column("workspace_id"),
    sa.column("person_id"),
    sa.column("name"),
    sa.column("value", sa.JSON()),
)
_LOCAL = "local"


def upgrade() -> None:
    """Forward. What the one local person has changed is theirs, or the instance's they run."""
    op.create_table(
        "instance_settings",
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_instance_settings")),
    )
    op.create_table(
        "person_settings",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("person_id", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_person_settings_workspace_id")),
        sa.PrimaryKeyConstraint("workspace_id", "person_id", "name", name=op.f("pk_person_settings")),
    )
    with op.batch_alter_table("workspaces", schema=None) as batch_op:
        batch_op.add_column(sa.Column("settings_number", sa.Integer(), server_default="0", nullable=False))
    _move_rows()
    # What is read again is what has a number; every workspace that has changed anything begins with one.
    op.execute("UPDATE workspaces SET settings_number = 1")


def _move_rows() -> None:
    rows, local = _WORKSPACE_ROWS.c, sa.literal(_LOCAL)
    instance = (rows.workspace_id == _LOCAL) & rows.name.in_(_INSTANCE)
    person = (rows.workspace_id == _LOCAL) & rows.name.in_(_PERSON)
    op.execute(_INSTANCE_ROWS.insert().from_select(["name", "value"], sa.select(rows.name, rows.value).where(instance)))
    op.execute(
        _PERSON_ROWS.insert().from_select(
            ["workspace_id", "person_id", "name", "value"],
            sa.select(rows.workspace_id, local, rows.name, rows.value).where(person),
        )
    )
    op.execute(_WORKSPACE_ROWS.delete().where(instance | person))


def downgrade() -> None:
    """Back. What is in force for the local person holds for the workspace again; what others changed is lost."""
    rows, instance, person = _WORKSPACE_ROWS.c, _INSTANCE_ROWS.c, _PERSON_ROWS.c
    mine = (person.workspace_id == _LOCAL) & (person.person_id == _LOCAL)
    ours = rows.workspace_id == _LOCAL
    columns = ["workspace_id", "name", "value"]
    op.execute(_WORKSPACE_ROWS.delete().where(ours, rows.name.in_(sa.select(person.name).where(mine))))
    own = sa.select(person.workspace_id, person.name, person.value).where(mine)
    op.execute(_WORKSPACE_ROWS.insert().from_select(columns, own))
    # A database that was never sown has no workspace that could hold anything.
    workspaces = sa.table("workspaces", sa.column("id"))
    usual = (
        sa.select(workspaces.c.id, instance.name, instance.value)
        .join_from(_INSTANCE_ROWS, workspaces, workspaces.c.id == _LOCAL)
        .where(instance.name.not_in(sa.select(rows.name).where(ours)))
    )
    op.execute(_WORKSPACE_ROWS.insert().from_select(columns, usual))
    with op.batch_alter_table("workspaces", schema=None) as batch_op:
        batch_op.drop_column("settings_number")
    op.drop_table("person_settings")
    op.drop_table("instance_settings")
