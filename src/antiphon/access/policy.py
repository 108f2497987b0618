"""What a route, a stream or a job requires. Declared beside each of them; a test fails on one that is not."""

from dataclasses import dataclass
from enum import StrEnum

from antiphon.access.principal import Principal, Role
from antiphon.conversation.errors import NotAllowed


class Verb(StrEnum):
    """What is done to a thing."""

    READ = "read"
    WRITE = "write"
    OPERATE = "operate"


@dataclass(frozen=True, slots=True)
class Policy:
    """A verb on a kind of thing. `public` needs no principal at all: health checks and the static page."""

    verb: Verb
    thing: str
    public: bool = False


_ALLOWED: dict[Role, frozenset[Verb]] = {
    "owner": frozenset({Verb.READ, Verb.WRITE}),
    "system": frozenset(Verb),
}


def is_allowed(principal: Principal, policy: Policy) -> bool:
    """Whether the principal's role includes the verb; ownership of the row is the store's question."""
    return policy.public or policy.verb in _ALLOWED[principal.role]


def check_allowed(principal: Principal, policy: Policy) -> None:
    """Refuse with `NotAllowed` unless the policy admits the principal."""
    if not is_allowed(principal, policy):
        raise NotAllowed(policy.verb)
