"""The call about advisors that speak as somebody else."""

from antiphon.client.aio.base import Noun
from antiphon.client.answers.contamination import Contamination
from antiphon.client.wire import build_path


class ContaminationReports(Noun):
    """Whether advisors have stayed apart."""

    async def read(self, conversation_id: str, last: int = 200) -> Contamination:
        """Who speaks as somebody else in the newest turns, and how alike they sound; no model is asked."""
        path = build_path("/v1/conversations/{}/contamination", conversation_id)
        return Contamination.read(await self._wire.get(path, last=last))
