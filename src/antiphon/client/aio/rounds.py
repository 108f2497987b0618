"""The calls about advisors answering each other."""

from collections.abc import Mapping
from typing import Any

from antiphon.client.aio.base import Noun
from antiphon.client.answers.rounds import RoundOutlook, Rounds, RoundsRun
from antiphon.client.wire import build_path


class RoundCalls(Noun):
    """Advisors answering each other."""

    async def list(self, conversation_id: str) -> Rounds:
        """What there has been, and the wordings of a round."""
        return Rounds.read(await self._wire.get(_path(conversation_id)))

    async def forecast(self, conversation_id: str, wording: Mapping[str, Any]) -> RoundOutlook:
        """What a round in these words would cost."""
        return RoundOutlook.read(await self._wire.ask("POST", f"{_path(conversation_id)}/forecast", wording))

    async def start(self, conversation_id: str, wish: Mapping[str, Any], *, key: str | None = None) -> RoundsRun:
        """Begin. The same key twice begins one run."""
        return RoundsRun.read(await self._ask_once(_path(conversation_id), wish, key))

    async def read(self, run_id: str) -> RoundsRun:
        """One run as far as it has come."""
        return RoundsRun.read(await self._wire.get(build_path("/v1/rounds/{}", run_id)))

    async def go_on(self, run_id: str, *, key: str | None = None) -> RoundsRun:
        """Begin the next round of a run that waits for leave. The same key twice begins one round."""
        return RoundsRun.read(await self._ask_once(build_path("/v1/rounds/{}/next", run_id), {}, key))

    async def stop(self, run_id: str) -> RoundsRun:
        """End a run."""
        return RoundsRun.read(await self._wire.ask("POST", build_path("/v1/rounds/{}/stop", run_id), {}))


def _path(conversation_id: str) -> str:
    return build_path("/v1/conversations/{}/rounds", conversation_id)
