"""What the operator says about a provider."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from antiphon.access.groups import MappedRole
from antiphon.egress.named_hosts import NamedHosts, name_hosts

# Signed with a key that the provider alone has; whatever is signed with a secret that both have is never accepted.
ALGORITHMS = ("RS256", "ES256", "EdDSA", "Ed25519")
ASYMMETRIC = (*ALGORITHMS, "RS384", "RS512", "PS256", "PS384", "PS512", "ES384", "ES512")


@dataclass(frozen=True, slots=True)
class ConfiguredProvider:
    """One provider. `hosts` are those its endpoints may be on beside the issuer's own."""

    name: str
    issuer: str
    client_id: str
    title: str = ""
    client_secret: str | None = field(default=None, repr=False)
    scopes: tuple[str, ...] = ("openid", "profile", "email")
    algorithms: tuple[str, ...] = ALGORITHMS
    groups_claim: str = "groups"
    role_map: Mapping[str, MappedRole] = field(default_factory=dict)
    create_people: bool = False
    hosts: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """What is written beside the roles that its groups give."""
        return f"oidc:{self.name}"

    def build_policy(self) -> NamedHosts:
        """Where requests about it may go."""
        return name_hosts(self.issuer, self.hosts)
