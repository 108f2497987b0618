"""One conversation, everything that may happen to it, in any order.

After every step the view a client has folded from events must equal a fresh snapshot (I-40), every acknowledged message
must still be there (I-01), every key must stand for its one turn (I-03), and states move only forwards (I-04).
"""

import asyncio
import contextlib
import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from antiphon.conversation.state import TERMINAL, ReplyState
from antiphon.conversation.turn import Turn
from antiphon.conversation.view import ConversationView
from antiphon.conversation.wire import decode_view
from tests.crash.conftest import Model, common_settings
from tests.fakes.model_server import ModelServer, Script, cut, done, fail, finish, say, wait
from tests.fakes.nodes import Node
from tests.fakes.reader import Api, Reader
from tests.fakes.servers import run_stores
from tests.fakes.voices import voice_of

# A crash takes a reply back to sending under a new epoch; nothing leaves an ending, and nothing goes back to waiting.
NEXT = {state: frozenset[ReplyState]() for state in TERMINAL} | {
    ReplyState.WAITING: TERMINAL | {ReplyState.SENDING},
    ReplyState.SENDING: TERMINAL | {ReplyState.SENDING, ReplyState.STREAMING},
    ReplyState.STREAMING: TERMINAL | {ReplyState.SENDING},
}
SOAK = bool(os.environ.get("ANTIPHON_SOAK"))
ASKED = ("skeptic", "builder", "historian")
FATES = ("finish", "finish", "cut", "refuse", "stall")
PIECES = ("Well, ", "naïve 東京 ", "👩‍👩‍👧 indeed. ")


@dataclass(slots=True)
class Fate:
    """What one advisor will do in one turn, piece by piece, as the machine opens the gates."""

    name: str
    gates: list[threading.Event] = field(default_factory=lambda: [threading.Event() for _ in range(len(PIECES) + 1)])

    def script(self) -> Script:
        """The steps of one request."""
        if self.name == "refuse":
            return fail(400, {"error": {"message": "no"}})
        steps: Script = ()
        for gate, piece in zip(self.gates, PIECES, strict=False):
            steps += wait(gate) + say(piece)
        if self.name == "stall":
            return steps + wait(threading.Event())
        return steps + wait(self.gates[-1]) + (cut() if self.name == "cut" else finish() + done())

    @property
    def is_unfinished(self) -> bool:
        """True while this reply cannot have ended."""
        return self.name == "stall" or (self.name != "refuse" and not self.gates[-1].is_set())

    def emit(self) -> None:
        """Let the next piece out."""
        for gate in self.gates:
            if not gate.is_set():
                gate.set()
                return

    def emit_all(self) -> None:
        """Let everything out."""
        for gate in self.gates:
            gate.set()


@dataclass(slots=True)
class Ground:
    """Nodes and models that all examples share; each has a conversation of its own."""

    nodes: list[Node]
    fates: dict[tuple[str, str], Fate]

    def choose(self, body: dict[str, Any]) -> Script:
        """The script for a request, by the message it ends with and the advisor it is for."""
        return self.fates[body["messages"][-1]["content"], voice_of(body)].script()


