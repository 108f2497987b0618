"""What may be sent again."""

from collections.abc import Callable
from datetime import UTC, timedelta

import pytest
from sqlalchemy import event, update

from antiphon.access.principal import LOCAL
from antiphon.conversation.ids import AdvisorId, ConversationId
from antiphon.conversation.past import PastTurn, ToolEvent
from antiphon.conversation.payload import ToolCall
from antiphon.conversation.size import TextSize, measure
from antiphon.conversation.state import TERMINAL, ReplyState
from antiphon.conversation.turn import Turn
from antiphon.filter.here import Here
from antiphon.filter.parse import parse_filter
from antiphon.store.reads import history as reading
from antiphon.store.reads.history import (
    END,
    History,
    Stretch,
    read_last_turn,
    read_shown_ids,
    read_shown_positions,
)
from antiphon.store.reads.marks import count_hidden_pins
from antiphon.store.reads.shown import Shown
from antiphon.store.tables import replies
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.turns import draw_divider
from antiphon.store.writes.variants import choose_reply, edit_reply, set_importance
from tests.store.deeds import (
    NOON,
    accept,
    answer,
    answer_again,
    ask,
    begin,
    draft,
    mark,
    remove,
    restore,
    settle,
    start,
)

SKEPTIC, BUILDER = AdvisorId("skeptic"), AdvisorId("builder")
CUT_SHORT = (ReplyState.STOPPED, ReplyState.INCOMPLETE, ReplyState.INTERRUPTED)
ASKED = (SKEPTIC, BUILDER)


def shows(conversation_id: ConversationId, line: str, *, failed_turns: bool = True) -> Shown:
    """The filter of a line, read here and now."""
    return Shown(parse_filter(line), Here(LOCAL.workspace_id, conversation_id, NOON, UTC), failed_turns)


def read_all(unit: Unit, stretch: Stretch) -> list[PastTurn]:
    return list(History(unit, stretch).newest_first())


async def past_of(
    store: Store,
    conversation_id: ConversationId,
    *,
    asked: tuple[AdvisorId, ...] = ASKED,
    before: int = END,
    shown: Shown | None = None,
    light: bool = False,
) -> list[PastTurn]:
    """The whole history, newest first."""
    stretch = Stretch(conversation_id, asked, before, shown, light)
    return await store.read(LOCAL, read_all, stretch)


async def talk(store: Store, conversation_id: ConversationId, count: int) -> list[Turn]:
    """This many turns in which the person and two advisors say something of their own."""
    return [
        await answer(store, conversation_id, f"question {n}", f"answer {n}", f"reply {n}") for n in range(1, count + 1)
    ]


def texts_of(past: PastTurn) -> dict[AdvisorId, str]:
    return {advisor_id: reply.text for advisor_id, reply in past.replies.items()}


@pytest.mark.parametrize("state", sorted(TERMINAL - {ReplyState.COMPLETE}))
async def test_only_complete_replies_are_history(store: Store, state: ReplyState) -> None:
    """I-15, I-22: errors, fragments and what was stopped never reach a model."""
    conversation_id = await begin(store)
    earlier = await ask(store, conversation_id, "first", advisors=2)
    await start(store, earlier)
    await settle(store, earlier, 0, "all of it")
    await settle(store, earlier, 1, "a fragm", state=state)

    (past,) = await past_of(store, conversation_id)

    assert past.text == "first"
    assert texts_of(past) == {SKEPTIC: "all of it"}


