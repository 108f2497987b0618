"""Turns go and come back."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import select, text, update

from antiphon.access.principal import LOCAL
from antiphon.conversation.errors import CommandRefused, NotFound
from antiphon.conversation.event_wire import encode_event
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.reply import Metrics, ReplyError
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.store import dialect
from antiphon.store.reads.facts import read_facts
from antiphon.store.reads.history import read_shown_ids, read_shown_positions
from antiphon.store.reads.turns import read_accepted, read_turn, read_turns
from antiphon.store.reads.view import read_view
from antiphon.store.tables import conversations
from antiphon.store.tables import turns as turn_rows
from antiphon.store.unit import Store
from antiphon.store.writes.settle_reply import settle_reply
from antiphon.store.writes.turns import remove_turns, restore_turns
from antiphon.store.writes.variants import choose_reply, edit_reply
from tests.conftest import open_store
from tests.store.deeds import (
    NOON,
    accept,
    accept_turn,
    answer,
    answer_again,
    ask,
    begin,
    draft,
    ending_of,
    first,
    mark,
    plan,
    remove,
    restore,
    settle,
    start,
    vary,
)


async def talk(store: Store, count: int = 3) -> tuple[ConversationId, list[Turn]]:
    """A conversation of this many answered turns."""
    conversation_id = await begin(store)
    return conversation_id, [await answer(store, conversation_id, f"turn {n}", "yes") for n in range(1, count + 1)]


async def positions(store: Store, conversation_id: ConversationId) -> list[int]:
    return [turn.position for turn in await store.read(LOCAL, read_turns, conversation_id)]


async def test_removed_turns_are_gone_and_the_others_stay_in_place(store: Store) -> None:
    """W30."""
    conversation_id, turns = await talk(store, 4)

    await remove(store, conversation_id, turns[0], turns[2])

    assert await positions(store, conversation_id) == [2, 4]
    assert await store.read(LOCAL, read_shown_positions, conversation_id, 99, None) == [2, 4]
    assert await store.read(LOCAL, read_shown_ids, conversation_id, None) == [turns[1].id, turns[3].id]
    with pytest.raises(NotFound):
        await store.read(LOCAL, read_turn, turns[0].id)


async def test_position_of_a_removed_turn_is_not_given_away(store: Store) -> None:
    """I-01: numbers are places, and places are taken for good."""
    conversation_id, turns = await talk(store, 2)
    await remove(store, conversation_id, turns[1])

    await answer(store, conversation_id, "after", "yes")

    assert await positions(store, conversation_id) == [1, 3]


async def test_restored_turns_stand_where_they_stood_with_all_they_held(store: Store) -> None:
    """I-01."""
    conversation_id, turns = await talk(store, 3)
    await mark(store, conversation_id, *turns, stars=2, topic="/a", add_tags=["x"], contexts={"skeptic": "out"})
    await answer_again(store, turns[1], 0, "better", chosen=True)
    before = await store.read(LOCAL, read_view, conversation_id)
    await remove(store, conversation_id, *turns)
    empty = await store.read(LOCAL, read_view, conversation_id)

    await restore(store, conversation_id, turns[2], turns[0], turns[1])

    after = await store.read(LOCAL, read_view, conversation_id)
    assert empty.turns == ()
    assert replace(after, seq=before.seq) == before


async def test_view_goes_on_behind_what_was_removed(store: Store) -> None:
    conversation_id, turns = await talk(store, 4)
    await remove(store, conversation_id, turns[1], turns[2])

    view = await store.read(LOCAL, read_view, conversation_id, limit=2)

    assert [turn.position for turn in view.turns] == [1, 4]
    assert not view.has_older


async def test_removed_turns_are_not_older_ones(store: Store) -> None:
    conversation_id, turns = await talk(store, 3)
    before = await store.read(LOCAL, read_view, conversation_id, limit=1)

    await remove(store, conversation_id, turns[0], turns[1])

    after = await store.read(LOCAL, read_view, conversation_id, limit=1)
    assert (before.has_older, after.has_older) == (True, False)


async def test_removing_twice_is_refused_and_counts_once(store: Store) -> None:
    conversation_id, turns = await talk(store, 2)
    await remove(store, conversation_id, turns[0])
    before = await store.read(LOCAL, read_facts, conversation_id, 0)

    with pytest.raises(NotFound):
        await remove(store, conversation_id, *turns)

    assert await store.read(LOCAL, read_facts, conversation_id, 0) == before
    assert await positions(store, conversation_id) == [2]


async def test_restoring_what_is_there_is_refused(store: Store) -> None:
    conversation_id, turns = await talk(store, 2)
    await remove(store, conversation_id, turns[0])
    before = await store.read(LOCAL, read_view, conversation_id)

    with pytest.raises(NotFound):
        await restore(store, conversation_id, *turns)

    assert await store.read(LOCAL, read_view, conversation_id) == before


async def test_turn_that_is_being_answered_cannot_be_removed(store: Store) -> None:
    """XC05: nothing that somebody answers for disappears under their hands."""
    conversation_id, turns = await talk(store, 1)
    turn = await ask(store, conversation_id, advisors=2)
    await start(store, turn)
    await settle(store, turn, 0, "Yes.")
    before = await store.read(LOCAL, read_view, conversation_id)

    with pytest.raises(CommandRefused):
        await remove(store, conversation_id, turns[0], turn)

    assert await store.read(LOCAL, read_view, conversation_id) == before


async def test_turn_with_an_open_variant_cannot_be_removed(store: Store) -> None:
    conversation_id, turns = await talk(store, 2)
    await vary(store, turns[0].replies[0])

    with pytest.raises(CommandRefused):
        await remove(store, conversation_id, turns[0])

    await remove(store, conversation_id, turns[1])
    assert await positions(store, conversation_id) == [1]


async def test_unknown_and_strange_turns_are_refused(store: Store) -> None:
    conversation_id, turns = await talk(store, 1)
    _, (stranger,) = await talk(store, 1)

    for turn_id in (TurnId("t_nowhere"), stranger.id):
        with pytest.raises(NotFound):
            await store.write(LOCAL, remove_turns, conversation_id, [turns[0].id, turn_id], NOON)
        with pytest.raises(NotFound):
            await store.write(LOCAL, restore_turns, conversation_id, [turn_id])

    assert await positions(store, conversation_id) == [1]
    assert await positions(store, stranger.conversation_id) == [1]


async def test_replies_of_a_removed_turn_cannot_be_touched(store: Store) -> None:
    conversation_id, turns = await talk(store, 1)
    reply = turns[0].replies[0]
    await remove(store, conversation_id, turns[0])

    with pytest.raises(NotFound):
        await store.write(LOCAL, choose_reply, reply.id)
    with pytest.raises(NotFound):
        await store.write(LOCAL, edit_reply, reply.id, "other", ending_of(turns[0], 0).size, 0.5)
    with pytest.raises(NotFound):
        await vary(store, reply)


async def test_facts_of_going_and_coming_read_back_as_they_were_written(store: Store) -> None:
    """I-11."""
    conversation_id, turns = await talk(store, 2)
    error = ReplyError("net", "the answer was cut off", {"status": None})
    failed = await ask(store, conversation_id, advisors=1)
    await start(store, failed)
    ending = replace(
        ending_of(failed, 0, "half", state=ReplyState.INCOMPLETE), error=error, metrics=Metrics(attempts=2)
    )
    await store.write(LOCAL, settle_reply, ending)

    gone = await remove(store, conversation_id, turns[1], failed)
    back = await restore(store, conversation_id, failed, turns[1])

    read = await store.read(LOCAL, read_facts, conversation_id, gone.seq - 1)
    assert [encode_event(fact) for fact in read] == [encode_event(gone), encode_event(back)]
    assert [turn.position for turn in back.turns] == [2, 3]
    assert back.turns[1].replies[0].error == error


async def failed_turn(store: Store, conversation_id: ConversationId, *states: ReplyState) -> Turn:
    """A turn that ended like this."""
    turn = await ask(store, conversation_id, "first try", advisors=len(states))
    await start(store, turn)
    for slot, state in enumerate(states):
        await settle(store, turn, slot, "text" if state is ReplyState.COMPLETE else "", state=state)
    return turn


async def test_failed_turn_goes_when_its_successor_comes(store: Store) -> None:
    """I-09, W16, D26: one transaction, a new turn at the end with an id of its own."""
    conversation_id, _ = await talk(store, 1)
    failed = await failed_turn(store, conversation_id, ReplyState.ERROR, ReplyState.RATE_LIMITED)

    accepted = await accept(store, draft(conversation_id, "second try", replaces=failed.id))

    assert [fact.kind for fact in accepted.facts] == ["turn_accepted", "turns_removed"]
    assert accepted.turn_id != failed.id
    assert await positions(store, conversation_id) == [1, 3]
    read = await store.read(LOCAL, read_facts, conversation_id, accepted.facts[0].seq - 1)
    assert [encode_event(fact) for fact in read] == [encode_event(fact) for fact in accepted.facts]


@pytest.mark.parametrize(
    "states",
    [(ReplyState.COMPLETE,), (ReplyState.ERROR, ReplyState.COMPLETE)],
    ids=["all answered", "one answered"],
)
async def test_turn_somebody_answered_is_not_replaced_behind_others(
    store: Store, states: tuple[ReplyState, ...]
) -> None:
    """I-02, D26: then the whole message is refused."""
    conversation_id = await begin(store)
    turn = await failed_turn(store, conversation_id, *states)
    await answer(store, conversation_id, "And then?", "Then rest.")
    before = await store.read(LOCAL, read_view, conversation_id)

    with pytest.raises(CommandRefused):
        await accept(store, draft(conversation_id, "again", key="k", replaces=turn.id))

    assert await store.read(LOCAL, read_view, conversation_id) == before
    assert (await accept(store, draft(conversation_id, "again", key="k"))).accepted is not None


async def test_failed_turn_stays_when_its_successor_is_refused(store: Store) -> None:
    """I-09: nothing that comes after the new turn in the transaction, and nothing before it, loses the old one."""
    conversation_id = await begin(store)
    failed = await failed_turn(store, conversation_id, ReplyState.ERROR)

    def refuse(*_: object) -> tuple[()]:
        raise NotFound("advisor", "nobody")

    with pytest.raises(NotFound):
        await store.write(LOCAL, accept_turn, draft(conversation_id, "again", replaces=failed.id), refuse, plan)
    with pytest.raises(NotFound):
        await store.write(LOCAL, accept_turn, draft(conversation_id, replaces=TurnId("t_nowhere")), first(1), plan)

    assert await positions(store, conversation_id) == [1]


@pytest.mark.parametrize("which", ["removed already", "of another conversation"])
async def test_only_a_living_turn_of_the_conversation_can_be_replaced(store: Store, which: str) -> None:
    conversation_id = await begin(store)
    home = conversation_id if which == "removed already" else await begin(store)
    failed = await failed_turn(store, home, ReplyState.ERROR)
    if home == conversation_id:
        await remove(store, conversation_id, failed)

    with pytest.raises(NotFound):
        await accept(store, draft(conversation_id, replaces=failed.id))

    assert await positions(store, conversation_id) == []


async def test_replacing_send_repeated_with_its_key_returns_the_same_turn(store: Store) -> None:
    """I-03, I-09: the second time there is nothing left to replace, and nobody minds."""
    conversation_id = await begin(store)
    failed = await failed_turn(store, conversation_id, ReplyState.ERROR)
    once = await accept(store, draft(conversation_id, "again", key="k", replaces=failed.id))

    twice = await accept(store, draft(conversation_id, "again", key="k", replaces=failed.id))

    assert (twice.turn_id, twice.facts) == (once.turn_id, ())
    turn, seq = await store.read(LOCAL, read_accepted, twice.turn_id)
    assert (turn.id, seq) == (once.turn_id, once.facts[0].seq)


async def test_replaced_turn_can_be_brought_back(store: Store) -> None:
    """I-01: the person's first words are never lost."""
    conversation_id = await begin(store)
    failed = await failed_turn(store, conversation_id, ReplyState.ERROR)
    await accept(store, draft(conversation_id, "again", replaces=failed.id))

    await restore(store, conversation_id, failed)

    assert [turn.text for turn in await store.read(LOCAL, read_turns, conversation_id)] == ["first try", "again"]


