"""Where the voices of a turn stand, at a glance: no model is asked, and no claim is read out of an answer.

In place of claims stand the first statements of each answer, chosen by a rule: no questions, headings, code, tables or
scraps. Statements that are near each other are put together as claims are. How often that is right is measured by
`bench.glance`, and written down in docs/explanation/reading-the-room.md.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from antiphon.analysis.claims import SaidClaim, one_line
from antiphon.analysis.clusters import Nearness, draw, find_groups, needs_grouping
from antiphon.analysis.likeness import compare_products, compare_words
from antiphon.analysis.linkage import Group
from antiphon.analysis.voices import LetteredAnswer
from antiphon.conversation.glance import Glance
from antiphon.conversation.prose import split_sentences

# Statements of one answer, and of all together: a turn of five voices must not take ten milliseconds.
_MOST_EACH: Final = 4
_MOST_TOGETHER: Final = 24
# What is split into sentences of a long answer; its first statements stand there.
_MOST_CHARS: Final = 2_000
_LEAST_CHARS: Final = 8
_LONGEST: Final = 300
# How near statements must be. Stricter than for claims, because a line that is wrong is worse than none. Chosen on
# panels read by hand, and others than those the figures of the documentation come from.
LEAST_MEANING: Final = 0.25
LEAST_WORDS: Final = 0.13
# Sums of words are more alike than what a model makes of sentences, whatever they say.
ALIKE_ANYWAY: Final = 0.3
# So much of the letters must be plain Latin for a vocabulary that is English.
_PLAIN: Final = 0.98
_NO_STATEMENT: Final = re.compile(r"\s*(?:```|~~~|\||#{1,6}\s|>|!?\[)")
_LEADS: Final = re.compile(r"\A\s*(?:[-*+•]\s+|[0-9]{1,9}[.)]\s+)")
_SIGNS: Final = re.compile(r"[*_`]+")
_WORDS: Final = re.compile(r"\w+")
# A question of fewer words may stand in anybody's sentence by chance.
_LEAST_ASKED: Final = 3
# Questions, and lines that announce what follows, in scripts of their own too.
_ASKS: Final = ("?", "\uff1f", "\u061f", ":", "\uff1a")


def choose_statements(voice: LetteredAnswer, question: str = "") -> tuple[SaidClaim, ...]:
    """The first statements of an answer, each where it stands; the person's own words said back are none."""
    text = voice.text[:_MOST_CHARS]
    asked = _fold(question)
    found: list[SaidClaim] = []
    for span in split_sentences(text):
        words = _LEADS.sub("", span.of(text), count=1)
        bare = one_line(_SIGNS.sub("", words))
        if _NO_STATEMENT.match(words) or bare.endswith(_ASKS) or not _LEAST_CHARS <= len(bare) <= _LONGEST:
            continue
        if _says_back(_fold(bare), asked):
            continue
        found.append(SaidClaim(voice, bare, span.end - len(words), span.end))
        if len(found) == _MOST_EACH:
            break
    return tuple(found)


def _says_back(said: str, asked: str) -> bool:
    """Whether a sentence holds all of what was asked, or is a piece of it."""
    return asked.count(" ") >= _LEAST_ASKED - 1 and (asked in said or said in asked)


def _fold(text: str) -> str:
    """A text by its letters and figures alone."""
    return " ".join(_WORDS.findall(text.casefold()))


def limit_statements(chosen: Sequence[Sequence[SaidClaim]]) -> tuple[SaidClaim, ...]:
    """Those of all voices, as many of each as a glance has time for."""
    most = max(1, _MOST_TOGETHER // max(1, len(chosen)))
    return tuple(each for said in chosen for each in said[:most])


def is_plain_latin(said: Sequence[SaidClaim]) -> bool:
    """Whether every voice writes in letters that an English vocabulary knows."""
    letters: dict[str, list[bool]] = {}
    for each in said:
        letters.setdefault(each.voice.reply_id, []).extend(sign.isascii() for sign in each.text if sign.isalpha())
    return all(sum(plain) >= _PLAIN * len(plain) for plain in letters.values())


def build_glance(
    voices: Sequence[LetteredAnswer], said: Sequence[SaidClaim], products: Sequence[Sequence[float]] | None
) -> Glance:
    """The points these statements share, from the products of every two of their vectors, or by rare words."""
    glance = Glance("words" if products is None else "meaning", tuple(each.advisor_id for each in voices))
    if not needs_grouping(said):
        return glance
    near = _compare(said, products)
    # Of points that equally many speak to, the one they are closest on comes first.
    groups = sorted(find_groups(said, near), key=lambda group: -_share_likeness(group, near))
    drawn = draw(said, groups, near.likeness)
    shared = [each for each in drawn.claims if each.label == "near"]
    points = sorted(shared, key=lambda each: (-len(each.stances), each.number))
    return replace(glance, points=tuple(replace(each, number=number) for number, each in enumerate(points, 1)))


def _compare(said: Sequence[SaidClaim], products: Sequence[Sequence[float]] | None) -> Nearness:
    if products is None:
        return Nearness(compare_words([each.text for each in said]), LEAST_WORDS)
    return Nearness(compare_products(products, [each.voice.reply_id for each in said], ALIKE_ANYWAY), LEAST_MEANING)


def _share_likeness(group: Group, near: Nearness) -> float:
    """How near the statements of a group are to each other on average."""
    pairs = list(combinations(group, 2))
    return sum(near.likeness[one][other] for one, other in pairs) / len(pairs) if pairs else 0.0
