"""Which turns fit: the longest end, the most important, or as long as possible the same beginning."""

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.context.boundary import Boundary, Weighed, choose_drop, draw_boundary
from antiphon.context.choice import DROPPINGS, Dropping
from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.past import PastTurn
from antiphon.conversation.size import TextSize
from tests.context.scenes import ids, weighed_turns

ANN = AdvisorId("a1")

rooms = st.integers(-10, 250)
droppings = pytest.mark.parametrize("dropping", DROPPINGS)


def turn(position: int, tokens: int, *, pinned: bool = False, importance: float = 0.5) -> Weighed:
    """A turn of this weight."""
    past = PastTurn(TurnId(f"t_{position}"), position, "", TextSize(), pinned=pinned, importance=importance)
    return Weighed(past, tokens)


def draw(turns: Sequence[Weighed], room: int | None, dropping: Dropping, kept_from: int | None = None) -> Boundary:
    """The boundary of these turns, oldest first."""
    return draw_boundary(reversed(turns), room, dropping, ANN, kept_from)


def weigh(turns: Sequence[Weighed]) -> int:
    """All their tokens."""
    return sum(each.tokens for each in turns)


def worth(each: Weighed) -> tuple[bool, float]:
    """Pins first, then the greater importance of the two texts this advisor is sent."""
    reply = each.turn.replies.get(ANN)
    return each.turn.is_pinned_for(ANN), max(each.turn.importance, reply.importance if reply else 0.0)


@given(weighed_turns(), rooms)
def test_oldest_is_the_longest_end_that_fits(turns: list[Weighed], room: int) -> None:
    """W32, W33, P51, P52, P59."""
    boundary = draw(turns, room, "oldest")

    fitting = [turns[start:] for start in range(len(turns)) if weigh(turns[start:]) <= room]
    assert list(boundary.inside) == (fitting[0] if fitting else [])


@given(weighed_turns(), rooms)
def test_importance_drops_no_turn_worth_more_than_one_it_keeps(turns: list[Weighed], room: int) -> None:
    """D17, M38: pins first, ties oldest first, and no more than it must."""
    boundary = draw(turns, room, "importance")

    dropped = [each for each in turns if each not in boundary.inside]
    for gone in dropped:
        for kept in boundary.inside:
            assert (*worth(gone), gone.turn.position) < (*worth(kept), kept.turn.position)
    if dropped:
        last_gone = max(dropped, key=lambda each: (*worth(each), each.turn.position))
        assert boundary.tokens + last_gone.tokens > room


@given(weighed_turns(), st.none() | rooms, st.sampled_from(DROPPINGS), st.none() | st.integers(1, 40))
def test_any_boundary_fits_and_keeps_the_order(
    turns: list[Weighed], room: int | None, dropping: Dropping, kept_from: int | None
) -> None:
    """W31, W34: chronological, each turn once, and never more than there is room for."""
    boundary = draw(turns, room, dropping, kept_from)

    assert [each for each in turns if each in boundary.inside] == list(boundary.inside)
    assert boundary.tokens == weigh(boundary.inside)
    assert room is None or boundary.tokens <= room or not boundary.inside


@given(weighed_turns(least=1), st.sampled_from(["oldest", "importance"]))
def test_a_room_one_token_too_small_drops_what_an_overflow_drops(turns: list[Weighed], dropping: Dropping) -> None:
    """D17, D20: the boundary on screen and the trimming follow one rule, down to the last turn."""
    inside = tuple(turns)

    while inside:
        gone = choose_drop(inside, dropping, ANN)
        fewer = draw(inside, weigh(inside) - 1, dropping).inside

        assert fewer == tuple(each for each in inside if each is not gone)
        inside = fewer

    assert choose_drop(inside, dropping, ANN) is None


@given(weighed_turns(), st.integers(20, 120))
def test_a_sticky_beginning_moves_only_when_the_room_is_exceeded(turns: list[Weighed], room: int) -> None:
    """D17: a conversation grows turn by turn; what was cut once stays cut."""
    kept_from: int | None = None
    before: tuple[Weighed, ...] = ()

    for number, newest in enumerate(turns, 1):
        boundary = draw(turns[:number], room, "sticky", kept_from)

        if weigh(before) + newest.tokens <= room:
            assert boundary.inside == (*before, newest)
            assert boundary.kept_from == kept_from
        else:
            assert boundary.tokens <= 0.75 * room
            assert list(boundary.inside) == turns[number - len(boundary.inside) : number]
            assert boundary.kept_from == (
                boundary.inside[0].turn.position if boundary.inside else newest.turn.position + 1
            )
        before, kept_from = boundary.inside, boundary.kept_from


@given(weighed_turns(), rooms)
def test_drawing_a_sticky_boundary_twice_changes_nothing(turns: list[Weighed], room: int) -> None:
    """I-25: what was shown in the preview is what is sent after its beginning was written down."""
    first = draw(turns, room, "sticky")

    assert draw(turns, room, "sticky", first.kept_from) == first


