"""The model that looks at conversations, and what it finds in one."""

import json
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from antiphon.advisors.prompt import load_memory_prompts
from tests.fakes.model_server import Script, answer
from tests.fakes.reader import wait_until
from tests.journeys.conftest import House

PROMPTS = load_memory_prompts()
STEPS = {"scan": PROMPTS.scan[:80], "match": PROMPTS.match[:80], "update": PROMPTS.update[:40]}


def step_of(body: dict[str, Any]) -> str | None:
    """Which step of a scan a request is; none for one that continues a conversation."""
    first = body["messages"][0]["content"]
    return next((step for step, opening in STEPS.items() if first.startswith(opening)), None)


@dataclass(slots=True)
class Analyst:
    """The model that looks at conversations: scripts per step, and what it was sent."""

    house: House
    queued: dict[str, deque[Script]] = field(default_factory=lambda: {step: deque() for step in STEPS})

    def choose(self, body: dict[str, Any]) -> Script:
        """The next script of this step; everything else goes to the advisors."""
        step = step_of(body)
        return self.house.voices.choose(body) if step is None else self.queued[step].popleft()

    def script(self, step: str, *values: object) -> None:
        """What it answers: values as JSON, scripts as they are."""
        self.queued[step].extend(each if isinstance(each, tuple) else answer(json.dumps(each)) for each in values)

    def requests(self, step: str | None) -> list[dict[str, Any]]:
        """Every request of one step; none: those to advisors."""
        return [each.json for each in self.house.voices.server.requests if step_of(each.json) == step]

    async def scan(self, conversation: str, **body: object) -> dict[str, Any]:
        """Scan and wait for the end of it."""
        status, begun = await self.house.post(f"/v1/conversations/{conversation}/memories/scan", body)
        assert status == 202, begun
        return await self.ended(begun["id"])

    async def ended(self, analysis_id: str) -> dict[str, Any]:
        """The analysis, once it has ended."""
        found: dict[str, Any] = {}

        async def has_ended() -> bool:
            found.update(await self.house.get(f"/v1/analyses/{analysis_id}"))
            return bool(found["status"] != "running")

        await wait_until(has_ended)
        return found

    async def decide(self, memory_id: str, **changes: object) -> tuple[int, dict[str, Any]]:
        """PATCH a memory."""
        return await self.house.api.patch(f"{self.house.url}/v1/memories/{memory_id}", changes)

    async def choose_when(self, value: str) -> None:
        """Say when conversations are read."""
        address = f"{self.house.url}/v1/settings/memory_scan"
        async with self.house.api.session.put(address, json={"value": value}) as response:
            assert response.status == 200

    async def inbox(self, status: str = "proposed") -> list[dict[str, Any]]:
        """The memories of one status."""
        return list((await self.house.get(f"/v1/memories?status={status}"))["items"])


SAID = "I live in Athens and I keep bees."


def thing(text: str = "Lives in Athens.", quote: str = "I live in Athens", **more: Any) -> dict[str, Any]:
    """One entry of a model's answer."""
    return {"kind": "fact", "text": text, "quote": quote, "turn": 1} | more
