"""Large and small letters."""

import sys

import pytest

from antiphon.filter.fold import fold_character, fold_text, pairs_in
from antiphon.filter.tree import Pattern
from tests.context.filter_oracle import fits_whole, fits_within


@pytest.mark.parametrize(("large", "small"), ["Aa", "Ää", "Жж", "\u03a3\u03c3", "Éé", "Øø"])
def test_partners_are_the_same(large: str, small: str) -> None:
    assert fold_text(large + small) == small * 2


@pytest.mark.parametrize("alone", ["ß", "\u03c2", "\u212a", "\u0131", "\u0130", "\u01c5", "ﬁ", "1", "漢"])
def test_what_has_no_partner_equals_itself_alone(alone: str) -> None:
    """The eszett, the final sigma, the Kelvin sign, the dotless and the dotted i, a title-case letter, a ligature."""
    assert fold_text(alone) == alone
    assert pairs_in(Pattern((alone,))) == []


def test_every_character_folds_to_one_that_folds_to_itself() -> None:
    """What the databases are told, one letter for one letter, is then all there is to it."""
    for number in range(sys.maxunicode + 1):
        small = fold_character(chr(number))
        if small != chr(number):
            assert fold_character(small) == small
            assert small.upper() == chr(number)


def test_ascii_folds_as_the_databases_do() -> None:
    every = "".join(map(chr, range(128)))

    assert fold_text(every) == every.lower() == "".join(map(fold_character, every))


def test_only_letters_outside_ascii_need_help() -> None:
    assert pairs_in(Pattern(("aÄ", "ж"))) == [("Ä", "ä"), ("Ж", "ж")]


@pytest.mark.parametrize(
    ("pieces", "text", "whole", "within"),
    [
        (("ab",), "AB", True, True),
        (("ab",), "xabx", False, True),
        (("a", "b"), "a--b", True, True),
        (("a", "a"), "a", False, False),
        (("ab", "ba"), "aba", False, False),
        (("", "b", ""), "abc", True, True),
        (("a", "b", "c"), "acb", False, False),
        (("", ""), "", True, True),
    ],
)
def test_pieces_stand_in_order_and_do_not_overlap(
    pieces: tuple[str, ...], text: str, whole: bool, within: bool
) -> None:
    pattern = Pattern(pieces)

    assert (fits_whole(pattern, text), fits_within(pattern, text)) == (whole, within)


@pytest.mark.parametrize("pieces", [(), ("",), ("a", "", "b")])
def test_a_pattern_holds_something(pieces: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="a pattern needs"):
        Pattern(pieces)
