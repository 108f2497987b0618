"""The calls about how much a message weighs."""

from antiphon.client.aio.base import Noun
from antiphon.client.answers.importance import Importance
from antiphon.client.wire import build_path


class ImportanceCalls(Noun):
    """How much messages weigh when not all of them can be sent."""

    async def of_turn(self, turn_id: str) -> Importance:
        """What a message of the person weighs, rule by rule; `turns.mark` says otherwise with `worth`."""
        return Importance.read(await self._wire.get(build_path("/v1/turns/{}/importance", turn_id)))

    async def of_reply(self, reply_id: str) -> Importance:
        """What a reply weighs, rule by rule."""
        return Importance.read(await self._wire.get(_path(reply_id)))

    async def set(self, reply_id: str, worth: float | None) -> None:
        """Say what a reply is worth, from 0 to 1, in place of what was reckoned; None takes it back."""
        await self._wire.ask("PUT", _path(reply_id), {"worth": worth})


def _path(reply_id: str) -> str:
    return build_path("/v1/replies/{}/importance", reply_id)
