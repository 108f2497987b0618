"""Models that are tested, judge and word things better; and the person's few deeds about it."""

import json
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from antiphon.advisors.prompt import load_eval_prompts, load_improve_prompts
from antiphon.conversation.turn import Turn
from tests.fakes.model_server import Received, Script, answer
from tests.fakes.reader import wait_until
from tests.journeys.conftest import House, reply_of

STEPS = {"judge": load_eval_prompts().judge[:60], "improve": load_improve_prompts().improve[:60]}


def step_of(body: dict[str, Any]) -> str | None:
    """Whether a request judges or words better; none for one to an advisor."""
    first = body["messages"][0]["content"]
    return next((step for step, opening in STEPS.items() if first.startswith(opening)), None)


def judgement(score: float, reasoning: str = "So it seems.") -> Script:
    """What a judge says about one criterion."""
    return answer(json.dumps({"score": score, "hits": [], "misses": [], "reasoning": reasoning}))


def rewording(description: str, why: str = "It asks sooner.") -> Script:
    """What somebody proposes."""
    return answer(json.dumps({"description": description, "why": why}))


@dataclass(slots=True)
class Examiner:
    """Scripts for judging and wording; whoever is tested answers as the voices do."""

    house: House
    queued: dict[str, deque[Script]] = field(default_factory=lambda: {step: deque() for step in STEPS})

    def choose(self, body: dict[str, Any]) -> Script:
        """The next script of this step; a judge that has none is content."""
        step = step_of(body)
        if step is None:
            return self.house.voices.choose(body)
        waiting = self.queued[step]
        return waiting.popleft() if waiting or step == "improve" else judgement(1.0)

    def requests(self, step: str | None = None) -> list[Received]:
        """Every request of one step; none: those to advisors."""
        return [each for each in self.house.voices.server.requests if step_of(each.json) == step]

    async def ask(self, text: str = "Shall I sign?", said: str = "Where is the evidence?") -> Turn:
        """A turn the skeptic has answered."""
        self.house.voices.script("skeptic", answer(said))
        return await self.house.ask(text, advisor_ids=["skeptic"])

    async def keep(self, turn: Turn, *asserts: object, **more: object) -> dict[str, Any]:
        """Keep the skeptic's reply as a case."""
        reply = reply_of(turn, "skeptic")
        status, case = await self.house.post(f"/v1/replies/{reply.id}/cases", {"asserts": list(asserts), **more})
        assert status == 201, case
        return case

    async def run(self, **body: object) -> dict[str, Any]:
        """Play cases of the skeptic and wait for the end of it."""
        return await self.ended(f"/v1/evals/runs/{(await self.begin(**body))['id']}")

    async def begin(self, **body: object) -> dict[str, Any]:
        """Begin to play."""
        status, begun = await self.house.post("/v1/evals/runs", {"advisor_id": "skeptic", **body})
        assert status == 202, begun
        return begun

    async def improve(self, **body: object) -> dict[str, Any]:
        """Look for better words for the skeptic and wait for the end of it."""
        status, begun = await self.house.post("/v1/advisors/skeptic/improvements", body)
        assert status == 202, begun
        return await self.ended(f"/v1/improvements/{begun['id']}")

    async def ended(self, path: str) -> dict[str, Any]:
        """What stands there, once it runs no more."""
        found: dict[str, Any] = {}

        async def has_ended() -> bool:
            found.update(await self.house.get(path))
            return bool(found["status"] != "running")

        await wait_until(has_ended)
        return found

    async def history(self) -> dict[str, Any]:
        """Everything about the skeptic under test."""
        return await self.house.get("/v1/advisors/skeptic/evals")

    async def describe(self, description: str) -> None:
        """Give the skeptic another description."""
        status, body = await self.house.api.patch(f"{self.house.url}/v1/advisors/skeptic", {"description": description})
        assert status == 200, body
