"""The calls about the server itself."""

from antiphon.access.proof import Identity, new_challenge
from antiphon.client.aio.base import Noun
from antiphon.client.answers.server import Status
from antiphon.client.errors import ServerRefused


class Server(Noun):
    """What the server says of itself."""

    async def status(self) -> Status:
        """Version, default model, and whether this is a rehearsal."""
        return Status.read(await self._wire.get("/v1/status"))

    async def is_genuine(self, identity: Identity) -> bool:
        """Whether the server with this identity answers; nothing is told to anybody who cannot prove it.

        `ServerUnreachable` when nobody answers at all.
        """
        challenge = new_challenge()
        try:
            answer = await self._wire.get("/healthz", challenge=challenge)
        except ServerRefused:
            return False
        return identity.is_answered(challenge, answer.get("proof"))
