"""Keys that workspaces and people bring for providers in force: sealed, and used for what their owners set going."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from pydantic import SecretStr
from typing_extensions import override

from antiphon.access.principal import Principal
from antiphon.api.connections import OwnKey, OwnKeys
from antiphon.app.models import Models, build_provider, choose_way, find_added
from antiphon.app.ways import Ways, is_this_machine
from antiphon.conversation.errors import KeyUnknown, SealBroken
from antiphon.conversation.ids import PrincipalId, WorkspaceId
from antiphon.conversation.receipt import KeyOwner, PayingKey
from antiphon.engine.payloads.reach import KeyHolder, Reach
from antiphon.engine.runtime.identity import new_id
from antiphon.providers.provider import Provider
from antiphon.settings import ProviderSettings, Settings, find_address
from antiphon.store.reads.secrets import Kept, Secret

if TYPE_CHECKING:
    from antiphon.engine.accounts.vault import Vault

logger = logging.getLogger(__name__)


class _Brought(NamedTuple):
    """A key that opened, whose it is, and the host it is for."""

    holder: KeyHolder
    provider: str
    host: str
    paying: PayingKey
    key: SecretStr


class BroughtKeys(OwnKeys):
    """All of them, open in memory. A provider that moves to another host is sent none of them."""

    def __init__(self, vault: "Vault", ways: Ways, reach: Reach, settings: Settings, models: Models) -> None:
        self._vault = vault
        self._ways = ways
        self._reach = reach
        self._settings, self._models = settings, models
        self._brought: tuple[_Brought, ...] = ()

    def follow(self, settings: Settings, models: Models) -> None:
        """Use the keys for these providers from now on."""
        self._settings, self._models = settings, models
        self._use()

    async def refresh(self) -> None:
        """Use what was brought and taken away since, on whichever node."""
        kept = await self._vault.read_brought("provider")
        opened = [await self._open(each) for each in kept]
        self._brought = tuple(each for each in opened if each is not None)
        self._use()

    @override
    async def read(self, caller: Principal, owner: KeyOwner) -> Sequence[OwnKey]:
        holder = _find_holder(caller, owner)
        kept = {each.name: each for each in await self._vault.read_brought("provider") if _locate(each) == holder}
        free = self._find_free()
        return [
            OwnKey(name, find_address(name, each), name in kept, kept[name].last4 or None if name in kept else None)
            for name, each in self._models.configured.items()
            if name not in free
        ]

    @override
    async def keep(self, caller: Principal, owner: KeyOwner, provider: str, base_url: str, key: SecretStr) -> None:
        from antiphon.secrets.places import Place, name_host

        holder, plain = _find_holder(caller, owner), key.get_secret_value().strip()
        place = Place(new_id("se"), "provider", name_host(base_url), holder.workspace_id, holder.person_id)
        await self._vault.keep(await self._vault.seal(place, provider, plain, plain), caller)
        await self.refresh()

    @override
    async def forget(self, caller: Principal, owner: KeyOwner, provider: str) -> None:
        holder = _find_holder(caller, owner)
        await self._vault.forget(Kept("provider", provider, *holder), caller)
        await self.refresh()

    async def _open(self, secret: Secret) -> _Brought | None:
        """One that does not open is as if it were not there."""
        try:
            key = SecretStr(await self._vault.unseal(secret))
        except (KeyUnknown, SealBroken) as error:
            logger.warning("key_closed", extra={"key": secret.id, "provider": secret.name, "reason": str(error)})
            return None
        owner: KeyOwner = "workspace" if secret.person_id is None else "person"
        return _Brought(_locate(secret), secret.name, secret.host, PayingKey(secret.id, owner), key)

    def _use(self) -> None:
        keyed: dict[KeyHolder, dict[str, Provider]] = {}
        for brought, provider in self._build():
            keyed.setdefault(brought.holder, {})[brought.provider] = provider
        self._reach.replace_keyed(keyed, self._find_free())

    def _build(self) -> Iterator[tuple[_Brought, Provider]]:
        from antiphon.secrets.places import name_host

        added = find_added(self._settings)
        for each in self._brought:
            configured = self._models.configured.get(each.provider)
            if configured is None or name_host(find_address(each.provider, configured)) != each.host:
                continue
            way = choose_way(self._ways, each.provider, configured, added)
            with_key = configured.model_copy(update={"api_key": each.key})
            yield each, build_provider(each.provider, with_key, way, paying_key=each.paying, wires=self._models.wires)

    def _find_free(self) -> frozenset[str]:
        """Those that ask nobody for a key: a rehearsal, and servers of models on this machine that want none."""
        configured: Mapping[str, ProviderSettings] = self._models.configured
        return frozenset({"scripted"}).union(name for name, each in configured.items() if _is_free(each))


def _find_holder(caller: Principal, owner: KeyOwner) -> KeyHolder:
    return KeyHolder(caller.workspace_id, caller.id if owner == "person" else None)


def _locate(secret: Secret) -> KeyHolder:
    person_id = None if secret.person_id is None else PrincipalId(secret.person_id)
    return KeyHolder(WorkspaceId(secret.workspace_id or ""), person_id)


def _is_free(each: ProviderSettings) -> bool:
    is_here = is_this_machine(urlsplit(each.base_url).hostname or "")
    return each.kind == "scripted" or (each.api_key is None and is_here)
