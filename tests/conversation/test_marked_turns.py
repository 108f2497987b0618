"""What counts when the person has marked a turn."""

import pytest

from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.past import EVERYBODY, Mark, PastTurn
from antiphon.conversation.size import measure

ANN, BEN = AdvisorId("ann"), AdvisorId("ben")


def turn(*, pinned: bool = False, **marks: Mark) -> PastTurn:
    by_id = {EVERYBODY if name == "everybody" else AdvisorId(name): mark for name, mark in marks.items()}
    return PastTurn(TurnId("t_1"), 1, "question", measure("question"), pinned=pinned, marks=by_id)


def test_an_advisors_own_mark_counts_before_everybodys() -> None:
    marked = turn(everybody="out", ann="in")

    assert (marked.mark_for(ANN), marked.mark_for(BEN)) == ("in", "out")
    assert turn().mark_for(ANN) is None


@pytest.mark.parametrize(
    ("marked", "ann", "ben"),
    [
        (turn(), False, False),
        (turn(pinned=True), True, True),
        (turn(everybody="pin"), True, True),
        (turn(ann="pin"), True, False),
        (turn(everybody="pin", ann="out"), False, True),
    ],
    ids=["nobody", "the turn", "everybody", "one", "all but one"],
)
def test_pin_is_for_everybody_or_for_one(marked: PastTurn, ann: bool, ben: bool) -> None:
    assert (marked.is_pinned_for(ANN), marked.is_pinned_for(BEN)) == (ann, ben)
