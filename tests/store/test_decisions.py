"""Decisions: frozen, looked back on, taken out, and nobody else's."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Row, select

from antiphon.access.principal import LOCAL
from antiphon.advisors.starter import load_starter
from antiphon.conversation.decision import fingerprint
from antiphon.conversation.errors import Malformed, NotFound, TurnInFlight
from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.size import measure
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.store.reads.journal import (
    Placed,
    count_due,
    read_decision,
    read_decisions_of,
    read_journal,
    read_known,
    read_waiting,
    search_decisions,
)
from antiphon.store.reads.newest import find_newest
from antiphon.store.reads.receipts import read_receipts
from antiphon.store.tables import decisions
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.advisors import archive_advisor
from antiphon.store.writes.conversations import remove_conversation, restore_conversation
from antiphon.store.writes.journal import (
    MOST_CHARS,
    NewDecision,
    change_decision,
    remove_decision,
    restore_decision,
    write_decision,
)
from antiphon.store.writes.seed import seed
from antiphon.store.writes.variants import edit_reply
from tests.store.deeds import NOON, OTHER, answer, answer_again, ask, begin, remove

SKEPTIC, BUILDER = AdvisorId("skeptic"), AdvisorId("builder")


async def have_turn(store: Store, question: str = "Drop the free tier?") -> Turn:
    """A turn two advisors have answered."""
    return await answer(store, await begin(store), question, "No, keep it.", "Yes, drop it.")


async def decide(store: Store, turn_id: TurnId, decision_id: str = "d_1", **more: Any) -> Placed:
    """The person decides there."""
    new = NewDecision(decision_id, turn_id, ("Drop it", "Keep it"), "Drop it", 70)
    at = more.pop("at", NOON)
    return await store.write(LOCAL, write_decision, replace(new, **more), at)


async def look(store: Store, decision_id: str = "d_1") -> Placed:
    """The decision as it stands now."""
    return await store.read(LOCAL, read_decision, decision_id)


async def test_every_stance_is_frozen_with_its_fingerprints(store: Store) -> None:
    turn = await have_turn(store)

    made = (await decide(store, turn.id, attitudes={SKEPTIC: "against", BUILDER: "for"})).decision

    assert (made.question, made.confidence, made.reviewer_id) == ("Drop the free tier?", 70, SKEPTIC)
    assert [(each.name, each.attitude, each.text, each.state) for each in made.stances] == [
        (turn.replies[0].name, "against", "No, keep it.", "complete"),
        (turn.replies[1].name, "for", "Yes, drop it.", "complete"),
    ]
    for stance in made.stances:
        [receipt] = await store.read(LOCAL, read_receipts, stance.reply_id)
        assert stance.request_sha256 == receipt.sha256
        assert stance.reply_sha256 == fingerprint(stance.text)


async def test_nothing_that_happens_later_changes_what_was_frozen(store: Store) -> None:
    """Edited, answered anew, archived, deleted, put away: the journal says what stood then."""
    turn = await have_turn(store)
    before = (await decide(store, turn.id, attitudes={SKEPTIC: "against"})).decision

    await store.write(LOCAL, edit_reply, turn.replies[0].id, "Rewritten.", measure("Rewritten."), 0.5)
    await answer_again(store, turn, 1, "Changed my mind.", chosen=True)
    await store.write(LOCAL, archive_advisor, SKEPTIC, archived=True)
    await remove(store, turn.conversation_id, turn)
    await store.write(LOCAL, remove_conversation, turn.conversation_id, NOON)

    assert (await look(store)).decision == before


async def test_a_decision_outlives_its_place_and_finds_it_again(store: Store) -> None:
    turn = await have_turn(store)
    assert (await decide(store, turn.id))[1:] == ("Plans", 1)

    await store.write(LOCAL, remove_conversation, turn.conversation_id, NOON)
    assert (await look(store))[1:] == (None, None)
    await store.write(LOCAL, restore_conversation, turn.conversation_id)
    await remove(store, turn.conversation_id, turn)
    assert (await look(store))[1:] == ("Plans", None)


async def test_what_the_person_made_of_an_answer_is_what_is_frozen(store: Store) -> None:
    turn = await have_turn(store)
    await store.write(LOCAL, edit_reply, turn.replies[0].id, "Keep it until May.", measure("Keep"), 0.5)
    await answer_again(store, turn, 1, "Drop it now.", chosen=True)

    first, second = (await decide(store, turn.id)).decision.stances

    assert (first.text, first.edited) == ("Keep it until May.", True)
    assert (second.text, second.edited) == ("Drop it now.", False)


async def test_a_voice_that_failed_stands_there_without_words(store: Store) -> None:
    turn = await answer(store, await begin(store), "Shall I?", "", state=ReplyState.ERROR)

    [stance] = (await decide(store, turn.id)).decision.stances

    assert (stance.state, stance.text, stance.attitude) == ("error", "", None)


async def test_a_turn_that_is_being_answered_waits(store: Store) -> None:
    turn = await ask(store, await begin(store))

    with pytest.raises(TurnInFlight):
        await decide(store, turn.id)


async def test_only_those_who_were_asked_have_a_stance_or_ask_later(store: Store) -> None:
    turn = await have_turn(store)

    for more in ({"attitudes": {AdvisorId("confidant"): "for"}}, {"reviewer_id": AdvisorId("confidant")}):
        with pytest.raises(NotFound):
            await decide(store, turn.id, **more)
    assert await store.read(LOCAL, read_journal) == ()


async def test_a_turn_without_words_needs_a_question(store: Store) -> None:
    turn = await have_turn(store, "  ")

    with pytest.raises(Malformed):
        await decide(store, turn.id)
    assert (await decide(store, turn.id, question="Well?")).decision.question == "Well?"


async def test_an_outcome_is_said_corrected_and_taken_back(store: Store) -> None:
    turn = await have_turn(store)
    await decide(store, turn.id)
    later = NOON + timedelta(days=30)

    said = await store.write(LOCAL, change_decision, "d_1", {"outcome": "right", "outcome_text": "Sold."}, later)
    assert (said.decision.outcome, said.decision.outcome_at) == ("right", later)
    same = await store.write(LOCAL, change_decision, "d_1", {"outcome_text": "Sold well."}, later + timedelta(days=1))
    assert (same.decision.outcome_text, same.decision.outcome_at) == ("Sold well.", later)
    back = await store.write(LOCAL, change_decision, "d_1", {"outcome": None}, later)

    assert (back.decision.outcome, back.decision.outcome_text, back.decision.outcome_at) == (None, "", None)
    assert back.decision == replace(said.decision, outcome=None, outcome_text="", outcome_at=None)


async def test_what_is_due_stands_first_and_what_is_known_last(store: Store) -> None:
    turn = await have_turn(store)
    days = {"d_later": 90, "d_due": -1, "d_none": None, "d_known": -5}
    for number, (name, day) in enumerate(days.items()):
        review = None if day is None else NOON + timedelta(days=day)
        await decide(store, turn.id, name, review_at=review, at=NOON + timedelta(minutes=number))
    await store.write(LOCAL, change_decision, "d_known", {"outcome": "wrong"}, NOON)

    waiting = [each.decision for each in await store.read(LOCAL, read_waiting)]

    assert [each.id for each in waiting] == ["d_due", "d_later", "d_none"]
    assert [each.standing(NOON) for each in waiting] == ["due", "open", "open"]
    assert await store.read(LOCAL, count_due, NOON) == 1
    assert [each.decision.id for each in await store.read(LOCAL, read_known, limit=5)] == ["d_known"]


async def test_known_decisions_come_in_pages_without_gaps(store: Store) -> None:
    turn = await have_turn(store)
    for number in range(5):
        # Two of them in the same moment: the id decides.
        await decide(store, turn.id, f"d_{number}", at=NOON + timedelta(minutes=number // 2))
        await store.write(LOCAL, change_decision, f"d_{number}", {"outcome": "right"}, NOON)

    found: list[str] = []
    before = None
    while page := await store.read(LOCAL, read_known, limit=2, before=before):
        found += [each.decision.id for each in page]
        before = found[-1]

    assert found == ["d_4", "d_3", "d_2", "d_1", "d_0"]


async def test_a_decision_is_taken_out_and_put_back(store: Store) -> None:
    turn = await have_turn(store)
    before = await decide(store, turn.id)

    await store.write(LOCAL, remove_decision, "d_1", NOON)

    assert await store.read(LOCAL, read_journal) == ()
    assert await store.read(LOCAL, read_decisions_of, [turn.id]) == ()
    for deed in (
        store.write(LOCAL, remove_decision, "d_1", NOON),
        store.read(LOCAL, read_decision, "d_1"),
        store.write(LOCAL, change_decision, "d_1", {"outcome": "right"}, NOON),
    ):
        with pytest.raises(NotFound):
            await deed
    assert await store.write(LOCAL, restore_decision, "d_1") == before


async def test_decisions_are_found_by_their_words(store: Store) -> None:
    """Whatever the case, and a percent sign is a percent sign."""
    turn = await have_turn(store)
    await decide(store, turn.id, "d_a", question="Der Straßenumbau: JA oder nein?", at=NOON)
    await decide(store, turn.id, "d_b", change_my_mind="If 100% refuse.", at=NOON + timedelta(minutes=1))
    await decide(store, turn.id, "d_c", at=NOON + timedelta(minutes=2))
    await store.write(LOCAL, change_decision, "d_c", {"outcome": "wrong", "outcome_text": "Nobody paid."}, NOON)

    async def found(words: str, limit: int = 10) -> list[str]:
        return [hit.id for hit in await store.read(LOCAL, search_decisions, words, limit)]

    assert await found("straßenUMBAU: ja") == ["d_a"]
    assert await found("100%") == ["d_b"]
    assert await found("nobody") == ["d_c"]
    assert await found("drop it") == ["d_c", "d_b", "d_a"]
    assert await found("drop it", 2) == ["d_c", "d_b"]
    assert await found("nothing of the kind") == []
    await store.write(LOCAL, remove_decision, "d_c", NOON)
    assert await found("nobody") == []


async def test_lists_say_who_stood_where_and_leave_the_words(store: Store) -> None:
    """What a list does not show is not read; the decision itself keeps every word."""
    turn = await have_turn(store)
    whole = (await decide(store, turn.id, attitudes={SKEPTIC: "against"})).decision
    bare = replace(whole, stances=tuple(replace(each, text="") for each in whole.stances))

    assert [each.text for each in whole.stances] == ["No, keep it.", "Yes, drop it."]
    assert [each.decision for each in await store.read(LOCAL, read_waiting)] == [bare]
    assert [each.decision for each in await store.read(LOCAL, read_decisions_of, [turn.id])] == [bare]
    assert await store.read(LOCAL, read_journal, words=False) == (bare,)
    assert await store.read(LOCAL, read_journal) == (whole,)
    known = await store.write(LOCAL, change_decision, "d_1", {"outcome": "right"}, NOON)
    [listed] = await store.read(LOCAL, read_known, limit=5)
    assert listed.decision == replace(known.decision, stances=bare.stances)


async def test_a_long_message_makes_a_question_that_can_be_read(store: Store) -> None:
    turn = await have_turn(store, "Shall I? " * 500)

    made = (await decide(store, turn.id)).decision

    assert made.question == ("Shall I? " * 500)[: MOST_CHARS - 2].strip() + " …"
    assert len(made.question) <= MOST_CHARS


async def test_decisions_of_one_conversation_are_found_among_many_others(store: Store) -> None:
    here, there = await have_turn(store), await have_turn(store)
    await decide(store, here.id, "d_here", at=NOON)
    await store.write(LOCAL, decide_often, there.id, 120)

    found = await store.read(LOCAL, search_decisions, "drop it", 5, here.conversation_id)

    assert [hit.id for hit in found] == ["d_here"]
    assert len(await store.read(LOCAL, search_decisions, "drop it", 100)) == 100


def decide_often(unit: Unit, turn_id: TurnId, times: int) -> None:
    """One after another, each a little later."""
    for number in range(times):
        new = NewDecision(f"d_{number}", turn_id, ("Drop it",), "Drop it", 70)
        write_decision(unit, new, NOON + timedelta(seconds=1 + number))


async def test_no_more_is_fetched_than_a_search_needs(store: Store) -> None:
    """However many may fit: pages are small, and the time is up at some point."""
    turn = await have_turn(store)
    await store.write(LOCAL, decide_often, turn.id, 60)
    query = select(decisions.c.id).order_by(decisions.c.created_at.desc())
    seen: list[str] = []

    def look_at(row: Row[Any]) -> str | None:
        seen.append(row.id)
        return str(row.id) if row.id.endswith("7") else None

    assert await store.read(LOCAL, find_newest, query, look_at, 2, page=10) == ("d_57", "d_47")
    assert len(seen) == 20
    assert await store.read(LOCAL, find_newest, query, look_at, 2, page=10, seconds=0) == ("d_57",)


async def test_decisions_of_others_do_not_exist(store: Store) -> None:
    """I-50: neither read nor written, and no trace of the attempt."""
    await store.write(OTHER, seed, load_starter(), NOON)
    turn = await have_turn(store, "my secret?")
    before = await decide(store, turn.id, review_at=NOON)

    for deed in (
        store.read(OTHER, read_decision, "d_1"),
        store.write(OTHER, change_decision, "d_1", {"outcome": "right"}, NOON),
        store.write(OTHER, remove_decision, "d_1", NOON),
        store.write(OTHER, restore_decision, "d_1"),
        store.write(OTHER, write_decision, NewDecision("d_2", turn.id, ("a",), "a", 50), NOON),
        store.read(OTHER, read_known, limit=5, before="d_1"),
    ):
        with pytest.raises(NotFound):
            await deed
    assert await store.read(OTHER, read_journal) == ()
    assert await store.read(OTHER, read_waiting) == ()
    assert await store.read(OTHER, read_known, limit=5) == ()
    assert await store.read(OTHER, read_decisions_of, [turn.id]) == ()
    assert await store.read(OTHER, count_due, NOON) == 0
    assert await store.read(OTHER, search_decisions, "secret", 5) == ()
    assert await look(store) == before
