"""A key is used, in the transaction that makes what it stands for from then on."""

from antiphon.conversation.used_key import UsedKey
from antiphon.store.clock import now_ms
from antiphon.store.dialect import insert_into
from antiphon.store.reads.keys import read_made
from antiphon.store.tables import idempotency_keys
from antiphon.store.unit import Unit


class KeyTaken(Exception):
    """Somebody was here with this key before. Never leaves the engine: `do_once` answers with what they made."""


def take_key(unit: Unit, used: UsedKey, made_id: str) -> str | None:
    """Let the key stand for this; or the id of what it stands for already.

    Two who come with one key meet here, and the second waits for the first to commit. `KeyReused` when it came with
    something else before. If the transaction fails, the key was not used.
    """
    row = {
        "workspace_id": unit.workspace_id,
        "principal_id": used.principal_id,
        "key": used.key,
        "body_sha256": used.body_sha256,
        "turn_id": made_id,
        # By the clock that also says when it may be forgotten.
        "created_at": now_ms(unit.dialect),
    }
    statement = insert_into(idempotency_keys, unit.dialect).values(row).on_conflict_do_nothing()
    inserted = unit.connection.execute(statement.returning(idempotency_keys.c.key)).one_or_none()
    return None if inserted is not None else read_made(unit, used)


def claim_key(unit: Unit, used: UsedKey | None, made_id: str) -> None:
    """Let the key, if there is one, stand for this; `KeyTaken` when it stands for something already."""
    if used is not None and take_key(unit, used, made_id) is not None:
        raise KeyTaken