@given(weighed_turns(), st.integers(20, 120))
def test_a_sticky_cut_is_no_deeper_than_it_must_be(turns: list[Weighed], room: int) -> None:
    """D17: one more turn would exceed three quarters of the room."""
    boundary = draw(turns, room, "sticky")

    if len(boundary.inside) < len(turns):
        older = turns[len(turns) - len(boundary.inside) - 1]
        assert boundary.tokens + older.tokens > 0.75 * room


@droppings
def test_exactly_at_the_limit_fits_and_one_token_more_does_not(dropping: Dropping) -> None:
    """W32: history plus allowance may equal the limit."""
    turns = [turn(1, 10), turn(2, 20), turn(3, 30)]

    assert ids(draw(turns, 60, dropping).inside) == ["t_1", "t_2", "t_3"]
    assert "t_1" not in ids(draw(turns, 59, dropping).inside)


@droppings
@pytest.mark.parametrize("room", [0, -1, -1_000])
def test_without_room_nothing_is_inside(dropping: Dropping, room: int) -> None:
    assert draw([turn(1, 1), turn(2, 2)], room, dropping).inside == ()


@droppings
def test_without_a_limit_everything_is_inside(dropping: Dropping) -> None:
    turns = [turn(number, 10**6) for number in range(1, 50)]

    boundary = draw(turns, None, dropping)

    assert (boundary.inside, boundary.tokens) == (tuple(turns), 49 * 10**6)


@droppings
@pytest.mark.parametrize("room", [None, 0, 7])
def test_an_empty_history_stays_empty(dropping: Dropping, room: int | None) -> None:
    assert draw([], room, dropping) == Boundary((), 0)


def test_a_turn_that_does_not_fit_ends_the_walk() -> None:
    """W33: smaller turns behind it would leave a hole."""
    turns = [turn(1, 1), turn(2, 50), turn(3, 10)]

    assert ids(draw(turns, 20, "oldest").inside) == ["t_3"]


def test_importance_leaves_holes_and_keeps_pins_to_the_end() -> None:
    """D17, D18."""
    turns = [turn(1, 10, pinned=True, importance=0.3), turn(2, 10, importance=0.9), turn(3, 10, importance=0.5)]

    inside = [ids(draw(turns, room, "importance").inside) for room in (30, 29, 19, 9)]

    assert inside == [["t_1", "t_2", "t_3"], ["t_1", "t_2"], ["t_1"], []]


def test_a_pin_for_one_advisor_is_a_pin_for_that_advisor_only() -> None:
    pinned = Weighed(
        PastTurn(TurnId("t_1"), 1, "", TextSize(), importance=0.3, marks={ANN: "pin"}),
        10,
    )
    turns = [pinned, turn(2, 10, importance=0.9)]

    inside = [
        ids(draw_boundary(reversed(turns), 10, "importance", each, None).inside) for each in (ANN, AdvisorId("a2"))
    ]

    assert inside == [["t_1"], ["t_2"]]


def test_a_sticky_history_is_cut_to_three_quarters_at_once() -> None:
    """D17: the fifth turn is one too many; two go, so that the next cut is a while away."""
    turns = [turn(number, 25) for number in range(1, 8)]

    beginnings: list[int | None] = []
    kept_from: int | None = None
    for number in range(1, 8):
        boundary = draw(turns[:number], 100, "sticky", kept_from)
        kept_from = boundary.kept_from
        beginnings.append(boundary.inside[0].turn.position)

    assert beginnings == [1, 1, 1, 1, 3, 3, 5]


def test_a_sticky_beginning_is_kept_though_older_turns_would_fit_again() -> None:
    """D17: a turn was deleted and there is room, but the beginning of the bytes matters more."""
    turns = [turn(number, 25) for number in (1, 2, 3, 5)]

    boundary = draw(turns, 100, "sticky", kept_from=3)

    assert (ids(boundary.inside), boundary.kept_from) == (["t_3", "t_5"], 3)


def test_a_sticky_beginning_behind_all_that_is_left_means_nothing() -> None:
    """D17: the turns behind it were deleted or hidden since; an empty history would keep no cache."""
    boundary = draw([turn(number, 10) for number in range(1, 5)], 100, "sticky", kept_from=5)

    assert (ids(boundary.inside), boundary.kept_from) == (["t_1", "t_2", "t_3", "t_4"], None)


def test_a_turn_that_costs_nothing_is_never_the_one_to_drop() -> None:
    """I-30: an overflow would repeat itself."""
    inside = [turn(1, 0), turn(2, 10), turn(3, 10, importance=0.3)]

    assert choose_drop(inside, "oldest", ANN) == inside[1]
    assert choose_drop(inside, "importance", ANN) == inside[2]
    assert choose_drop(inside[:1], "oldest", ANN) is None


@pytest.mark.parametrize("dropping", ["oldest", "sticky"])
def test_no_more_is_read_than_is_needed(dropping: Dropping) -> None:
    """A long history costs what fits: one turn too many is looked at, and no more."""
    looked_at: list[int] = []

    def newest_first() -> Iterator[Weighed]:
        for position in range(1_000, 0, -1):
            looked_at.append(position)
            yield turn(position, 10)

    draw_boundary(newest_first(), 55, dropping, ANN, None)

    assert looked_at == [1_000, 999, 998, 997, 996, 995]
