"""The calls about exports of other programs."""

from collections.abc import AsyncGenerator, Iterable

from antiphon.client.aio.base import Noun
from antiphon.client.answers.imports import Import, ImportedConversation, Importer
from antiphon.client.paging import read_items
from antiphon.client.wire import build_path

_PIECE_SECONDS = 120.0
_NOW = frozenset({"arriving", "reading", "writing", "undoing"})
_LOOK_SECONDS = 0.5


class Imports(Noun):
    """Exports of other programs: bring, look at, start, take back."""

    async def importers(self) -> tuple[Importer, ...]:
        """The formats that can be read."""
        return read_items(await self._wire.get("/v1/importers"), Importer.read)

    async def list(self) -> tuple[Import, ...]:
        """Every file that was brought, the newest first."""
        return read_items(await self._wire.get("/v1/imports"), Import.read)

    async def read(self, import_id: str) -> Import:
        """One file as far as it has come."""
        return Import.read(await self._wire.get(_path(import_id)))

    async def bring(self, name: str, pieces: Iterable[bytes]) -> Import:
        """Send a file, 8 MiB at most at a time, and have it read; nothing is written before it is started."""
        made = Import.read(await self._wire.ask("POST", "/v1/imports", {"name": name}))
        for number, data in enumerate(pieces):
            await self._wire.upload(f"{_path(made.id)}/pieces", data, {"number": number}, seconds=_PIECE_SECONDS)
        return Import.read(await self._wire.ask("POST", f"{_path(made.id)}/read"))

    async def conversations(self, import_id: str) -> AsyncGenerator[ImportedConversation, None]:
        """What is in it, in the order of the file."""
        before: str | None = None
        while True:
            answer = await self._wire.get(f"{_path(import_id)}/conversations", before=before)
            for each in read_items(answer, ImportedConversation.read):
                yield each
            before = answer["next"]
            if before is None:
                return

    async def original(self, import_id: str, number: int) -> bytes:
        """One conversation as it stood in the file."""
        return await self._wire.get_bytes(f"{_path(import_id)}/conversations/{number}/original")

    async def start(self, import_id: str, leave_out: Iterable[int] = ()) -> Import:
        """Write what is in it, without these."""
        body = {"leave_out": sorted(leave_out)}
        return Import.read(await self._wire.ask("POST", f"{_path(import_id)}/start", body))

    async def undo(self, import_id: str) -> None:
        """Take back all that it brought, or forget it where that is nothing."""
        await self._wire.ask("DELETE", _path(import_id))

    async def wait(self, import_id: str) -> AsyncGenerator[Import, None]:
        """The file again and again until nobody is at it; the last one says how it ended."""
        while True:
            found = await self.read(import_id)
            yield found
            if found.status not in _NOW:
                return
            await self._wire.pause(_LOOK_SECONDS)


def _path(import_id: str) -> str:
    return build_path("/v1/imports/{}", import_id)
