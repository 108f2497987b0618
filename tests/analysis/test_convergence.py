"""How alike voices sound, and when that becomes a sign."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.analysis.convergence import LikenessPoint, draw_curve, is_converging
from antiphon.conversation.ids import AdvisorId

A, B, C = AdvisorId("a"), AdvisorId("b"), AdvisorId("c")
LEDGER = "The cash lasts nine months, so a quarter paid on signature decides whether payroll is safe in spring."
GADFLY = "Friday is their deadline and nobody else's; a chain that begs has no second bidder, so let it pass."
BEDSIDE = "Clinics will phone the desk at seven in the morning, and the receptionist needs paper when it fails."


def similarity(first: str, second: str) -> float:
    """How alike two answers are beside a third that is about something else."""
    [point, _] = draw_curve(
        [{A: first, B: second}, {A: "Pears ripen in a warm drawer.", B: "The tram was late again."}]
    )
    assert point is not None
    return point.similarity


def test_different_answers_are_far_apart_and_the_same_answer_is_one() -> None:
    assert similarity(LEDGER, GADFLY) < 0.2
    assert similarity(LEDGER, LEDGER) == pytest.approx(1)


def test_a_reworded_answer_lies_between() -> None:
    reworded = "Nine months is what the cash lasts: payroll in spring is safe only with a quarter paid on signature."

    assert similarity(LEDGER, GADFLY) < similarity(LEDGER, reworded) < 1


def test_scripts_without_spaces_are_compared_too() -> None:
    assert similarity("四月までに現金が足りなくなる", "四月までに現金が足りない") > 0.4
    assert similarity("四月までに現金が足りなくなる", "窓口の電話は朝七時に鳴る") < 0.1


def test_a_turn_with_one_answer_has_no_point_and_the_closest_pair_is_named() -> None:
    alone, three = draw_curve([{A: LEDGER}, {A: LEDGER, B: GADFLY, C: GADFLY + " Truly."}])

    assert alone is None
    assert three is not None
    assert {three.closest.first, three.closest.second} == {B, C}


def grow_alike(turns: int) -> list[dict[AdvisorId, str]]:
    """Two voices that begin with their own words and end with the same."""
    own = [LEDGER.split(), GADFLY.split()]
    shared = BEDSIDE.split()
    made = []
    for turn in range(turns):
        take = round(len(shared) * turn / (turns - 1))
        texts = [" ".join([*shared[:take], *words[take:], f"{turn}"]) for words in own]
        made.append(dict(zip((A, B), texts, strict=True)))
    return made


def test_voices_that_grow_alike_are_noticed_and_those_that_do_not_are_not() -> None:
    assert is_converging(draw_curve(grow_alike(9)))
    assert not is_converging(draw_curve([{A: LEDGER, B: GADFLY}] * 9))
    assert not is_converging(draw_curve(list(reversed(grow_alike(9)))))


def test_five_turns_are_too_few_to_tell() -> None:
    assert not is_converging(draw_curve(grow_alike(5)))


@given(st.lists(st.dictionaries(st.sampled_from([A, B, C]), st.text(max_size=60)), max_size=8))
def test_every_point_lies_between_nothing_and_one(turns: list[dict[AdvisorId, str]]) -> None:
    curve = draw_curve(turns)

    assert len(curve) == len(turns)
    for point in curve:
        assert point is None or (
            isinstance(point, LikenessPoint) and 0 <= point.similarity <= point.closest.similarity <= 1
        )
