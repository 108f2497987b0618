"""What was claimed in a turn, who stands where, and the words each stance rests on."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from antiphon.conversation.ids import AdvisorId, ReplyId

# How one advisor stands to a claim; whoever has no stance was silent on it. `speaks`: to the same point, on which side
# was not read. `torn`: what was read of the sides does not fit together.
Stand = Literal["agrees", "contradicts", "speaks", "torn"]
# How they stand together: nobody against it, somebody against it, one voice alone; or near each other, sides not read;
# or torn.
Label = Literal["agree", "contradict", "lone", "near", "torn"]
# How two claims stand to each other: both make one point; both speak to it and cannot both be right; two points.
Verdict = Literal["agree", "opposed", "different"]


@dataclass(frozen=True, slots=True)
class Stance:
    """One advisor's stance, and where in its reply the words stand: `reply[start:end] == quote`, always.

    The reply is the text that stands: the person's wording where it was edited. `disputed` says that the person does
    not find this in the words; it stays in the record and counts no more.
    """

    advisor_id: AdvisorId
    reply_id: ReplyId
    stand: Stand
    start: int
    end: int
    quote: str
    disputed: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that can be true or false, in one sentence, with every stance on it."""

    number: int
    text: str
    stances: tuple[Stance, ...]

    @property
    def label(self) -> Label:
        """What the stances that count make of it. One voice against nobody is alone, whichever way it stands."""
        counted = {each.advisor_id: each.stand for each in self.stances if not each.disputed}
        stands = set(counted.values())
        if len(counted) < 2:
            return "lone"
        if "torn" in stands:
            return "torn"
        if {"agrees", "contradicts"} <= stands:
            return "contradict"
        return "near" if "speaks" in stands else "agree"


def order_claims(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """All of them, the most contested first: contradicted ones by how even the split is, and then by how many take
    part; then where the sides are torn or were not read; then what one voice alone says; then what they agree on, by
    how many do. None is ever left out.
    """
    return tuple(sorted(claims, key=_rank))


def split_of(claim: Claim) -> tuple[int, int]:
    """How many advisors say it, and how many say the opposite; disputed stances count for neither.

    Whoever speaks to it without a side that was read counts among those who do not contradict.
    """
    counted = {each.advisor_id: each.stand for each in claim.stances if not each.disputed}
    against = sum(stand == "contradicts" for stand in counted.values())
    return len(counted) - against, against


def _rank(claim: Claim) -> tuple[int, float, int, int]:
    agreeing, against = split_of(claim)
    size = agreeing + against
    # The smaller side as a part of the whole: one against one comes before one against three.
    evenness = min(agreeing, against) / size if size else 0.0
    return _ORDER[claim.label], -evenness, -size, claim.number


def encode_stance(stance: Stance) -> dict[str, Any]:
    """The stance as it is kept and shown."""
    return {name: getattr(stance, name) for name in _FIELDS}


def decode_stance(body: Mapping[str, Any]) -> Stance:
    """The stance that was kept."""
    return Stance(**{name: body[name] for name in _FIELDS if name in body})


_ORDER: Mapping[Label, int] = {"contradict": 0, "torn": 1, "near": 2, "lone": 3, "agree": 4}
_FIELDS = tuple(Stance.__dataclass_fields__)
