# Made from antiphon/client/aio by `just client`; edit it there.
"""The calls about the server itself."""

from antiphon.access.proof import Identity, new_challenge
from antiphon.client.answers.server import Status
from antiphon.client.errors import ServerRefused
from antiphon.client.sync.base import Noun


class Server(Noun):
    """What the server says of itself."""

    def status(self) -> Status:
        """Version, default model, and whether this is a rehearsal."""
        return Status.read(self._wire.get("/v1/status"))

    def is_genuine(self, identity: Identity) -> bool:
        """Whether the server with this identity answers; nothing is told to anybody who cannot prove it.

        `ServerUnreachable` when nobody answers at all.
        """
        challenge = new_challenge()
        try:
            answer = self._wire.get("/healthz", challenge=challenge)
        except ServerRefused:
            return False
        return identity.is_answered(challenge, answer.get("proof"))
