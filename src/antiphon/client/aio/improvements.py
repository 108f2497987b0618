"""The calls about better words for an advisor."""

from typing import Any

from antiphon.client.aio.base import Noun
from antiphon.client.answers.improvements import Improvement
from antiphon.client.wire import build_path

_POLL_SECONDS = 0.5


class Improvements(Noun):
    """Searches for better words, held against an advisor's cases."""

    async def start(self, advisor_id: str, **said: Any) -> Improvement:
        """Have better words looked for, as `case_ids`, `rounds` and models say; `wait` gives back what was found."""
        return Improvement.read(
            await self._wire.ask("POST", build_path("/v1/advisors/{}/improvements", advisor_id), said)
        )

    async def read(self, improvement_id: str) -> Improvement:
        """What was tried so far, and the best wording beside the advisor's own."""
        return Improvement.read(await self._wire.get(_path(improvement_id)))

    async def wait(self, improvement_id: str) -> Improvement:
        """The search once it has ended."""
        while (found := await self.read(improvement_id)).status == "running":
            await self._wire.pause(_POLL_SECONDS)
        return found

    async def stop(self, improvement_id: str) -> Improvement:
        """Try nothing further; what was found so far can be accepted."""
        return Improvement.read(await self._wire.ask("POST", f"{_path(improvement_id)}/stop", {}))

    async def accept(self, improvement_id: str) -> Improvement:
        """Make the best wording the advisor's next version; refused when the advisor was changed since."""
        return Improvement.read(await self._wire.ask("POST", f"{_path(improvement_id)}/accept", {}))


def _path(improvement_id: str) -> str:
    return build_path("/v1/improvements/{}", improvement_id)
