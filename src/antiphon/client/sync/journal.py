# Made from antiphon/client/aio by `just client`; edit it there.
"""The calls about decisions."""

from collections.abc import Generator, Mapping
from typing import Any

from antiphon.client.answers.journal import AdvisorScore, Calibration, Decision
from antiphon.client.paging import Page, read_page
from antiphon.client.sync.base import Noun
from antiphon.client.wire import build_path


class Journal(Noun):
    """Decisions, and how they turned out."""

    def list(self, before: str | None = None) -> Page[Decision]:
        """A page, those to look back on first; hand `next` back as `before` for the following page."""
        return read_page(self._wire.get("/v1/decisions", before=before), Decision.read)

    def iterate(self) -> Generator[Decision, None, None]:
        """Every decision, page by page."""
        page = self.list()
        while True:
            for each in page:
                yield each
            if page.next is None:
                return
            page = self.list(before=page.next)

    def add(self, said: Mapping[str, Any], *, key: str | None = None) -> Decision:
        """Write one down, with what every advisor of the turn says now. The same key twice writes one."""
        headers = {} if key is None else {"Idempotency-Key": key}
        return Decision.read(self._wire.ask("POST", "/v1/decisions", said, headers=headers))

    def read(self, decision_id: str) -> Decision:
        """One decision with every stance as it was then."""
        return Decision.read(self._wire.get(_path(decision_id)))

    def update(self, decision_id: str, changes: Mapping[str, Any]) -> Decision:
        """Say how it turned out, or when to look back."""
        return Decision.read(self._wire.ask("PATCH", _path(decision_id), changes))

    def remove(self, decision_id: str) -> None:
        """Take it out of the journal; it can be restored."""
        self._wire.ask("DELETE", _path(decision_id))

    def restore(self, decision_id: str) -> Decision:
        """Undo a removal."""
        return Decision.read(self._wire.ask("POST", f"{_path(decision_id)}/restore", {}))

    def export(self, decision_id: str | None = None) -> str:
        """The journal as Markdown, or one decision of it."""
        return self._wire.get_text("/v1/journal/export", decision_id=decision_id)

    def calibration(self) -> Calibration:
        """How sure the person was against how often right."""
        return Calibration.read(self._wire.get("/v1/journal/calibration"))

    def scorecard(self) -> Page[AdvisorScore]:
        """How each advisor's stances have turned out."""
        return read_page(self._wire.get("/v1/journal/scorecard"), AdvisorScore.read)


def _path(decision_id: str) -> str:
    return build_path("/v1/decisions/{}", decision_id)
