"""What goes wrong on the way to a provider, in the words of the error tree."""

from antiphon.conversation.errors import (
    ConnectFailed,
    ProtocolError,
    ProviderError,
    ProviderTimeout,
    StreamBroken,
)
from antiphon.egress.errors import AddressRefused, EgressError, NoConnection, NotHttp, WentSilent


def build_failure(provider: str, error: EgressError) -> ProviderError:
    """The failure of this provider behind a failure of the connection."""
    match error:
        case AddressRefused():
            return ConnectFailed(provider, provider_message=f"the address is not allowed: {error.reason}")
        case NoConnection():
            return ConnectFailed(provider)
        case WentSilent():
            return ProviderTimeout(provider)
        case NotHttp():
            return ProtocolError(provider)
        case _:
            return StreamBroken(provider)
