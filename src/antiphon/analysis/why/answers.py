"""How far answers are from each other, by what they claim: their sentences, by meaning or by rare words.

A sentence that denies something is not like one that affirms it, however alike their words are.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from antiphon.analysis.likeness import Likeness, compare_meanings, compare_words
from antiphon.analysis.linkage import link
from antiphon.conversation.prose import split_sentences
from antiphon.conversation.why import ClaimShift

# More sentences of one answer are not compared: what an answer says first and last is what it says.
_MOST_CLAIMS: Final = 12
_LEAST_CHARS: Final = 8
# As near as that on average, and two sentences make the same claim. Stricter than on a map, where claims about one
# point stand together whatever their side.
_SAME_MEANING: Final = 0.35
_SAME_WORDS: Final = 0.2
# How alike at most what one sentence affirms and another denies.
_DENIED: Final = 0.5
# A claim has come or gone when the share of the answers that make it has changed by so much.
_SHIFTED: Final = 0.5
_MOST_SHIFTS: Final = 6

# Words that deny, in languages that have such words; of the others, signs.
# fmt: off
_DENYING: Final = frozenset(
    (
        "no", "not", "never", "none", "nobody", "nothing", "without", "cannot", "nor", "nicht", "kein", "keine",
        "keinen", "keinem", "keiner", "nie", "niemals", "ohne", "nichts", "ne", "pas", "jamais", "aucun", "aucune",
        "sans", "rien", "nunca", "ningún", "ninguno", "ninguna", "sin", "nada", "tampoco", "não", "nem", "nenhum",
        "nenhuma", "sem", "non", "mai", "senza", "nessun", "nessuno", "nessuna", "niente",
    )
)
# fmt: on
_WORD: Final = re.compile("[^\\W\\d_]+(?:['\u2019]t)?")
_DENYING_SIGNS: Final = re.compile("[不没無无未]|ない|ません")

Vectors = Mapping[str, Sequence[float]]


class Distances(NamedTuple):
    """A row for each answer, in their order: how far it is from each of them, from 0 to 1."""

    rows: tuple[tuple[float, ...], ...]

    def between(self, some: Sequence[int], others: Sequence[int]) -> float:
        """How far these are from those on average; nobody is held against itself."""
        pairs = [self.rows[one][other] for one in some for other in others if one != other]
        return sum(pairs) / len(pairs) if pairs else 0.0


class Compared(NamedTuple):
    """Answers beside each other: their distances, and their claims in groups that say the same."""

    distances: Distances
    claims: tuple[tuple[str, frozenset[int]], ...]


def list_claims(answer: str) -> tuple[str, ...]:
    """The sentences of an answer that say something; of a long one the first and the last."""
    said = [span.of(answer).strip() for span in split_sentences(answer)]
    told = [each for each in said if len(each) >= _LEAST_CHARS and not each.endswith(("?", "\uff1f"))] or said[:1]
    half = _MOST_CLAIMS // 2
    return tuple(told if len(told) <= _MOST_CLAIMS else (*told[:half], *told[-half:]))


def compare_answers(answers: Sequence[Sequence[str]], vectors: Vectors | None) -> Compared:
    """These answers, each given as its claims: by meaning where there are vectors of all claims, else by words."""
    said = [(place, claim) for place, claims in enumerate(answers) for claim in claims]
    owners, texts = [str(place) for place, _ in said], [claim for _, claim in said]
    if vectors is None:
        likeness, least = compare_words(texts), _SAME_WORDS
    else:
        likeness, least = compare_meanings([vectors[each] for each in texts], owners), _SAME_MEANING
    likeness = _set_apart(likeness, texts)
    groups = link(likeness, owners, least)
    claims = tuple((texts[_central(group, likeness)], frozenset(said[each][0] for each in group)) for group in groups)
    return Compared(Distances(_measure(likeness, said, len(answers))), claims)


def find_shifts(compared: Compared, before: Sequence[int], after: Sequence[int]) -> tuple[ClaimShift, ...]:
    """The claims that have come or gone, those that changed most first."""
    shifts = [
        ClaimShift(text, _share(made, before), _share(made, after))
        for text, made in compared.claims
        if abs(_share(made, before) - _share(made, after)) >= _SHIFTED
    ]
    return tuple(sorted(shifts, key=lambda each: -abs(each.before - each.after))[:_MOST_SHIFTS])


def is_flipped(compared: Compared, before: Sequence[int], after: Sequence[int]) -> bool:
    """Whether less than half of what most answers claimed is still claimed by most, and something else instead."""
    usual = [made for _, made in compared.claims if _share(made, before) >= _SHIFTED]
    stayed = [made for made in usual if _share(made, after) >= _SHIFTED]
    come = [made for _, made in compared.claims if _share(made, after) >= _SHIFTED > _share(made, before)]
    return bool(usual) and bool(come) and 2 * len(stayed) < len(usual)


def denies(claim: str) -> bool:
    """Whether a sentence denies something; what is denied twice is affirmed."""
    words = _WORD.findall(claim.casefold())
    signs = sum(each in _DENYING or each.endswith(("n't", "n\u2019t")) for each in words)
    return bool((signs + len(_DENYING_SIGNS.findall(claim))) % 2)


def _set_apart(likeness: Likeness, texts: Sequence[str]) -> Likeness:
    """The same words are wholly alike, whatever they are held against; what is denied is less like what is not."""
    denied = [denies(each) for each in texts]
    return tuple(
        tuple(
            1.0 if texts[one] == texts[other] else max(0.0, value if denied[one] == denied[other] else value * _DENIED)
            for other, value in enumerate(row)
        )
        for one, row in enumerate(likeness)
    )


def _measure(likeness: Likeness, said: Sequence[tuple[int, str]], count: int) -> tuple[tuple[float, ...], ...]:
    """One minus how well each claim of either is found in the other."""
    its: list[list[int]] = [[] for _ in range(count)]
    for place, (answer, _) in enumerate(said):
        its[answer].append(place)
    found = [[_find(likeness, one, other) for other in its] for one in its]
    return tuple(
        tuple(0.0 if one == other else 1 - (found[one][other] + found[other][one]) / 2 for other in range(count))
        for one in range(count)
    )


def _find(likeness: Likeness, some: Sequence[int], others: Sequence[int]) -> float:
    if not some or not others:
        return 0.0
    return sum(min(1.0, max(likeness[one][other] for other in others)) for one in some) / len(some)


def _central(group: Sequence[int], likeness: Likeness) -> int:
    return max(group, key=lambda place: sum(likeness[place][other] for other in group if other != place))


def _share(made: frozenset[int], answers: Sequence[int]) -> float:
    return sum(each in made for each in answers) / len(answers) if answers else 0.0
