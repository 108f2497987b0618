"""What a key stands for."""

from sqlalchemy import select

from antiphon.conversation.errors import KeyReused
from antiphon.conversation.used_key import UsedKey
from antiphon.store.tables import idempotency_keys
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


def read_made(unit: Unit, used: UsedKey) -> str | None:
    """The id of what was made with this key, if it was used; `KeyReused` when it came with something else then.

    The column is named after turns, which were the first to be made so.
    """
    query = select(idempotency_keys.c.body_sha256, idempotency_keys.c.turn_id).where(
        visible(unit, idempotency_keys),
        idempotency_keys.c.principal_id == used.principal_id,
        idempotency_keys.c.key == used.key,
    )
    known = unit.connection.execute(query).one_or_none()
    if known is None:
        return None
    if known.body_sha256 != used.body_sha256:
        raise KeyReused(used.key)
    return str(known.turn_id)