@pytest.mark.parametrize("state", CUT_SHORT)
async def test_reply_cut_short_is_history_when_the_person_keeps_it(store: Store, state: ReplyState) -> None:
    """D23: a mark for everybody is a mark on the turn, and not on the fragment."""
    conversation_id = await begin(store)
    earlier = await ask(store, conversation_id, "first", advisors=2)
    await start(store, earlier)
    await settle(store, earlier, 0, "half of it", state=state)
    await settle(store, earlier, 1, "half of that", state=state)

    await mark(store, conversation_id, earlier, contexts={"": "in"})
    (for_everybody,) = await past_of(store, conversation_id)
    await mark(store, conversation_id, earlier, contexts={"": None, "skeptic": "in", "builder": "pin"})
    (for_one,) = await past_of(store, conversation_id)

    assert texts_of(for_everybody) == {}
    assert texts_of(for_one) == {SKEPTIC: "half of it"}


@pytest.mark.parametrize("state", sorted(TERMINAL - {ReplyState.COMPLETE, *CUT_SHORT}))
async def test_failed_reply_is_never_history_whatever_is_marked(store: Store, state: ReplyState) -> None:
    """I-22, D23: only words that were cut short can be kept by the person."""
    conversation_id = await begin(store)
    turn = await answer(store, conversation_id, "first", "broken", state=state)

    await mark(store, conversation_id, turn, contexts={"skeptic": "in"})

    (past,) = await past_of(store, conversation_id)
    assert past.replies == {}


async def test_history_holds_only_the_advisors_asked_now(store: Store) -> None:
    """I-20."""
    conversation_id = await begin(store)
    await answer(store, conversation_id, "first", "one", "two", "three")

    (past,) = await past_of(store, conversation_id, asked=(BUILDER,))

    assert texts_of(past) == {BUILDER: "two"}


async def test_history_is_newest_first_and_ends_before_the_position(store: Store) -> None:
    conversation_id = await begin(store)
    await talk(store, conversation_id, 4)

    everything = await past_of(store, conversation_id)
    before = await past_of(store, conversation_id, before=3)

    assert [past.position for past in everything] == [4, 3, 2, 1]
    assert [past.text for past in before] == ["question 2", "question 1"]


@pytest.mark.parametrize("light", [False, True], ids=["full", "light"])
@pytest.mark.parametrize("page", [1, 2, 3, 7, 8])
async def test_pages_give_every_turn_once(
    store: Store, monkeypatch: pytest.MonkeyPatch, page: int, light: bool
) -> None:
    conversation_id = await begin(store)
    await talk(store, conversation_id, 7)
    whole = await past_of(store, conversation_id, light=light)

    monkeypatch.setattr(reading, "_FIRST_PAGE", page)
    monkeypatch.setattr(reading, "_LARGEST_PAGE", 3)
    monkeypatch.setattr(reading, "_LARGEST_LIGHT_PAGE", 3)

    assert await past_of(store, conversation_id, light=light) == whole
    assert [past.position for past in whole] == [7, 6, 5, 4, 3, 2, 1]


def count_statements(unit: Unit, deed: Callable[[], object]) -> int:
    """How often the database was asked."""
    asked: list[str] = []

    def note(connection: object, cursor: object, statement: str, *_: object) -> None:
        asked.append(statement)

    event.listen(unit.connection.engine, "before_cursor_execute", note)
    try:
        deed()
    finally:
        event.remove(unit.connection.engine, "before_cursor_execute", note)
    return len(asked)


