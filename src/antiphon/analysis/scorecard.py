"""How each advisor's stances have turned out: a count, and a share only where there is enough to share."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from antiphon.conversation.decision import Decision, FrozenStance
from antiphon.conversation.ids import AdvisorId

# Three out of four sounds like knowledge and is luck: below this, only counts are given.
ENOUGH: Final = 5


@dataclass(frozen=True, slots=True)
class DecisionCounts:
    """What came of the decisions an advisor stood to in one way."""

    right: int = 0
    wrong: int = 0
    mixed: int = 0
    waiting: int = 0
    unknown: int = 0

    @property
    def count(self) -> int:
        """All of them."""
        return self.right + self.wrong + self.mixed + self.waiting + self.unknown


@dataclass(frozen=True, slots=True)
class Score:
    """One advisor over all decisions in which it answered.

    `stood_for` and `stood_against` say what came of the decision. Who stood against one that went wrong was right.
    `alone` counts decisions nobody else spoke against, and `alone_and_right` those of them that went wrong.
    """

    advisor_id: AdvisorId
    name: str
    colour: str
    stood_for: DecisionCounts = DecisionCounts()
    stood_against: DecisionCounts = DecisionCounts()
    undecided: int = 0
    alone: int = 0
    alone_and_right: int = 0

    @property
    def adopted_share(self) -> float | None:
        """How often the person chose what it was for; absent under five stands."""
        return share_of(self.stood_for.count, self.stood_for.count + self.stood_against.count)

    @property
    def right(self) -> int:
        """How often events agreed with it: for what went right, or against what went wrong."""
        return self.stood_for.right + self.stood_against.wrong

    @property
    def judged(self) -> int:
        """How often events said clearly one thing or the other."""
        both = (self.stood_for, self.stood_against)
        return sum(each.right + each.wrong for each in both)

    @property
    def right_share(self) -> float | None:
        """The share of that; absent under five."""
        return share_of(self.right, self.judged)


def share_of(count: int, whole: int) -> float | None:
    """A share, where there is enough to share."""
    return None if whole < ENOUGH else count / whole


def score_advisors(decisions: Iterable[Decision]) -> tuple[Score, ...]:
    """Everybody who ever answered, called what they were called last; in the order they first appeared."""
    scores: dict[AdvisorId, Score] = {}
    for decision in sorted(decisions, key=lambda each: (each.created_at, each.id)):
        for stance in decision.stances:
            if stance.text or stance.attitude is not None:
                known = scores.get(stance.advisor_id, Score(stance.advisor_id, stance.name, stance.colour))
                scores[stance.advisor_id] = _add(known, stance, decision)
    return tuple(scores.values())


def _add(score: Score, stance: FrozenStance, decision: Decision) -> Score:
    score = replace(score, name=stance.name, colour=stance.colour)
    if stance.attitude == "for":
        return replace(score, stood_for=_count(score.stood_for, decision))
    if stance.attitude != "against":
        return replace(score, undecided=score.undecided + 1)
    alone = _is_alone(decision.stances)
    return replace(
        score,
        stood_against=_count(score.stood_against, decision),
        alone=score.alone + alone,
        alone_and_right=score.alone_and_right + (alone and decision.outcome == "wrong"),
    )


def _is_alone(stances: Sequence[FrozenStance]) -> bool:
    """One against it, and somebody for it: an only voice has nobody to stand alone among."""
    attitudes = [each.attitude for each in stances]
    return attitudes.count("against") == 1 and "for" in attitudes


def _count(tally: DecisionCounts, decision: Decision) -> DecisionCounts:
    name = decision.outcome or "waiting"
    return replace(tally, **{name: getattr(tally, name) + 1})
