"""What was claimed in a turn, who stands where, and the words each stance rests on."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from antiphon.conversation.ids import AdvisorId, ReplyId

# How one advisor stands to a claim; whoever has no stance was silent on it.
Stand = Literal["agrees", "contradicts"]
# How they stand together: nobody against it, somebody against it, one voice alone.
Label = Literal["agree", "contradict", "lone"]


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
        if len(counted) < 2:
            return "lone"
        return "contradict" if "contradicts" in counted.values() and "agrees" in counted.values() else "agree"


def order_claims(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """All of them, the most contested first: contradicted ones by how even the split is, and then by how many take
    part; then what one voice alone says; then what they agree on, by how many do. None is ever left out.
    """
    return tuple(sorted(claims, key=_rank))


def split_of(claim: Claim) -> tuple[int, int]:
    """How many advisors say it, and how many say the opposite; disputed stances count for neither."""
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


_ORDER: Mapping[Label, int] = {"contradict": 0, "lone": 1, "agree": 2}
_FIELDS = tuple(Stance.__dataclass_fields__)
