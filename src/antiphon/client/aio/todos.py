"""The calls about todos. Every one that changes something answers with the whole list."""

from collections.abc import Mapping, Sequence
from typing import Any

from antiphon.client.aio.base import Noun
from antiphon.client.answers.todos import Todo
from antiphon.client.paging import read_items
from antiphon.client.wire import build_path


class Todos(Noun):
    """What is to be done in a conversation."""

    async def list(self, conversation_id: str) -> tuple[Todo, ...]:
        """The list of a conversation."""
        return _read(await self._wire.get(_path(conversation_id)))

    async def read(self, conversation_id: str, number: int) -> Todo:
        """One of them."""
        return Todo.read(await self._wire.get(f"{_path(conversation_id)}/{number}"))

    async def add(self, conversation_id: str, said: Mapping[str, Any]) -> tuple[Todo, ...]:
        """The list with one more."""
        return _read(await self._wire.ask("POST", _path(conversation_id), said))

    async def update(self, conversation_id: str, number: int, changes: Mapping[str, Any]) -> tuple[Todo, ...]:
        """The list with one changed."""
        return _read(await self._wire.ask("PATCH", f"{_path(conversation_id)}/{number}", changes))

    async def remove(self, conversation_id: str, number: int) -> tuple[Todo, ...]:
        """The list with one less."""
        await self._wire.ask("DELETE", f"{_path(conversation_id)}/{number}")
        return _read(await self._wire.get(_path(conversation_id)))

    async def replace(self, conversation_id: str, todos: Sequence[Todo]) -> tuple[Todo, ...]:
        """The list as it is given, in this order."""
        body = {"todos": [each.model_dump() for each in todos]}
        return _read(await self._wire.ask("PUT", _path(conversation_id), body))


def _path(conversation_id: str) -> str:
    return build_path("/v1/conversations/{}/todos", conversation_id)


def _read(answer: Mapping[str, Any]) -> tuple[Todo, ...]:
    return read_items(answer, Todo.read)