class ConversationMachine(RuleBasedStateMachine):
    """The rules. `ground` is set by the test before the machine runs."""

    ground: Ground

    def __init__(self) -> None:
        super().__init__()
        self.sent: dict[str, str] = {}
        self.runner = asyncio.Runner()
        self.session = self.run(self._open())
        self.api = Api(self.session)
        self.conversation = self.run(self.api.create(self.url))
        self.reader = Reader(self.conversation)
        self.states: dict[str, ReplyState] = {}
        self.current: str | None = None
        # Who was asked last; those who ended before have nothing more to say.
        self.speaking: tuple[str, ...] = ()
        self.removed: set[str] = set()
        self.crashes = 0
        self.run(self._catch_up())

    @property
    def url(self) -> str:
        """Any node will do."""
        nodes = self.ground.nodes
        return nodes[len(self.sent) % len(nodes)].url

    def run(self, deed: Any) -> Any:
        """Run one coroutine to its end."""
        return self.runner.run(deed)

    async def _open(self) -> aiohttp.ClientSession:
        return aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=15))

    @precondition(lambda self: self.current is None)
    @rule(names=st.tuples(*[st.sampled_from(FATES)] * len(ASKED)))
    def send(self, names: tuple[str, ...]) -> None:
        """A new message, with a fate for each advisor."""
        text = f"{self.conversation} turn {len(self.sent)}"
        for voice, name in zip(ASKED, names, strict=True):
            self.ground.fates[text, voice] = Fate(name)
        answer = self.run(self.api.send(self.url, self.conversation, text, text, advisor_ids=list(ASKED)))
        assert not answer["replayed"]
        self.sent[text] = answer["turn"]["id"]
        self.current, self.speaking = text, ASKED
        self.check()

    @precondition(lambda self: self.living)
    @rule(data=st.data())
    def resend_same(self, data: st.DataObject) -> None:
        """The network lost the answer: the same key brings the same turn."""
        text = data.draw(st.sampled_from(self.living))
        answer = self.run(self.api.send(self.url, self.conversation, text, text, advisor_ids=list(ASKED)))
        assert (answer["turn"]["id"], answer["replayed"]) == (self.sent[text], True)
        self.check()

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def send_other_body(self, data: st.DataObject) -> None:
        """A used key with other words is refused."""
        key = data.draw(st.sampled_from(sorted(self.sent)))
        status, body = self.run(self.api.send_raw(self.url, self.conversation, "other words", key))
        assert (status, body["code"]) == (409, "key_reused")
        self.check()

    @precondition(lambda self: self.current)
    @rule()
    def send_too_early(self) -> None:
        """While a turn is open the next is refused."""
        if any(self.fate(voice).is_unfinished for voice in self.speaking):
            key = f"{self.conversation} too early"
            status, body = self.run(self.api.send_raw(self.url, self.conversation, "too early", key))
            assert (status, body["code"]) == (409, "turn_in_flight")
        self.check()

    @precondition(lambda self: self.current)
    @rule(voice=st.sampled_from(ASKED))
    def provider_emits(self, voice: str) -> None:
        """One more piece, or the end."""
        self.fate(voice).emit()
        self.check()

    @precondition(lambda self: self.current)
    @rule(voice=st.sampled_from(ASKED))
    def provider_finishes(self, voice: str) -> None:
        """Everything it has; one that stalls never ends."""
        self.fate(voice).emit_all()
        self.check()

    @precondition(lambda self: self.current)
    @rule()
    def stop(self) -> None:
        """Enough: the turn ends with what was said."""
        self.run(self.api.post(f"{self.url}/v1/turns/{self.sent[self.current or '']}/stop", {}))
        self.run(self.api.settled(self.url, self.sent[self.current or ""]))
        self.check()

    @precondition(lambda self: self.current is None and self.living)
    @rule(data=st.data(), name=st.sampled_from(FATES))
    def ask_again(self, data: st.DataObject, name: str) -> None:
        """Somebody is asked about a turn again, the newest or not: in place of a failure, or beside an answer."""
        text = data.draw(st.sampled_from(self.living))
        reply = data.draw(st.sampled_from(self.turn_of(text).replies))
        self.ground.fates[text, reply.advisor_id] = Fate(name)
        deed = "replay" if reply.state is ReplyState.COMPLETE else "retry"
        self.post(f"replies/{reply.id}/{deed}", {}, status=202)
        self.current, self.speaking = text, (reply.advisor_id,)
        self.check()

    @precondition(lambda self: self.ended_replies(complete=True))
    @rule(data=st.data())
    def choose(self, data: st.DataObject) -> None:
        """Another answer of an advisor stands for it, or the same."""
        self.post(f"replies/{data.draw(st.sampled_from(self.ended_replies(complete=True)))}/choose", {})
        self.check()

    @precondition(lambda self: self.ended_replies())
    @rule(data=st.data(), words=st.sampled_from([None, "In other words. 👋"]))
    def edit(self, data: st.DataObject, words: str | None) -> None:
        """The person knows better, or no longer."""
        reply_id = data.draw(st.sampled_from(self.ended_replies()))
        status, body = self.run(self.api.patch(f"{self.url}/v1/replies/{reply_id}", {"text": words}))
        assert status == 200, body
        self.check()

    @precondition(lambda self: self.living)
    @rule(data=st.data(), stars=st.integers(0, 3))
    def mark(self, data: st.DataObject, stars: int) -> None:
        """Also while it is being answered."""
        turn_id = self.sent[data.draw(st.sampled_from(self.living))]
        marks = {"stars": stars, "topic": f"/some/{stars}", "add_tags": [f"x{stars}"], "contexts": {"skeptic": "out"}}
        self.post(f"conversations/{self.conversation}/marks", {"turn_ids": [turn_id]} | marks)
        self.check()

    @rule()
    def draw_line(self) -> None:
        """A divider behind the newest turn."""
        self.post(f"conversations/{self.conversation}/divider", {})
        self.check()

    @precondition(lambda self: [text for text in self.living if text != self.current])
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        """A turn that is not being answered goes."""
        text = data.draw(st.sampled_from([text for text in self.living if text != self.current]))
        self.post(f"conversations/{self.conversation}/turns/remove", {"turn_ids": [self.sent[text]]})
        self.removed.add(text)
        self.check()

    @precondition(lambda self: self.removed)
    @rule(data=st.data())
    def restore(self, data: st.DataObject) -> None:
        """And comes back to where it stood."""
        text = data.draw(st.sampled_from(sorted(self.removed)))
        self.post(f"conversations/{self.conversation}/turns/restore", {"turn_ids": [self.sent[text]]})
        self.removed.remove(text)
        self.check()

    @precondition(lambda self: self.crashes < 2)
    @rule()
    def crash(self) -> None:
        """kill -9, and a new start."""
        self.crashes += 1
        node = self.ground.nodes[0]
        node.kill()
        node.start()
        self.check()

    @rule()
    def reconnect_afresh(self) -> None:
        """A client that has forgotten everything."""
        self.reader = Reader(self.conversation)
        self.check()

    def fate(self, voice: str) -> Fate:
        """What this advisor does in the current turn."""
        return self.ground.fates[self.current or "", voice]

    @property
    def living(self) -> list[str]:
        """What was said and not deleted, oldest first."""
        return [text for text in self.sent if text not in self.removed]

    def ended_replies(self, *, complete: bool = False) -> list[str]:
        """The replies that are shown and have ended, or ended well."""
        shown = [reply for turn in self.reader.view.turns for reply in turn.replies] if self.reader.view else []
        return [reply.id for reply in shown if (reply.state is ReplyState.COMPLETE if complete else reply.completed)]

    def post(self, path: str, body: dict[str, Any], *, status: int = 200) -> None:
        """A deed that must be done."""
        found, answer = self.run(self.api.post(f"{self.url}/v1/{path}", body))
        assert found == status, answer

    def check(self) -> None:
        """What must hold after every step."""
        view = self.run(self._catch_up())
        assert [turn.text for turn in view.turns] == self.living
        assert [turn.id for turn in view.turns] == [self.sent[text] for text in self.living]
        for turn in view.turns:
            assert tuple(reply.advisor_id for reply in turn.replies[: len(ASKED)]) == ASKED
            chosen = [reply.advisor_id for reply in turn.replies if reply.chosen]
            assert sorted(chosen) == sorted(ASKED)
            for reply in turn.replies:
                before = self.states.get(reply.id, ReplyState.WAITING)
                assert before == reply.state or reply.state in NEXT[before], (before, reply.state)
                self.states[reply.id] = reply.state
                assert reply.epoch <= 3
        if self.current is not None and not self._is_open():
            self.current = None

    def turn_of(self, text: str) -> Turn:
        """The turn of a message, as the client shows it."""
        assert self.reader.view is not None
        return next(turn for turn in self.reader.view.turns if turn.text == text)

    def _is_open(self) -> bool:
        assert self.current is not None
        return not self.turn_of(self.current).all_completed

    async def _catch_up(self) -> ConversationView:
        """I-40: the folded view and a fresh snapshot become equal, and stay so until something happens."""
        fresh: ConversationView | None = None

        def is_equal(reader: Reader) -> bool:
            return fresh is not None and reader.view == fresh

        async with asyncio.timeout(25):
            while True:
                fresh = decode_view(await self.api.get(f"{self.url}/v1/conversations/{self.conversation}"))
                with contextlib.suppress(TimeoutError, aiohttp.ClientError):
                    if await self.reader.read(self.url, is_equal, seconds=0.4):
                        return fresh

    def teardown(self) -> None:
        """In the end every reply ends, in exactly one way, and nothing was asked for twice in one epoch."""
        try:
            if self.current is not None:
                self.run(self.api.post(f"{self.url}/v1/turns/{self.sent[self.current]}/stop", {}))
                self.run(self.api.settled(self.url, self.sent[self.current]))
            self.check()
            assert all(reply.completed for turn in self.reader.view.turns for reply in turn.replies)  # type: ignore[union-attr]
        finally:
            self.run(self.session.close())
            self.runner.close()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def ground(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ground]:
    """One node on SQLite; two on PostgreSQL and Redis."""
    with ExitStack() as stack:
        server = stack.enter_context(ModelServer())
        made = Ground([], {})
        server.handler = made.choose
        stores = stack.enter_context(run_stores()) if request.param == "postgresql" else None
        environment = common_settings(Model(server), stores)
        for number in range(1 if stores is None else 2):
            node = Node(tmp_path / f"n{number}", environment, f"node{number}")
            stack.callback(node.close)
            made.nodes.append(node.start())
        yield made


@pytest.mark.timeout(1800 if SOAK else 400)
def test_whatever_happens_the_client_sees_what_is_stored(ground: Ground) -> None:
    """I-01, I-03, I-04, I-40, W14, M6."""
    ConversationMachine.ground = ground
    chosen = settings(
        max_examples=40 if SOAK else 5,
        stateful_step_count=30 if SOAK else 15,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(ConversationMachine, settings=chosen)
