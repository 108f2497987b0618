"""What a model that misses nothing would answer about a panel, and the map that must come of it.

Both are written from the marks alone; nothing here is used by what reads the answers.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from antiphon.analysis.claims import SaidClaim
from antiphon.analysis.voices import hear_voices
from antiphon.conversation.turn import Turn
from tests.analysis.planted import Instance, Panel
from tests.analysis.scoring import LETTERS
from tests.analysis.turns import build_reply, build_turn

Entry = dict[str, Any]


class Seen(NamedTuple):
    """One claim of a map, without the order of anything: its words, its label, and who stands where in which words."""

    text: str
    label: str
    stances: frozenset[tuple[str, str, int, int, str]]


def write_turn(panel: Panel) -> Turn:
    """The panel as a turn, answered by A, B, C and so on."""
    return build_turn(1, panel.question, *(build_reply(LETTERS[n], text) for n, text in enumerate(panel.answers)))


def write_readings(panel: Panel) -> list[list[Entry]]:
    """What is claimed in each answer."""
    readings: list[list[Entry]] = [[] for _ in panel.answers]
    for each in panel.instances:
        readings[each.advisor].append({"claim": word(panel, each), "quote": each.quote})
    return readings


def write_grouping(panel: Panel) -> list[Entry]:
    """Which claims belong together; they are numbered from 1 in the order of the answers."""
    groups: dict[str, list[Entry]] = {claim: [] for claim in panel.claims}
    for number, each in enumerate(panel.instances, 1):
        groups[each.claim].append({"claim": number, "stand": each.stand})
    return [{"text": panel.claims[claim], "members": members} for claim, members in groups.items()]


def write_map(panel: Panel, without: Iterable[Instance] = ()) -> set[Seen]:
    """The map there must be, when these words were not found."""
    missing = set(without)
    seen = set()
    for claim, text in panel.claims.items():
        said = [each for each in panel.said_on(claim) if each not in missing]
        if said:
            stances = {(LETTERS[each.advisor].lower(), each.stand, each.start, each.end, each.quote) for each in said}
            seen.add(Seen(text, label(said), frozenset(stances)))
    return seen


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


def write_said(panel: Panel) -> tuple[SaidClaim, ...]:
    """Every planted stretch as a claim in its own words, the way a perfect reading would hand it on."""
    voices = hear_voices(write_turn(panel))
    return tuple(SaidClaim(voices[each.advisor], each.quote, each.start, each.end) for each in panel.instances)
