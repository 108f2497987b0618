"""Secrets sealed into the store and opened again, under keys that only the keeper can open."""

import asyncio
from datetime import UTC, datetime

from antiphon.access.principal import Principal
from antiphon.conversation.errors import KeyUnknown, SealBroken
from antiphon.engine.runtime.identity import new_id
from antiphon.secrets.keeper import KeyKeeper
from antiphon.secrets.places import Place
from antiphon.secrets.sealing import Sealed, derive_key, draw_key, seal, unseal
from antiphon.store.reads.secrets import (
    ROOT_ID,
    DataKey,
    Kept,
    Secret,
    find_active_key,
    find_data_key,
    read_brought,
    read_secrets,
)
from antiphon.store.unit import Store
from antiphon.store.writes.audit import Deed
from antiphon.store.writes.secrets import add_data_key, remove_secret, replace_secret

_END, _LEAST_SHOWN = 4, 16


class Vault:
    """Seals under the data key of a workspace, or of the installation; opens whatever was sealed here."""

    def __init__(self, store: Store, keeper: KeyKeeper, system: Principal) -> None:
        self.store = store
        self.keeper = keeper
        self.system = system
        # Open, by id: what a key is never changes.
        self._open: dict[str, bytes] = {}
        self._root: bytes | None = None

    async def open(self) -> None:
        """Have the root key; `KeyUnknown` when the keeper is not the one that sealed it. The first time it is made."""
        kept = await self.store.read(self.system, find_data_key, ROOT_ID)
        if kept is None:
            await self.store.write(self.system, add_data_key, self.make_key(None, "root", ROOT_ID))
            kept = await self.store.read(self.system, find_data_key, ROOT_ID)
        if kept is not None:
            self._root = self.open_key(kept)

    def derive(self, purpose: str) -> bytes:
        """The key for one purpose and for no other."""
        if self._root is None:
            raise KeyUnknown(ROOT_ID, "the database")
        return derive_key(self._root, purpose)

    async def seal(self, place: Place, name: str, plain: str, shown: str = "") -> Secret:
        """The secret as it may be kept, bound to its place. People tell it by the end of `shown`."""
        key = await self.find_active(place.workspace_id)
        sealed = seal(self.open_key(key), plain.encode(), place.bound_to)
        last4 = shown[-_END:] if len(shown) >= _LEAST_SHOWN else ""
        return Secret(
            place.id,
            place.workspace_id,
            place.person_id,
            place.purpose,
            name,
            place.host,
            key.id,
            sealed.nonce,
            sealed.ciphertext,
            last4,
        )

    async def read(self, purpose: str, workspace_id: str | None = None) -> tuple[Secret, ...]:
        """What is kept for one purpose, still sealed."""
        return await self.store.read(self.system, read_secrets, purpose, workspace_id)

    async def keep(self, secret: Secret, by: Principal) -> None:
        """Keep it in place of the one of the same purpose and name."""
        await self.store.write(by, replace_secret, secret, _begin_deed())

    async def read_brought(self, purpose: str) -> tuple[Secret, ...]:
        """What workspaces and people have brought for one purpose, still sealed."""
        return await self.store.read(self.system, read_brought, purpose)

    async def forget(self, kept: Kept, by: Principal) -> None:
        """Keep it no longer; `NotFound` when there is none."""
        await self.store.write(by, remove_secret, kept, _begin_deed())

    async def unseal(self, secret: Secret) -> str:
        """The secret again; `SealBroken` when the row is not the one that was written."""
        key = self._open.get(secret.key_id)
        if key is None:
            kept = await self.store.read(self.system, find_data_key, secret.key_id)
            if kept is None:
                raise SealBroken
            # Reads files when the keeper does not know the key yet.
            key = await asyncio.to_thread(self.open_key, kept)
        return unseal(key, Sealed(secret.nonce, secret.ciphertext), locate(secret).bound_to).decode()

    async def find_active(self, workspace_id: str | None) -> DataKey:
        """The key to seal under now; the first time it is made."""
        found = await self.store.read(self.system, find_active_key, workspace_id)
        if found is not None:
            return found
        made = self.make_key(workspace_id, "data", new_id("dk"))
        await self.store.write(self.system, add_data_key, made)
        return await self.store.read(self.system, find_active_key, workspace_id) or made

    def make_key(self, workspace_id: str | None, kind: str, id: str) -> DataKey:
        """A new data key, under the keeper's current one."""
        wrapped = self.keeper.wrap(draw_key(), bind_key(id, workspace_id))
        return DataKey(id, workspace_id, kind, wrapped, self.keeper.current(), datetime.now(UTC), None)

    def open_key(self, key: DataKey) -> bytes:
        """The data key itself; `KeyUnknown` or `SealBroken` say why not."""
        if key.id not in self._open:
            self._open[key.id] = self.keeper.unwrap(key.wrapped, bind_key(key.id, key.workspace_id), key.keeper_id)
        return self._open[key.id]


def _begin_deed() -> Deed:
    return Deed(new_id("au"), datetime.now(UTC))


def bind_key(id: str, workspace_id: str | None) -> bytes:
    """What a data key is bound to: under another row or workspace it does not open."""
    return f"antiphon.v1|data key|{workspace_id or ''}|{id}".encode()


def locate(secret: Secret) -> Place:
    """Where the row says that it belongs; it opens only if that is where it was sealed for."""
    purpose = secret.purpose
    if purpose not in ("provider", "tool", "totp"):
        raise SealBroken
    return Place(secret.id, purpose, secret.host, secret.workspace_id, secret.person_id)  # type: ignore[arg-type]
