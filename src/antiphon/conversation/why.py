"""Why an answer came out as it did: which parts of what was sent made the difference, beyond chance."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Literal

from antiphon.conversation.ids import AdvisorId, ReplyId, TurnId

PartKind = Literal["turn", "quote", "synthesis", "memory", "instructions", "todo", "document", "caller", "file"]
# `flipped` and `mattered` were found and found again; `none` was tried and is within chance; `unsure` stood out once
# and was not tried again; `unread` could not be tried, `untried` was not.
Verdict = Literal["flipped", "mattered", "none", "unsure", "unread", "untried"]
Way = Literal["words", "meaning"]

KIND: Final = "why"
BEYOND_CHANCE: Final[frozenset[Verdict]] = frozenset(("flipped", "mattered"))


@dataclass(frozen=True, slots=True)
class Part:
    """One thing in what was sent that can be left out.

    `name` is what people know it by; a turn is known by its id, a quote by its advisor. `opening` is how it begins.
    Of a memory neither is kept with what was found out: it may be forgotten.
    """

    id: str
    kind: PartKind
    name: str
    opening: str
    chars: int
    turn_id: TurnId | None = None
    advisor_id: AdvisorId | None = None
    memory_id: str | None = None


@dataclass(frozen=True, slots=True)
class ClaimShift:
    """A claim, and in how many of the answers it was made: with everything, and after the change."""

    text: str
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Measured:
    """Answers after a change, held against answers without it.

    `distance` is how far they are from those, on average; `spread` how far those are from each other at most. `chance`
    is the share of all ways to divide the same answers that part them as well; absent where it was not reckoned.
    """

    answers: int
    distance: float
    spread: float
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of leaving one part out.

    `first` is what made it a candidate or not, `again` the fresh answers that had to show the same. `unread` counts
    answers that did not come. `alone` says that this part alone, without the others, brings the answer back; absent
    where that was not tried.
    """

    part_id: str
    verdict: Verdict
    first: Measured | None = None
    again: Measured | None = None
    unread: int = 0
    shifts: tuple[ClaimShift, ...] = ()
    alone: bool | None = None


@dataclass(frozen=True, slots=True)
class Why:
    """What was tried, in the order it was tried, and what made a difference.

    `unchanged` counts answers to the very same bytes, `least` is the chance a finding had to be below. `together` says
    whether leaving out everything changes the answer; absent where that was not tried. `is_still` says that the same
    bytes were answered with the same claims every time. `stopped_by` is why not everything was tried.
    """

    reply_id: ReplyId
    sha256: str
    parts: tuple[Part, ...]
    findings: tuple[Finding, ...]
    compared_by: Way
    unchanged: int
    unread: int
    spread: float
    least: float
    is_still: bool = False
    strayed: bool = False
    together: bool | None = None
    stopped_by: str = ""

    @property
    def beyond_chance(self) -> tuple[Finding, ...]:
        """What made a difference."""
        return tuple(each for each in self.findings if each.verdict in BEYOND_CHANCE)


def encode_why(why: Why) -> dict[str, Any]:
    """As it is kept, without the words of memories."""
    parts = tuple(each if each.memory_id is None else replace(each, name="", opening="") for each in why.parts)
    return asdict(replace(why, parts=parts))


def decode_why(kept: Mapping[str, Any]) -> Why:
    """What was kept; fields of later versions are passed over."""
    known = _take(Why, kept)
    known["parts"] = tuple(Part(**_take(Part, each)) for each in kept["parts"])
    known["findings"] = tuple(_decode_finding(each) for each in kept["findings"])
    return Why(**known)


def _decode_finding(kept: Mapping[str, Any]) -> Finding:
    known = _take(Finding, kept)
    for name in ("first", "again"):
        known[name] = None if kept.get(name) is None else Measured(**_take(Measured, kept[name]))
    known["shifts"] = _decode_shifts(kept.get("shifts", ()))
    return Finding(**known)


def _decode_shifts(kept: Sequence[Mapping[str, Any]]) -> tuple[ClaimShift, ...]:
    return tuple(ClaimShift(**_take(ClaimShift, each)) for each in kept)


def _take(shape: type, kept: Mapping[str, Any]) -> dict[str, Any]:
    names: Mapping[str, object] = shape.__dataclass_fields__  # type: ignore[attr-defined] # every one is a dataclass
    return {name: kept[name] for name in names if name in kept}
