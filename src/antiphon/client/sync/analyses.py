# Made from antiphon/client/aio by `just client`; edit it there.
"""The calls about analyses."""

from antiphon.client.answers.analyses import Analysis
from antiphon.client.paging import Page, read_page
from antiphon.client.sync.base import Noun
from antiphon.client.wire import build_path


class Analyses(Noun):
    """Models asked about a conversation instead of in it."""

    def list(self, conversation_id: str, kind: str | None = None, before: str | None = None) -> Page[Analysis]:
        """The newest of a conversation, or those before one of them."""
        path = build_path("/v1/conversations/{}/analyses", conversation_id)
        return read_page(self._wire.get(path, kind=kind, before=before), Analysis.read)

    def read(self, analysis_id: str) -> Analysis:
        """One analysis with every call."""
        return Analysis.read(self._wire.get(build_path("/v1/analyses/{}", analysis_id)))
