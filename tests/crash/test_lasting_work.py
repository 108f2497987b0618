"""The plug is pulled in the middle of everything that lasts: it goes on, and no finished call is paid for twice."""

import asyncio
import hashlib
import json
import threading
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest

from antiphon.advisors.prompt import (
    load_claim_prompts,
    load_improve_prompts,
    load_synthesis_prompts,
)
from tests.crash.conftest import Model, Scene
from tests.fakes.model_server import Script, Whole, answer, wait
from tests.fakes.reader import wait_until
from tests.fakes.voices import VOICES

pytestmark = [pytest.mark.crash, pytest.mark.timeout(300)]

CLAIMS = load_claim_prompts()
OPENINGS = {
    "claims": CLAIMS.read[:60],
    "news": CLAIMS.news[:60],
    "synthesis": load_synthesis_prompts().reading[:60],
    "improve": load_improve_prompts().improve[:60],
    "heartbeat": "Nobody has asked you anything",
}


@dataclass
class Paid:
    """A model that answers the first few calls of the work at once and the others when the gate opens.

    It remembers every call by its bytes. Advisors in a conversation are answered at once, and not counted.
    """

    before: int
    gate: threading.Event = field(default_factory=threading.Event)
    asked: Counter[str] = field(default_factory=Counter)
    answered: set[str] = field(default_factory=set)
    counts_advisors: bool = False

    def choose(self, body: dict[str, Any]) -> Script:
        """What answers one request."""
        step, said = say(body)
        if step == "advisor" and not self.counts_advisors:
            return said
        key = hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
        self.asked[key] += 1
        if len(self.answered) < self.before:
            self.answered.add(key)
            return said
        return wait(self.gate) + said

    @property
    def waiting(self) -> bool:
        """Whether somebody has to wait."""
        return sum(self.asked.values()) > self.before


def say(body: dict[str, Any]) -> tuple[str, Script]:
    """Which step a request is, and a good answer to it."""
    if "input" in body:
        vectors = [{"index": place, "embedding": [len(text), 1.0]} for place, text in enumerate(body["input"])]
        whole = json.dumps({"object": "list", "data": vectors}).encode()
        return "vectors", (Whole(200, whole, {"Content-Type": "application/json"}),)
    first, last = body["messages"][0]["content"], str(body["messages"][-1]["content"])
    step = next((name for name, opening in OPENINGS.items() if opening in first), "advisor")
    if step == "advisor":
        return step, answer(f"Where is the evidence, asks the {find_voice(first)}?")
    return step, answer(json.dumps(_value(step, last)))


def _value(step: str, asked: str) -> object:
    match step:
        case "claims":
            return [{"claim": "There is none.", "quote": f"Where is the evidence, asks the {find_voice(asked)}"}]
        case "news":
            return []
        case "synthesis":
            return {"paragraphs": [{"sentences": [{"text": "There is no evidence.", "sources": []}]}]}
        case "improve":
            return {"description": f"You ask {len(asked)} times.", "why": "It asks."}
        case _:
            return {"reach_out": True, "why": "It is time.", "message": "I thought again."}


def find_voice(text: str) -> str:
    """The voice a text is by."""
    return next(voice for voice in VOICES if f"the {voice}" in text.lower())


async def ask(scene: Scene) -> tuple[str, str]:
    """A conversation in which five have answered; its id and the turn's."""
    conversation = await scene.api.create(scene.first.url)
    sent = await scene.api.send(scene.first.url, conversation, "Should I go?", "key-1")
    await scene.api.settled(scene.first.url, sent["turn"]["id"])
    return conversation, str(sent["turn"]["id"])


async def begin_map(scene: Scene) -> str:
    _, turn = await ask(scene)
    await _post(scene, f"/v1/turns/{turn}/map", {})
    return f"/v1/turns/{turn}/map"


async def begin_synthesis(scene: Scene) -> str:
    _, turn = await ask(scene)
    await _post(scene, f"/v1/turns/{turn}/synthesis", {"mode": "fuse"})
    return f"/v1/turns/{turn}/synthesis"


async def begin_rounds(scene: Scene) -> str:
    conversation, _ = await ask(scene)
    run = await _post(scene, f"/v1/conversations/{conversation}/rounds", {"count": 2, "until_quiet": True})
    return f"/v1/rounds/{run['id']}"


async def begin_eval(scene: Scene) -> str:
    await _bring_cases(scene, 6)
    run = await _post(scene, "/v1/evals/runs", {"advisor_id": "skeptic"})
    return f"/v1/evals/runs/{run['id']}"


