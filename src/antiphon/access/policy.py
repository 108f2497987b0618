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


class CallCost(StrEnum):
    """What one call costs whoever runs the server: next to nothing, a good deal of work, or somebody's money."""

    CHEAP = "cheap"
    HEAVY = "heavy"
    PAID = "paid"


@dataclass(frozen=True, slots=True)
class Policy:
    """A verb on a kind of thing. `public` needs no principal at all: health checks and the static page.

    `body` is how many bytes a request may bring along: none, unless a route says so. `cost` decides how often one
    principal may call (`access/pace.py`).
    """

    verb: Verb
    thing: str
    public: bool = False
    body: int = 0
    cost: CallCost = CallCost.CHEAP


# The one local person is who runs the machine, and so may operate it too. Accounts will tell the two apart.
_ALLOWED: dict[Role, frozenset[Verb]] = {
    "owner": frozenset(Verb),
    "system": frozenset(Verb),
}


def is_allowed(principal: Principal, policy: Policy) -> bool:
    """Whether the principal's role includes the verb; ownership of the row is the store's question."""
    return policy.public or policy.verb in _ALLOWED[principal.role]


def check_allowed(principal: Principal, policy: Policy) -> None:
    """Refuse with `NotAllowed` unless the policy admits the principal."""
    if not is_allowed(principal, policy):
        raise NotAllowed(policy.verb)
