"""The model that writes syntheses; what it writes them from is read by the same model that draws maps."""

import json
from collections import deque
from collections.abc import Sequence
from typing import Any

from typing_extensions import override

from antiphon.advisors.prompt import load_synthesis_prompts
from antiphon.conversation.turn import Turn
from tests.fakes.model_server import Script, answer
from tests.fakes.reader import wait_until
from tests.journeys.cartographer import Cartographer
from tests.journeys.conftest import House

OPENING = load_synthesis_prompts().reading[:60]


def page(*sentences: tuple[str, Sequence[str]]) -> dict[str, Any]:
    """A text of one paragraph as the model writes it."""
    return {"paragraphs": [{"sentences": [{"text": said, "sources": list(sources)} for said, sources in sentences]}]}


class Synthesiser(Cartographer):
    """Writes what waits in line in `writes`, a value or a script; draws maps and lets advisors speak as before."""

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.writes: deque[object] = deque()

    @override
    def choose(self, body: dict[str, Any]) -> Script:
        """What answers one request."""
        if not _is_text(body):
            return super().choose(body)
        said = self.writes.popleft()
        return said if isinstance(said, tuple) else answer(json.dumps(said))

    def asked(self) -> list[dict[str, Any]]:
        """Every request for a text."""
        return [each.json for each in self.voices.server.requests if _is_text(each.json)]

    async def write(self, turn: Turn, text: object, **body: object) -> dict[str, Any]:
        """Have this written about a turn, and wait for the end of it."""
        self.writes.append(text)
        status, begun = await self.house.post(f"/v1/turns/{turn.id}/synthesis", body)
        assert status == 202, begun
        return await self.written(turn)

    async def written(self, turn: Turn) -> dict[str, Any]:
        """The synthesis, once nobody writes it any more."""
        found: dict[str, Any] = {}

        async def has_ended() -> bool:
            found.update(await self.house.get(f"/v1/turns/{turn.id}/synthesis"))
            return bool(found["status"] in ("done", "failed"))

        await wait_until(has_ended)
        return found


def _is_text(body: dict[str, Any]) -> bool:
    return bool(body["messages"][0]["content"].startswith(OPENING))
