"""The calls about analyses."""

from antiphon.client.aio.base import Noun
from antiphon.client.answers.analyses import Analysis
from antiphon.client.paging import Page, read_page
from antiphon.client.wire import build_path


class Analyses(Noun):
    """Models asked about a conversation instead of in it."""

    async def list(self, conversation_id: str, kind: str | None = None, before: str | None = None) -> Page[Analysis]:
        """The newest of a conversation, or those before one of them."""
        path = build_path("/v1/conversations/{}/analyses", conversation_id)
        return read_page(await self._wire.get(path, kind=kind, before=before), Analysis.read)

    async def read(self, analysis_id: str) -> Analysis:
        """One analysis with every call."""
        return Analysis.read(await self._wire.get(build_path("/v1/analyses/{}", analysis_id)))
