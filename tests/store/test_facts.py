"""The numbered facts of a conversation."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from antiphon.access.principal import LOCAL
from antiphon.conversation.event import ConversationRenamed, Fact
from antiphon.conversation.event_wire import encode_event
from antiphon.conversation.fold import fold
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.reply import Metrics, ReplyError
from antiphon.conversation.state import ReplyState
from antiphon.conversation.view import ConversationView
from antiphon.store.reads.facts import read_facts, read_heads
from antiphon.store.reads.view import read_view
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.conversations import rename_conversation
from antiphon.store.writes.settle_reply import settle_reply
from tests.store.deeds import (
    NOON,
    accept,
    answer,
    answer_again,
    ask,
    begin,
    draft,
    ending_of,
    mark,
    remove,
    restore,
    settle,
    start,
)


class ChangedMyMind(Exception):
    """A deed that fails after it has written."""


def rename_and_regret(unit: Unit, conversation_id: ConversationId, title: str) -> Fact:
    rename_conversation(unit, conversation_id, title)
    raise ChangedMyMind


async def test_numbers_have_no_gaps_though_writers_race_and_fail(store: Store) -> None:
    """I-07: a rolled back writer gives its number back."""
    conversation_id = await begin(store)

    writes = (
        store.write(LOCAL, rename_and_regret if number % 3 == 0 else rename_conversation, conversation_id, str(number))
        for number in range(20)
    )
    outcomes = await asyncio.gather(*writes, return_exceptions=True)

    facts = await store.read(LOCAL, read_facts, conversation_id, 0)
    told = [each.seq for each in outcomes if isinstance(each, ConversationRenamed)]
    assert sum(isinstance(each, ChangedMyMind) for each in outcomes) == 7
    assert [fact.seq for fact in facts] == list(range(1, 15))
    assert sorted(told) == list(range(2, 15))
    assert await store.read(LOCAL, read_heads, [conversation_id]) == {conversation_id: 14}


async def test_order_does_not_depend_on_the_clock(store: Store) -> None:
    """I-07, XT01: a clock that jumps back changes no number."""
    conversation_id = await begin(store)
    late = replace(draft(conversation_id, "late"), at=NOON + timedelta(days=1))
    accepted = await accept(store, late)
    assert accepted.accepted is not None
    await settle(store, accepted.accepted.turn, 0, epoch=0, state=ReplyState.STOPPED)

    early = replace(draft(conversation_id, "early"), at=NOON - timedelta(days=1))
    await accept(store, early)

    view = await store.read(LOCAL, read_view, conversation_id)
    assert [turn.text for turn in view.turns] == ["late", "early"]
    assert view.seq == 4


async def test_facts_fold_to_the_view(store: Store) -> None:
    """I-40: a reader who has only the facts, and the text of nothing, knows the same as one who reads the rows."""
    conversation_id = await begin(store)
    turn = await ask(store, conversation_id, advisors=3)
    await start(store, turn)
    error = ReplyError("net", "no connection could be made", {"provider": "local", "status": None})
    metrics = Metrics(0.25, 1.5, 30.0, 12, 34, 2)
    ending = ending_of(turn, 0, state=ReplyState.ERROR)
    await store.write(LOCAL, settle_reply, replace(ending, error=error, metrics=metrics, finish_reason="cut"))
    await settle(store, turn, 1, state=ReplyState.EMPTY)
    await store.write(LOCAL, rename_conversation, conversation_id, "Other plans")

    facts = await store.read(LOCAL, read_facts, conversation_id, 0)

    view = await store.read(LOCAL, read_view, conversation_id)
    assert fold(ConversationView(conversation_id), facts) == view
    assert view.turns[0].replies[0].error == error
    assert view.turns[0].replies[0].metrics == metrics


async def test_fact_read_back_is_the_fact_that_was_written(store: Store) -> None:
    """I-11: no number is ever told with two contents, whether heard live or read from the store."""
    conversation_id = await begin(store)
    odd = replace(draft(conversation_id), at=NOON + timedelta(microseconds=123_600))

    accepted = await accept(store, odd, advisors=2)

    assert accepted.accepted is not None
    sending = await start(store, accepted.accepted.turn)
    settled = await settle(store, accepted.accepted.turn, 1, "Yes.")
    read = await store.read(LOCAL, read_facts, conversation_id, 1)
    assert [encode_event(fact) for fact in read] == [
        encode_event(each) for each in (accepted.accepted, sending, settled)
    ]


@pytest.mark.parametrize("after", [0, 1, 3, 4, 99])
async def test_facts_after_a_number_follow_it(store: Store, after: int) -> None:
    conversation_id = await begin(store)
    await answer(store, conversation_id, "Shall I?", "Yes.")

    facts = await store.read(LOCAL, read_facts, conversation_id, after)

    assert [fact.seq for fact in facts] == list(range(after + 1, 5))


async def test_limit_cuts_after_the_oldest(store: Store) -> None:
    conversation_id = await begin(store)
    await answer(store, conversation_id, "Shall I?", "Yes.")

    facts = await store.read(LOCAL, read_facts, conversation_id, 1, limit=2)

    assert [fact.seq for fact in facts] == [2, 3]


async def test_restored_turn_that_was_asked_again_is_told_once(store: Store) -> None:
    """I-40: the fact of its return already shows what happened to it later, and that is told again behind it."""
    conversation_id = await begin(store)
    turn = await answer(store, conversation_id, "Shall I?", "", state=ReplyState.ERROR)
    await remove(store, conversation_id, turn)
    without = await store.read(LOCAL, read_view, conversation_id)
    await restore(store, conversation_id, turn)
    await answer_again(store, turn, 0, "", chosen=True, state=ReplyState.EMPTY)
    await mark(store, conversation_id, turn, stars=2, add_tags=["x"])

    facts = await store.read(LOCAL, read_facts, conversation_id, without.seq)

    view = await store.read(LOCAL, read_view, conversation_id)
    assert fold(without, facts) == view
    assert [(reply.variant, reply.chosen) for reply in view.turns[0].replies] == [(0, False), (1, True)]


async def test_turn_removed_again_comes_and_goes(store: Store) -> None:
    """I-40: a return that did not last is a fact about nothing, and the ones around it still add up."""
    conversation_id = await begin(store)
    turns = [await answer(store, conversation_id, text, "") for text in ("one", "two")]
    whole = await store.read(LOCAL, read_view, conversation_id)
    await remove(store, conversation_id, *turns)
    await restore(store, conversation_id, *turns)
    await remove(store, conversation_id, turns[0])

    facts = await store.read(LOCAL, read_facts, conversation_id, whole.seq)

    view = await store.read(LOCAL, read_view, conversation_id)
    assert fold(whole, facts) == fold(ConversationView(conversation_id), [*(await told(store, whole)), *facts]) == view
    assert [turn.text for turn in view.turns] == ["two"]


async def told(store: Store, until: ConversationView) -> list[Fact]:
    """The facts a view is made of."""
    facts = await store.read(LOCAL, read_facts, until.id, 0)
    return [fact for fact in facts if fact.seq <= until.seq]
