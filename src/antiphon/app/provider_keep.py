"""Where providers are kept that were added while everything ran: a private file, or sealed in the database."""

import asyncio
import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from typing_extensions import override

from antiphon.access.principal import Principal
from antiphon.app.provider_file import write_providers
from antiphon.conversation.errors import KeyUnknown, SealBroken
from antiphon.engine.runtime.identity import new_id
from antiphon.settings import PROVIDERS_FILE, read_added_providers
from antiphon.store.reads.secrets import Kept, Secret

if TYPE_CHECKING:
    from antiphon.engine.accounts.vault import Vault

logger = logging.getLogger(__name__)


class ProviderKeep(Protocol):
    """Providers by name, with their keys."""

    @property
    def place(self) -> str:
        """Where they are, as a person is told."""
        ...

    @property
    def is_for_every_node(self) -> bool:
        """Whether what one node keeps here all of them use."""
        ...

    async def read(self) -> dict[str, Any]:
        """All of them."""
        ...

    async def change(self, name: str, added: Mapping[str, Any], by: Principal) -> None:
        """Keep the one of this name as it is in `added`; one that is not there any more goes."""
        ...


class FileKeep(ProviderKeep):
    """`providers.json` in the data folder: one node's, and readable by its owner alone."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    @override
    def place(self) -> str:
        return str(self._folder / PROVIDERS_FILE)

    @property
    @override
    def is_for_every_node(self) -> bool:
        return False

    @override
    async def read(self) -> dict[str, Any]:
        return await asyncio.to_thread(read_added_providers, self._folder)

    @override
    async def change(self, name: str, added: Mapping[str, Any], by: Principal) -> None:
        await asyncio.to_thread(write_providers, self._folder, added)


class SealedKeep(ProviderKeep):
    """Sealed in the database, each bound to the host its key is for."""

    def __init__(self, vault: "Vault") -> None:
        self._vault = vault

    @property
    @override
    def place(self) -> str:
        return "the database, sealed"

    @property
    @override
    def is_for_every_node(self) -> bool:
        return True

    @override
    async def read(self) -> dict[str, Any]:
        kept = await self._vault.read("provider")
        opened = {each.name: await self._open(each) for each in kept}
        return {name: said for name, said in opened.items() if said is not None}

    @override
    async def change(self, name: str, added: Mapping[str, Any], by: Principal) -> None:
        if name not in added:
            await self._vault.forget(Kept("provider", name), by)
            return
        from antiphon.secrets.places import Place, name_host

        said = added[name]
        place = Place(new_id("se"), "provider", name_host(said["base_url"]))
        sealed = await self._vault.seal(place, name, json.dumps(said), said.get("api_key", ""))
        await self._vault.keep(sealed, by)

    async def adopt(self, folder: Path, by: Principal) -> None:
        """Seal what a private file holds from the time before accounts, and take the file away."""
        from_file = await asyncio.to_thread(read_added_providers, folder)
        known = await self.read() if from_file else {}
        for name in from_file.keys() - known.keys():
            await self.change(name, from_file, by)
        if from_file:
            await asyncio.to_thread(write_providers, folder, {})
            logger.info("providers_sealed", extra={"providers": len(from_file)})

    async def _open(self, secret: Secret) -> dict[str, Any] | None:
        """One that does not open, or names another host than it is sealed for, is as if it were not there."""
        from antiphon.secrets.places import name_host

        try:
            said: dict[str, Any] = json.loads(await self._vault.unseal(secret))
        except (KeyUnknown, SealBroken) as error:
            logger.warning("provider_closed", extra={"provider": secret.name, "reason": str(error)})
            return None
        return said if name_host(said["base_url"]) == secret.host else None


async def open_keep(folder: Path, vault: "Vault | None") -> ProviderKeep:
    """The file of a person alone, or the database of people with accounts."""
    if vault is None:
        return FileKeep(folder)
    keep = SealedKeep(vault)
    await keep.adopt(folder, vault.system)
    return keep
