"""The calls about speaking unasked."""

from typing import Any

from antiphon.client.aio.base import Noun
from antiphon.client.answers.heartbeats import Heartbeat, HeartbeatPreview, HeartbeatRun, Heartbeats
from antiphon.client.paging import read_items
from antiphon.client.wire import build_path


class HeartbeatCalls(Noun):
    """Advisors that may speak unasked."""

    async def list(self, conversation_id: str) -> Heartbeats:
        """Every advisor on the panel."""
        return Heartbeats.read(await self._wire.get(build_path("/v1/conversations/{}/heartbeats", conversation_id)))

    async def set(self, conversation_id: str, advisor_id: str, **said: Any) -> Heartbeat:
        """Give leave, or change it."""
        path = build_path("/v1/conversations/{}/heartbeats/{}", conversation_id, advisor_id)
        return Heartbeat.read(await self._wire.ask("PUT", path, said))

    async def remove(self, conversation_id: str, advisor_id: str) -> None:
        """Take the leave back."""
        await self._wire.ask("DELETE", build_path("/v1/conversations/{}/heartbeats/{}", conversation_id, advisor_id))

    async def preview(self, conversation_id: str, advisor_id: str) -> HeartbeatPreview:
        """What the advisor would be asked if its time had come now; nothing is sent."""
        path = build_path("/v1/conversations/{}/heartbeats/{}/preview", conversation_id, advisor_id)
        return HeartbeatPreview.read(await self._wire.get(path))

    async def runs(self, conversation_id: str) -> tuple[HeartbeatRun, ...]:
        """What became of each time one was due, newest first."""
        answer = await self._wire.get(build_path("/v1/conversations/{}/heartbeat-runs", conversation_id))
        return read_items(answer, HeartbeatRun.read)

    async def mark_read(self, run_id: str) -> None:
        """Say that a message was seen."""
        await self._wire.ask("POST", build_path("/v1/heartbeat-runs/{}/read", run_id))
