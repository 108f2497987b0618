"""The state note: what changes every turn, kept out of the system prompt."""

from datetime import datetime, timedelta

from antiphon.advisors.phase import PhaseTurn
from antiphon.advisors.prompt import Prompts, fill

_UNITS = ((timedelta(days=1), "day"), (timedelta(hours=1), "hour"), (timedelta(minutes=1), "minute"))


def build_note(
    prompts: Prompts, turns_taken: int, standing: PhaseTurn, at: datetime | None, last: datetime | None
) -> str:
    """Which of its turns this is for the advisor, and how long the person was away; bracketed."""
    sentence = _say_turn(prompts, turns_taken, standing)
    away = "" if at is None or last is None else format_elapsed(to_minute(at) - to_minute(last))
    elapsed = " " + fill(prompts.state_elapsed, {"elapsed": away}) if away else ""
    return f"[{sentence}{elapsed}]"


def _say_turn(prompts: Prompts, turns_taken: int, standing: PhaseTurn) -> str:
    phase, total = standing.phase, str(turns_taken + 1)
    turn, of = str(standing.turn), "" if phase.turns is None else str(phase.turns)
    if phase.note:
        return fill(phase.note, {"turn": turn, "of": of, "total": total})
    if phase.prompt == "early" and of:
        return fill(prompts.state_early, {"turn": turn, "early": of})
    return fill(prompts.state_ongoing, {"turn": total})


def to_minute(moment: datetime) -> datetime:
    """The minute it belongs to; stamps say no more, so nothing else may depend on more."""
    return moment.replace(second=0, microsecond=0)


def format_elapsed(elapsed: timedelta) -> str:
    """A span in its largest unit, or nothing when it is under a minute."""
    for unit, name in _UNITS:
        if elapsed >= unit:
            return format_count(elapsed // unit, name)
    return ""


def format_count(count: int, thing: str) -> str:
    """`1 day`, `3 days`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
