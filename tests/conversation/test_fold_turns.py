"""What facts about whole turns do to a view."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.conversation.event import (
    Delta,
    DividerDrawn,
    Fact,
    Marks,
    RepliesSending,
    ReplyAdded,
    ReplyChosen,
    ReplyEdited,
    ReplySettled,
    Sending,
    TurnAccepted,
    TurnsMarked,
    TurnsRemoved,
    TurnsRestored,
)
from antiphon.conversation.fold import MissingText, apply_event, fold
from antiphon.conversation.fold_turns import apply_marks
from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId, TurnId
from antiphon.conversation.past import EVERYBODY
from antiphon.conversation.reply import Reply
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.conversation.view import ConversationView
from tests.conversation.strategies import marks, turns

HERE = ConversationId("c_1")
NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
ANN, BEN = AdvisorId("ann"), AdvisorId("ben")


def said(turn: int, advisor_id: AdvisorId, variant: int = 0, *, chosen: bool = True) -> Reply:
    """A complete answer."""
    return Reply(
        id=ReplyId(f"r_{turn}_{advisor_id}_{variant}"),
        advisor_id=advisor_id,
        advisor_version=1,
        name=advisor_id.title(),
        colour="#123456",
        model="echo:small",
        state=ReplyState.COMPLETE,
        epoch=1,
        text=f"{advisor_id} {turn}.{variant}",
        variant=variant,
        chosen=chosen,
    )


def asked(position: int) -> Turn:
    replies = (said(position, ANN), said(position, BEN))
    return Turn(TurnId(f"t_{position}"), HERE, position, f"question {position}", NOON, replies)


THREE = ConversationView(HERE, 9, "", (asked(1), asked(2), asked(3)))


def waiting(turn: int, variant: int, *, chosen: bool) -> Reply:
    """Another variant of the first advisor, just asked for."""
    return replace(said(turn, ANN, variant, chosen=chosen), state=ReplyState.WAITING, epoch=0, text="")


def positions(view: ConversationView) -> list[int]:
    return [turn.position for turn in view.turns]


def chosen(view: ConversationView, turn: int) -> list[str]:
    return [reply.id for reply in view.turns[turn - 1].replies if reply.chosen]


def test_removed_turns_go_and_come_back_to_their_places() -> None:
    """I-40, W30."""
    gone = apply_event(THREE, TurnsRemoved(HERE, 10, (TurnId("t_3"), TurnId("t_1"))))
    back = apply_event(gone, TurnsRestored(HERE, 11, (asked(1), asked(3))))

    assert positions(gone) == [2]
    assert back == replace(THREE, seq=11)


def test_restored_turn_older_than_what_is_shown_stays_outside() -> None:
    """A view holds the newest turns; what is older is fetched when somebody scrolls there."""
    bounded = replace(THREE, turns=(asked(2), asked(3)), has_older=True)

    view = apply_event(bounded, TurnsRestored(HERE, 10, (asked(1),)))

    assert positions(view) == [2, 3]
    assert view.has_older


def test_restored_turn_older_than_the_first_is_shown_where_nothing_is_older() -> None:
    short = replace(THREE, turns=(asked(3),))

    assert positions(apply_event(short, TurnsRestored(HERE, 10, (asked(1),)))) == [1, 3]


def test_variant_beside_changes_nothing_about_the_choice() -> None:
    view = apply_event(THREE, ReplyAdded(HERE, 10, TurnId("t_2"), waiting(2, 1, chosen=False)))

    assert [reply.id for reply in view.turns[1].replies] == ["r_2_ann_0", "r_2_ben_0", "r_2_ann_1"]
    assert chosen(view, 2) == ["r_2_ann_0", "r_2_ben_0"]
    assert not view.turns[1].all_completed


def test_variant_in_place_is_chosen_from_the_start() -> None:
    """D26: its advisor has one chosen answer, and nobody else's changes."""
    view = apply_event(THREE, ReplyAdded(HERE, 10, TurnId("t_2"), waiting(2, 1, chosen=True)))

    assert chosen(view, 2) == ["r_2_ben_0", "r_2_ann_1"]
    assert (view.turns[0], view.turns[2]) == (THREE.turns[0], THREE.turns[2])


