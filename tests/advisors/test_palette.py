"""Colours by name."""

import re

import pytest

from antiphon.advisors.palette import HUES, Colour, next_colour
from antiphon.cli.printing.printable import parse_colour


def test_every_colour_has_its_own_hue_on_both_grounds() -> None:
    assert list(HUES) == list(Colour)
    assert len(Colour) == 22
    for ground in ("light", "dark"):
        hues = {getattr(hue, ground) for hue in HUES.values()}
        assert len(hues) == 22
        assert all(re.fullmatch("#[0-9a-f]{6}", hue) for hue in hues)


def test_colours_are_given_out_in_order_and_then_again() -> None:
    given: list[str] = []
    for _ in range(45):
        given.append(next_colour(given))

    assert given == [*Colour, *Colour, Colour.LAPIS]


@pytest.mark.parametrize(
    ("used", "colour"),
    [
        ((), "lapis"),
        (("lapis", "rose"), "umber"),
        (("#123456", "teal"), "lapis"),
        ([*Colour, "lapis"], "umber"),
    ],
    ids=["nobody", "a gap", "strangers", "all taken"],
)
def test_the_first_colour_that_fewest_have_is_next(used: tuple[str, ...], colour: str) -> None:
    assert next_colour(used) == colour


@pytest.mark.parametrize("colour", Colour)
def test_the_terminal_has_a_word_for_every_colour(colour: Colour) -> None:
    style = parse_colour(colour.title())

    assert style.color is not None
    assert style.color.name == HUES[colour].light
