"""What a provider says about itself, believed as far as the operator named its hosts."""

from dataclasses import dataclass
from typing import Any

from antiphon.conversation.errors import SignOnRefused
from antiphon.egress.errors import AddressRefused
from antiphon.egress.policy import AddressPolicy

WELL_KNOWN = "/.well-known/openid-configuration"


@dataclass(frozen=True, slots=True)
class Metadata:
    """Its addresses. `names_itself`: every answer to a browser says who gives it (RFC 9207)."""

    authorization: str
    token: str
    keys: str
    end_session: str | None
    names_itself: bool


def read_metadata(said: Any, issuer: str, policy: AddressPolicy) -> Metadata:
    """The metadata of this very issuer; `SignOnRefused` for another's, and where an address is missing or not named."""
    if not isinstance(said, dict) or said.get("issuer") != issuer:
        raise SignOnRefused("provider_unavailable", "the metadata is not this issuer's")
    ends = said.get("end_session_endpoint")
    return Metadata(
        authorization=_check(said.get("authorization_endpoint"), policy),
        token=_check(said.get("token_endpoint"), policy),
        keys=_check(said.get("jwks_uri"), policy),
        end_session=None if ends is None else _check(ends, policy),
        names_itself=said.get("authorization_response_iss_parameter_supported") is True,
    )


def _check(address: object, policy: AddressPolicy) -> str:
    if not isinstance(address, str) or "#" in address:
        raise SignOnRefused("provider_unavailable", "the metadata lacks an address")
    try:
        policy.check_url(address)
    except AddressRefused as error:
        raise SignOnRefused("provider_unavailable", str(error)) from error
    return address
