"""Where models are reached, and with whose key."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from antiphon.access.principal import Principal
from antiphon.conversation.errors import KeyMissing, ModelUnknown
from antiphon.conversation.ids import PrincipalId, WorkspaceId
from antiphon.providers.provider import Provider

# Whose keys pay: the instance's; the workspace's where it has one; a person's own first; a person's own and no other.
KeyPolicy = Literal["instance", "workspace", "personal_first", "personal_only"]


class KeyHolder(NamedTuple):
    """Who brought a key: a workspace for everybody in it, or a person for what they set going themselves."""

    workspace_id: WorkspaceId
    person_id: PrincipalId | None = None


class Reach:
    """Providers by name, and beside them the same ones with keys that workspaces and people have brought.

    `free` are those that ask for no key: they are everybody's, whoever pays for the others.
    """

    def __init__(self, providers: Mapping[str, Provider]) -> None:
        self._providers = providers
        self._keyed: Mapping[KeyHolder, Mapping[str, Provider]] = {}
        self._free: frozenset[str] = frozenset()

    def replace(self, providers: Mapping[str, Provider]) -> None:
        """Other providers from now on."""
        self._providers = providers

    def replace_keyed(self, keyed: Mapping[KeyHolder, Mapping[str, Provider]], free: frozenset[str]) -> None:
        """Other keys from now on, and other providers that need none."""
        self._keyed, self._free = keyed, free

    def find(self, model: str) -> Provider | None:
        """Where a model is reached, if anywhere, whoever pays."""
        return self._providers.get(model.partition(":")[0])

    def require(self, model: str, principal: Principal, policy: KeyPolicy) -> Provider:
        """The provider of this model, with the key that is used for what the principal does.

        `ModelUnknown` when nobody offers the model, `KeyMissing` when the principal has to bring a key and has not.
        """
        name, usual = model.partition(":")[0], self.find(model)
        if usual is None:
            raise ModelUnknown(name or "no provider")
        if policy == "instance" or name in self._free:
            return usual
        own, shared = KeyHolder(principal.workspace_id, principal.id), KeyHolder(principal.workspace_id)
        found = None if policy == "workspace" else self._find(own, name)
        if found is None and policy == "personal_only":
            raise KeyMissing(name)
        return found or self._find(shared, name) or usual

    def _find(self, holder: KeyHolder, name: str) -> Provider | None:
        return self._keyed.get(holder, {}).get(name)
