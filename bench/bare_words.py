"""A map without a model: sentences that share enough words belong together, and a "not" on one side is a contradiction.

The bare part beside which a model's reading is measured.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from antiphon.analysis.claims import SaidClaim
from antiphon.analysis.clusters import Drawing
from antiphon.analysis.voices import hear_voices
from antiphon.conversation.claim import Claim, Stance, Stand
from tests.analysis.planted import Panel
from tests.analysis.truth import write_turn

# One word in twelve. Of the eight values tried, from 1/20 to 1/3, the one that does best on these very panels: a model
# is held against words at their best.
LEAST_SHARED: Final = 0.08
_SENTENCE: Final = re.compile(r"[^.!?。\n]+")
_WORD: Final = re.compile(r"\w+")
_DENIAL: Final = re.compile(r"\b(not|no|never|nobody|nothing|without|cannot|don't|doubt)\b", re.IGNORECASE)
_EMPTY: Final = frozenset(
    """a an and are as at be but by do for from have i if in is it of on or so that the them then they this to what
    will with would you your""".split()  # noqa: SIM905 - words read better as words
)


def draw_by_words(panel: Panel, said: Sequence[SaidClaim] | None = None) -> Drawing:
    """The map of these claims, or of every sentence in every answer."""
    groups: list[list[SaidClaim]] = []
    for each in said if said is not None else _cut(panel):
        home = next((group for group in groups if _belongs(each, group)), None)
        if home is None:
            groups.append([each])
        else:
            home.append(each)
    return Drawing(tuple(_as_claim(number, group) for number, group in enumerate(groups, 1)))


def _cut(panel: Panel) -> Iterator[SaidClaim]:
    for voice in hear_voices(write_turn(panel)):
        for match in _SENTENCE.finditer(voice.text):
            lead = len(match[0]) - len(match[0].lstrip(" -*"))
            if _WORD.search(match[0]):
                yield SaidClaim(voice, match[0].strip(), match.start() + lead, match.end())


def _belongs(said: SaidClaim, group: Sequence[SaidClaim]) -> bool:
    """Whether it shares words with somebody in the group, and its voice has not spoken there yet."""
    if any(other.voice == said.voice for other in group):
        return False
    return any(_closeness(said.quote, other.quote) >= LEAST_SHARED for other in group)


def _closeness(one: str, other: str) -> float:
    first, second = _words(one), _words(other)
    return len(first & second) / len(first | second) if first | second else 0.0


def _words(text: str) -> frozenset[str]:
    return frozenset(word.lower() for word in _WORD.findall(text)) - _EMPTY


def _as_claim(number: int, group: Sequence[SaidClaim]) -> Claim:
    denies = [bool(_DENIAL.search(each.quote)) for each in group]
    stances = tuple(_as_stance(each, denies[0] == denied) for each, denied in zip(group, denies, strict=True))
    return Claim(number, group[0].text, stances)


def _as_stance(said: SaidClaim, agrees: bool) -> Stance:
    stand: Stand = "agrees" if agrees else "contradicts"
    return Stance(said.voice.advisor_id, said.voice.reply_id, stand, said.start, said.end, said.quote)
