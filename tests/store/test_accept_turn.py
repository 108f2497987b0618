"""A message is taken in once, or not at all."""

import asyncio

import pytest
from sqlalchemy import func, select

from antiphon.access.principal import LOCAL
from antiphon.advisors.advisor import Advisor
from antiphon.conversation.errors import KeyReused, NotFound, PreviewStale, TurnInFlight
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.state import ReplyState
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.facts import read_facts
from antiphon.store.reads.turns import read_accepted, read_turn, read_turns
from antiphon.store.tables import idempotency_keys, open_turns, turns
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.accept_turn import Planned
from tests.conftest import open_store
from tests.store.deeds import NODE, NOON, accept, accept_turn, answer, ask, begin, draft, first, plan, settle, start


def count_rows(unit: Unit) -> tuple[int, ...]:
    """How many turns, keys and open turns there are."""
    tables = (turns, idempotency_keys, open_turns)
    return tuple(unit.connection.execute(select(func.count()).select_from(table)).scalar_one() for table in tables)


async def test_accepted_message_is_kept_as_it_was_said(store: Store) -> None:
    """I-01, I-04, M8, M1, P10."""
    conversation_id = await begin(store)
    text = "  Shall I?\n\t\u05e9\u05dc\u05d5\u05dd 👩\u200d👧 e\u0301 é \u200f  "

    accepted = await accept(store, draft(conversation_id, text), advisors=3)

    turn, seq = await store.read(LOCAL, read_accepted, accepted.turn_id)
    assert turn.text == text
    assert turn.position == 1
    assert turn.created_at == NOON
    assert [reply.state for reply in turn.replies] == [ReplyState.WAITING] * 3
    assert accepted.accepted is not None
    assert (accepted.accepted.turn, accepted.accepted.seq) == (turn, seq)


async def test_same_key_and_body_return_the_first_turn(store: Store) -> None:
    """I-03."""
    conversation_id = await begin(store)
    first_send = await accept(store, draft(conversation_id, key="k"))

    second_send = await accept(store, draft(conversation_id, key="k"))

    assert second_send.turn_id == first_send.turn_id
    assert second_send.accepted is None
    assert await store.read(LOCAL, count_rows) == (1, 1, 1)


async def test_same_key_is_answered_while_its_turn_is_in_flight_and_after(store: Store) -> None:
    """I-03: a repeated send never meets TurnInFlight with its own turn."""
    conversation_id = await begin(store)
    accepted = await accept(store, draft(conversation_id, key="k"))
    turn = await store.read(LOCAL, read_turn, accepted.turn_id)
    await start(store, turn)
    await settle(store, turn, 0, "Yes.")

    again = await accept(store, draft(conversation_id, key="k"))

    assert again.turn_id == turn.id


async def test_same_key_with_another_body_is_refused(store: Store) -> None:
    """I-03."""
    conversation_id = await begin(store)
    await accept(store, draft(conversation_id, "one", key="k"))
    before = await store.read(LOCAL, read_facts, conversation_id, 0)

    with pytest.raises(KeyReused):
        await accept(store, draft(conversation_id, "two", key="k"))

    assert await store.read(LOCAL, read_facts, conversation_id, 0) == before


async def test_sends_racing_with_one_key_make_one_turn(store: Store) -> None:
    """I-03, XC04."""
    conversation_id = await begin(store)

    sends = (accept(store, draft(conversation_id, key="k"), advisors=2) for _ in range(8))
    accepted = await asyncio.gather(*sends)

    assert len({each.turn_id for each in accepted}) == 1
    assert sum(each.accepted is not None for each in accepted) == 1
    assert await store.read(LOCAL, count_rows) == (1, 1, 1)


async def test_sends_racing_on_two_nodes_make_one_turn(store: Store, database_url: str) -> None:
    """I-03, XC04: the key is claimed in the database, not in a process."""
    conversation_id = await begin(store)
    elsewhere = await open_store(database_url)

    sends = (accept(node, draft(conversation_id, key="k")) for node in (store, elsewhere) * 4)
    accepted = await asyncio.gather(*sends)
    await elsewhere.close()

    assert len({each.turn_id for each in accepted}) == 1


async def test_sends_racing_with_different_keys_leave_one_in_flight(store: Store) -> None:
    """XC04: one conversation is answered once at a time."""
    conversation_id = await begin(store)

    sends = (accept(store, draft(conversation_id)) for _ in range(8))
    outcomes = await asyncio.gather(*sends, return_exceptions=True)

    assert sum(isinstance(each, TurnInFlight) for each in outcomes) == 7
    assert await store.read(LOCAL, count_rows) == (1, 1, 1)


