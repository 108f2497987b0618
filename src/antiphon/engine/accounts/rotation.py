"""Other keys while everything runs: the keeper's, the data keys', and a look at whether everything opens."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from antiphon.conversation.errors import KeyUnknown, SealBroken
from antiphon.engine.accounts.accounts import Visit, begin_deed
from antiphon.engine.accounts.vault import Vault, bind_key, locate
from antiphon.engine.runtime.identity import new_id
from antiphon.secrets.places import Place
from antiphon.secrets.sealing import seal
from antiphon.store.reads.secrets import (
    DataKey,
    Secret,
    read_data_keys,
    read_outdated_secrets,
    read_some_secrets,
)
from antiphon.store.writes.secrets import replace_data_key, seal_anew, wrap_anew

_AT_ONCE = 100


class Opened(NamedTuple):
    """How many keys and secrets open, and the ids of those that do not."""

    keys: int
    secrets: int
    closed: tuple[str, ...]


async def rewrap_keys(vault: Vault, keeper_id: str) -> int:
    """Seal every data key under this key of the keeper's; how many were under another. All of them or none."""
    keys = await vault.store.read(vault.system, read_data_keys)
    renewed = [_rewrap(vault, each, keeper_id) for each in keys if each.keeper_id != keeper_id]
    await vault.store.write(vault.system, wrap_anew, renewed, begin_deed(Visit()))
    return len(renewed)


async def reseal_secrets(vault: Vault) -> int:
    """Seal every secret under a new data key, some at a time; how many were.

    A run that was cut off is finished by the next one, which then makes no further keys. The root stays: what was made
    with keys out of it could not be made again.
    """
    if not await vault.store.read(vault.system, read_outdated_secrets, 1):
        await _replace_keys(vault)
    done = 0
    while outdated := await vault.store.read(vault.system, read_outdated_secrets, _AT_ONCE):
        renewed = [(each.key_id, await _reseal(vault, each)) for each in outdated]
        await vault.store.write(vault.system, seal_anew, renewed, datetime.now(UTC))
        done += len(renewed)
    return done


async def open_everything(vault: Vault) -> Opened:
    """Open every key and every secret, and keep none of it."""
    keys = await vault.store.read(vault.system, read_data_keys)
    closed = [each.id for each in keys if not _opens(vault, each)]
    count, after = 0, ""
    while some := await vault.store.read(vault.system, read_some_secrets, after, _AT_ONCE):
        closed += [each.id for each in some if not await _is_open(vault, each)]
        count, after = count + len(some), some[-1].id
    return Opened(len(keys), count, tuple(closed))


async def _replace_keys(vault: Vault) -> None:
    now = datetime.now(UTC)
    for workspace_id in _find_scopes(await vault.store.read(vault.system, read_data_keys)):
        key = vault.make_key(workspace_id, "data", new_id("dk"))
        await vault.store.write(vault.system, replace_data_key, key, now)


def _find_scopes(keys: Sequence[DataKey]) -> list[str | None]:
    return list(dict.fromkeys(each.workspace_id for each in keys if each.kind == "data" and each.retired_at is None))


def _rewrap(vault: Vault, key: DataKey, keeper_id: str) -> DataKey:
    wrapped = vault.keeper.wrap(vault.open_key(key), bind_key(key.id, key.workspace_id), keeper_id)
    return key._replace(wrapped=wrapped, keeper_id=keeper_id)


async def _reseal(vault: Vault, secret: Secret) -> Secret:
    plain = await vault.unseal(secret)
    key = await vault.find_active(secret.workspace_id)
    place: Place = locate(secret)
    sealed = seal(vault.open_key(key), plain.encode(), place.bound_to)
    return secret._replace(key_id=key.id, nonce=sealed.nonce, ciphertext=sealed.ciphertext)


def _opens(vault: Vault, key: DataKey) -> bool:
    try:
        vault.open_key(key)
    except (KeyUnknown, SealBroken):
        return False
    return True


async def _is_open(vault: Vault, secret: Secret) -> bool:
    try:
        await vault.unseal(secret)
    except (KeyUnknown, SealBroken):
        return False
    return True
