# Made from antiphon/client/aio by `just client`; edit it there.
"""The calls about speaking unasked."""

from typing import Any

from antiphon.client.answers.heartbeats import Heartbeat, HeartbeatPreview, HeartbeatRun, Heartbeats
from antiphon.client.paging import read_items
from antiphon.client.sync.base import Noun
from antiphon.client.wire import build_path


class HeartbeatCalls(Noun):
    """Advisors that may speak unasked."""

    def list(self, conversation_id: str) -> Heartbeats:
        """Every advisor on the panel."""
        return Heartbeats.read(self._wire.get(build_path("/v1/conversations/{}/heartbeats", conversation_id)))

    def set(self, conversation_id: str, advisor_id: str, **said: Any) -> Heartbeat:
        """Give leave, or change it."""
        path = build_path("/v1/conversations/{}/heartbeats/{}", conversation_id, advisor_id)
        return Heartbeat.read(self._wire.ask("PUT", path, said))

    def remove(self, conversation_id: str, advisor_id: str) -> None:
        """Take the leave back."""
        self._wire.ask("DELETE", build_path("/v1/conversations/{}/heartbeats/{}", conversation_id, advisor_id))

    def preview(self, conversation_id: str, advisor_id: str) -> HeartbeatPreview:
        """What the advisor would be asked if its time had come now; nothing is sent."""
        path = build_path("/v1/conversations/{}/heartbeats/{}/preview", conversation_id, advisor_id)
        return HeartbeatPreview.read(self._wire.get(path))

    def runs(self, conversation_id: str) -> tuple[HeartbeatRun, ...]:
        """What became of each time one was due, newest first."""
        answer = self._wire.get(build_path("/v1/conversations/{}/heartbeat-runs", conversation_id))
        return read_items(answer, HeartbeatRun.read)

    def mark_read(self, run_id: str) -> None:
        """Say that a message was seen."""
        self._wire.ask("POST", build_path("/v1/heartbeat-runs/{}/read", run_id))
