"""Secrets are kept, sealed anew and forgotten; so are the keys they are sealed under."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, insert, update

from antiphon.access.audit import AuditAction
from antiphon.conversation.errors import NotFound
from antiphon.store.dialect import insert_into
from antiphon.store.reads.secrets import DataKey, Kept, Secret, find_active_key, is_kept
from antiphon.store.tables import data_keys, secrets
from antiphon.store.unit import Unit
from antiphon.store.writes.audit import Deed, Target, write_audit
from antiphon.store.writes.credentials import note_auth_change


def add_data_key(unit: Unit, key: DataKey) -> None:
    """One more key; of two nodes that make one of the same id the first has."""
    unit.connection.execute(insert_into(data_keys, unit.dialect).on_conflict_do_nothing(), key._asdict())


def replace_data_key(unit: Unit, key: DataKey, at: datetime) -> None:
    """Seal under this one from now on; what is sealed under the one before can still be opened."""
    before = find_active_key(unit, key.workspace_id)
    if before is not None:
        unit.connection.execute(update(data_keys).where(data_keys.c.id == before.id).values(retired_at=at))
    add_data_key(unit, key)


def wrap_anew(unit: Unit, keys: Sequence[DataKey], deed: Deed) -> None:
    """The same keys under another key of the keeper's."""
    for each in keys:
        changed = {"wrapped": each.wrapped, "keeper_id": each.keeper_id}
        unit.connection.execute(update(data_keys).where(data_keys.c.id == each.id).values(changed))
    if keys:
        write_audit(
            unit, deed, AuditAction.KEYS_ROTATED, Target("keys", None, keys[0].keeper_id), after={"keys": len(keys)}
        )


def seal_anew(unit: Unit, kept: Sequence[tuple[str, Secret]], at: datetime) -> None:
    """The same secrets under another data key, each unless somebody has changed it since it was read."""
    for old_key, each in kept:
        same = (secrets.c.id == each.id) & (secrets.c.key_id == old_key)
        changed = {"key_id": each.key_id, "nonce": each.nonce, "ciphertext": each.ciphertext, "rotated_at": at}
        unit.connection.execute(update(secrets).where(same).values(changed))


def put_secret(unit: Unit, secret: Secret, at: datetime) -> None:
    """Keep it, as part of a deed that is written down elsewhere."""
    row = {**secret._asdict(), "created_by": unit.principal.id, "created_at": at}
    unit.connection.execute(insert(secrets), row)


def replace_secret(unit: Unit, secret: Secret, deed: Deed) -> None:
    """Keep it in place of the one for the same purpose and name, of the same people; every node is told."""
    _delete(unit, Kept(secret.purpose, secret.name, secret.workspace_id, secret.person_id))
    put_secret(unit, secret, deed.at)
    note_auth_change(unit, "secret", secret.id)
    after = {"purpose": secret.purpose, "host": secret.host, "last4": secret.last4}
    write_audit(unit, deed, AuditAction.SECRET_KEPT, Target("secret", secret.id, secret.name), after=after)


def remove_secret(unit: Unit, kept: Kept, deed: Deed) -> None:
    """Forget it on every node; `NotFound` when there is none."""
    if not _delete(unit, kept):
        raise NotFound(kept.purpose, kept.name)
    note_auth_change(unit, "secret", kept.name[:40])
    before = {"purpose": kept.purpose}
    write_audit(unit, deed, AuditAction.SECRET_REMOVED, Target("secret", None, kept.name), before=before)


def forget_secrets(unit: Unit, purpose: str, names: Sequence[str]) -> None:
    """Forget what the workspace and everybody in it kept under these names, as part of another deed."""
    theirs = (secrets.c.workspace_id == unit.workspace_id) & (secrets.c.purpose == purpose)
    unit.connection.execute(delete(secrets).where(theirs, secrets.c.name.in_(names)))


def _delete(unit: Unit, kept: Kept) -> int:
    return unit.connection.execute(delete(secrets).where(*is_kept(kept))).rowcount
