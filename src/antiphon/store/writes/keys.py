"""A key is used, in the transaction that makes what it stands for from then on."""

from functools import cache
from typing import Any

from sqlalchemy import bindparam
from sqlalchemy.sql.dml import ReturningInsert

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
        "its_workspace": unit.workspace_id,
        "its_principal": used.principal_id,
        "its_key": used.key,
        "its_body": used.body_sha256,
        "its_id": made_id,
    }
    inserted = unit.connection.execute(_build_take(unit.dialect), row).one_or_none()
    return None if inserted is not None else read_made(unit, used)


@cache
def _build_take(dialect: str) -> ReturningInsert[Any]:
    """Every message runs this: it is built once."""
    row = {
        "workspace_id": bindparam("its_workspace"),
        "principal_id": bindparam("its_principal"),
        "key": bindparam("its_key"),
        "body_sha256": bindparam("its_body"),
        "turn_id": bindparam("its_id"),
        # By the clock that also says when it may be forgotten.
        "created_at": now_ms(dialect),
    }
    statement = insert_into(idempotency_keys, dialect).values(row).on_conflict_do_nothing()
    return statement.returning(idempotency_keys.c.key)


def claim_key(unit: Unit, used: UsedKey | None, made_id: str) -> None:
    """Let the key, if there is one, stand for this; `KeyTaken` when it stands for something already."""
    if used is not None and take_key(unit, used, made_id) is not None:
        raise KeyTaken
