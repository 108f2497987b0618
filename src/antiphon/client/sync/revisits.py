# Made from antiphon/client/aio by `just client`; edit it there.
"""The calls about asking a panel what somebody once asked."""

from collections.abc import Mapping
from typing import Any

from antiphon.client.answers.revisits import Revisit, RevisitForecast
from antiphon.client.sync.base import Noun
from antiphon.client.wire import build_path


class RevisitCalls(Noun):
    """Old questions, asked of a panel; `work.stop` ends one."""

    def forecast(self, conversation_id: str, plan: Mapping[str, Any]) -> RevisitForecast:
        """What it would cost at most."""
        return RevisitForecast.read(self._wire.ask("POST", f"{_path(conversation_id)}/forecast", plan))

    def start(self, conversation_id: str, plan: Mapping[str, Any], *, key: str | None = None) -> Revisit:
        """Begin. The same key twice begins one."""
        return Revisit.read(self._ask_once(_path(conversation_id), plan, key))

    def read(self, revisit_id: str) -> Revisit:
        """How far it has come."""
        return Revisit.read(self._wire.get(build_path("/v1/revisits/{}", revisit_id)))


def _path(conversation_id: str) -> str:
    return build_path("/v1/conversations/{}/revisits", conversation_id)
