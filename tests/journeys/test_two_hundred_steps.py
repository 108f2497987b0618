"""Nothing is lost: two hundred steps in any order through everything a person does to what was said.

Each step asks, words anew, branches, asks again, chooses, deletes, archives or takes one of these back. After every one
what a client has folded from the feed equals a fresh snapshot, every request is the bytes that were shown before, and
every message that was accepted and not deleted is still there, word for word.
"""

import asyncio
import contextlib
import hashlib
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import pytest

from antiphon.conversation.turn import Turn
from antiphon.conversation.view import ConversationView
from antiphon.conversation.wire import decode_view
from tests.fakes.model_server import answer
from tests.fakes.reader import Reader
from tests.journeys.conftest import House

STEPS = 200
ASKED = ["skeptic", "builder"]


class Person:
    """Somebody with several conversations, who remembers what they did in each."""

    def __init__(self, house: House, seed: int) -> None:
        self.house = house
        self.chance = random.Random(seed)
        self.readers: dict[str, Reader] = {}
        self.views: dict[str, ConversationView] = {}
        # What stands in each conversation, by the turn's id.
        self.stands: dict[str, dict[str, str]] = {}
        self.deleted: dict[str, list[str]] = {}
        self.archived: list[str] = []
        self.asked = 0
        self.did: Counter[str] = Counter()
        # The bytes of what was shown before, by advisor, and how many requests each had got until then.
        self.same_bytes = 0

    async def begin(self) -> None:
        """A conversation of their own, with one question."""
        here = await self.house.converse()
        await self._follow(here)
        await self.ask(here)

    async def step(self) -> None:
        """One thing, whichever comes to mind; then everything is looked at again."""
        here = self.chance.choice(
            [each for each in self.readers if each not in self.archived] or [await self._revive()]
        )
        deeds: list[Callable[[str], Awaitable[None]]] = [
            self.ask,
            self.ask,
            self.word_anew,
            self.choose_wording,
            self.branch,
            self.ask_again,
            self.choose_answer,
            self.delete,
            self.delete,
            self.take_back,
            self.edit_answer,
            self.archive,
        ]
        deed = self.chance.choice(deeds)
        await deed(here)
        await self.check(here)

    async def ask(self, here: str, **more: Any) -> None:
        """A question, seen before it is sent."""
        self.asked += 1
        text = f"question {self.asked} 東京"
        before = {voice: len(self.house.voices.requests(voice)) for voice in ASKED}
        status, shown = await self.house.post(
            f"/v1/conversations/{here}/preview", {"text": text, "advisor_ids": ASKED, **more}
        )
        assert status == 200, shown
        expect = {each["advisor_id"]: each["sha256"] for each in shown["advisors"]}
        turn = await self.house.ask(
            text, conversation=here, key=f"k-{self.asked}", advisor_ids=ASKED, at=shown["at"], expect=expect, **more
        )
        for each in shown["advisors"]:
            received = self.house.voices.requests(each["advisor_id"])[before[each["advisor_id"]]].body
            assert hashlib.sha256(received).hexdigest() == each["sha256"]
            self.same_bytes += 1
        if replaced := more.get("replaces"):
            del self.stands[here][replaced]
        self.stands[here][turn.id] = text
        self.did["ask anew" if more else "ask"] += 1

    async def word_anew(self, here: str) -> None:
        """The newest question in other words."""
        if newest := self._newest(here):
            await self.ask(here, replaces=newest.id)

    async def choose_wording(self, here: str) -> None:
        """An older wording of the newest question stands again."""
        newest = self._newest(here)
        if newest is None:
            return
        wordings = (await self.house.get(f"/v1/turns/{newest.id}/wordings"))["items"]
        other = self.chance.choice(wordings)
        if other["id"] == newest.id:
            return
        status, body = await self.house.post(f"/v1/turns/{other['id']}/choose")
        assert status == 200, body
        del self.stands[here][newest.id]
        self.stands[here][other["id"]] = other["text"]
        self.did["choose a wording"] += 1

    async def branch(self, here: str) -> None:
        """Go on from any turn in a conversation of its own, which holds what stood up to there."""
        turn = self._any(here)
        if turn is None or len(self.readers) > 8:
            return
        status, body = await self.house.post(
            f"/v1/turns/{turn.id}/branch", None, **{"Idempotency-Key": f"b-{self.asked}-{turn.id}"}
        )
        assert status == 201, body
        if body["id"] in self.readers:
            return
        await self._follow(body["id"])
        fresh = await self._catch_up(body["id"])
        assert [each.text for each in fresh.turns] == [
            each.text for each in self.views[here].turns if each.position <= turn.position
        ]
        self.stands[body["id"]] = {each.id: each.text for each in fresh.turns}
        self.did["branch"] += 1

    async def ask_again(self, here: str) -> None:
        """One voice says it again, beside what it said."""
        turn = self._any(here)
        if turn is None:
            return
        reply = self.chance.choice(turn.replies)
        status, body = await self.house.post(
            f"/v1/replies/{reply.id}/replay", None, **{"Idempotency-Key": f"r-{sum(self.did.values())}"}
        )
        assert status == 202, body
        await self.house.api.settled(self.house.url, turn.id)
        self.did["ask again"] += 1

    async def choose_answer(self, here: str) -> None:
        """Another answer stands for its advisor."""
        if turn := self._any(here):
            status, body = await self.house.post(f"/v1/replies/{self.chance.choice(turn.replies).id}/choose")
            assert status == 200, body
            self.did["choose an answer"] += 1

    async def edit_answer(self, here: str) -> None:
        """The person knows better."""
        if turn := self._any(here):
            reply = self.chance.choice(turn.replies)
            words = self.chance.choice([None, f"in my words {self.asked}"])
            status, body = await self.house.api.patch(f"{self.house.url}/v1/replies/{reply.id}", {"text": words})
            assert status == 200, body
            self.did["edit"] += 1

    async def delete(self, here: str) -> None:
        """Some turns go."""
        ids = [each.id for each in self.views[here].turns]
        if len(ids) < 2:
            return
        gone = self.chance.sample(ids, self.chance.randint(1, min(3, len(ids) - 1)))
        status, body = await self.house.post(f"/v1/conversations/{here}/turns/remove", {"turn_ids": gone})
        assert status == 200, body
        self.deleted.setdefault(here, []).extend(gone)
        self.did["delete"] += 1

    async def take_back(self, here: str) -> None:
        """What was deleted is back, with its words."""
        gone = self.deleted.pop(here, [])
        if not gone:
            return
        status, body = await self.house.post(f"/v1/conversations/{here}/turns/restore", {"turn_ids": gone})
        assert status == 200, body
        self.did["take back"] += 1

    async def archive(self, here: str) -> None:
        """Out of sight; there is always one left."""
        if len(self.readers) - len(self.archived) < 2:
            return
        assert await self.house.api.delete(f"{self.house.url}/v1/conversations/{here}") in (200, 204)
        self.archived.append(here)
        self.did["archive"] += 1
        if self.chance.random() < 0.7:
            await self._revive()

    async def check(self, here: str) -> None:
        """The fold is the snapshot, and what stands is what was said."""
        if here in self.archived:
            return
        fresh = await self._catch_up(here)
        gone = set(self.deleted.get(here, ()))
        assert {each.id: each.text for each in fresh.turns} == {
            turn_id: text for turn_id, text in self.stands[here].items() if turn_id not in gone
        }

    async def _revive(self) -> str:
        here = self.archived.pop(self.chance.randrange(len(self.archived)))
        status, body = await self.house.post(f"/v1/conversations/{here}/restore")
        assert status in (200, 204), body
        await self.check(here)
        return here

    def _newest(self, here: str) -> Turn | None:
        turns = self.views[here].turns
        return turns[-1] if turns else None

    def _any(self, here: str) -> Turn | None:
        turns = self.views[here].turns
        return self.chance.choice(turns) if turns else None

    async def _follow(self, here: str) -> None:
        self.readers[here] = Reader(here)
        self.stands[here] = {}
        self.views[here] = ConversationView(here)

    async def _catch_up(self, here: str) -> ConversationView:
        fresh: ConversationView | None = None

        def is_equal(reader: Reader) -> bool:
            return fresh is not None and reader.view == fresh

        async with asyncio.timeout(25):
            while True:
                fresh = decode_view(await self.house.get(f"/v1/conversations/{here}"))
                with contextlib.suppress(TimeoutError, aiohttp.ClientError):
                    if await self.readers[here].read(self.house.url, is_equal, seconds=0.4):
                        self.views[here] = fresh
                        return fresh


@pytest.mark.timeout(400)
async def test_two_hundred_steps_lose_nothing(house: House) -> None:
    for voice in ASKED:
        house.voices.script(voice, *[answer(f"{voice} says {number}.") for number in range(4 * STEPS)])
    person = Person(house, seed=16)
    await person.begin()

    while sum(person.did.values()) < STEPS:
        await person.step()
    for here in person.readers:
        await person.check(here)

    assert person.same_bytes >= 2 * (person.did["ask"] + person.did["ask anew"]) > 0
    assert set(person.did) == {
        "ask", "ask anew", "choose a wording", "branch", "ask again", "choose an answer", "edit", "delete", "take back",
        "archive",
    }  # fmt: skip