async def test_no_more_is_read_than_somebody_asks_for(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the conversation; and what was read once is kept for the next advisor."""
    conversation_id = await begin(store)
    await talk(store, conversation_id, 7)
    monkeypatch.setattr(reading, "_FIRST_PAGE", 2)

    def walk(unit: Unit) -> tuple[int, int, int]:
        history = History(unit, Stretch(conversation_id, ASKED))
        few = count_statements(unit, lambda: next(history.newest_first()))
        again = count_statements(unit, lambda: next(history.newest_first()))
        all_ = count_statements(unit, lambda: list(history.newest_first()))
        return few, again, all_

    few, again, all_ = await store.read(LOCAL, walk)

    assert (few, again) == (2, 0)
    assert all_ == 4, "pages of 4 and 8 follow the page of 2"


async def test_light_reading_has_sizes_and_no_texts(store: Store) -> None:
    conversation_id = await begin(store)
    (turn,) = await talk(store, conversation_id, 1)
    await mark(store, conversation_id, turn, contexts={"skeptic": "out"})

    (light,) = await past_of(store, conversation_id, light=True)

    assert (light.text, light.replies[SKEPTIC].text) == ("", "")
    assert (light.size, light.replies[SKEPTIC].size) == (measure("question 1"), measure("answer 1"))
    assert light.marks == {SKEPTIC: "out"}


@pytest.mark.parametrize("page", [1, 2, 640])
async def test_light_reading_filled_is_the_full_reading(
    store: Store, monkeypatch: pytest.MonkeyPatch, page: int
) -> None:
    conversation_id = await begin(store)
    turns = await talk(store, conversation_id, 5)
    await mark(store, conversation_id, turns[1], contexts={"": "pin", "builder": "out"}, stars=1)
    await answer_again(store, turns[2], 0, "chosen later", chosen=True)
    await store.write(LOCAL, edit_reply, turns[3].replies[1].id, "edited", measure("edited"), 0.5)
    await remove(store, conversation_id, turns[4])
    full = {past.id: past for past in await past_of(store, conversation_id)}
    monkeypatch.setattr(reading, "_LARGEST_PAGE", page)

    def fill(unit: Unit) -> dict[str, PastTurn]:
        history = History(unit, Stretch(conversation_id, ASKED, light=True))
        every_other = [past for past in history.newest_first() if past.position in (1, 3, 4)]
        return dict(history.fill(every_other))

    assert await store.read(LOCAL, fill) == {turn.id: full[turn.id] for turn in (turns[0], turns[2], turns[3])}


async def test_chosen_variant_stands_for_its_advisor(store: Store) -> None:
    conversation_id = await begin(store)
    (turn,) = await talk(store, conversation_id, 1)
    second = await answer_again(store, turn, 0, "another answer")

    (beside,) = await past_of(store, conversation_id)
    await store.write(LOCAL, choose_reply, second.id)
    (chosen,) = await past_of(store, conversation_id)

    assert texts_of(beside) == {SKEPTIC: "answer 1", BUILDER: "reply 1"}
    assert texts_of(chosen) == {SKEPTIC: "another answer", BUILDER: "reply 1"}


async def test_retry_that_failed_leaves_its_advisor_without_an_answer(store: Store) -> None:
    """I-22: a chosen failure hides what it replaced, and is not sent itself."""
    conversation_id = await begin(store)
    turn = await answer(store, conversation_id, "first", "", state=ReplyState.ERROR)
    await answer_again(store, turn, 0, "half", chosen=True, state=ReplyState.INCOMPLETE)

    (past,) = await past_of(store, conversation_id)

    assert past.replies == {}


async def test_edited_words_are_sent_instead(store: Store) -> None:
    """D27."""
    conversation_id = await begin(store)
    (turn,) = await talk(store, conversation_id, 1)
    await store.write(LOCAL, edit_reply, turn.replies[0].id, "in short", measure("in short"), 0.5)

    (past,) = await past_of(store, conversation_id)
    last = await store.read(LOCAL, read_last_turn, conversation_id, END, None)

    assert past.replies[SKEPTIC].text == "in short"
    assert past.replies[SKEPTIC].size == measure("in short")
    assert last is not None
    assert texts_of(last) == {SKEPTIC: "in short", BUILDER: "reply 1"}


async def test_deleted_turns_are_absent_until_they_come_back(store: Store) -> None:
    """W30: deleted is not sent."""
    conversation_id = await begin(store)
    turns = await talk(store, conversation_id, 3)
    await remove(store, conversation_id, turns[2], turns[0])

    without = await past_of(store, conversation_id)
    last = await store.read(LOCAL, read_last_turn, conversation_id, END, None)
    await restore(store, conversation_id, turns[0], turns[2])

    assert [past.position for past in without] == [2]
    assert last is not None
    assert last.position == 2
    assert [past.position for past in await past_of(store, conversation_id)] == [3, 2, 1]


async def test_history_carries_what_weighs(store: Store) -> None:
    """D34: pin, importance, marks and the moment advisors were told."""
    conversation_id = await begin(store)
    told_at = NOON - timedelta(minutes=7)
    accepted = await accept(store, draft(conversation_id, "東京 ok", at=told_at, pinned=True))
    assert accepted.accepted is not None
    await start(store, accepted.accepted.turn)
    await settle(store, accepted.accepted.turn, 0, "yes")

    (past,) = await past_of(store, conversation_id)

    assert (past.pinned, past.importance, past.at) == (True, 0.5, told_at)
    assert past.size == measure("東京 ok") != TextSize()
    assert past.replies[SKEPTIC].importance == 0.25


@pytest.mark.parametrize("light", [False, True], ids=["with texts", "sizes only"])
async def test_what_the_person_said_weighs_more_than_what_was_reckoned(store: Store, light: bool) -> None:
    """D34: for a message and for a reply, until it is taken back."""
    conversation_id = await begin(store)
    turn = await answer(store, conversation_id, "one", "yes")
    await mark(store, conversation_id, turn, worth=0.0)
    await store.write(LOCAL, set_importance, turn.replies[0].id, 0.95)

    (weighed,) = await past_of(store, conversation_id, light=light)
    await mark(store, conversation_id, turn, worth=None)
    await store.write(LOCAL, set_importance, turn.replies[0].id, None)
    (reckoned,) = await past_of(store, conversation_id, light=light)

    assert (weighed.importance, weighed.replies[SKEPTIC].importance) == (0.0, 0.95)
    assert (reckoned.importance, reckoned.replies[SKEPTIC].importance) == (0.5, 0.25)


def write_tools(unit: Unit, reply_id: str) -> None:
    events = [{"id": "call_1", "name": "look", "arguments": '{"at": "it"}', "result": "nothing there"}]
    unit.connection.execute(update(replies).where(replies.c.id == reply_id).values(tool_events=events))


@pytest.mark.parametrize("light", [False, True], ids=["full", "light"])
async def test_tool_calls_come_with_their_results(store: Store, light: bool) -> None:
    """D37: the two are never parted."""
    conversation_id = await begin(store)
    (turn,) = await talk(store, conversation_id, 1)
    await store.write(LOCAL, write_tools, turn.replies[0].id)

    (past,) = await past_of(store, conversation_id, light=light)

    called = ToolEvent(ToolCall("call_1", "look", '{"at": "it"}'), "nothing there")
    assert past.replies[SKEPTIC].tools == (called,)
    assert past.replies[BUILDER].tools == ()


@pytest.mark.parametrize(
    ("line", "positions"),
    [("*", [1, 2, 3, 4]), ("s3", [2]), ("tag'x'", [3, 4]), ("!tag'x'", [1, 2]), ("c'question'", [1, 2, 3, 4])],
)
@pytest.mark.parametrize("page", [1, 40])
async def test_filter_shows_the_same_wherever_it_is_asked(
    store: Store, monkeypatch: pytest.MonkeyPatch, line: str, positions: list[int], page: int
) -> None:
    """D18, I-27: history, positions and ids agree on what is visible."""
    conversation_id = await begin(store)
    turns = await talk(store, conversation_id, 4)
    await mark(store, conversation_id, turns[1], stars=3)
    await mark(store, conversation_id, *turns[2:], add_tags=["x"])
    monkeypatch.setattr(reading, "_FIRST_PAGE", page)
    shown = shows(conversation_id, line)

    past = await past_of(store, conversation_id, shown=shown)

    assert [each.position for each in reversed(past)] == positions
    assert all(set(each.replies) == set(ASKED) for each in past)
    assert await store.read(LOCAL, read_shown_positions, conversation_id, END, shown) == positions
    assert await store.read(LOCAL, read_shown_ids, conversation_id, shown) == [turns[n - 1].id for n in positions]


async def test_turns_nobody_answered_can_be_left_out(store: Store) -> None:
    """D25: the whole turn failed; one that was answered once, or stopped, stays."""
    conversation_id = await begin(store)
    await answer(store, conversation_id, "failed", "", state=ReplyState.ERROR)
    await answer(store, conversation_id, "stopped", "half", state=ReplyState.STOPPED)
    half = await ask(store, conversation_id, "half failed", advisors=2)
    await start(store, half)
    await settle(store, half, 0, "", state=ReplyState.ERROR)
    await settle(store, half, 1, "yes")

    kept = await past_of(store, conversation_id, shown=shows(conversation_id, "*"))
    without = await past_of(store, conversation_id, shown=shows(conversation_id, "*", failed_turns=False))

    assert [past.text for past in kept] == ["half failed", "stopped", "failed"]
    assert [past.text for past in without] == ["half failed", "stopped"]


async def test_last_turn_has_everybodys_answers(store: Store) -> None:
    """I-21: what the others said is for the reference block, complete answers only."""
    conversation_id = await begin(store)
    turn = await ask(store, conversation_id, "first", advisors=3)
    await start(store, turn)
    for slot, state in enumerate((ReplyState.COMPLETE, ReplyState.STOPPED, ReplyState.COMPLETE)):
        await settle(store, turn, slot, f"answer {slot}", state=state)
    await mark(store, conversation_id, turn, contexts={"builder": "in"})

    last = await store.read(LOCAL, read_last_turn, conversation_id, END, None)

    assert last is not None
    assert list(texts_of(last).values()) == ["answer 0", "answer 2"]
    assert last.marks == {BUILDER: "in"}


async def test_last_turn_hidden_by_the_filter_is_none(store: Store) -> None:
    """I-27: an older turn does not take its place."""
    conversation_id = await begin(store)
    turns = await talk(store, conversation_id, 2)
    await mark(store, conversation_id, turns[0], stars=3)
    await mark(store, conversation_id, turns[1], stars=1)

    hidden = await store.read(LOCAL, read_last_turn, conversation_id, END, shows(conversation_id, "s3"))
    visible = await store.read(LOCAL, read_last_turn, conversation_id, END, shows(conversation_id, "s1|s2"))
    earlier = await store.read(LOCAL, read_last_turn, conversation_id, 2, shows(conversation_id, "s3"))

    assert hidden is None
    assert visible is not None
    assert earlier is not None
    assert (visible.position, earlier.position) == (2, 1)


async def test_first_turn_has_none_before_it(store: Store) -> None:
    conversation_id = await begin(store)
    await talk(store, conversation_id, 1)

    assert await store.read(LOCAL, read_last_turn, conversation_id, 1, None) is None
    assert await past_of(store, conversation_id, before=1) == []


@pytest.mark.parametrize(("line", "hidden"), [("*", 0), ("blue", 2), ("t'/a'", 2), ("!pinned", 3), ("new", 3)])
async def test_pins_the_filter_hides_are_counted(store: Store, line: str, hidden: int) -> None:
    """D18: a pin never overrules the filter, but the person is told; the filter never answers unknown."""
    conversation_id = await begin(store)
    turns = await talk(store, conversation_id, 5)
    await mark(store, conversation_id, turns[0], colour_flag="blue", topic="/a")
    await store.write(LOCAL, draw_divider, conversation_id, NOON)
    gone = await answer(store, conversation_id, "gone", "yes")
    await mark(store, conversation_id, gone, pinned=True)
    await remove(store, conversation_id, gone)

    assert await store.read(LOCAL, count_hidden_pins, conversation_id, shows(conversation_id, line)) == hidden
