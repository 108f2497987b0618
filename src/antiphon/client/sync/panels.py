# Made from antiphon/client/aio by `just client`; edit it there.
"""The calls about panels."""

from collections.abc import Mapping, Sequence
from typing import Any

from antiphon.client.answers.panels import Offered, Panel, PanelImport
from antiphon.client.paging import read_items
from antiphon.client.sync.base import Noun
from antiphon.client.wire import build_path


class Panels(Noun):
    """Who is asked together."""

    def list(self) -> tuple[Panel, ...]:
        """All of them."""
        return read_items(self._wire.get("/v1/panels"), Panel.read)

    def offered(self) -> tuple[Offered, ...]:
        """Panels and advisors under the names that programs use; a token made for asking may read these."""
        return tuple(Offered.read(each) for each in (self._wire.get("/v1/models"))["data"])

    def read(self, panel_id: str) -> Panel:
        """One of them."""
        return Panel.read(self._wire.get(_path(panel_id)))

    def create(self, name: str, advisor_ids: Sequence[str], **said: Any) -> Panel:
        """A new one, its advisors in the order they are shown."""
        body = {"name": name, "advisor_ids": [*advisor_ids], **said}
        return Panel.read(self._wire.ask("POST", "/v1/panels", body))

    def update(self, panel_id: str, **changes: Any) -> Panel:
        """The panel as it is then; no phases bring the usual ones back."""
        return Panel.read(self._wire.ask("PATCH", _path(panel_id), changes))

    def remove(self, panel_id: str) -> None:
        """Take it away; its advisors stay."""
        self._wire.ask("DELETE", _path(panel_id))

    def make_default(self, panel_id: str) -> None:
        """Let new conversations begin with it."""
        self._wire.ask("POST", f"{_path(panel_id)}/default", {})

    def export(self, panel_id: str | None = None) -> Mapping[str, Any]:
        """Panels as a file holds them, with everybody on them."""
        return self._wire.get("/v1/panels/export", panel_id=panel_id)

    def bring_in(self, file: Mapping[str, Any], *, dry_run: bool = False) -> PanelImport:
        """Take panels and their advisors in from a file, found by name; nobody else is touched."""
        body = {"advisors": file.get("advisors", []), "panels": file["panels"], "dry_run": dry_run}
        return PanelImport.read(self._wire.ask("POST", "/v1/panels/import", body))


def _path(panel_id: str) -> str:
    return build_path("/v1/panels/{}", panel_id)
