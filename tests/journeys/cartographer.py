"""The model that draws maps, and three advisors who do not agree."""

import json
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from antiphon.advisors.prompt import load_claim_prompts
from antiphon.conversation.turn import Turn
from tests.fakes.model_server import Script, answer
from tests.fakes.reader import wait_until
from tests.fakes.voices import Voices
from tests.journeys.conftest import House

PROMPTS = load_claim_prompts()
STEPS = {"claims": PROMPTS.read[:60], "clusters": PROMPTS.group[:60], "news": PROMPTS.news[:60]}
SAID = {
    "skeptic": "Do not sign. Rents will fall, I think.",
    "builder": "Sign it today! Rents **never** fall here.",
    "historian": "Sign it. In 1908 they signed too.",
}
CLAIMS = {
    "skeptic": [("Do not sign.", "Do not sign."), ("Rents will fall.", "Rents will fall")],
    "builder": [("Sign today.", "Sign it today!"), ("Rents do not fall.", "Rents never fall here.")],
    "historian": [("Sign.", "Sign it."), ("It was done before.", "In 1908 they signed too")],
}


def entries(*claims: tuple[str, str]) -> list[dict[str, str]]:
    """Claims as the model writes them."""
    return [{"claim": claim, "quote": quote} for claim, quote in claims]


def group(text: str, *members: int) -> dict[str, Any]:
    """A group as the model writes it; a negative number contradicts."""
    stands = [{"claim": abs(each), "stand": "agrees" if each > 0 else "contradicts"} for each in members]
    return {"text": text, "members": stands}


GROUPS = [group("The lease should be signed.", -1, 3, 5), group("Rents will fall.", 2, -4), group("Old.", 6)]


@dataclass
class MapReader:
    """Answers what is asked about a turn, and otherwise lets the advisors speak.

    `read` holds what it finds in an answer, by words of that answer; `sorts` and `compares` wait in line.
    """

    voices: Voices
    read: dict[str, deque[object]] = field(default_factory=dict)
    sorts: deque[object] = field(default_factory=deque)
    compares: deque[object] = field(default_factory=deque)

    def choose(self, body: dict[str, Any]) -> Script:
        """What answers one request."""
        step = step_of(body)
        if step is None:
            return self.voices.choose(body)
        said = self._find(step, body["messages"][-1]["content"])
        return said if isinstance(said, tuple) else answer(json.dumps(said))

    def requests(self, step: str | None) -> list[dict[str, Any]]:
        """Every request of one step; none: those to advisors."""
        return [each.json for each in self.voices.server.requests if step_of(each.json) == step]

    def finds(self, words: str, *values: object) -> None:
        """What it finds in the answer that holds these words, one value per time it is asked; the last one stays."""
        self.read.setdefault(words, deque()).extend(values)

    def _find(self, step: str, asked: str) -> object:
        if step != "claims":
            return (self.sorts if step == "clusters" else self.compares).popleft()
        waiting = next(values for words, values in self.read.items() if words in asked)
        return waiting.popleft() if len(waiting) > 1 else waiting[0]


class Cartographer(MapReader):
    """The same beside a running Antiphon, with a person who wants maps."""

    def __init__(self, house: House) -> None:
        super().__init__(house.voices)
        self.house = house

    async def three_answer(self, *, conversation: str | None = None, **said: str) -> Turn:
        """Three advisors answer one question, and the reader knows what they claim."""
        for voice, text in (SAID | said).items():
            self.voices.script(voice, answer(text))
            self.finds(text, entries(*CLAIMS[voice]))
        return await self.house.ask("Shall I sign?", conversation=conversation, advisor_ids=list(SAID))

    async def draw(self, turn: Turn, **body: object) -> dict[str, Any]:
        """Draw the map and wait for the end of it."""
        status, begun = await self.house.post(f"/v1/turns/{turn.id}/map", body)
        assert status == 202, begun
        return await self.drawn(turn)

    async def drawn(self, turn: Turn) -> dict[str, Any]:
        """The map, once nobody draws it any more."""
        found: dict[str, Any] = {}

        async def has_ended() -> bool:
            found.update(await self.house.get(f"/v1/turns/{turn.id}/map"))
            return bool(found["status"] in ("done", "failed"))

        await wait_until(has_ended)
        return found


def step_of(body: dict[str, Any]) -> str | None:
    """Which step of a map a request is."""
    first = body["messages"][0]["content"]
    return next((step for step, opening in STEPS.items() if first.startswith(opening)), None)
