"""The calls about custom instructions."""

from collections.abc import Mapping, Sequence
from typing import Any

from antiphon.client.aio.base import Noun
from antiphon.client.answers.instructions import Instruction
from antiphon.client.paging import read_items
from antiphon.client.wire import build_path


class Instructions(Noun):
    """Custom instructions."""

    async def list(self, conversation_id: str | None = None) -> tuple[Instruction, ...]:
        """Those for every conversation, and those of this one."""
        answer = await self._wire.get("/v1/instructions", conversation=conversation_id)
        return read_items(answer, Instruction.read)

    async def read(self, instruction_id: str) -> Instruction:
        """One of them."""
        return Instruction.read(await self._wire.get(_path(instruction_id)))

    async def add(self, said: Mapping[str, Any]) -> Instruction:
        """A new one behind the others."""
        return Instruction.read(await self._wire.ask("POST", "/v1/instructions", said))

    async def update(self, instruction_id: str, changes: Mapping[str, Any]) -> Instruction:
        """The instruction as it is then."""
        return Instruction.read(await self._wire.ask("PATCH", _path(instruction_id), changes))

    async def switch(self, instruction_id: str, conversation_id: str, enabled: bool) -> Instruction:
        """The instruction as it counts in this conversation then."""
        path = build_path("/v1/instructions/{}/conversations/{}", instruction_id, conversation_id)
        return Instruction.read(await self._wire.ask("PUT", path, {"enabled": enabled}))

    async def remove(self, instruction_id: str) -> None:
        """Take it away."""
        await self._wire.ask("DELETE", _path(instruction_id))

    async def reorder(self, instruction_ids: Sequence[str]) -> None:
        """Put these first, in this order."""
        await self._wire.ask("POST", "/v1/instructions/order", {"ids": [*instruction_ids]})


def _path(instruction_id: str) -> str:
    return build_path("/v1/instructions/{}", instruction_id)
