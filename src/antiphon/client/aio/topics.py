"""The calls about topics."""

from typing import Any

from antiphon.client.aio.base import Noun
from antiphon.client.answers.topics import Topic
from antiphon.client.paging import read_items
from antiphon.client.wire import build_path


class Topics(Noun):
    """What turns belong to."""

    async def list(self) -> tuple[Topic, ...]:
        """The whole tree."""
        return read_items(await self._wire.get("/v1/topics"), Topic.read)

    async def read(self, topic_id: str) -> Topic:
        """One of them."""
        return Topic.read(await self._wire.get(build_path("/v1/topics/{}", topic_id)))

    async def create(self, **said: Any) -> Topic:
        """A new one."""
        return Topic.read(await self._wire.ask("POST", "/v1/topics", said))

    async def update(self, topic_id: str, **changes: Any) -> Topic:
        """The topic as it is then."""
        return Topic.read(await self._wire.ask("PATCH", build_path("/v1/topics/{}", topic_id), changes))

    async def remove(self, topic_id: str) -> None:
        """Take one away that nothing belongs to."""
        await self._wire.ask("DELETE", build_path("/v1/topics/{}", topic_id))
