"""What was sent for replies, byte for byte.

A receipt keeps a manifest, see `conversation/manifest.py`, and its passages are rows of their own, each once in a
conversation however often it is sent. One that an earlier version wrote has its whole body, until it is cut too.
"""

from sqlalchemy import JSON, Boolean, Column, Index, Integer, LargeBinary, PrimaryKeyConstraint, String, Table, Text

from antiphon.store.tables.columns import Id, Moment, Packed, metadata, same_workspace

receipts = Table(
    "receipts",
    metadata,
    same_workspace(),
    Column("reply_id", Id, nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("provider", Text, nullable=False),
    Column("model", Text, nullable=False),
    Column("url", Text, nullable=False),
    Column("headers", JSON, nullable=False),
    # Empty where there is a manifest.
    Column("body", LargeBinary, nullable=False),
    Column("sha256", String(64), nullable=False),
    Column("sent_at", Moment, nullable=False),
    Column("outcome", String(40)),
    Column("usage", JSON(none_as_null=True)),
    # Of receipts that earlier versions wrote: what `reckoning` holds of the others.
    Column("telemetry", JSON(none_as_null=True)),
    # 0 for the question; one more each time results of tools are handed back.
    Column("round", Integer, nullable=False, server_default="0"),
    # Empty where the body is whole because nothing in it could be shared; none where nobody has looked.
    Column("manifest", LargeBinary),
    Column("reckoning", Packed),
    # Which key it was sent with, and whose that is; both are absent for the instance's.
    Column("key_id", Id),
    Column("key_owner", String(10)),
    # Of a receipt that came from another installation: who had signed it there, or an empty name for nobody. One that
    # was written here has neither; it is signed when it leaves.
    Column("signer", String(64)),
    Column("signature", LargeBinary),
    PrimaryKeyConstraint("reply_id", "epoch", "attempt"),
    Index(None, "workspace_id", "sent_at"),
)


# Named by the beginning of the SHA-256 of what `data` says when it is unpacked. The conversation is that of the reply
# whose receipt has the name in its manifest.
passages = Table(
    "passages",
    metadata,
    same_workspace(),
    Column("conversation_id", Id, nullable=False),
    Column("name", LargeBinary, nullable=False),
    Column("packed", Boolean, nullable=False),
    Column("data", LargeBinary, nullable=False),
    PrimaryKeyConstraint("workspace_id", "conversation_id", "name"),
)
