# Made from antiphon/client/aio by `just client`; edit it there.
"""The call about advisors that speak as somebody else."""

from antiphon.client.answers.contamination import Contamination
from antiphon.client.sync.base import Noun
from antiphon.client.wire import build_path


class ContaminationReports(Noun):
    """Whether advisors have stayed apart."""

    def read(self, conversation_id: str, last: int = 200) -> Contamination:
        """Who speaks as somebody else in the newest turns, and how alike they sound; no model is asked."""
        path = build_path("/v1/conversations/{}/contamination", conversation_id)
        return Contamination.read(self._wire.get(path, last=last))
