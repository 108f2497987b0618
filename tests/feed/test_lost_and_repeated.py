"""Whatever is lost, repeated or late on the way, the client ends up with the truth.

The heart of the feed, as a machine: a conversation happens in a real store; news of it reaches a client through a bus
that drops, repeats, delays and reorders; now and then the client looks into the store. Every step checks that what the
client shows is a prefix of what was said, and the end that it is all of it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import replace
from itertools import count

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import Connection, create_engine
from sqlalchemy.event import listen
from sqlalchemy.pool import StaticPool
from typing_extensions import override

from antiphon.access.principal import LOCAL
from antiphon.advisors.starter import load_starter
from antiphon.conversation.event import Channel, Delta, Event, Marks, ReplySettled
from antiphon.conversation.ids import ConversationId, ReplyId, TurnId
from antiphon.conversation.size import measure
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.conversation.view import ConversationView
from antiphon.feed.catch_up import catch_up
from antiphon.feed.client_position import ClientPosition
from antiphon.store.reads.turns import read_turn
from antiphon.store.reads.view import read_view
from antiphon.store.tables import metadata
from antiphon.store.unit import Unit
from antiphon.store.writes.append_chunks import append_chunks
from antiphon.store.writes.conversations import create_conversation, rename_conversation
from antiphon.store.writes.seed import seed
from antiphon.store.writes.settle_reply import settle_reply
from antiphon.store.writes.turns import draw_divider, mark_turns, remove_turns, restore_turns
from antiphon.store.writes.variants import add_variant, choose_reply, edit_reply
from tests.feed.client import Client
from tests.store.deeds import (
    NODE,
    NOON,
    accept_turn,
    claim_replies,
    draft,
    ending_of,
    first,
    list_node,
    piece,
    plan,
    receipts_for_all,
    variant_of,
)

HERE = ConversationId("c_here")
ALL = 1_000


def open_connection() -> Connection:
    """A database in memory with the starter panel."""
    engine = create_engine("sqlite://", poolclass=StaticPool)
    # The driver's own idea of transactions does not know savepoints.
    listen(engine, "connect", lambda raw, _: setattr(raw, "isolation_level", None))
    listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    connection = engine.connect()
    metadata.create_all(connection)
    seed(Unit(connection, LOCAL), load_starter(), NOON)
    list_node(Unit(connection, LOCAL))
    return connection


class Happening(RuleBasedStateMachine):
    """A conversation, a bad line, and somebody who listens."""

    connection: Connection

    def __init__(self) -> None:
        super().__init__()
        self.savepoint = self.connection.begin_nested()
        self.unit = Unit(self.connection, LOCAL)
        self.turn: Turn | None = None
        # What the node that answers has said of each open reply, and how much of it is on disk.
        self.said: dict[tuple[ReplyId, Channel], str] = {}
        self.saved: dict[tuple[ReplyId, Channel], int] = {}
        self.epochs: dict[ReplyId, int] = {}
        self.on_the_way: list[Event] = []
        self.titles = count()
        self.asked: list[TurnId] = []
        self.removed: list[TurnId] = []

    @initialize(from_the_start=st.booleans())
    def connect(self, from_the_start: bool) -> None:
        fact = create_conversation(self.unit, HERE, "Plans", None, NOON)
        if from_the_start:
            self.client, self.told = Client(ConversationView(HERE)), ClientPosition(HERE, 0)
            self._publish(fact)
        else:
            self._look_at_snapshot()

    def _look_at_snapshot(self) -> None:
        view = read_view(self.unit, HERE, limit=ALL)
        self.client, self.told = Client(view), ClientPosition.from_view(view)

    def _publish(self, event: Event) -> None:
        self.on_the_way.append(event)

    def _open(self) -> list[ReplyId]:
        return [reply_id for reply_id, epoch in self.epochs.items() if epoch]

    # What happens

    @precondition(lambda self: not self._open())
    @rule()
    def rename(self) -> None:
        self._publish(rename_conversation(self.unit, HERE, f"title {next(self.titles)}"))

    @precondition(lambda self: not self.epochs)
    @rule(advisors=st.integers(1, 3), at_once=st.sampled_from([True, True, True, False]))
    def ask(self, advisors: int, at_once: bool) -> None:
        accepted = accept_turn(self.unit, draft(HERE), first(advisors), plan)
        assert accepted.accepted is not None
        self.asked.append(accepted.turn_id)
        self.turn = read_turn(self.unit, accepted.turn_id)
        self.epochs = {reply.id: 0 for reply in self.turn.replies}
        self._publish(accepted.accepted)
        if at_once:
            self.start()

    @precondition(lambda self: self.epochs and not self._open())
    @rule()
    def start(self) -> None:
        assert self.turn is not None
        started = claim_replies(self.unit, self.turn.id, NODE, receipts_for_all)
        assert started.fact is not None
        self.epochs = {each.reply_id: each.epoch for each in started.fact.replies}
        self.said.clear()
        self.saved.clear()
        self._publish(started.fact)

    @precondition(lambda self: self.said)
    @rule()
    def crash_and_start_again(self) -> None:
        self.start()

    @precondition(lambda self: self._open())
    @rule(data=st.data(), texts=st.lists(st.text("ab\u00e9\U0001f642", min_size=1, max_size=4), min_size=1, max_size=6))
    def speak(self, data: st.DataObject, texts: list[str]) -> None:
        for text in texts:
            reply_id = data.draw(st.sampled_from(self._open()))
            channel: Channel = data.draw(st.sampled_from(["text", "text", "thinking"]))
            before = self.said.get((reply_id, channel), "")
            self.said[reply_id, channel] = before + text
            self._publish(Delta(HERE, reply_id, self.epochs[reply_id], channel, len(before), text))

    @precondition(lambda self: self._open())
    @rule(data=st.data(), texts=st.lists(st.text("xyz", min_size=1, max_size=4), min_size=1, max_size=6))
    def speak_on(self, data: st.DataObject, texts: list[str]) -> None:
        """Talking is what happens most."""
        self.speak(data, texts)

    @precondition(lambda self: self.said)
    @rule()
    def save(self) -> None:
        deltas = []
        for (reply_id, channel), text in self.said.items():
            offset = self.saved.get((reply_id, channel), 0)
            if text[offset:]:
                deltas.append(Delta(HERE, reply_id, self.epochs[reply_id], channel, offset, text[offset:]))
            self.saved[reply_id, channel] = len(text)
        append_chunks(self.unit, deltas)

    @precondition(lambda self: self.epochs)
    @rule(data=st.data(), state=st.sampled_from([ReplyState.COMPLETE, ReplyState.ERROR, ReplyState.STOPPED]))
    def settle(self, data: st.DataObject, state: ReplyState) -> None:
        assert self.turn is not None
        reply_id = data.draw(st.sampled_from(list(self.epochs)))
        slot = [reply.id for reply in self.turn.replies].index(reply_id)
        text, thinking = (self.said.pop((reply_id, channel), "") for channel in ("text", "thinking"))
        ending = ending_of(self.turn, slot, text, epoch=self.epochs.pop(reply_id), state=state, thinking=thinking)
        self._publish(settle_reply(self.unit, ending))

    # What the person does meanwhile

    def _ended(self) -> list[TurnId]:
        """Turns that are there and not being answered."""
        being_answered = self.turn.id if self.turn is not None and self.epochs else None
        return [turn_id for turn_id in self.asked if turn_id not in self.removed and turn_id != being_answered]

    @precondition(lambda self: self._ended())
    @rule(data=st.data(), stars=st.integers(0, 3))
    def mark(self, data: st.DataObject, stars: int) -> None:
        turn_id = data.draw(st.sampled_from(self._ended()))
        marks: Marks = {"stars": stars, "add_tags": ["x"], "contexts": {"skeptic": "out"}}
        self._publish(mark_turns(self.unit, HERE, [turn_id], marks, NOON))

    @rule()
    def draw_line(self) -> None:
        self._publish(draw_divider(self.unit, HERE, NOON))

    @precondition(lambda self: self._ended())
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        turn_id = data.draw(st.sampled_from(self._ended()))
        self.removed.append(turn_id)
        self._publish(remove_turns(self.unit, HERE, [turn_id], NOON))

    @precondition(lambda self: self.removed)
    @rule(data=st.data())
    def restore(self, data: st.DataObject) -> None:
        turn_id = data.draw(st.sampled_from(self.removed))
        self.removed.remove(turn_id)
        self._publish(restore_turns(self.unit, HERE, [turn_id]))

    @precondition(lambda self: not self.epochs and self._ended())
    @rule(data=st.data(), chosen=st.booleans())
    def ask_again(self, data: st.DataObject, chosen: bool) -> None:
        """About any turn, the newest or not."""
        turn = read_turn(self.unit, data.draw(st.sampled_from(self._ended())))
        added = add_variant(self.unit, variant_of(data.draw(st.sampled_from(turn.replies)), chosen=chosen))
        self.turn = read_turn(self.unit, turn.id)
        self.epochs = {added.reply.id: 0}
        self._publish(added)
        self.start()

    @precondition(lambda self: self._ended())
    @rule(data=st.data(), text=st.sampled_from([None, "other words"]))
    def choose_or_edit(self, data: st.DataObject, text: str | None) -> None:
        turn = read_turn(self.unit, data.draw(st.sampled_from(self._ended())))
        reply = data.draw(st.sampled_from(turn.replies))
        if reply.state is ReplyState.COMPLETE and not reply.chosen:
            self._publish(choose_reply(self.unit, reply.id))
        else:
            self._publish(edit_reply(self.unit, reply.id, text, measure(text or reply.text), 0.5))

    # The bad line

    @precondition(lambda self: self.on_the_way)
    @rule(data=st.data(), in_order=st.booleans())
    def carry(self, data: st.DataObject, in_order: bool) -> None:
        """Some arrive, some twice, some never, some later; often in order, often not."""
        events, self.on_the_way = self.on_the_way, []
        if not in_order:
            events = [events[index] for index in data.draw(st.permutations(range(len(events))))]
        for event in events:
            fate = data.draw(st.sampled_from(["arrives", "arrives", "arrives", "is lost", "arrives twice", "is late"]))
            if fate in ("arrives twice", "is late"):
                self.on_the_way.append(event)
            if fate in ("arrives", "arrives twice"):
                self.client.take(self.told.hear(event))

    @precondition(lambda self: self.on_the_way)
    @rule()
    def carry_all(self) -> None:
        events, self.on_the_way = self.on_the_way, []
        for event in events:
            self.client.take(self.told.hear(event))

    # The client

    @rule()
    def look_into_the_store(self) -> None:
        before = deepcopy(self.told)
        told, news = catch_up(self.unit, self.told)
        assert self.told == before, "a read that fails half-way has told nobody anything"
        self.told = told
        self.client.take(news)

    @rule()
    def reconnect(self) -> None:
        """With the cursor of the last fact, on another node."""
        self.told = ClientPosition(HERE, self.client.views[HERE].seq)
        self.look_into_the_store()

    @rule()
    def start_afresh(self) -> None:
        self._look_at_snapshot()

    # The truth

    @invariant()
    def client_shows_a_prefix(self) -> None:
        """I-10, I-14."""
        if not hasattr(self, "client"):
            return
        for turn in self.client.views[HERE].turns:
            for reply in turn.replies:
                if self.epochs.get(reply.id) == reply.epoch:
                    assert self.said.get((reply.id, "text"), "").startswith(reply.text)
                    assert self.said.get((reply.id, "thinking"), "").startswith(reply.thinking)

    @override
    def teardown(self) -> None:
        """I-10, I-12, I-13: everything that is still on the way arrives, the store is read: nothing is missing."""
        try:
            if hasattr(self, "client"):
                self.check_end()
        finally:
            self.savepoint.rollback()

    def check_end(self) -> None:
        self.save()
        self.carry_all()
        self.look_into_the_store()
        view = read_view(self.unit, HERE, limit=ALL)
        assert self.client.views[HERE] == view
        assert not self.told.behind
        assert set(self.told.replies) <= set(self.epochs)


@contextmanager
def happenings() -> Iterator[type[Happening]]:
    """The machine, over one database in memory."""
    connection = open_connection()
    Happening.connection = connection
    try:
        yield Happening
    finally:
        connection.close()
        connection.engine.dispose()


def test_any_loss_repetition_and_disorder_ends_in_the_truth() -> None:
    """I-10, I-11, I-12, I-13, I-14."""
    with happenings() as machine:
        run_state_machine_as_test(machine, settings=settings(max_examples=60, stateful_step_count=40, deadline=None))


def told_with_open_reply() -> tuple[ClientPosition, Turn]:
    with happenings() as machine:
        happening = machine()
        happening.connect(from_the_start=True)
        happening.ask(1, at_once=True)
        happening.carry_all()
        assert happening.turn is not None
        return happening.told, happening.turn


def test_overlapping_piece_is_cut_to_what_is_new() -> None:
    """I-11: no character is told twice to somebody who stays."""
    told, turn = told_with_open_reply()
    told.hear(piece(turn, 0, "abc"))

    assert told.hear(piece(turn, 0, "bcde", offset=1)) == [piece(turn, 0, "de", offset=3)]


def test_piece_of_an_older_epoch_is_not_told() -> None:
    """I-14."""
    told, turn = told_with_open_reply()

    assert told.hear(piece(turn, 0, "old", epoch=0)) == []
    assert not told.behind


def test_end_waits_for_the_last_words() -> None:
    """I-13, reg-09: a settled reply is never shorter than its text."""
    told, turn = told_with_open_reply()
    end = ReplySettled(HERE, told.seq + 1, turn.id, turn.replies[0].id, 1, ReplyState.COMPLETE, 3, 0)
    told.hear(piece(turn, 0, "ab"))

    assert told.hear(end) == []
    assert told.behind


def test_news_that_waits_is_bounded() -> None:
    """XP19: behind is behind, however far."""
    told, turn = told_with_open_reply()

    for number in range(5_000):
        told.hear(piece(turn, 0, "x", offset=number + 10))

    assert told.behind
    assert len(told.pending) <= 2_000


def test_copy_moves_alone() -> None:
    told, turn = told_with_open_reply()
    copy = told.copy()

    copy.hear(piece(turn, 0, "abc"))
    copy.hear(piece(turn, 0, "far", offset=90))

    assert told.replies[turn.replies[0].id].text == 0
    assert not told.behind
    assert replace(copy.replies[turn.replies[0].id], text=0) == told.replies[turn.replies[0].id]


def ended_turn(happening: Happening) -> Turn:
    """A turn that one advisor answered in full, told to nobody yet."""
    happening.ask(1, at_once=True)
    turn = happening.turn
    assert turn is not None
    happening.epochs.clear()
    happening._publish(settle_reply(happening.unit, ending_of(turn, 0, "Yes.")))
    return turn


def test_variant_is_waited_for_as_soon_as_it_is_told() -> None:
    """I-13: the conversation is being answered again, though nothing was sent yet."""
    with happenings() as machine:
        happening = machine()
        happening.connect(from_the_start=True)
        turn = ended_turn(happening)
        happening.look_into_the_store()
        assert happening.told.replies == {}

        added = add_variant(happening.unit, variant_of(turn.replies[0]))

        assert happening.told.hear(added) == [added]
        assert set(happening.told.replies) == {added.reply.id}


def test_late_words_of_a_restored_turn_are_old_news() -> None:
    """I-13: its replies have ended, and nobody need ask the store about them."""
    with happenings() as machine:
        happening = machine()
        happening.connect(from_the_start=True)
        turn = ended_turn(happening)
        remove_turns(happening.unit, HERE, [turn.id], NOON)
        happening.start_afresh()

        back = restore_turns(happening.unit, HERE, [turn.id])

        assert happening.told.hear(back) == [back]
        assert happening.told.hear(piece(turn, 0, "Yes.")) == []
        assert not happening.told.behind