def test_choice_can_go_back_and_forth() -> None:
    added = apply_event(THREE, ReplyAdded(HERE, 10, TurnId("t_2"), waiting(2, 1, chosen=False)))
    later = apply_event(added, ReplyChosen(HERE, 11, TurnId("t_2"), ReplyId("r_2_ann_1")))

    back = apply_event(later, ReplyChosen(HERE, 12, TurnId("t_2"), ReplyId("r_2_ann_0")))

    assert chosen(later, 2) == ["r_2_ben_0", "r_2_ann_1"]
    assert back == replace(added, seq=12)


def test_variant_is_answered_like_any_reply() -> None:
    """I-10, I-14."""
    reply_id, turn_id = ReplyId("r_2_ann_1"), TurnId("t_2")
    view = fold(
        THREE,
        [
            ReplyAdded(HERE, 10, turn_id, waiting(2, 1, chosen=False)),
            RepliesSending(HERE, 11, turn_id, (Sending(reply_id, 1),)),
            Delta(HERE, reply_id, 1, "text", 0, "ann 2.1"),
            ReplySettled(HERE, 12, turn_id, reply_id, 1, ReplyState.COMPLETE, 7, 0),
        ],
    )

    assert view.turns[1].replies[2] == said(2, ANN, 1, chosen=False)
    assert view.turns[1].replies[:2] == THREE.turns[1].replies


def test_edit_is_shown_instead_and_can_be_taken_back() -> None:
    """D27: the advisor's own words are kept."""
    edited = apply_event(THREE, ReplyEdited(HERE, 10, TurnId("t_1"), ReplyId("r_1_ben_0"), "other"))
    undone = apply_event(edited, ReplyEdited(HERE, 11, TurnId("t_1"), ReplyId("r_1_ben_0"), None))

    reply = edited.turns[0].replies[1]
    assert (reply.edited, reply.text) == ("other", "ben 1.0")
    assert undone == replace(THREE, seq=11)


def test_divider_is_drawn_once_in_its_place() -> None:
    """D50."""
    view = fold(THREE, [DividerDrawn(HERE, 10, 3), DividerDrawn(HERE, 11, 1), DividerDrawn(HERE, 12, 3)])

    assert view.dividers == (1, 3)
    assert view.turns == THREE.turns


def test_marks_are_set_on_the_turns_named() -> None:
    all_marks: Marks = {
        "stars": 3,
        "colour_flag": "blue",
        "pinned": True,
        "topic": "/a/b",
        "add_tags": ["y", "x"],
        "contexts": {"": "out", "ann": "in"},
    }

    view = apply_event(THREE, TurnsMarked(HERE, 10, (TurnId("t_1"), TurnId("t_3")), all_marks))

    for turn in (view.turns[0], view.turns[2]):
        assert (turn.stars, turn.colour_flag, turn.pinned, turn.topic) == (3, "blue", True, "/a/b")
        assert turn.tags == ("x", "y")
        assert turn.marks == {EVERYBODY: "out", ANN: "in"}
    assert view.turns[1] == THREE.turns[1]


def test_marks_can_be_taken_back() -> None:
    marked = apply_marks(asked(1), {"colour_flag": "blue", "topic": "/a", "add_tags": ["x"], "contexts": {"": "out"}})

    undone = apply_marks(
        marked, {"colour_flag": None, "topic": None, "remove_tags": ["x", "never"], "contexts": {"": None, "ann": None}}
    )

    assert undone == asked(1)


@given(turns, marks)
def test_marks_set_twice_are_set_once(turn: Turn, some: Marks) -> None:
    """I-11."""
    once = apply_marks(turn, some)

    assert apply_marks(once, some) == once