async def test_refused_send_leaves_nothing_and_its_key_is_free(store: Store) -> None:
    """I-02: after TurnInFlight the same key may be used again, and then counts."""
    conversation_id = await begin(store)
    turn = await ask(store, conversation_id, advisors=1)
    before = await store.read(LOCAL, count_rows)

    with pytest.raises(TurnInFlight):
        await accept(store, draft(conversation_id, "more", key="k"))
    untouched = await store.read(LOCAL, count_rows)
    await start(store, turn)
    await settle(store, turn, 0, "Yes.")
    accepted = await accept(store, draft(conversation_id, "more", key="k"))

    assert untouched == before
    assert accepted.accepted is not None
    assert accepted.accepted.turn.position == 2


async def test_unknown_conversation_is_not_found(store: Store) -> None:
    with pytest.raises(NotFound):
        await accept(store, draft(ConversationId("c_nowhere")))

    assert await store.read(LOCAL, count_rows) == (0, 0, 0)


async def test_failure_while_choosing_writes_nothing(store: Store) -> None:
    """I-02: the choice of advisors is part of the transaction."""
    conversation_id = await begin(store)

    def refuse(_: object) -> tuple[Advisor, ...]:
        raise NotFound("advisor", "nobody")

    with pytest.raises(NotFound):
        await store.write(LOCAL, accept_turn, draft(conversation_id), refuse, plan)

    assert await store.read(LOCAL, count_rows) == (0, 0, 0)
    assert (await store.read(LOCAL, read_conversation, conversation_id)).seq == 1


async def test_failure_while_planning_writes_nothing(store: Store) -> None:
    """I-02, I-26: a message that cannot be composed as it was shown is not taken in."""
    conversation_id = await begin(store)

    def refuse(unit: Unit, asked: tuple[Advisor, ...], seq: int) -> Planned:
        raise PreviewStale(tuple(advisor.id for advisor in asked))

    with pytest.raises(PreviewStale):
        await store.write(LOCAL, accept_turn, draft(conversation_id), first(2), refuse)

    assert await store.read(LOCAL, count_rows) == (0, 0, 0)
    assert (await store.read(LOCAL, read_conversation, conversation_id)).seq == 1


async def test_planning_sees_those_asked_and_the_last_fact(store: Store) -> None:
    """I-26: what is planned is planned on the very snapshot the turn is written on."""
    conversation_id = await begin(store)
    await answer(store, conversation_id, "first", "one")
    seen: list[tuple[int, int, int]] = []

    def look(unit: Unit, asked: tuple[Advisor, ...], seq: int) -> Planned:
        seen.append((len(asked), seq, len(read_turns(unit, conversation_id))))
        return plan(unit, asked, seq)

    await store.write(LOCAL, accept_turn, draft(conversation_id, "second"), first(3), look)

    assert seen == [(3, 4, 1)]


async def test_turns_come_in_the_order_they_were_accepted(store: Store) -> None:
    """I-01, I-07: pages from the newest back give every turn once."""
    conversation_id = await begin(store)
    for number in range(7):
        turn = await ask(store, conversation_id, f"message {number}", advisors=1)
        await settle(store, turn, 0, epoch=0, state=ReplyState.STOPPED)

    newest = await store.read(LOCAL, read_turns, conversation_id, limit=3)
    middle = await store.read(LOCAL, read_turns, conversation_id, before=newest[0].position, limit=3)
    oldest = await store.read(LOCAL, read_turns, conversation_id, before=middle[0].position, limit=3)

    assert [turn.text for turn in (*oldest, *middle, *newest)] == [f"message {number}" for number in range(7)]
    assert await store.read(LOCAL, read_turns, conversation_id, before=1) == ()


async def test_replies_keep_the_order_of_the_panel(store: Store) -> None:
    conversation_id = await begin(store)

    turn = await ask(store, conversation_id, advisors=5)

    read = await store.read(LOCAL, read_turns, conversation_id)
    assert [reply.id for reply in read[0].replies] == [reply.id for reply in turn.replies]
    assert len({reply.advisor_id for reply in read[0].replies}) == 5


async def test_line_says_whether_the_conversation_is_being_answered(store: Store) -> None:
    conversation_id = await begin(store)
    turn = await ask(store, conversation_id, advisors=2, node=NODE)
    asked = await store.read(LOCAL, read_conversation, conversation_id)
    await start(store, turn)
    await settle(store, turn, 0, "Yes.")
    half = await store.read(LOCAL, read_conversation, conversation_id)
    await settle(store, turn, 1, "No.")

    done = await store.read(LOCAL, read_conversation, conversation_id)

    assert [line.in_flight for line in (asked, half, done)] == [True, True, False]
    assert [line.turn_count for line in (asked, half, done)] == [1, 1, 1]
    assert (await store.read(LOCAL, count_rows))[2] == 0
