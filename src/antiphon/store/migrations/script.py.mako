"""${message}."""

import sqlalchemy as sa
from alembic import op
${imports if imports else ""}
revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None
# None where versions without this go on working on the database; else the oldest revision whose version does.
oldest = None


def upgrade() -> None:
    """Forward."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """Back."""
    ${downgrades if downgrades else "pass"}
