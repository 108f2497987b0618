"""What a check or a judge found, before anybody weighs it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from antiphon.evals.case import Assertion
from antiphon.evals.evidence import Evidence
from antiphon.evals.result import Exchange, Spot


@dataclass(frozen=True, slots=True)
class Finding:
    """How far one thing holds, from 0 to 1; no score says that nobody could tell. It holds from `least` on.

    It is broken when somebody was to judge and could not.
    """

    score: float | None
    reason: str = ""
    hits: tuple[str, ...] = ()
    misses: tuple[str, ...] = ()
    spots: tuple[Spot, ...] = ()
    calls: tuple[Exchange, ...] = ()
    least: float = 1.0
    is_broken: bool = False


Check = Callable[[Evidence, Assertion], Finding]


def find(holds: object, reason: str, spots: Iterable[Spot] = ()) -> Finding:
    """A plain yes or no."""
    return Finding(1.0 if holds else 0.0, reason, spots=tuple(spots))


def find_nothing(reason: str) -> Finding:
    """Nobody could tell, and why."""
    return Finding(None, reason)


def find_broken(reason: str) -> Finding:
    """Somebody was to judge and could not, and why: whatever else holds, the case is not passed by that."""
    return Finding(None, reason, is_broken=True)


def list_texts(value: Any) -> tuple[str, ...]:
    """One text or several, as a file may have them."""
    if value is None:
        return ()
    return tuple(map(str, value)) if isinstance(value, list | tuple) else (str(value),)


def show(text: str, most: int = 80) -> str:
    """Words of somebody in a sentence of ours: on one line, in quotation marks, not too long."""
    line = " ".join(text.split())
    return f"“{line if len(line) <= most else line[: most - 1].rstrip() + '…'}”"
