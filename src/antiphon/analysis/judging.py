"""Pairs of claims put before a model: do both make one point, do they contradict each other, or is it two points?

A model is asked about two claims at a time and not about the room: a narrow question that can be checked, asked again
the other way round, and remembered. What comes of the verdicts is reckoned here, the same every time.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, cast

from antiphon.advisors.prompt import ClaimPrompts, fill
from antiphon.analysis.claims import SaidClaim, ask, one_line, shorten_question
from antiphon.analysis.extraction import fold_text
from antiphon.analysis.likeness import Likeness
from antiphon.analysis.linkage import Group
from antiphon.analysis.strict import Many, OneOf, Record, Whole, parse_answer
from antiphon.conversation.claim import Stand, Verdict
from antiphon.conversation.payload import Message

VERDICTS: Final = Many(Record({"pair": Whole(), "verdict": OneOf(("agree", "opposed", "different"))}))
# Pairs in one request: each is a line or two, and one answer must not be long.
AT_ONCE: Final = 8
# Pairs of one map at most, the nearest first: a room of thirty claims has four hundred, and most are far apart.
MOST_PAIRS: Final = 120
# One pair in so many is asked the other way round as well.
_SWAPPED: Final = 4
# Enough of a question to know what the claims are about.
_QUESTION_CHARS: Final = 600


class Pair(NamedTuple):
    """Two claims of different voices, by their places; asked in this order."""

    one: int
    other: int


def choose_pairs(likeness: Likeness, voices: Sequence[str], least: float, most: int = MOST_PAIRS) -> tuple[Pair, ...]:
    """The pairs across voices that could matter: as near as `least` or nearer, the nearest first."""
    found = [
        (-likeness[one][other], Pair(one, other))
        for one in range(len(voices))
        for other in range(one + 1, len(voices))
        if voices[one] != voices[other] and likeness[one][other] >= least
    ]
    return tuple(pair for _, pair in sorted(found)[:most])


def choose_within(groups: Sequence[Group]) -> tuple[Pair, ...]:
    """Every pair of claims that stand in one group."""
    return tuple(
        Pair(one, other) for group in groups for place, one in enumerate(group) for other in group[place + 1 :]
    )


def choose_swapped(said: Sequence[SaidClaim], pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    """Those that are asked the other way round too: a sample that depends on their words alone."""
    chosen = (pair for pair in pairs if int(name_pair(said, pair)[:8], 16) % _SWAPPED == 0)
    return tuple(Pair(pair.other, pair.one) for pair in chosen)


def name_pair(said: Sequence[SaidClaim], pair: Pair) -> str:
    """A name for the words of both claims, in their order."""
    words = "\0".join((fold_text(said[pair.one].text), fold_text(said[pair.other].text)))
    return hashlib.sha256(words.encode()).hexdigest()[:24]


def name_asked(question: str, said: Sequence[SaidClaim], pair: Pair) -> str:
    """What a verdict is remembered under: everything the judge was shown of it."""
    return hashlib.sha256(f"{_shorten(question)}\0{name_pair(said, pair)}".encode()).hexdigest()[:24]


def name_prompts(prompts: ClaimPrompts) -> str:
    """A mark of the words a judge is asked with: another wording, another judge."""
    return hashlib.sha256(f"{prompts.judge}\0{prompts.judging}\0{AT_ONCE}".encode()).hexdigest()[:16]


def build_judging(
    prompts: ClaimPrompts, question: str, said: Sequence[SaidClaim], pairs: Sequence[Pair]
) -> tuple[Message, ...]:
    """These pairs, numbered from 1. No name and no letter is shown."""
    lines = [
        f"{number}. {one_line(said[pair.one].text)}\n   {one_line(said[pair.other].text)}"
        for number, pair in enumerate(pairs, 1)
    ]
    asked = {"question": _shorten(question), "pairs": "\n".join(lines)}
    return ask(prompts.judge, fill(prompts.judging, asked))


def parse_verdicts(answer: str, pairs: Sequence[Pair]) -> dict[Pair, Verdict]:
    """The verdicts on these pairs; `AnswerUnreadable` when the answer is not what was asked for.

    A pair it leaves out has none; of two on one pair the first counts, and a number that was not shown means nothing.
    """
    found: dict[Pair, Verdict] = {}
    for each in parse_answer(answer, VERDICTS):
        if 1 <= each["pair"] <= len(pairs):
            found.setdefault(pairs[each["pair"] - 1], cast("Verdict", each["verdict"]))
    return found


def settle_verdicts(said: Mapping[Pair, Verdict]) -> tuple[dict[Pair, Verdict], int]:
    """One verdict for each pair, in the order of the claims, and how many were judged otherwise when swapped.

    Whoever says one thing in one order and another in the other has said nothing.
    """
    settled: dict[Pair, Verdict] = {}
    odd: set[Pair] = set()
    for pair, verdict in said.items():
        forth = Pair(min(pair), max(pair))
        if settled.setdefault(forth, verdict) != verdict:
            odd.add(forth)
    return {pair: verdict for pair, verdict in settled.items() if pair not in odd}, len(odd)


def weigh_in(likeness: Likeness, verdicts: Mapping[Pair, Verdict]) -> Likeness:
    """The same likeness, with what was judged in place of what was reckoned: one point is 1, two points are -1."""
    rows = [list(row) for row in likeness]
    for (one, other), verdict in verdicts.items():
        rows[one][other] = rows[other][one] = -1.0 if verdict == "different" else 1.0
    return tuple(map(tuple, rows))


def take_sides(group: Group, verdicts: Mapping[Pair, Verdict], first: int) -> dict[int, Stand]:
    """How each claim of a group stands to the one at `first`.

    Whoever agrees with it stands on its side, whoever is opposed on the other, and so on from claim to claim. Where
    that comes out both ways the whole group is torn; a claim that no verdict leads to speaks without a side.
    """
    stands: dict[int, Stand] = dict.fromkeys(group, "speaks")
    stands[first] = "agrees"
    waiting = [first]
    while waiting:
        place = waiting.pop(0)
        for other in group:
            verdict = verdicts.get(Pair(min(place, other), max(place, other)))
            if other == place or verdict is None or verdict == "different":
                continue
            stand: Stand = stands[place] if verdict == "agree" else _turn(stands[place])
            if stands[other] == "speaks":
                stands[other] = stand
                waiting.append(other)
            elif stands[other] != stand:
                return dict.fromkeys(group, "torn")
    return stands


def _shorten(question: str) -> str:
    return one_line(shorten_question(question))[:_QUESTION_CHARS]


def _turn(stand: Stand) -> Stand:
    return "contradicts" if stand == "agrees" else "agrees"
