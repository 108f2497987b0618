"""How a server shows that it is the one that left the note: it knows what only the note says.

Anybody on this machine may listen on a port that has become free. Whoever wants to send something there asks first.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Identity:
    """A server of one start: where it listens, and a token nobody can guess, which never travels."""

    url: str
    token: str

    def answer(self, challenge: str) -> str:
        """What only this server, at this address, can say to a challenge."""
        return hmac.new(self.token.encode(), f"{self.url}\n{challenge}".encode(), hashlib.sha256).hexdigest()

    def is_answered(self, challenge: str, said: object) -> bool:
        """Whether this is the answer. A note without a token, as earlier versions left it, is answered by nobody."""
        return (
            bool(self.token)
            and isinstance(said, str)
            and hmac.compare_digest(self.answer(challenge).encode(), said.encode())
        )


def new_identity(url: str) -> Identity:
    """An identity for one start."""
    return Identity(url, secrets.token_urlsafe(32))


def new_challenge() -> str:
    """A question nobody has been asked before."""
    return secrets.token_urlsafe(24)
