"""Who was heard in a turn, and how far what was heard may be trusted.

Reckoned from what the house knows, never by a model. A voice counts as one when it was heard in full, as a half when
its answer was cut short or given without part of its history, and not at all when nothing came. The rule is

- **high**: three voices or more, every one that was asked, in full;
- **moderate**: two voices' worth, and half of what was asked for;
- **low**: anything less.

So a voice that is lost or damaged never raises the level, and one voice alone is never more than low. A voice whose
provider only seems to have cut something off is named, and counts in full: a wrong count of tokens looks the same.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from antiphon.conversation.ids import AdvisorId

Confidence = Literal["high", "moderate", "low"]
# How an answer ended before its end; `length` ran into the limit on what may be said.
CutState = Literal["stopped", "incomplete", "interrupted", "filtered", "length"]

_MANY: Final = 3
_SOME: Final = 2


@dataclass(frozen=True, slots=True)
class MissingVoice:
    """Somebody who was asked and said nothing that can be used. `code` names what went wrong, if anything did."""

    advisor_id: AdvisorId
    name: str
    state: str
    code: str | None = None


@dataclass(frozen=True, slots=True)
class CutVoice:
    """Somebody whose answer ends before its end."""

    advisor_id: AdvisorId
    name: str
    state: CutState


@dataclass(frozen=True, slots=True)
class TrimmedVoice:
    """Somebody who answered without this many turns of the history that had been promised."""

    advisor_id: AdvisorId
    name: str
    turns: int


@dataclass(frozen=True, slots=True)
class QuorumVoice:
    """Somebody by name."""

    advisor_id: AdvisorId
    name: str


@dataclass(frozen=True, slots=True)
class Quorum:
    """Who was asked, who answered to the end, and everybody of whom that cannot be said.

    `asked` is `answered` and those `missing` and `cut` together; those `trimmed` and `suspected` did answer. `was` is
    the confidence there would have been had everybody been heard in full. `is_selective` says that those missing are
    unlikely to be missing by chance: slow and strong models fail first, and what is left is a selection.
    """

    asked: int
    answered: int
    missing: tuple[MissingVoice, ...] = ()
    cut: tuple[CutVoice, ...] = ()
    trimmed: tuple[TrimmedVoice, ...] = ()
    suspected: tuple[QuorumVoice, ...] = ()
    is_selective: bool = False

    @property
    def confidence(self) -> Confidence:
        """How far the room may be trusted as it is."""
        damaged = {each.advisor_id for each in self.trimmed} - {each.advisor_id for each in self.cut}
        return _rate(2 * self.answered + len(self.cut) - len(damaged), self.asked)

    @property
    def was(self) -> Confidence:
        """What it would have been."""
        return _rate(2 * self.asked, self.asked)

    @property
    def is_full(self) -> bool:
        """Whether everybody was heard in full."""
        return not (self.missing or self.cut or self.trimmed or self.suspected)


def encode_quorum(quorum: Quorum) -> dict[str, Any]:
    """The quorum as it is kept; what follows from it is reckoned again."""
    return {name: _plain(value) for name, value in asdict(quorum).items()}


def decode_quorum(body: Mapping[str, Any]) -> Quorum:
    """The quorum that was kept."""
    return Quorum(
        asked=body["asked"],
        answered=body["answered"],
        missing=tuple(MissingVoice(**each) for each in body["missing"]),
        cut=tuple(CutVoice(**each) for each in body["cut"]),
        trimmed=tuple(TrimmedVoice(**each) for each in body["trimmed"]),
        suspected=tuple(QuorumVoice(**each) for each in body["suspected"]),
        is_selective=body["is_selective"],
    )


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _rate(halves: int, asked: int) -> Confidence:
    """The level for this many half voices out of this many voices asked."""
    if asked >= _MANY and halves == 2 * asked:
        return "high"
    return "moderate" if halves >= 2 * _SOME and halves >= asked else "low"
