"""What a route, a stream or a job requires. Declared beside each of them; a test fails on one that is not."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from antiphon.access.principal import InstanceRole, Principal, Role
from antiphon.conversation.errors import NotAllowed, SecondFactorRequired


class Verb(StrEnum):
    """What is done to a thing."""

    READ = "read"
    MANAGE = "manage"
    COMMENT = "comment"
    WRITE = "write"
    SHARE = "share"
    PUBLISH = "publish"
    ADMINISTER = "administer"
    TRANSFER = "transfer"
    OPERATE = "operate"
    AUDIT = "audit"


class CallCost(StrEnum):
    """What one call costs whoever runs the server: next to nothing, a good deal of work, or somebody's money."""

    CHEAP = "cheap"
    HEAVY = "heavy"
    PAID = "paid"


@dataclass(frozen=True, slots=True)
class Policy:
    """A verb on a kind of thing. `public` needs no principal at all: health checks and the static page.

    `body` is how many bytes a request may bring along: none, unless a route says so. `cost` decides how often one
    principal may call (`access/rate_limits.py`). `fresh` wants somebody who proved a moment ago to be who they are.
    """

    verb: Verb
    thing: str
    public: bool = False
    body: int = 0
    cost: CallCost = CallCost.CHEAP
    fresh: bool = False


Place = Literal["workspace", "instance"]

# Everybody looks after their own account: signs out, ends sessions, makes tokens.
_LOOKING = frozenset((Verb.READ, Verb.MANAGE, Verb.COMMENT))
_WORKING = _LOOKING | {Verb.WRITE, Verb.SHARE}
_LEADING = _WORKING | {Verb.PUBLISH, Verb.ADMINISTER, Verb.AUDIT}
# What is decided for others waits for the second factor of whoever must have one.
_DECIDING = frozenset((Verb.PUBLISH, Verb.ADMINISTER, Verb.TRANSFER, Verb.OPERATE))

# The one table of who may do what. A role in a workspace says nothing about the installation, nor the other way round:
# whoever operates it reads no conversation by that. What somebody may audit is the store's question.
ALLOWED: Mapping[tuple[Place, str], frozenset[Verb]] = {
    ("workspace", "viewer"): _LOOKING,
    ("workspace", "member"): _WORKING,
    ("workspace", "admin"): _LEADING,
    ("workspace", "owner"): _LEADING | {Verb.TRANSFER},
    ("workspace", "system"): frozenset(Verb),
    ("instance", "member"): frozenset(),
    ("instance", "auditor"): frozenset((Verb.AUDIT,)),
    ("instance", "admin"): frozenset((Verb.OPERATE, Verb.AUDIT)),
    ("instance", "owner"): frozenset((Verb.OPERATE, Verb.AUDIT)),
}

# What a token may be made for: the things it opens, and the verbs on them. Tools, which act, are never among them.
_TALK = frozenset(
    ["conversation", "turn", "context", "topic", "folder", "filter", "todo", "heartbeat", "work", "speech", "voices"]
)
_LOOKS = frozenset(["map", "synthesis", "why", "decision", "evals", "memory", "instruction", "document"])
_LINE_UP = frozenset(["advisors", "panels", "models", "voices"])
_RUNNING = frozenset(
    [
        "settings",
        "providers",
        "plugins",
        "people",
        "audit",
        "status",
        "metrics",
        "spending",
        "models",
        "work",
        "operations",
    ]
)
# Every token may be asked whose it is, be given back, and come in where programs speak another protocol than ours: what
# it asks for there is asked of the routes that do it.
_ITSELF = frozenset(["identity", "mcp"])
_READS = frozenset((Verb.READ,))
_CHANGES = _READS | {Verb.COMMENT, Verb.WRITE}
SCOPES: Mapping[str, tuple[frozenset[str], frozenset[Verb]]] = {
    "ask": (frozenset(("turn", "map", "synthesis", "models", "status")), _CHANGES),
    "history:read": (_TALK | _LOOKS | {"export", "models", "spending", "status"}, _READS),
    "history:write": (_TALK | _LOOKS, _CHANGES),
    "line-up:read": (_LINE_UP, _READS),
    "line-up:write": (_LINE_UP, _CHANGES | {Verb.PUBLISH}),
    "export": (frozenset(("export", "archive")), _READS | {Verb.MANAGE}),
    "webhooks": (frozenset(("webhook",)), _READS | {Verb.MANAGE}),
    "admin": (_RUNNING, _READS | {Verb.ADMINISTER, Verb.OPERATE, Verb.AUDIT}),
}


def list_roles(verb: Verb) -> tuple[str, ...]:
    """The roles in a workspace that include it."""
    return tuple(role for (place, role), verbs in ALLOWED.items() if place == "workspace" and verb in verbs)


def is_allowed(principal: Principal, policy: Policy) -> bool:
    """Whether the principal's roles include the verb, and its scopes the thing; whose row it is, is up to the store."""
    return policy.public or (_has_role(principal, policy.verb) and _has_scope(principal, policy))


def may_decide(principal: Principal, policy: Policy) -> bool:
    """Whether the policy admits the principal now: what is decided for others waits for a second factor they owe."""
    return is_allowed(principal, policy) and not (principal.awaits_factor and policy.verb in _DECIDING)


def check_allowed(principal: Principal, policy: Policy) -> None:
    """Refuse with `NotAllowed` unless the policy admits the principal, or with `SecondFactorRequired` until then."""
    if not is_allowed(principal, policy):
        raise NotAllowed(policy.verb)
    if not may_decide(principal, policy):
        raise SecondFactorRequired


def _has_role(principal: Principal, verb: Verb) -> bool:
    return verb in ALLOWED["workspace", principal.role] or verb in ALLOWED["instance", principal.instance_role]


def _has_scope(principal: Principal, policy: Policy) -> bool:
    if principal.scopes is None:
        return True
    if policy.thing in _ITSELF:
        return policy.verb in (Verb.READ, Verb.MANAGE)
    opened = (SCOPES[each] for each in principal.scopes if each in SCOPES)
    return any(policy.thing in things and policy.verb in verbs for things, verbs in opened)


# From the least to the most. Nobody gives more than they have, or touches somebody who has more.
_INSTANCE_RANKS = ("member", "auditor", "admin", "owner")
_WORKSPACE_RANKS = ("viewer", "member", "admin", "owner", "system")


def check_may_grant(principal: Principal, instance_role: InstanceRole, role: Role = "viewer") -> None:
    """Refuse with `NotAllowed` unless the principal has these roles, or higher ones, itself."""
    above = _INSTANCE_RANKS.index(instance_role) > _INSTANCE_RANKS.index(principal.instance_role)
    if principal.role != "system" and (above or _WORKSPACE_RANKS.index(role) > _WORKSPACE_RANKS.index(principal.role)):
        raise NotAllowed(Verb.OPERATE)
