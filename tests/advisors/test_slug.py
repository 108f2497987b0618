"""Short names that programs keep."""

import re

from hypothesis import given
from hypothesis import strategies as st

from antiphon.advisors.slug import MOST_CHARS, propose_slugs


def test_a_slug_is_made_of_the_name_unless_the_id_is_one() -> None:
    assert propose_slugs({}, {"skeptic": "The Skeptic", "a_1": "Élodie & Co."}) == {
        "skeptic": "skeptic",
        "a_1": "elodie-co",
    }


def test_two_of_one_name_are_told_apart_and_what_is_kept_stays() -> None:
    assert propose_slugs({"a_1": "ann"}, {"a_1": "Renamed", "a_2": "Ann", "a_3": "ann"}) == {
        "a_2": "ann-2",
        "a_3": "ann-3",
    }


@given(st.dictionaries(st.text(min_size=1, max_size=40), st.text(max_size=200), max_size=8))
def test_every_name_gets_a_slug_of_its_own_that_fits_an_address(names: dict[str, str]) -> None:
    found = propose_slugs({}, names)

    assert set(found) == set(names)
    assert len(set(found.values())) == len(names)
    assert all(re.fullmatch(r"[a-z0-9-]{1,60}", slug) and len(slug) <= MOST_CHARS for slug in found.values())