@given(turns)
def test_no_marks_change_nothing(turn: Turn) -> None:
    assert apply_marks(turn, {}) == replace(turn, marks=dict(sorted(turn.marks.items())))


@given(turns, marks)
def test_marks_touch_nothing_that_was_said(turn: Turn, some: Marks) -> None:
    """I-01, D34: what was reckoned is not the person's word either; their worth stands beside it."""

    def unmark(each: Turn) -> Turn:
        return replace(each, stars=0, colour_flag=None, pinned=False, worth=None, topic=None, tags=(), marks={})

    assert unmark(apply_marks(turn, some)) == unmark(turn)


@pytest.mark.parametrize(
    "gone",
    [("t_0",), ("t_0", "t_2"), ("t_1", "t_2", "t_3")],
    ids=["not shown", "partly shown", "all that is shown"],
)
def test_view_that_cannot_know_what_is_left_asks_anew(gone: tuple[str, ...]) -> None:
    """I-12: whether anything older is left, and what comes into sight, only the store can say."""
    bounded = replace(THREE, has_older=True)

    with pytest.raises(MissingText):
        apply_event(bounded, TurnsRemoved(HERE, 10, tuple(TurnId(each) for each in gone)))


def test_view_that_shows_nothing_of_something_asks_anew() -> None:
    """I-12: a restored turn may stand before others that are not shown either."""
    with pytest.raises(MissingText):
        apply_event(replace(THREE, turns=(), has_older=True), TurnsRestored(HERE, 10, (asked(1),)))


def test_view_that_shows_everything_knows_what_is_left() -> None:
    everything = tuple(TurnId(f"t_{number}") for number in (1, 2, 3))

    view = apply_event(THREE, TurnsRemoved(HERE, 10, everything))

    assert positions(view) == []
    assert positions(apply_event(view, TurnsRestored(HERE, 11, (asked(2),)))) == [2]


@pytest.mark.parametrize(
    "fact",
    [
        ReplyAdded(HERE, 10, TurnId("t_0"), waiting(0, 1, chosen=True)),
        ReplyChosen(HERE, 10, TurnId("t_0"), ReplyId("r_0_ann_0")),
        ReplyEdited(HERE, 10, TurnId("t_0"), ReplyId("r_0_ann_0"), "other"),
        TurnsMarked(HERE, 10, (TurnId("t_0"),), {"stars": 3, "add_tags": ["x"]}),
    ],
    ids=lambda fact: fact.kind,
)
def test_facts_about_turns_not_shown_only_move_the_number(fact: Fact) -> None:
    view = apply_event(replace(THREE, has_older=True), fact)

    assert view == replace(THREE, has_older=True, seq=10)


STORY: list[Fact] = [
    TurnAccepted(HERE, 10, replace(asked(4), replies=())),
    TurnsMarked(HERE, 11, (TurnId("t_1"), TurnId("t_4")), {"stars": 2, "add_tags": ["x"]}),
    ReplyAdded(HERE, 12, TurnId("t_2"), waiting(2, 1, chosen=True)),
    TurnsRemoved(HERE, 13, (TurnId("t_1"),)),
    ReplyChosen(HERE, 14, TurnId("t_2"), ReplyId("r_2_ann_0")),
    DividerDrawn(HERE, 15, 4),
    ReplyEdited(HERE, 16, TurnId("t_3"), ReplyId("r_3_ann_0"), "other"),
    TurnsRestored(HERE, 17, (asked(1),)),
    TurnsRemoved(HERE, 18, (TurnId("t_4"),)),
]


@given(st.integers(0, len(STORY)), st.integers(0, len(STORY)))
def test_any_stretch_of_facts_may_be_told_again(until: int, since: int) -> None:
    """I-11, I-12: facts already known change nothing, whatever was undone in the meantime."""
    view = fold(THREE, STORY[:until])

    assert fold(view, STORY[min(since, until) : until]) == view
    assert fold(view, STORY[min(since, until) :]) == fold(THREE, STORY)
