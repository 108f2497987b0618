# Made from antiphon/client/aio by `just client`; edit it there.
"""The calls about topics."""

from typing import Any

from antiphon.client.answers.topics import Topic
from antiphon.client.paging import read_items
from antiphon.client.sync.base import Noun
from antiphon.client.wire import build_path


class Topics(Noun):
    """What turns belong to."""

    def list(self) -> tuple[Topic, ...]:
        """The whole tree."""
        return read_items(self._wire.get("/v1/topics"), Topic.read)

    def read(self, topic_id: str) -> Topic:
        """One of them."""
        return Topic.read(self._wire.get(build_path("/v1/topics/{}", topic_id)))

    def create(self, **said: Any) -> Topic:
        """A new one."""
        return Topic.read(self._wire.ask("POST", "/v1/topics", said))

    def update(self, topic_id: str, **changes: Any) -> Topic:
        """The topic as it is then."""
        return Topic.read(self._wire.ask("PATCH", build_path("/v1/topics/{}", topic_id), changes))

    def remove(self, topic_id: str) -> None:
        """Take one away that nothing belongs to."""
        self._wire.ask("DELETE", build_path("/v1/topics/{}", topic_id))
