"""Receipts keep a manifest of passages, each of which is kept once in a conversation.

Nothing is rewritten here: receipts that are there stay whole, and are cut a few at a time once the server runs.
"""

import json
import re
import zlib

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None
oldest = "0018"

_SOME = 200
_REFERENCE = re.compile(rb"\0(.{16})", re.DOTALL)
_CUT = sa.text(
    "SELECT r.reply_id, r.epoch, r.attempt, r.body, r.manifest, r.reckoning, r.telemetry, p.conversation_id"
    " FROM receipts r LEFT JOIN replies p ON p.id = r.reply_id"
    " WHERE r.manifest IS NOT NULL OR r.reckoning IS NOT NULL LIMIT :some"
)
_PASSAGE = sa.text("SELECT packed, data FROM passages WHERE conversation_id = :conversation AND name = :name")
_MEND = sa.text(
    "UPDATE receipts SET body = :body, telemetry = :telemetry, manifest = NULL, reckoning = NULL"
    " WHERE reply_id = :reply_id AND epoch = :epoch AND attempt = :attempt"
).bindparams(sa.bindparam("telemetry", type_=sa.JSON(none_as_null=True)))


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "passages",
        sa.Column("workspace_id", sa.String(length=40), nullable=False),
        sa.Column("conversation_id", sa.String(length=40), nullable=False),
        sa.Column("name", sa.LargeBinary(), nullable=False),
        sa.Column("packed", sa.Boolean(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("workspace_id", "conversation_id", "name", name=op.f("pk_passages")),
    )
    op.create_table(
        "backfills",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("place", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_backfills")),
    )
    op.add_column("receipts", sa.Column("manifest", sa.LargeBinary(), nullable=True))
    op.add_column("receipts", sa.Column("reckoning", sa.LargeBinary(), nullable=True))


def downgrade() -> None:
    """Back. Every receipt is whole again."""
    connection = op.get_bind()
    while rows := connection.execute(_CUT, {"some": _SOME}).all():
        for row in rows:
            connection.execute(_MEND, _mend(connection, row))
    op.drop_column("receipts", "reckoning")
    op.drop_column("receipts", "manifest")
    op.drop_table("backfills")
    op.drop_table("passages")


def _mend(connection: sa.Connection, row: sa.Row[tuple[object, ...]]) -> dict[str, object]:
    pieces = _REFERENCE.split(bytes(row.manifest or b""))
    for number in range(1, len(pieces), 2):
        found = {"conversation": row.conversation_id, "name": pieces[number]}
        packed, data = connection.execute(_PASSAGE, found).one()
        pieces[number] = zlib.decompress(data) if packed else bytes(data)
    old = json.loads(row.telemetry) if isinstance(row.telemetry, str) else row.telemetry
    return {
        "reply_id": row.reply_id,
        "epoch": row.epoch,
        "attempt": row.attempt,
        "body": b"".join(pieces) if row.manifest else row.body,
        "telemetry": old if row.reckoning is None else json.loads(zlib.decompress(row.reckoning)),
    }
