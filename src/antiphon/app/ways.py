"""The ways out to models: one for each kind of address, with connections of its own.

A connection is judged by the policy it was opened under, so addresses of different trust never share one.
"""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from antiphon.conversation.errors import ProviderAddressRefused
from antiphon.egress.errors import AddressRefused
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import Session, open_session
from antiphon.settings import HOMES

# The operator wrote these addresses down, so they may be on the operator's own network.
OPERATOR_POLICY = AddressPolicy(allow_private=True)
# Addresses that were typed into a form: anywhere on the open internet ...
PUBLIC_POLICY = AddressPolicy(allow_private=False)
# ... or a model server on this machine, and never what lies between the two.
HERE_POLICY = AddressPolicy(allow_private=True, only_loopback=True)

_NOT_HERE = "only this machine and the open internet can be added here; set up others in antiphon.toml"


class Way(NamedTuple):
    """Connections, and the policy they are opened under."""

    session: Session
    policy: AddressPolicy


@dataclass(frozen=True, slots=True)
class Ways:
    """Every way out to models."""

    operator: Session
    public: Session
    here: Session

    def of_operator(self) -> Way:
        """To where the operator's own configuration points."""
        return Way(self.operator, OPERATOR_POLICY)

    def of_added(self, name: str, base_url: str) -> Way:
        """To an address that was added by hand; one the house knows itself counts as the operator's."""
        if HOMES.get(name) == base_url:
            return self.of_operator()
        if is_this_machine(urlsplit(base_url).hostname or ""):
            return Way(self.here, HERE_POLICY)
        return Way(self.public, PUBLIC_POLICY)


@asynccontextmanager
async def open_ways() -> AsyncIterator[Ways]:
    """The ways, open for the length of the context."""
    async with AsyncExitStack() as stack:
        policies = (OPERATOR_POLICY, PUBLIC_POLICY, HERE_POLICY)
        yield Ways(*[await stack.enter_async_context(open_session(policy)) for policy in policies])


def check_typed_address(address: str) -> str:
    """The address as it will be used, or `ProviderAddressRefused` with the reason.

    A request goes to this address with a path behind it, so it may carry nothing that would swallow that path; and a
    key never leaves this machine unencrypted. Names are judged again by what they resolve to, when they are reached.
    """
    address = address.strip().rstrip("/")
    if any(mark in address for mark in "?#@%\\") or "/.." in address:
        raise ProviderAddressRefused("it may hold a host, a port and a plain path, and nothing else")
    parts = urlsplit(address)
    host = parts.hostname or ""
    is_here = is_this_machine(host)
    try:
        (HERE_POLICY if is_here else PUBLIC_POLICY).check_url(address)
    except AddressRefused as error:
        is_written_oddly = "private" not in error.reason
        raise ProviderAddressRefused(error.reason if is_written_oddly else _NOT_HERE) from error
    if parts.scheme == "http" and not is_here:
        raise ProviderAddressRefused("it must begin with https://, or everybody on the way could read the key")
    return address


def is_this_machine(host: str) -> bool:
    """Whether this host is written as this machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
