"""The calls of whoever runs the server."""

from antiphon.client.aio.base import Noun
from antiphon.client.answers.operations import OperationDone, Operations
from antiphon.client.wire import build_path


class OperationCalls(Noun):
    """Nodes, what is under way and what waits, providers, disk and errors, over everybody's workspaces."""

    async def read(self) -> Operations:
        """All of it at this moment."""
        return Operations.read(await self._wire.get("/v1/operations"))

    async def stop(self, thing_id: str) -> OperationDone:
        """End a turn or a piece of work of anybody's; what it has come to is kept."""
        return OperationDone.read(await self._wire.ask("POST", build_path("/v1/operations/{}/stop", thing_id), {}))

    async def retry(self, thing_id: str) -> OperationDone:
        """Begin a turn or a piece of work anew, whichever node was at it; models are asked, and paid, again."""
        return OperationDone.read(await self._wire.ask("POST", build_path("/v1/operations/{}/retry", thing_id), {}))
