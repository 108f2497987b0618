"""Why an answer came out as it did: what is planned, how answers are compared, and what chance does."""

import random
from collections.abc import Sequence

import pytest

from antiphon.analysis.why.answers import Compared, compare_answers, denies, find_shifts, is_flipped, list_claims
from antiphon.analysis.why.chance import Distances, find_spread, is_beyond, is_still, limit_chance, measure, stands_out
from antiphon.analysis.why.plan import AGAIN, MOST_CALLS, USUAL_PARTS, build_plan, count_calls, least_calls, order_parts
from antiphon.conversation.why import Part
from antiphon.providers.scripted.weathervane import answer_with_the_wind

SETTLED = [{"role": "user", "content": "What settles it: the rent."}]
OPEN = [{"role": "user", "content": "Nothing does."}]


def speak(chance: random.Random, messages: Sequence[dict[str, str]], count: int) -> list[tuple[str, ...]]:
    """So many answers of the weathervane, as claims."""
    return [list_claims(answer_with_the_wind(messages, chance)) for _ in range(count)]


def compare(before: Sequence[Sequence[str]], after: Sequence[Sequence[str]]) -> tuple[Compared, range, range]:
    return (
        compare_answers([*before, *after], None),
        range(len(before)),
        range(len(before), len(before) + len(after)),
    )


def test_a_plan_names_the_same_calls_when_it_is_made_again() -> None:
    for parts in range(1, 30):
        for calls in (None, *range(least_calls(), MOST_CALLS, 7)):
            order = [f"turn:{number}" for number in range(parts)]
            plan = build_plan(order, calls)

            assert build_plan(order, plan.calls) == plan
            assert calls is None or plan.calls <= calls
            assert plan.surely <= plan.calls
            assert (*plan.tried, *plan.left) == tuple(order)
            assert plan.tried


def test_without_a_number_the_usual_parts_are_tried_in_every_way() -> None:
    plan = build_plan([str(number) for number in range(40)])

    assert (len(plan.tried), plan.alone, plan.calls) == (USUAL_PARTS, True, count_calls(USUAL_PARTS, alone=True))


def test_what_shares_rare_words_with_the_answer_is_tried_first() -> None:
    words = ["We spoke of the weather.", "The landlord wants the keys of the bakery.", "The weather again."]
    parts = [Part(str(place), "turn", "", "", len(each)) for place, each in enumerate(words)]

    assert order_parts(parts, words, "Give him the keys to the bakery, whatever the weather.")[0] == "1"


@pytest.mark.parametrize(
    ("claim", "is_denial"),
    [
        ("Sign it.", False),
        ("Do not sign it.", True),
        ("Don't sign it.", True),
        ("You can never not sign.", False),
        ("Unterschreibe das nicht.", True),
        ("今は署名しません。", True),
    ],
)
def test_a_denial_is_told_from_what_it_denies(claim: str, is_denial: bool) -> None:
    assert denies(claim) is is_denial


def test_questions_claim_nothing_and_a_long_answer_is_its_beginning_and_its_end() -> None:
    assert list_claims("Sign the lease. Will you? Then wait a year.") == ("Sign the lease.", "Then wait a year.")
    long = " ".join(f"This is sentence {number} of it." for number in range(40))
    assert [list_claims(long)[0], list_claims(long)[-1]] == ["This is sentence 0 of it.", "This is sentence 39 of it."]


def test_the_same_claims_in_another_order_are_no_distance_apart() -> None:
    compared, before, _ = compare([("Sign it.", "Wait a year.")], [("Wait a year.", "Sign it.")])

    assert compared.distances.between(before, [1]) == pytest.approx(0)
    assert is_still(compared.distances, [0, 1])


def test_a_view_that_changes_is_flipped_and_the_claims_that_come_and_go_are_named() -> None:
    chance = random.Random(1)
    compared, before, after = compare(speak(chance, SETTLED, 10), speak(chance, OPEN, AGAIN))

    found = measure(compared.distances, before, after, divide=True)

    assert stands_out(found)
    assert is_beyond(found, compared.distances.between(before, before), limit_chance(10))
    assert is_flipped(compared, before, after)
    shifts = find_shifts(compared, before, after)
    assert {each.before > each.after for each in shifts} == {True, False}


def test_chance_counts_the_ways_to_divide_answers_as_well() -> None:
    """Two heaps that are wholly apart: of the fifteen ways to choose two of six, only the true one parts them."""
    near, far = 0.1, 0.9
    rows = tuple(
        tuple(0.0 if one == other else near if (one < 4) == (other < 4) else far for other in range(6))
        for one in range(6)
    )

    found = measure(Distances(rows), range(4), [4, 5], divide=True)

    assert found.chance == pytest.approx(1 / 15)
    assert (found.distance, found.spread) == (pytest.approx(far), pytest.approx(near))


def test_answers_that_are_all_alike_are_never_beyond_chance() -> None:
    rows = tuple(tuple(0.0 for _ in range(16)) for _ in range(16))

    found = measure(Distances(rows), range(10), range(10, 16), divide=True)

    assert found.chance == 1.0
    assert not stands_out(found)


def test_the_spread_is_that_of_the_furthest_unchanged_answer() -> None:
    rows = ((0.0, 0.2, 0.6), (0.2, 0.0, 0.4), (0.6, 0.4, 0.0))

    assert find_spread(Distances(rows), range(3)) == pytest.approx(0.5)


def test_by_chance_alone_confirmations_name_nothing() -> None:
    """Fresh answers of one and the same payload, divided as if a part had been left out."""
    chance = random.Random(7)
    named = 0
    for _ in range(30):
        compared, before, after = compare(speak(chance, SETTLED, 10), speak(chance, SETTLED, AGAIN))
        found = measure(compared.distances, before, after, divide=True)
        named += is_beyond(found, compared.distances.between(before, before), limit_chance(8))

    assert named == 0
