"""Programs that wait to be let in: what they call themselves, and what was decided."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, func, select

from antiphon.store.tables import one_time
from antiphon.store.unit import Unit


class DeviceRequest(NamedTuple):
    """A program that asks for a token."""

    id: str
    client: str
    scopes: tuple[str, ...]
    address: str
    expires_at: datetime
    state: str
    person_id: str | None
    workspace_id: str | None


def read_device(unit: Unit, request_id: str, now: datetime) -> DeviceRequest | None:
    """The one whose code was typed, while it waits."""
    return _read(unit, one_time.c.id == request_id, now)


def find_device(unit: Unit, token_sha256: str, now: datetime) -> DeviceRequest | None:
    """The one that asks with this code of its own, while it counts."""
    return _read(unit, one_time.c.token_sha256 == token_sha256, now)


def count_devices(unit: Unit, now: datetime) -> int:
    """How many wait."""
    open_ = (one_time.c.kind == "device") & one_time.c.used_at.is_(None) & (one_time.c.expires_at > now)
    return unit.connection.execute(select(func.count()).select_from(one_time).where(open_)).scalar_one()


def _read(unit: Unit, this: ColumnElement[bool], now: datetime) -> DeviceRequest | None:
    query = select(one_time.c.id, one_time.c.body, one_time.c.expires_at, one_time.c.person_id).where(
        this, one_time.c.kind == "device", one_time.c.used_at.is_(None), one_time.c.expires_at > now
    )
    row = unit.connection.execute(query).one_or_none()
    if row is None:
        return None
    body: dict[str, Any] = row.body
    return DeviceRequest(
        row.id,
        body["client"],
        tuple(body["scopes"]),
        body["address"],
        row.expires_at,
        body["state"],
        row.person_id,
        body.get("workspace_id"),
    )
