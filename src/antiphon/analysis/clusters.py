"""Claims of several voices in groups, each about one point: who speaks to it and, where that was read, on which side.

Nothing a voice said is lost here: every claim stands in exactly one group. A point is worded as one of its voices says
it, on the larger side the one that is nearest to all others, and that voice agrees with it. Where no sides were read
nobody is said to agree or to contradict: they speak to the same point, and no more is known.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from antiphon.analysis.claims import SaidClaim
from antiphon.analysis.judging import Pair, take_sides
from antiphon.analysis.likeness import Likeness, compare_meanings, compare_words
from antiphon.analysis.linkage import Group, link
from antiphon.conversation.claim import Claim, Stance, Stand, Verdict, order_claims

# As near as that on average, and claims are put together. Both were chosen on panels read by hand, and others than
# those the figures of the documentation come from.
LEAST_MEANING: Final = 0.06
LEAST_WORDS: Final = 0.02


@dataclass(frozen=True, slots=True)
class Drawing:
    """The claims of a map, numbered from 1 with the most contested first, and what was dropped for what reason."""

    claims: tuple[Claim, ...]
    dropped: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Nearness:
    """How near the claims are to each other, and how near is near enough."""

    likeness: Likeness
    least: float


def needs_grouping(said: Sequence[SaidClaim]) -> bool:
    """Whether there is anything to sort: one voice alone can neither be agreed with nor contradicted."""
    return len({each.voice.reply_id for each in said}) > 1


def compare_claims(said: Sequence[SaidClaim], vectors: Sequence[Sequence[float]] | None) -> Nearness:
    """By meaning where there are vectors of the claims, else by their words."""
    if vectors is None:
        return Nearness(compare_words([each.text for each in said]), LEAST_WORDS)
    return Nearness(compare_meanings(vectors, [each.voice.reply_id for each in said]), LEAST_MEANING)


def find_groups(said: Sequence[SaidClaim], near: Nearness) -> tuple[Group, ...]:
    """The claims in groups; a voice stands in each of them once."""
    return link(near.likeness, [each.voice.reply_id for each in said], near.least)


def draw(
    said: Sequence[SaidClaim],
    groups: Sequence[Group],
    likeness: Likeness,
    verdicts: Mapping[Pair, Verdict] | None = None,
) -> Drawing:
    """The map of these groups; without verdicts no side is taken."""
    claims = []
    for number, group in enumerate(groups, 1):
        first = _find_nearest(group, group, likeness)
        stands = _stand(group, verdicts, first)
        against = [place for place in group if stands[place] == "contradicts"]
        if len(against) > sum(stand == "agrees" for stand in stands.values()):
            first = _find_nearest(against, group, likeness)
            stands = _stand(group, verdicts, first)
        its = sorted(group, key=lambda place: (len(said[place].voice.letter), said[place].voice.letter))
        claims.append(Claim(number, said[first].text, tuple(_as_stance(said[place], stands[place]) for place in its)))
    return Drawing(tuple(replace(each, number=number) for number, each in enumerate(order_claims(claims), 1)))


def draw_alone(said: Sequence[SaidClaim]) -> Drawing:
    """The map when there is nothing to sort: every claim by itself."""
    return Drawing(tuple(Claim(n, each.text, (_as_stance(each, "agrees"),)) for n, each in enumerate(said, 1)))


def _find_nearest(among: Sequence[int], group: Group, likeness: Likeness) -> int:
    """The claim that is nearest to all others of the group; of equals the first."""
    return max(among, key=lambda place: sum(likeness[place][other] for other in group if other != place))


def _stand(group: Group, verdicts: Mapping[Pair, Verdict] | None, first: int) -> dict[int, Stand]:
    """One voice alone agrees with itself; several take sides where they were judged."""
    if len(group) == 1:
        return {first: "agrees"}
    return dict.fromkeys(group, "speaks") if verdicts is None else take_sides(group, verdicts, first)


def _as_stance(said: SaidClaim, stand: Stand) -> Stance:
    return Stance(said.voice.advisor_id, said.voice.reply_id, stand, said.start, said.end, said.quote)
