# Made from antiphon/client/aio by `just client`; edit it there.
"""The calls about filters and the commands behind their colon."""

from antiphon.client.answers.filters import CommandOutcome, FilterReading, SavedFilter
from antiphon.client.paging import read_items
from antiphon.client.sync.base import Noun
from antiphon.client.wire import build_path


class Filters(Noun):
    """Filter lines: read, save, carry out."""

    def read(self, line: str) -> FilterReading:
        """What a filter line means, or what is wrong with it."""
        return FilterReading.read(self._wire.ask("POST", "/v1/filters/read", {"line": line}))

    def list(self) -> tuple[SavedFilter, ...]:
        """Every saved filter."""
        return read_items(self._wire.get("/v1/filters"), SavedFilter.read)

    def saved(self, name: str) -> SavedFilter:
        """What a name stands for."""
        return SavedFilter.read(self._wire.get(build_path("/v1/filters/{}", name)))

    def save(self, name: str, line: str) -> SavedFilter:
        """Keep a line under a name."""
        return SavedFilter.read(self._wire.ask("PUT", build_path("/v1/filters/{}", name), {"line": line}))

    def remove(self, name: str) -> None:
        """Forget a name."""
        self._wire.ask("DELETE", build_path("/v1/filters/{}", name))

    def run(self, conversation_id: str, line: str) -> CommandOutcome:
        """Carry out a line with a colon command; deleting only names the turns."""
        path = build_path("/v1/conversations/{}/command", conversation_id)
        return CommandOutcome.read(self._wire.ask("POST", path, {"line": line}))
