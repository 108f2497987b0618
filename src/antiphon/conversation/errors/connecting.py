"""Providers that people add while everything runs, and what keeps them from it."""

from antiphon.conversation.errors.failure import Refused
from antiphon.conversation.errors.providers import ProviderError


class ProviderDecided(Refused):
    """The environment or antiphon.toml names this provider, and they have the last word; `place` says which."""

    code = "provider_decided"

    def __init__(self, name: str, place: str) -> None:
        self.name = name
        self.place = place
        super().__init__(f"{name} is set up in {place}, which has the last word; change it there")


class ProviderAddressRefused(Refused):
    """An address that may not be added here, and why."""

    code = "provider_address"

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"this address cannot be added here: {reason}")


class ProviderKeyMalformed(Refused):
    """What was given as a key cannot be one."""

    code = "provider_key"

    def __init__(self) -> None:
        super().__init__("a key is one word, without spaces, line breaks or letters beyond ASCII")


class ProvidersPerNode(Refused):
    """On PostgreSQL there may be other nodes, and a file here would be known to this one alone."""

    code = "providers_per_node"

    def __init__(self) -> None:
        super().__init__(
            "with PostgreSQL several nodes may answer, and a key kept here would be known to this one alone; "
            "give every node the key in its environment or antiphon.toml"
        )


class ExtraMissing(Refused):
    """The packages that this provider's wire needs are not installed."""

    code = "extra_missing"

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"install the extra `{name}` first, then start Antiphon again")


class NotAModelServer(ProviderError):
    """Something answers at this address, and it is no list of models."""

    code = "not_a_model_server"
    sentence = "what answers at this address is no list of models; addresses of this kind usually end in /v1"


class NoModels(ProviderError):
    """The list of models is empty."""

    code = "no_models"
    sentence = "it answers, and has no models"


class WebhookAddressRefused(Refused):
    """An address that nothing is told."""

    code = "webhook_address"

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"this address cannot be told anything: {reason}")


class OwnKeysUnused(Refused):
    """A key that would pay for nothing: under this policy keys of this kind are not used."""

    code = "own_keys_unused"

    def __init__(self, policy: str) -> None:
        self.policy = policy
        super().__init__(f"such a key would never be used: key_policy is {policy} here")


class HeadersUnsealed(Refused):
    """Headers for a server of tools are secrets, and there is nothing here to seal them with."""

    code = "headers_unsealed"

    def __init__(self) -> None:
        super().__init__("headers are kept only where people have accounts; otherwise they stand in antiphon.toml")
