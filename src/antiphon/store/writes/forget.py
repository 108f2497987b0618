"""What is only useful for a while is forgotten."""

from datetime import datetime

from sqlalchemy import delete, exists

from antiphon.conversation.state import OPEN
from antiphon.store.tables import chunks, idempotency_keys, replies
from antiphon.store.unit import Unit


def forget_keys(unit: Unit, before: datetime) -> int:
    """Delete idempotency keys used before this moment; they are promised for 24 hours."""
    statement = delete(idempotency_keys).where(idempotency_keys.c.created_at < before)
    return (unit.connection.execute(statement)).rowcount


def sweep_chunks(unit: Unit) -> int:
    """Delete pieces of replies that have ended, of whichever workspace; the whole text is with the reply."""
    is_growing = exists().where(replies.c.id == chunks.c.reply_id, replies.c.state.in_(sorted(OPEN)))
    return unit.connection.execute(delete(chunks).where(~is_growing)).rowcount
