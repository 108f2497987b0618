"""Who is split, and what has moved."""

from antiphon.analysis.split import MOST_POINTS, count_moved, find_contested, find_split, find_voices
from antiphon.conversation.claim import Claim, Stance, Stand
from antiphon.conversation.ids import AdvisorId, ReplyId

ANN, BEN, CAT = AdvisorId("ann"), AdvisorId("ben"), AdvisorId("cat")
ALL = {ANN, BEN, CAT}


def claim(number: int, **stands: Stand) -> Claim:
    """A claim with these stances."""
    stances = (Stance(AdvisorId(who), ReplyId(who), stand, 0, 1, "x") for who, stand in stands.items())
    return Claim(number, f"Claim {number}.", tuple(stances))


def test_only_read_sides_are_a_split() -> None:
    near = claim(1, ann="speaks", ben="speaks")
    split = claim(2, ann="agrees", ben="contradicts", cat="speaks")
    torn = claim(3, ann="torn", cat="torn")

    assert find_split((near, split, claim(4, ann="agrees", ben="agrees"), torn)) == (split, torn)
    assert find_voices((split,)) == {ANN, BEN}
    assert len(find_split([split] * 20)) == MOST_POINTS


def test_what_two_voices_give_up_has_moved_and_what_they_find_is_not_set_off() -> None:
    before = (claim(1, ann="agrees", ben="contradicts"), claim(2, ann="agrees", ben="contradicts", cat="agrees"))
    now = (claim(1, ann="contradicts", ben="agrees"), claim(2, ann="agrees", cat="contradicts"))

    assert count_moved(before, before, ALL) == 0
    assert count_moved(before, now, ALL) == 2
    assert count_moved(before, (), ALL) == 3


def test_what_only_stands_further_back_has_not_moved() -> None:
    before = [claim(at, ann="agrees", ben="contradicts") for at in range(4)]
    now = [*(claim(at, cat="agrees", dan="contradicts") for at in range(MOST_POINTS)), *before]

    assert len(find_split(now)) == MOST_POINTS
    assert count_moved(find_contested(before), find_contested(now), {ANN, BEN}) == 0


def test_whoever_was_not_heard_has_moved_nowhere() -> None:
    before = (claim(1, ann="agrees", ben="contradicts", cat="contradicts"),)

    assert count_moved(before, (), {ANN, CAT}) == 1
