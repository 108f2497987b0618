"""What can go wrong on the way out. Callers turn these into failures of their own.

EgressError
├── AddressRefused    the policy does not let us go there
├── NoConnection      no connection was made, or it was lost before any answer
├── WentSilent        connected, and then nothing for too long
├── CutOff            the answer stopped in the middle
└── NotHttp           what came back is not HTTP, or larger than we read
"""


class EgressError(Exception):
    """The root: something between us and the other machine."""


class AddressRefused(EgressError):
    """The address policy does not allow this address."""

    def __init__(self, address: str, reason: str) -> None:
        self.address = address
        self.reason = reason
        super().__init__(f"{address!r} may not be reached: {reason}")


class NoConnection(EgressError):
    """There is no connection, so nothing of the answer was seen."""


class WentSilent(EgressError):
    """The other side sent nothing for longer than allowed."""


class CutOff(EgressError):
    """The connection ended before the answer did."""


class NotHttp(EgressError):
    """The answer breaks the rules of HTTP or of its own encoding."""
