# Made from antiphon/client/aio by `just client`; edit it there.
"""The calls about files to take along."""

from collections.abc import Generator, Iterable

from antiphon.client.answers.exports import Export, Exporter, Signer
from antiphon.client.paging import read_items
from antiphon.client.sync.base import Noun
from antiphon.client.wire import build_path

_LOOK_SECONDS = 0.5


class Exports(Noun):
    """Files to take along: have one written, wait for it, fetch it, forget it."""

    def exporters(self) -> tuple[Exporter, ...]:
        """The formats that can be written."""
        return read_items(self._wire.get("/v1/exporters"), Exporter.read)

    def signer(self) -> Signer:
        """Whose signature stands under what leaves."""
        return Signer.read(self._wire.get("/v1/signer"))

    def list(self) -> tuple[Export, ...]:
        """Files that are still kept, the newest first."""
        return read_items(self._wire.get("/v1/exports"), Export.read)

    def read(self, export_id: str) -> Export:
        """One file as far as it has come."""
        return Export.read(self._wire.get(_path(export_id)))

    def create(
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
        return Export.read(self._wire.ask("POST", "/v1/exports", body))

    def wait(self, export_id: str) -> Generator[Export, None, None]:
        """The file again and again until nobody is at it; the last one says how it ended."""
        while True:
            found = self.read(export_id)
            yield found
            if found.status != "writing":
                return
            self._wire.pause(_LOOK_SECONDS)

    def fetch(self, export_id: str) -> Generator[bytes, None, None]:
        """Its bytes, a few megabytes at a time."""
        known = self.read(export_id)
        for number in range(known.pieces):
            yield self._wire.get_bytes(f"{_path(export_id)}/pieces/{number}")

    def signature(self, export_id: str) -> bytes:
        """What lies beside the file so that a stranger can check it."""
        return self._wire.get_bytes(f"{_path(export_id)}/signature")

    def delete(self, export_id: str) -> None:
        """Keep the file no longer."""
        self._wire.ask("DELETE", _path(export_id))


def _path(export_id: str) -> str:
    return build_path("/v1/exports/{}", export_id)
