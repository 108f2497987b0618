"""The model that draws maps, and three advisors who do not agree."""

import json
import re
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from antiphon.advisors.prompt import load_claim_prompts, load_synthesis_prompts
from antiphon.conversation.turn import Turn
from antiphon.evals.rooms.room import load_rooms
from antiphon.evals.rooms.sourced import load_sentences
from tests.fakes.model_server import Script, answer
from tests.fakes.reader import wait_until
from tests.fakes.voices import Voices
from tests.journeys.conftest import House

PROMPTS = load_claim_prompts()
STEPS = {
    "claims": PROMPTS.read[:60],
    "judge": PROMPTS.judge[:60],
    "news": PROMPTS.news[:60],
    "hold": load_synthesis_prompts().hold[:60],
}
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


# How the points of a map are worded: as the voice on the larger side says it that is nearest to the others.
SIGN, RENTS, OLD = "Sign today.", "Rents will fall.", "It was done before."
# What each claim is about and on which side it stands.
POINTS = {
    "Do not sign.": ("sign", "-"),
    "Sign today.": ("sign", "+"),
    "Sign.": ("sign", "+"),
    "Rents will fall.": ("rents", "-"),
    "Rents do not fall.": ("rents", "+"),
    "It was done before.": ("old", "+"),
}
_HELD = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)
_PAIR = re.compile(r"^(\d+)\. (.*)\n   (.*)$", re.MULTILINE)


def list_points() -> dict[str, tuple[str, str]]:
    """The truth about the claims above and about every room that models are checked with."""
    found = dict(POINTS)
    for room in load_rooms():
        for each in room.instances:
            found[" ".join(each.quote.split())] = (f"{room.id} {each.claim}", each.stand)
    return found


@dataclass
class MapReader:
    """Answers what is asked about a turn, and otherwise lets the advisors speak.

    `read` holds what it finds in an answer, by words of that answer; `compares` waits in line. Pairs it judges
    by `points`, without a mistake, unless something else waits in `judges`; and so it holds sentences to their sources,
    by `support` and `holds`. A sentence it does not know is supported.
    """

    voices: Voices
    read: dict[str, deque[object]] = field(default_factory=dict)
    points: dict[str, tuple[str, str]] = field(default_factory=list_points)
    judges: deque[object] = field(default_factory=deque)
    compares: deque[object] = field(default_factory=deque)
    support: dict[str, str] = field(default_factory=lambda: {each.said.text: each.truth for each in load_sentences()})
    holds: deque[object] = field(default_factory=deque)

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
        if step == "judge":
            return self.judges.popleft() if self.judges else [self.judge_pair(*each) for each in _PAIR.findall(asked)]
        if step == "hold":
            return self.holds.popleft() if self.holds else [self._hold(*each) for each in _HELD.findall(asked)]
        if step == "news":
            return self.compares.popleft()
        waiting = next(values for words, values in self.read.items() if words in asked)
        return waiting.popleft() if len(waiting) > 1 else waiting[0]

    def _hold(self, number: str, text: str) -> dict[str, object]:
        return {"sentence": int(number), "verdict": self.support.get(text, "supported")}

    def judge_pair(self, number: str, one: str, other: str) -> dict[str, object]:
        """What is true of two claims; those it does not know are about different points."""
        first, second = self.points.get(one, (one, "+")), self.points.get(other, (other, "+"))
        same = "agree" if first[1] == second[1] else "opposed"
        return {"pair": int(number), "verdict": same if first[0] == second[0] else "different"}


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

    async def check(self, **body: object) -> dict[str, Any]:
        """Have the model checked, and wait until it may judge."""
        status, begun = await self.house.post("/v1/map-checks", body)
        assert status == 202, begun
        look: dict[str, Any] = {}

        async def has_ended() -> bool:
            look.update(await self.house.get(f"/v1/analyses/{begun['id']}"))
            return bool(look["status"] != "running")

        await wait_until(has_ended, 30)
        return look

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
