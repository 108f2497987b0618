# Made from antiphon/client/aio by `just client`; edit it there.
"""The calls about lasting work."""

from antiphon.client.answers.work import AllWork, Work
from antiphon.client.sync.base import Noun
from antiphon.client.wire import build_path


class WorkCalls(Noun):
    """Lasting work: analyses, rounds, tests, improvements, documents that are read."""

    def list(self) -> AllWork:
        """What is under way, and what has ended lately."""
        return AllWork.read(self._wire.get("/v1/work"))

    def read(self, work_id: str) -> Work:
        """One piece as far as it has come; not found once it has ended."""
        return Work.read(self._wire.get(build_path("/v1/work/{}", work_id)))

    def stop(self, work_id: str) -> Work:
        """Go on with it no further; what it has come to is kept."""
        return Work.read(self._wire.ask("POST", build_path("/v1/work/{}/stop", work_id), {}))
