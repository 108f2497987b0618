"""The calls about decisions."""

from collections.abc import AsyncGenerator, Mapping
from typing import Any

from antiphon.client.aio.base import Noun
from antiphon.client.answers.journal import AdvisorScore, Calibration, Decision
from antiphon.client.paging import Page, read_page
from antiphon.client.wire import build_path


class Journal(Noun):
    """Decisions, and how they turned out."""

    async def list(self, before: str | None = None) -> Page[Decision]:
        """A page, those to look back on first; hand `next` back as `before` for the following page."""
        return read_page(await self._wire.get("/v1/decisions", before=before), Decision.read)

    async def iterate(self) -> AsyncGenerator[Decision, None]:
        """Every decision, page by page."""
        page = await self.list()
        while True:
            for each in page:
                yield each
            if page.next is None:
                return
            page = await self.list(before=page.next)

    async def add(self, said: Mapping[str, Any], *, key: str | None = None) -> Decision:
        """Write one down, with what every advisor of the turn says now. The same key twice writes one."""
        headers = {} if key is None else {"Idempotency-Key": key}
        return Decision.read(await self._wire.ask("POST", "/v1/decisions", said, headers=headers))

    async def read(self, decision_id: str) -> Decision:
        """One decision with every stance as it was then."""
        return Decision.read(await self._wire.get(_path(decision_id)))

    async def update(self, decision_id: str, changes: Mapping[str, Any]) -> Decision:
        """Say how it turned out, or when to look back."""
        return Decision.read(await self._wire.ask("PATCH", _path(decision_id), changes))

    async def remove(self, decision_id: str) -> None:
        """Take it out of the journal; it can be restored."""
        await self._wire.ask("DELETE", _path(decision_id))

    async def restore(self, decision_id: str) -> Decision:
        """Undo a removal."""
        return Decision.read(await self._wire.ask("POST", f"{_path(decision_id)}/restore", {}))

    async def export(self, decision_id: str | None = None) -> str:
        """The journal as Markdown, or one decision of it."""
        return await self._wire.get_text("/v1/journal/export", decision_id=decision_id)

    async def calibration(self) -> Calibration:
        """How sure the person was against how often right."""
        return Calibration.read(await self._wire.get("/v1/journal/calibration"))

    async def scorecard(self) -> Page[AdvisorScore]:
        """How each advisor's stances have turned out."""
        return read_page(await self._wire.get("/v1/journal/scorecard"), AdvisorScore.read)


def _path(decision_id: str) -> str:
    return build_path("/v1/decisions/{}", decision_id)
