"""The calls about files to take along."""

from collections.abc import AsyncGenerator, Iterable

from antiphon.client.aio.base import Noun
from antiphon.client.answers.exports import Export, Exporter, Signer
from antiphon.client.paging import read_items
from antiphon.client.wire import build_path

_LOOK_SECONDS = 0.5


class Exports(Noun):
    """Files to take along: have one written, wait for it, fetch it, forget it."""

    async def exporters(self) -> tuple[Exporter, ...]:
        """The formats that can be written."""
        return read_items(await self._wire.get("/v1/exporters"), Exporter.read)

    async def signer(self) -> Signer:
        """Whose signature stands under what leaves."""
        return Signer.read(await self._wire.get("/v1/signer"))

    async def list(self) -> tuple[Export, ...]:
        """Files that are still kept, the newest first."""
        return read_items(await self._wire.get("/v1/exports"), Export.read)

    async def read(self, export_id: str) -> Export:
        """One file as far as it has come."""
        return Export.read(await self._wire.get(_path(export_id)))

    async def create(
        self,
        format: str = "archive",
        conversation_ids: Iterable[str] = (),
        *,
        variants: bool = False,
        thinking: bool = False,
    ) -> Export:
        """Have a file written: these conversations, or everything."""
        body = {
            "format": format,
            "conversation_ids": [*conversation_ids],
            "variants": variants,
            "thinking": thinking,
        }
        return Export.read(await self._wire.ask("POST", "/v1/exports", body))

    async def wait(self, export_id: str) -> AsyncGenerator[Export, None]:
        """The file again and again until nobody is at it; the last one says how it ended."""
        while True:
            found = await self.read(export_id)
            yield found
            if found.status != "writing":
                return
            await self._wire.pause(_LOOK_SECONDS)

    async def fetch(self, export_id: str) -> AsyncGenerator[bytes, None]:
        """Its bytes, a few megabytes at a time."""
        known = await self.read(export_id)
        for number in range(known.pieces):
            yield await self._wire.get_bytes(f"{_path(export_id)}/pieces/{number}")

    async def signature(self, export_id: str) -> bytes:
        """What lies beside the file so that a stranger can check it."""
        return await self._wire.get_bytes(f"{_path(export_id)}/signature")

    async def delete(self, export_id: str) -> None:
        """Keep the file no longer."""
        await self._wire.ask("DELETE", _path(export_id))


def _path(export_id: str) -> str:
    return build_path("/v1/exports/{}", export_id)