async def test_successor_inherits_the_topic(store: Store) -> None:
    """W16."""
    conversation_id = await begin(store)
    failed = await failed_turn(store, conversation_id, ReplyState.ERROR)
    await mark(store, conversation_id, failed, topic="/plans")

    accepted = await accept(store, draft(conversation_id, "again", replaces=failed.id))

    turn, _ = await store.read(LOCAL, read_accepted, accepted.turn_id)
    assert turn.topic == "/plans"
    assert accepted.accepted is not None
    assert accepted.accepted.turn == turn


async def test_many_turns_go_and_come_in_parts(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database takes so many parameters and no more."""
    monkeypatch.setattr(dialect, "_MOST_AT_ONCE", 2)
    conversation_id, turns = await talk(store, 5)
    before = await store.read(LOCAL, read_view, conversation_id)

    await remove(store, conversation_id, *turns)
    gone = await positions(store, conversation_id)
    await restore(store, conversation_id, *reversed(turns))

    after = await store.read(LOCAL, read_view, conversation_id)
    assert gone == []
    assert replace(after, seq=before.seq) == before
    with pytest.raises(NotFound):
        await store.write(LOCAL, remove_turns, conversation_id, [*(turn.id for turn in turns), TurnId("t_none")], NOON)


async def test_turn_removed_meanwhile_is_not_asked_again(postgresql_url: str) -> None:
    """XC04: what was read before the conversation was locked is not believed afterwards."""
    store = await open_store(postgresql_url)
    conversation_id, (turn,) = await talk(store, 1)

    with store.engine.connect() as holder:
        holder.execute(select(conversations.c.id).where(conversations.c.id == conversation_id).with_for_update())
        asking = asyncio.create_task(vary(store, turn.replies[0]))
        while not await store.in_thread(lambda: _somebody_waits(store)):
            await asyncio.sleep(0.02)
        holder.execute(update(turn_rows).where(turn_rows.c.id == turn.id).values(deleted_at=NOON))
        holder.commit()
    (outcome,) = await asyncio.gather(asking, return_exceptions=True)
    await store.close()

    assert isinstance(outcome, NotFound)


def _somebody_waits(store: Store) -> bool:
    with store.engine.connect() as connection:
        waiting = text(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        )
        return bool(connection.execute(waiting).scalar_one())
