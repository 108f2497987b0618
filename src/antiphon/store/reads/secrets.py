"""What is sealed, and the keys it is sealed under: as they are kept, which tells nothing without the keeper's key."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, select

from antiphon.store.tables import data_keys, secrets
from antiphon.store.unit import Unit

ROOT_ID = "root"


class DataKey(NamedTuple):
    """A key under a key."""

    id: str
    workspace_id: str | None
    kind: str
    wrapped: bytes
    keeper_id: str
    created_at: datetime
    retired_at: datetime | None


class Secret(NamedTuple):
    """A secret as it is kept."""

    id: str
    workspace_id: str | None
    person_id: str | None
    purpose: str
    name: str
    host: str
    key_id: str
    nonce: bytes
    ciphertext: bytes
    last4: str


class Kept(NamedTuple):
    """Which secret is meant. Without a workspace it is the installation's, without a person everybody's in there."""

    purpose: str
    name: str
    workspace_id: str | None = None
    person_id: str | None = None


_KEYS = select(*(data_keys.c[name] for name in DataKey._fields)).order_by(data_keys.c.created_at, data_keys.c.id)
_SECRETS = select(*(secrets.c[name] for name in Secret._fields)).order_by(secrets.c.id)


def read_data_keys(unit: Unit) -> tuple[DataKey, ...]:
    """All of them, the oldest first."""
    return tuple(DataKey(*row) for row in unit.connection.execute(_KEYS))


def find_data_key(unit: Unit, key_id: str) -> DataKey | None:
    """The key of this id."""
    row = unit.connection.execute(_KEYS.where(data_keys.c.id == key_id)).one_or_none()
    return None if row is None else DataKey(*row)


def find_active_key(unit: Unit, workspace_id: str | None) -> DataKey | None:
    """The key that is sealed under now; of two that were made at the same moment always the same one."""
    here = data_keys.c.workspace_id.is_(None) if workspace_id is None else data_keys.c.workspace_id == workspace_id
    active = _KEYS.where(here, data_keys.c.kind == "data", data_keys.c.retired_at.is_(None))
    row = unit.connection.execute(active.limit(1)).one_or_none()
    return None if row is None else DataKey(*row)


def read_secrets(unit: Unit, purpose: str, workspace_id: str | None = None) -> tuple[Secret, ...]:
    """Those for one purpose that are everybody's, in the installation or in one workspace."""
    here = secrets.c.workspace_id.is_(None) if workspace_id is None else secrets.c.workspace_id == workspace_id
    shared = here & secrets.c.person_id.is_(None)
    return tuple(Secret(*row) for row in unit.connection.execute(_SECRETS.where(shared, secrets.c.purpose == purpose)))


def read_brought(unit: Unit, purpose: str) -> tuple[Secret, ...]:
    """Those for one purpose that workspaces and people have brought, of every workspace."""
    mine = secrets.c.workspace_id.is_not(None)
    return tuple(Secret(*row) for row in unit.connection.execute(_SECRETS.where(mine, secrets.c.purpose == purpose)))


def read_kept(unit: Unit, kept: Kept) -> tuple[Secret, ...]:
    """The one that is meant, if it is there."""
    return tuple(Secret(*row) for row in unit.connection.execute(_SECRETS.where(*is_kept(kept))))


def is_kept(kept: Kept) -> list[ColumnElement[bool]]:
    """Conditions under which a row is the one that is meant."""
    whose = ((secrets.c.workspace_id, kept.workspace_id), (secrets.c.person_id, kept.person_id))
    same = [column.is_(None) if value is None else column == value for column, value in whose]
    return [*same, secrets.c.purpose == kept.purpose, secrets.c.name == kept.name]


def find_secret(unit: Unit, secret_id: str) -> Secret | None:
    """The secret of this id."""
    row = unit.connection.execute(_SECRETS.where(secrets.c.id == secret_id)).one_or_none()
    return None if row is None else Secret(*row)


def read_some_secrets(unit: Unit, after: str, limit: int) -> tuple[Secret, ...]:
    """So many of them behind this id, whatever they are for."""
    return tuple(Secret(*row) for row in unit.connection.execute(_SECRETS.where(secrets.c.id > after).limit(limit)))


def read_outdated_secrets(unit: Unit, limit: int) -> tuple[Secret, ...]:
    """So many of those that are sealed under a key nothing new is sealed under."""
    retired = select(data_keys.c.id).where(data_keys.c.retired_at.is_not(None))
    found = unit.connection.execute(_SECRETS.where(secrets.c.key_id.in_(retired)).limit(limit))
    return tuple(Secret(*row) for row in found)