async def begin_improvement(scene: Scene) -> str:
    await _bring_cases(scene, 2, wanted="never said")
    found = await _post(scene, "/v1/advisors/skeptic/improvements", {"rounds": 2})
    return f"/v1/improvements/{found['id']}"


async def begin_indexing(scene: Scene) -> str:
    pages = "\n\n".join(f"Page {number}. " + f"Words of page {number}. " * 60 for number in range(120))
    address = f"{scene.first.url}/v1/documents?name=notes.txt&kind=library"
    async with scene.api.session.post(address, data=pages.encode()) as response:
        assert response.status == 201, await response.text()
    return "/v1/work"


async def begin_heartbeat(scene: Scene) -> str:
    conversation, _ = await ask(scene)
    body = {"every_minutes": 60, "next_at": datetime.now(UTC).isoformat()}
    status, saved = await scene.api.put(f"{scene.first.url}/v1/conversations/{conversation}/heartbeats/skeptic", body)
    assert status == 200, saved
    return f"/v1/conversations/{conversation}/heartbeat-runs"


def has_status(*wanted: str) -> Callable[[dict[str, Any]], bool]:
    return lambda found: found["status"] in wanted


@dataclass(frozen=True)
class Trial:
    """How the work is begun, which call the plug is pulled in, and when it is done."""

    begin: Callable[[Scene], Awaitable[str]]
    before: int
    is_done: Callable[[dict[str, Any]], bool]
    counts_advisors: bool = False
    # Calls that were on their way when the plug was pulled.
    at_once: int = 1


TRIALS = {
    "map": Trial(begin_map, 2, has_status("done"), at_once=4),
    "synthesis": Trial(begin_synthesis, 6, has_status("done")),
    "rounds": Trial(begin_rounds, 3, has_status("ended"), at_once=8),
    "eval": Trial(begin_eval, 2, has_status("done"), counts_advisors=True, at_once=4),
    "improvement": Trial(begin_improvement, 3, has_status("done"), counts_advisors=True, at_once=2),
    # Vectors are asked of the same server.
    "indexing": Trial(begin_indexing, 1, lambda found: not found["items"]),
    "heartbeat": Trial(begin_heartbeat, 0, lambda found: [each["status"] for each in found["items"]] == ["fired"]),
}


@pytest.mark.parametrize("name", TRIALS)
async def test_it_goes_on_elsewhere_and_no_finished_call_is_asked_twice(
    make_scene: Callable[..., Scene], model: Model, name: str
) -> None:
    """Kill -9 in the middle: what was answered is not asked again, what was on its way at most once more."""
    trial = TRIALS[name]
    paid = Paid(trial.before, counts_advisors=trial.counts_advisors)
    vectors = {"ANTIPHON_RECALL__BASE_URL": model.server.base_url, "ANTIPHON_RECALL__MODEL": "vectors"}
    scene = make_scene(**vectors)
    scene.model.server.handler = paid.choose
    path = await trial.begin(scene)
    await wait_until(lambda: _is_waiting(paid), seconds=60)
    # What was answered has to reach the disk.
    await asyncio.sleep(0.5)

    scene.first.kill()
    paid.gate.set()
    scene.recover()
    await wait_until(lambda: _is_done(scene, path, trial.is_done), seconds=90)

    finished = [paid.asked[key] for key in paid.answered]
    again = [count for key, count in paid.asked.items() if key not in paid.answered and count > 1]
    assert finished == [1] * trial.before
    assert len(again) <= trial.at_once
    assert max(paid.asked.values()) <= 2
    await wait_until(lambda: _is_done(scene, "/v1/work", lambda found: not found["items"]))


async def _bring_cases(scene: Scene, count: int, wanted: str = "evidence") -> None:
    lines = [
        f'  - {{id: case {n}, input: "Question {n:02}.", assert: [{{type: contains, value: {wanted}}}]}}'
        for n in range(count)
    ]
    suite = "\n".join(["$schema: antiphon-eval-v1", "evalcases:", *lines])
    address = f"{scene.first.url}/v1/advisors/skeptic/evals/import"
    async with scene.api.session.post(address, data=suite.encode()) as response:
        assert response.status == 201, await response.text()


async def _post(scene: Scene, path: str, body: object) -> dict[str, Any]:
    status, found = await scene.api.post(scene.first.url + path, body)
    assert status in (201, 202), found
    return found


async def _is_waiting(paid: Paid) -> bool:
    return paid.waiting


async def _is_done(scene: Scene, path: str, is_done: Callable[[dict[str, Any]], bool]) -> bool:
    return is_done(await scene.api.get(scene.survivor.url + path))
