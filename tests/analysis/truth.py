"""What a model that misses nothing would answer about a panel, and the map that must come of it.

Both are written from the marks alone; nothing here is used by what reads the answers.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from antiphon.conversation.turn import Turn
from tests.analysis.planted import Instance, Panel, said_on
from tests.analysis.scoring import LETTERS
from tests.analysis.turns import build_reply, build_turn

Entry = dict[str, Any]


Words = tuple[str, int, int, str]


class Seen(NamedTuple):
    """One claim of a map, without the order of anything: its label, and who stands together in which words."""

    label: str
    sides: frozenset[frozenset[Words]]


def write_turn(panel: Panel) -> Turn:
    """The panel as a turn, answered by A, B, C and so on."""
    return build_turn(1, panel.question, *(build_reply(LETTERS[n], text) for n, text in enumerate(panel.answers)))


def write_readings(panel: Panel) -> list[list[Entry]]:
    """What is claimed in each answer."""
    readings: list[list[Entry]] = [[] for _ in panel.answers]
    for each in panel.instances:
        readings[each.advisor].append({"claim": word(panel, each), "quote": each.quote})
    return readings


def write_map(panel: Panel, without: Iterable[Instance] = ()) -> set[Seen]:
    """The map there must be, when these words were not found."""
    missing = set(without)
    seen = set()
    for claim in panel.claims:
        said = [each for each in said_on(panel, claim) if each not in missing]
        if said:
            sides = (
                frozenset(words_of(each) for each in said if each.stand == stand) for stand in ("agrees", "contradicts")
            )
            seen.add(Seen(label(said), frozenset(side for side in sides if side)))
    return seen


def words_of(instance: Instance) -> Words:
    """Whose words, and where they stand."""
    return LETTERS[instance.advisor].lower(), instance.start, instance.end, instance.quote


def label(said: Iterable[Instance]) -> str:
    """How those who said something stand together."""
    stands = [each.stand for each in said]
    if len(stands) == 1:
        return "lone"
    return "contradict" if len(set(stands)) == 2 else "agree"


def word(panel: Panel, instance: Instance) -> str:
    """The claim as a reader would word it, different for each who makes it."""
    denial = "" if instance.stand == "agrees" else "It is not so: "
    return f"{denial}{panel.claims[instance.claim]} ({LETTERS[instance.advisor]})"
