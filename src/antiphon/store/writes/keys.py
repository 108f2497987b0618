"""A key that a client sends along, so that what it asks for twice is done once."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select

from antiphon.conversation.errors import KeyReused
from antiphon.store.dialect import insert_into
from antiphon.store.tables import idempotency_keys
from antiphon.store.unit import Unit


class UsedKey(NamedTuple):
    """A key, and a fingerprint of what came with it."""

    key: str
    body_sha256: str


def take_key(unit: Unit, used: UsedKey, made_id: str, at: datetime) -> str:
    """The id of what this key stands for: `made_id` the first time, and the same one ever after.

    Two who come with one key meet here, and the second waits for the first to commit. `KeyReused` when it came with
    something else before. The column is named after turns, which were the first to be made so.
    """
    row = {
        "workspace_id": unit.workspace_id,
        "principal_id": unit.principal.id,
        "key": used.key,
        "body_sha256": used.body_sha256,
        "turn_id": made_id,
        "created_at": at,
    }
    unit.connection.execute(insert_into(idempotency_keys, unit.dialect).on_conflict_do_nothing(), row)
    query = select(idempotency_keys.c.body_sha256, idempotency_keys.c.turn_id).where(
        idempotency_keys.c.workspace_id == unit.workspace_id,
        idempotency_keys.c.principal_id == unit.principal.id,
        idempotency_keys.c.key == used.key,
    )
    known = unit.connection.execute(query).one()
    if known.body_sha256 != used.body_sha256:
        raise KeyReused(used.key)
    return str(known.turn_id)
