"""Headers for servers of tools that people added: sealed, for one host, of the workspace or of one person."""

import json
import logging
from collections.abc import Mapping

from antiphon.access.principal import Principal
from antiphon.conversation.errors import KeyUnknown, SealBroken
from antiphon.conversation.receipt import KeyOwner
from antiphon.engine.accounts.vault import Vault
from antiphon.engine.runtime.identity import new_id
from antiphon.engine.runtime.toolkit import ServerHeaders
from antiphon.secrets.places import Place, name_host
from antiphon.store.reads.secrets import Kept, Secret, read_kept

logger = logging.getLogger(__name__)


class ToolHeaders:
    """Keeps them, and finds those that count for somebody."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    async def find(self, principal: Principal, name: str, url: str) -> ServerHeaders:
        """The principal's own for this server at this address, else the workspace's, else none."""
        for owner in ("person", "workspace"):
            kept = _name(principal, owner, name)
            for secret in await self._vault.store.read(self._vault.system, read_kept, kept):
                opened = await self._open(secret, url)
                if opened is not None:
                    return ServerHeaders(kept.person_id, opened)
        return ServerHeaders(None, {})

    async def keep(
        self, principal: Principal, owner: KeyOwner, name: str, url: str, headers: Mapping[str, str]
    ) -> None:
        """Send these with every request from now on, in place of what this owner had for the server."""
        kept = _name(principal, owner, name)
        place = Place(new_id("se"), "tool", name_host(url), kept.workspace_id, kept.person_id)
        await self._vault.keep(await self._vault.seal(place, name, json.dumps(dict(headers))), principal)

    async def forget(self, principal: Principal, owner: KeyOwner, name: str) -> None:
        """Send none of this owner's any more; `NotFound` when there are none."""
        await self._vault.forget(_name(principal, owner, name), principal)

    async def _open(self, secret: Secret, url: str) -> dict[str, str] | None:
        """What does not open, or is for another host, is as if it were not there."""
        if secret.host != name_host(url):
            return None
        try:
            headers: dict[str, str] = json.loads(await self._vault.unseal(secret))
        except (KeyUnknown, SealBroken) as error:
            logger.warning("headers_closed", extra={"secret": secret.id, "reason": str(error)})
            return None
        return headers


def _name(principal: Principal, owner: str, name: str) -> Kept:
    return Kept("tool", name, principal.workspace_id, principal.id if owner == "person" else None)
