"""How an advisor is told apart on the page: two letters on a colour, always with its name beside them."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from antiphon.evals.report.markup import Html, tag

_COLOURS = 22


class Badge(NamedTuple):
    """Two letters, and a class of the style sheet that has the colour."""

    letters: str
    hue: str


NOBODY = Badge("·", "a0")
Badges = Mapping[str, Badge]


def give_badges(advisors: Iterable[str]) -> dict[str, Badge]:
    """A badge for each, colours in the order the house gives them out; no two have the same letters if that can be."""
    badges: dict[str, Badge] = {}
    for name in filter(None, dict.fromkeys(advisors)):
        taken = {each.letters for each in badges.values()}
        tries = _list_letters(name)
        letters = next((each for each in tries if each not in taken), tries[0])
        badges[name] = Badge(letters, f"a{len(badges) % _COLOURS + 1}")
    return badges


def draw_badge(advisor: str, badges: Badges) -> Html:
    """The badge; whoever listens hears the name beside it."""
    badge = badges.get(advisor, NOBODY if not advisor else Badge(_list_letters(advisor)[0], "a0"))
    return tag("span", badge.letters, class_=f"mono-gram {badge.hue}", aria_hidden="true")


def find_hue(advisor: str, badges: Badges) -> str:
    """The class that has an advisor's colour."""
    return badges.get(advisor, NOBODY).hue


def _list_letters(name: str) -> list[str]:
    words = name.replace("-", " ").replace("_", " ").split()
    kept = "".join(word for word in words if word.casefold() != "the") or "·"
    return [f"{kept[0]}{each}".capitalize() for each in kept[1:]] or [kept.capitalize()]
