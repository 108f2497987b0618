"""The colours an advisor may have: twenty-two names, ordered so that neighbours in a panel differ most.

The first eleven are mid tones, the others deep ones. Whoever draws decides between the light and the dark hue.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple


class Colour(StrEnum):
    """A colour by its name, in the order they are given out."""

    LAPIS = "lapis"
    UMBER = "umber"
    ROSE = "rose"
    IRIS = "iris"
    OLIVE = "olive"
    CERULEAN = "cerulean"
    BRICK = "brick"
    PLUM = "plum"
    OCHRE = "ochre"
    SEA = "sea"
    FERN = "fern"
    NIGHT = "night"
    BARK = "bark"
    DAMSON = "damson"
    PINE = "pine"
    OXBLOOD = "oxblood"
    MOSS = "moss"
    INDIGO = "indigo"
    TOBACCO = "tobacco"
    SLATE = "slate"
    MULBERRY = "mulberry"
    BOTTLE = "bottle"


class Hue(NamedTuple):
    """One colour on a light ground and on a dark one."""

    light: str
    dark: str


HUES: Mapping[str, Hue] = {
    Colour.LAPIS: Hue("#485daa", "#90a4de"),
    Colour.UMBER: Hue("#875803", "#c89e66"),
    Colour.ROSE: Hue("#9c3f55", "#d68f9c"),
    Colour.IRIS: Hue("#724f9d", "#b199d4"),
    Colour.OLIVE: Hue("#3a7327", "#8ab47e"),
    Colour.CERULEAN: Hue("#016b99", "#6eafd7"),
    Colour.BRICK: Hue("#9c4624", "#d6947b"),
    Colour.PLUM: Hue("#8d447f", "#c991bc"),
    Colour.OCHRE: Hue("#6b6605", "#adaa67"),
    Colour.SEA: Hue("#01717a", "#5bb6c0"),
    Colour.FERN: Hue("#01755c", "#68b89f"),
    Colour.NIGHT: Hue("#204166", "#b2cae6"),
    Colour.BARK: Hue("#5d3412", "#e0c0aa"),
    Colour.DAMSON: Hue("#503259", "#d5bedc"),
    Colour.PINE: Hue("#044a46", "#a5d2cd"),
    Colour.OXBLOOD: Hue("#612e2c", "#e5bcb8"),
    Colour.MOSS: Hue("#394613", "#c2cdab"),
    Colour.INDIGO: Hue("#3d3965", "#c4c3e6"),
    Colour.TOBACCO: Hue("#4f3d01", "#d4c6a4"),
    Colour.SLATE: Hue("#014758", "#a6cfdd"),
    Colour.MULBERRY: Hue("#5d2e44", "#e1bbcb"),
    Colour.BOTTLE: Hue("#174b2e", "#b0d1ba"),
}


def next_colour(used: Iterable[str]) -> Colour:
    """The first colour nobody has; when all are taken, the first of those that fewest have."""
    taken = Counter(used)
    return min(Colour, key=lambda colour: taken[colour])
