"""Everything that may happen to a conversation, in any order: the facts tell what the rows say.

After every deed the fold of the facts over what a client had seen before must equal what a fresh client sees (I-40),
from every earlier moment; a deed that is refused must leave no trace.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test
from sqlalchemy import Connection
from typing_extensions import override

from antiphon.access.principal import LOCAL
from antiphon.advisors.starter import load_starter
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.claim import Claim, Stance
from antiphon.conversation.errors import Refused
from antiphon.conversation.event import Channel, Delta, Event, Marks, ReplySettled
from antiphon.conversation.event_wire import decode_event, encode_event
from antiphon.conversation.fold import MissingText, fold
from antiphon.conversation.heartbeat import HeartbeatRun
from antiphon.conversation.ids import ConversationId, ReplyId, TurnId
from antiphon.conversation.reply import Metrics, Reply, ReplyError
from antiphon.conversation.round import Round, RoundRun
from antiphon.conversation.size import measure
from antiphon.conversation.state import TERMINAL, ReplyState
from antiphon.conversation.turn import Origin, Turn
from antiphon.conversation.view import ConversationView
from antiphon.engine.runtime.identity import new_id
from antiphon.store.dialect import open_engine
from antiphon.store.reads.facts import read_facts
from antiphon.store.reads.texts import read_text_from
from antiphon.store.reads.turns import read_turn
from antiphon.store.reads.view import read_view
from antiphon.store.unit import Unit
from antiphon.store.writes.analyses import AnalysisEnding, begin_analysis, end_analysis
from antiphon.store.writes.append_chunks import append_chunks
from antiphon.store.writes.claims import dispute_claim, write_claims
from antiphon.store.writes.conversations import create_conversation, rename_conversation
from antiphon.store.writes.heartbeat_runs import fire_heartbeat_run, take_heartbeat_run
from antiphon.store.writes.journal import NewDecision, change_decision, remove_decision, write_decision
from antiphon.store.writes.rounds import begin_run, end_runs
from antiphon.store.writes.seed import seed
from antiphon.store.writes.settle_reply import settle_reply
from antiphon.store.writes.speak_up import UnaskedReply, speak_up
from antiphon.store.writes.turns import draw_divider, mark_turns, remove_turns, restore_turns
from antiphon.store.writes.variants import add_variant, choose_reply, edit_reply, set_importance
from tests.store.deeds import (
    NODE,
    NOON,
    accept_turn,
    claim_replies,
    draft,
    ending_of,
    first,
    list_node,
    plan,
    receipts_for_all,
    slot_for,
    variant_of,
)

EVERYTHING = 1_000
CHANNELS: tuple[Channel, ...] = ("thinking", "text")
NOWHERE = TurnId("t_nowhere")
words = st.text("ab é\U0001f642", max_size=6)
advisor_names = st.sampled_from(["", "skeptic", "builder"])
some_tags = st.lists(st.sampled_from("xyz"), max_size=2, unique=True)
some_marks = st.fixed_dictionaries(
    {},
    optional={
        "stars": st.integers(0, 3),
        "colour_flag": st.sampled_from([None, "blue", "grey"]),
        "pinned": st.booleans(),
        "worth": st.none() | st.floats(0, 1),
        "topic": st.sampled_from([None, "/a", "/a/b"]),
        "add_tags": some_tags,
        "remove_tags": some_tags,
        "contexts": st.dictionaries(advisor_names, st.sampled_from([None, "in", "out", "pin"]), max_size=2),
    },
)


class Conversation(RuleBasedStateMachine):
    """One conversation on a real database, and what clients saw of it after every deed."""

    connection: Connection

    def __init__(self) -> None:
        super().__init__()
        self.savepoint = self.connection.begin_nested()
        self.unit = Unit(self.connection, LOCAL)
        self.here = ConversationId(new_id("c"))
        self.titles = count()
        self.removed: list[TurnId] = []
        create_conversation(self.unit, self.here, "Plans", None, NOON)
        self.seen = [ConversationView(self.here), self._look()]
        self.glimpses: list[ConversationView] = []

    def _look(self, limit: int = EVERYTHING) -> ConversationView:
        return read_view(self.unit, self.here, limit=limit)

    @property
    def now(self) -> ConversationView:
        """What a fresh client would see."""
        return self.seen[-1]

    @property
    def replies(self) -> list[tuple[Turn, int, Reply]]:
        """Every reply that is shown, with its turn and slot."""
        return [(turn, slot, reply) for turn in self.now.turns for slot, reply in enumerate(turn.replies)]

    def _open(self) -> list[tuple[Turn, int, Reply]]:
        return [each for each in self.replies if not each[2].completed]

    def _do(self, deed: Callable[[], Any]) -> None:
        """Do it, or be refused without a trace; then look."""
        try:
            with self.connection.begin_nested():
                deed()
        except Refused:
            assert self._look() == self.now
            return
        self.seen.append(self._look())
        self.glimpses.append(self._look(limit=2))
        self._check(self.seen[-2])

    # What may happen

    @rule()
    def rename(self) -> None:
        self._do(lambda: rename_conversation(self.unit, self.here, f"title {next(self.titles)}"))

    @rule(advisors=st.integers(1, 3), at_once=st.booleans(), data=st.data())
    def ask(self, advisors: int, at_once: bool, data: st.DataObject) -> None:
        """Also while it is being answered, and also in place of a turn, whether it failed or not."""
        candidates = [NOWHERE, *(turn.id for turn in self.now.turns)]
        replaces = data.draw(st.sampled_from(candidates)) if data.draw(st.integers(0, 3)) == 3 else None
        new = draft(self.here, replaces=replaces)

        def deed() -> None:
            accept_turn(self.unit, new, first(advisors), plan)
            if replaces is not None:
                self.removed.append(replaces)

        self._do(deed)
        if at_once:
            self.start()

    @rule(advisors=st.integers(1, 3), data=st.data(), state=st.sampled_from([ReplyState.COMPLETE, ReplyState.ERROR]))
    def have_an_answer(self, advisors: int, data: st.DataObject, state: ReplyState) -> None:
        """A whole turn, which is what happens most."""
        new = draft(self.here)
        self._do(lambda: accept_turn(self.unit, new, first(advisors), plan))
        if self._open():
            self.start()
            self.settle_all(data, state)

    @precondition(lambda self: self.replies and not self._open())
    @rule(data=st.data(), chosen=st.booleans(), state=st.sampled_from([ReplyState.COMPLETE, ReplyState.ERROR]))
    def have_another_answer(self, data: st.DataObject, chosen: bool, state: ReplyState) -> None:
        """A whole variant, of any reply there is."""
        self.ask_again(data, chosen, at_once=True)
        self.settle_all(data, state)

    @precondition(lambda self: self._open())
    @rule()
    def start(self) -> None:
        """Also after a crash: then the epochs grow."""
        for turn_id in {turn.id for turn, _, _ in self._open()}:
            self._do(lambda turn_id=turn_id: claim_replies(self.unit, turn_id, NODE, receipts_for_all))  # type: ignore[misc]

    @precondition(lambda self: any(reply.epoch for _, _, reply in self._open()))
    @rule(data=st.data(), text=words, channel=st.sampled_from(CHANNELS))
    def speak(self, data: st.DataObject, text: str, channel: Channel) -> None:
        started = [each for each in self._open() if each[2].epoch]
        _, _, reply = data.draw(st.sampled_from(started))
        said = reply.text if channel == "text" else reply.thinking
        if text:
            delta = Delta(self.here, reply.id, reply.epoch, channel, len(said), text)
            self._do(lambda: append_chunks(self.unit, [delta]))

    @precondition(lambda self: self._open())
    @rule(data=st.data(), state=st.sampled_from(sorted(TERMINAL)), more=words)
    def settle(self, data: st.DataObject, state: ReplyState, more: str) -> None:
        turn, slot, reply = data.draw(st.sampled_from(self._open()))
        text = reply.text + more if reply.epoch else ""
        ending = ending_of(turn, slot, text, epoch=reply.epoch, state=state, thinking=reply.thinking)
        error = None if state is ReplyState.COMPLETE else ReplyError("net", "cut off", {"status": None})
        ending = replace(ending, error=error, metrics=Metrics(attempts=1), finish_reason="stop")
        self._do(lambda: settle_reply(self.unit, ending))

    @precondition(lambda self: self._open())
    @rule(data=st.data(), state=st.sampled_from([ReplyState.COMPLETE, ReplyState.COMPLETE, ReplyState.ERROR]))
    def settle_all(self, data: st.DataObject, state: ReplyState) -> None:
        """Everybody ends in the same way."""
        while self._open():
            self.settle(data, state, "so")

    @precondition(lambda self: self.now.turns)
    @rule(data=st.data(), marks=some_marks, nowhere=st.sampled_from([False, False, False, True]))
    def mark(self, data: st.DataObject, marks: Marks, nowhere: bool) -> None:
        chosen = [*self._some(data), *([NOWHERE] if nowhere else [])]
        self._do(lambda: mark_turns(self.unit, self.here, chosen, marks, NOON))

    @precondition(lambda self: self.now.turns)
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        chosen = self._some(data)

        def deed() -> None:
            remove_turns(self.unit, self.here, chosen, NOON)
            self.removed += chosen

        self._do(deed)

    @precondition(lambda self: self.removed)
    @rule(data=st.data())
    def restore(self, data: st.DataObject) -> None:
        chosen = data.draw(st.lists(st.sampled_from(self.removed), min_size=1, max_size=2, unique=True))
        self._do(lambda: restore_turns(self.unit, self.here, chosen))

    @precondition(lambda self: self.replies)
    @rule(data=st.data(), chosen=st.booleans(), at_once=st.booleans())
    def ask_again(self, data: st.DataObject, chosen: bool, at_once: bool) -> None:
        _, _, reply = data.draw(st.sampled_from(self.replies))
        new = variant_of(reply, chosen=chosen, changes={"off": ["state"]})
        self._do(lambda: add_variant(self.unit, new))
        if at_once and self._open():
            self.start()

    @precondition(lambda self: self.replies)
    @rule(data=st.data())
    def choose(self, data: st.DataObject) -> None:
        _, _, reply = data.draw(st.sampled_from(self.replies))
        self._do(lambda: choose_reply(self.unit, reply.id))

    @precondition(lambda self: self.replies)
    @rule(data=st.data(), text=st.none() | words)
    def edit(self, data: st.DataObject, text: str | None) -> None:
        _, _, reply = data.draw(st.sampled_from(self.replies))
        size = measure(reply.text if text is None else text)
        self._do(lambda: edit_reply(self.unit, reply.id, text, size, 0.5))

    @precondition(lambda self: self.replies)
    @rule(data=st.data(), worth=st.none() | st.floats(0, 1))
    def weigh(self, data: st.DataObject, worth: float | None) -> None:
        _, _, reply = data.draw(st.sampled_from(self.replies))
        self._do(lambda: set_importance(self.unit, reply.id, worth))

    @rule()
    def draw_line(self) -> None:
        self._do(lambda: draw_divider(self.unit, self.here, NOON))

    @precondition(lambda self: not self._open())
    @rule(text=words, origin=st.sampled_from(["heartbeat", "review"]))
    def speak_unasked(self, text: str, origin: Origin) -> None:
        """An advisor begins a turn of its own; the person's leave and what became of it are no facts."""
        skeptic = next(each for each in load_starter().advisors if each.id == "skeptic")
        speech = UnaskedReply(
            TurnId(new_id("t")), self.here, origin, slot_for(skeptic), text + ".", NOON, 0.1, Metrics()
        )
        beat = HeartbeatRun(new_id("b"), self.here, skeptic.id, "heartbeat", NOON, next(self.titles), "taken", NOON)

        def deed() -> None:
            take_heartbeat_run(self.unit, beat)
            fire_heartbeat_run(self.unit, beat.id, "because", "an_1", speech.turn_id)
            speak_up(self.unit, speech)

        self._do(deed)

    @rule(advisors=st.integers(1, 3))
    def begin_a_round(self, advisors: int) -> None:
        """They answer each other: a turn like any other, and a run that tells nobody anything."""
        new = replace(draft(self.here), origin="round")
        run = RoundRun(new_id("rr"), self.here, LOCAL.id, 3, "Go on.", NOON, rounds=(Round(1, new.id, 0.1),))

        def deed() -> None:
            end_runs(self.unit, self.here, "person", NOON)
            accept_turn(self.unit, new, first(advisors), plan)
            begin_run(self.unit, run)

        self._do(deed)

    @precondition(lambda self: self.now.turns)
    @rule(data=st.data())
    def look_at_a_turn(self, data: st.DataObject) -> None:
        """A map and a text are drawn, and disputed; whoever reads the conversation sees none of it."""
        turn = data.draw(st.sampled_from(self.now.turns))
        look = Analysis(new_id("an"), self.here, "map", "fake:m", "running", 1, 1, NOON, turn_id=turn.id)
        stance = Stance(turn.replies[0].advisor_id, turn.replies[0].id, "agrees", 0, 1, "a")

        def deed() -> None:
            begin_analysis(self.unit, look, look.id)
            write_claims(self.unit, look.id, self.here, turn.id, (Claim(1, "Do it.", (stance,)),), NOON)
            end_analysis(self.unit, look.id, AnalysisEnding("done", {}, {}, NOON, result={}), {})
            dispute_claim(self.unit, look.id, 1, stance.advisor_id, disputed=True)

        self._do_quietly(deed)

    @precondition(lambda self: self.now.turns)
    @rule(data=st.data())
    def decide(self, data: st.DataObject) -> None:
        """A decision is written, looked back on and taken out; a turn that is being answered refuses it."""
        turn = data.draw(st.sampled_from(self.now.turns))
        new = NewDecision(new_id("d"), turn.id, ("Yes",), "Yes", 70, question="Shall I?", review_at=NOON)

        def deed() -> None:
            write_decision(self.unit, new, NOON)
            change_decision(self.unit, new.id, {"outcome": "right"}, NOON)
            remove_decision(self.unit, new.id, NOON)

        self._do_quietly(deed)

    def _do_quietly(self, deed: Callable[[], Any]) -> None:
        """The same for what the conversation is not told of."""
        before = self.now
        self._do(deed)
        assert self.now == before

    def _some(self, data: st.DataObject) -> list[TurnId]:
        ids = [turn.id for turn in self.now.turns]
        return data.draw(st.lists(st.sampled_from(ids), min_size=1, max_size=3, unique=True))

    # What must hold

    def _news_since(self, seq: int) -> list[Event]:
        """The facts after a number, each end of a reply after its text, all of it through real JSON."""
        news: list[Event] = []
        for fact in read_facts(self.unit, self.here, seq):
            if isinstance(fact, ReplySettled):
                news += self._text_of(fact.reply_id, fact.epoch)
            news.append(fact)
        for _, _, reply in self._open():
            news += self._text_of(reply.id, reply.epoch)
        return [decode_event(orjson.loads(orjson.dumps(encode_event(event)))) for event in news]

    def _text_of(self, reply_id: ReplyId, epoch: int) -> list[Event]:
        found = ((channel, read_text_from(self.unit, reply_id, epoch, channel, 0)) for channel in CHANNELS)
        return [Delta(self.here, reply_id, epoch, channel, 0, text) for channel, text in found if text]

    def _check(self, before: ConversationView) -> None:
        """I-40; and I-11: hearing it all again changes nothing."""
        news = self._news_since(before.seq)
        once = fold(before, news)
        assert once == self.now
        assert fold(once, news) == once

    def _check_glimpse(self, before: ConversationView) -> None:
        """Whoever sees the newest turns goes on seeing the newest turns, or knows that it must ask anew."""
        try:
            after = fold(before, self._news_since(before.seq))
        except MissingText:
            assert before.has_older
            return
        assert after == self._look(limit=max(1, len(after.turns)))

    @override
    def teardown(self) -> None:
        try:
            for before in self.seen:
                self._check(before)
            for glimpse in self.glimpses:
                self._check_glimpse(glimpse)
            self._check_turns()
        finally:
            self.savepoint.rollback()

    def _check_turns(self) -> None:
        """I-01, I-04, I-07: places in order, numbers without gaps, one chosen answer of each advisor in a turn."""
        facts = read_facts(self.unit, self.here, 0)
        assert [fact.seq for fact in facts] == list(range(1, self.now.seq + 1))
        places = [turn.position for turn in self.now.turns]
        assert places == sorted(set(places))
        for turn in self.now.turns:
            assert read_turn(self.unit, turn.id) == turn
            chosen = [reply.advisor_id for reply in turn.replies if reply.chosen]
            assert sorted(chosen) == sorted({reply.advisor_id for reply in turn.replies})


@contextmanager
def conversations(url: str) -> Iterator[type[Conversation]]:
    """The machine, over one database that is left as it was."""
    engine = open_engine(url, 1)
    with engine.connect() as connection:
        seed(Unit(connection, LOCAL), load_starter(), NOON)
        list_node(Unit(connection, LOCAL))
        Conversation.connection = connection
        yield Conversation
        connection.rollback()
    engine.dispose()


@pytest.mark.timeout(120)
def test_facts_add_up_to_what_is_stored(database_url: str) -> None:
    """I-40, I-11, I-02, I-07, reg-08: for every command there is, from every moment there was."""
    examples = 18 if database_url.startswith("sqlite") else 4
    chosen = settings(
        max_examples=examples, stateful_step_count=18, deadline=None, suppress_health_check=list(HealthCheck)
    )

    with conversations(database_url) as machine:
        run_state_machine_as_test(machine, settings=chosen)
