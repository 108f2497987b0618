"""Advisors can be edited: taglines, archived advisors, removed panels, colours by name."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None
oldest = "0003"

# The starter panel as it was sown until now; nobody could change it. Any other colour is left as it is.
_COLOURS = {
    "#b4532a": "lapis",
    "#2f6f4f": "umber",
    "#6b5b95": "rose",
    "#a8577e": "iris",
    "#2b6a99": "olive",
}
_TAGLINES = {
    "skeptic": "evidence and weak points",
    "builder": "first steps this week",
    "historian": "patterns and precedents",
    "confidant": "what goes unsaid",
    "contrarian": "the other side",
}


def upgrade() -> None:
    """Forward."""
    with op.batch_alter_table("advisors", schema=None) as batch_op:
        batch_op.add_column(sa.Column("tagline", sa.Text(), server_default="", nullable=False))
        batch_op.add_column(sa.Column("archived", sa.Boolean(), server_default=sa.false(), nullable=False))

    with op.batch_alter_table("panels", schema=None) as batch_op:
        batch_op.add_column(sa.Column("removed", sa.Boolean(), server_default=sa.false(), nullable=False))

    _recolour(_COLOURS)
    advisors = sa.table("advisors", sa.column("id", sa.String(40)), sa.column("tagline", sa.Text()))
    for advisor_id, tagline in _TAGLINES.items():
        op.execute(advisors.update().where(advisors.c.id == advisor_id).values(tagline=tagline))


def downgrade() -> None:
    """Back."""
    _recolour({name: colour for colour, name in _COLOURS.items()})
    with op.batch_alter_table("panels", schema=None) as batch_op:
        batch_op.drop_column("removed")

    with op.batch_alter_table("advisors", schema=None) as batch_op:
        batch_op.drop_column("archived")
        batch_op.drop_column("tagline")


def _recolour(names: dict[str, str]) -> None:
    """One pass over each table, however many colours there are."""
    for table in ("advisors", "replies"):
        colour = sa.column("colour", sa.String(20))
        rows = sa.table(table, colour)
        op.execute(rows.update().where(colour.in_(names)).values(colour=sa.case(names, value=colour)))
