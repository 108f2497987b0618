"""How well a map tells the truth about a panel, in counts that can be added up.

Words are found when a stretch of the map covers a planted stretch of the same answer by half: intersection over union
of characters, each stretch used once. Two stretches belong together when they stand on the same claim. A planted claim
has the right label when the group that holds most of its found words has it; a claim that was not found is wrong.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from antiphon.conversation.claim import Claim, Label, Stance
from tests.analysis.planted import Instance, Panel, label_of, said_on

LABELS: Final[tuple[Label, ...]] = ("agree", "contradict", "lone")
LETTERS: Final = "ABCDE"
_LEAST_OVERLAP: Final = 0.5


@dataclass(frozen=True, slots=True)
class Score:
    """Counts over one panel or many."""

    panels: int = 0
    found: int = 0
    planted: int = 0
    matched: int = 0
    pairs_found: int = 0
    pairs_planted: int = 0
    pairs_right: int = 0
    labels_planted: Mapping[str, int] = field(default_factory=dict)
    labels_right: Mapping[str, int] = field(default_factory=dict)

    @property
    def precision(self) -> float:
        """How many of the words found were planted."""
        return share(self.matched, self.found)

    @property
    def recall(self) -> float:
        """How many of the planted words were found."""
        return share(self.matched, self.planted)

    @property
    def pair_precision(self) -> float:
        """How many pairs of words that were put together belong together."""
        return share(self.pairs_right, self.pairs_found)

    @property
    def pair_recall(self) -> float:
        """How many pairs of words that belong together were put together."""
        return share(self.pairs_right, self.pairs_planted)

    @property
    def pair_f1(self) -> float:
        """Both in one figure."""
        return share(2 * self.pairs_right, self.pairs_found + self.pairs_planted)

    def label_recall(self, label: Label) -> float:
        """How many planted claims with this label have it in the map."""
        return share(self.labels_right.get(label, 0), self.labels_planted.get(label, 0))

    @property
    def label_accuracy(self) -> float:
        """How many planted claims have their label in the map."""
        return share(sum(self.labels_right.values()), sum(self.labels_planted.values()))


def share(part: int, whole: int) -> float:
    """A part of a whole; nothing of nothing is not a number."""
    return part / whole if whole else float("nan")


def add_scores(scores: Iterable[Score]) -> Score:
    """All counts together."""
    total = Score()
    for each in scores:
        sums = {name: getattr(total, name) + getattr(each, name) for name in _COUNTS}
        planted = dict(Counter(total.labels_planted) + Counter(each.labels_planted))
        right = dict(Counter(total.labels_right) + Counter(each.labels_right))
        total = Score(**sums, labels_planted=planted, labels_right=right)
    return total


def score_map(panel: Panel, claims: Sequence[Claim]) -> Score:
    """One map against the truth; advisors go by the letters A to E."""
    stances = [(number, stance) for number, claim in enumerate(claims) for stance in claim.stances]
    matches = _match(panel.instances, [stance for _, stance in stances])
    groups = [number for number, _ in stances]
    planted = Counter[str](label_of(panel, claim) for claim in panel.claims)
    right = Counter[str](
        label_of(panel, claim) for claim in panel.claims if _is_right(panel, claim, claims, groups, matches)
    )
    return Score(
        panels=1,
        found=len(stances),
        planted=len(panel.instances),
        matched=len(matches),
        pairs_found=sum(one == other for one, other in combinations(groups, 2)),
        pairs_planted=sum(one.claim == other.claim for one, other in combinations(panel.instances, 2)),
        pairs_right=sum(
            one.claim == other.claim and groups[matches[one]] == groups[matches[other]]
            for one, other in combinations(matches, 2)
        ),
        labels_planted=dict(planted),
        labels_right=dict(right),
    )


def overlap(instance: Instance, stance: Stance) -> float:
    """Intersection over union of characters; none in different answers."""
    if LETTERS[instance.advisor].lower() != stance.advisor_id:
        return 0.0
    common = min(instance.end, stance.end) - max(instance.start, stance.start)
    return max(0, common) / (max(instance.end, stance.end) - min(instance.start, stance.start))


def _match(planted: Sequence[Instance], found: Sequence[Stance]) -> dict[Instance, int]:
    """Which stance stands on which planted words, the closest pairs first."""
    pairs = [(overlap(one, other), one, place) for one in planted for place, other in enumerate(found)]
    matches: dict[Instance, int] = {}
    for closeness, instance, place in sorted(pairs, key=lambda pair: (-pair[0], pair[1], pair[2])):
        if closeness >= _LEAST_OVERLAP and instance not in matches and place not in matches.values():
            matches[instance] = place
    return matches


def _is_right(
    panel: Panel, claim: str, claims: Sequence[Claim], groups: Sequence[int], matches: Mapping[Instance, int]
) -> bool:
    held = Counter(groups[matches[each]] for each in said_on(panel, claim) if each in matches)
    return bool(held) and claims[held.most_common(1)[0][0]].label == label_of(panel, claim)


_COUNTS: Final = ("panels", "found", "planted", "matched", "pairs_found", "pairs_planted", "pairs_right")
